/**
 * `fleetgraph prepare-cluster`: prints the objects that a leaf needs before its registration, as input of
 * `kubectl apply -f -`. The objects define a ServiceAccount and its rights. The account may list and watch the
 * collected kinds, RBAC objects and CustomResourceDefinitions. It may create access reviews, and renew its own token
 * (not with --token-secret). It may impersonate the users and groups of the options.
 *
 * The users and groups have no default, because a convenient default would allow everybody.
 */
import { Command } from 'commander';
import { stringify } from 'yaml';
import {
  checkKinds,
  checkNamespace,
  impersonationOf,
  withLeafRights,
  type LeafRightsFlags,
} from '../register/leaf-rights-flags.ts';
import { leafObjects } from '../register/leaf-rights.ts';
import { hubObjects, memberObjects } from '../register/mover-rights.ts';

interface PrepareFlags extends LeafRightsFlags {
  readonly namespace: string;
  readonly tokenSecret: boolean;
  readonly placementMover: boolean;
  readonly moverUser: string;
  readonly moverLeaseNamespace: string;
}

export function prepareClusterCommand(): Command {
  const command = new Command('prepare-cluster')
    .description(
      'Print the ServiceAccount and the rights that fleetgraph needs on a leaf cluster (pipe into kubectl apply -f -)',
    )
    .option('--namespace <name>', 'namespace of the ServiceAccount', 'fleetgraph');
  return withLeafRights(command)
    .option(
      '--token-secret',
      'print a Secret with a token that never expires, instead of the right to renew tokens',
      false,
    )
    .option(
      '--placement-mover',
      'also print the rights of the mover (placement.mover), for hubs and for members',
      false,
    )
    .option(
      '--mover-user <name>',
      'with --placement-mover: placement.mover.user, by the name on this cluster',
      'fleetgraph-mover',
    )
    .option('--mover-lease-namespace <name>', 'with --placement-mover: placement.mover.leaseNamespace', 'default')
    .action((given: PrepareFlags) => {
      const flags = given.placementMover ? withMover(given) : given;
      checkNamespace('--namespace', flags.namespace);
      checkNamespace('--mover-lease-namespace', flags.moverLeaseNamespace);
      const { namespace, allKinds, secrets, kind: kinds, tokenReviews, tokenSecret } = flags;
      checkKinds(flags);
      const impersonate = impersonationOf(flags);
      process.stdout.write(
        (tokenSecret ? ENDLESS_TOKEN : BOUND_TOKEN) +
          (secrets ? SECRETS : '') +
          (impersonate === 'anybody' ? ANYBODY : '') +
          leafObjects({ namespace, allKinds, secrets, kinds, impersonate, tokenReviews, tokenSecret })
            .map(yamlOf)
            .join('---\n') +
          (flags.placementMover ? moverText(flags) : ''),
      );
    });
}

/** Adds the mover's user to the users that fleetgraph may impersonate, because fleetgraph acts as this user. */
function withMover(flags: PrepareFlags): PrepareFlags {
  if (flags.impersonateAnybody || !flags.impersonate) return flags;
  return { ...flags, impersonateUser: [...new Set([...flags.impersonateUser, flags.moverUser])] };
}

function moverText({
  moverUser: user,
  moverLeaseNamespace: leaseNamespace,
  allKinds,
  kind: kinds,
}: PrepareFlags): string {
  const rights = { user, leaseNamespace, allKinds, kinds };
  return `---\n${ON_HUBS}${hubObjects(rights).map(yamlOf).join('---\n')}---\n${ON_MEMBERS}${memberObjects(rights).map(yamlOf).join('---\n')}`;
}

function yamlOf(object: object): string {
  return stringify(object, { aliasDuplicateObjects: false });
}

const ON_HUBS = `# Rights of the mover on a hub; a cluster that is only a member does without. The Lease lets one mover work there.
`;
const ON_MEMBERS = `# Rights of the mover on a member; a cluster that is only a hub does without. They cover collected kinds, those of --kind, and no
# Secrets: a move of a workload with Secrets stays BLOCKED(NOT_VISIBLE) until the user may also get and list secrets there.
`;
const BOUND_TOKEN = `# Apply with kubectl. Then create a kubeconfig with a token of ServiceAccount fleetgraph-collector: docs/operations.md, "Registering a cluster".
`;
const ENDLESS_TOKEN = `# Apply with kubectl. Then create a kubeconfig with the token in Secret fleetgraph-collector: docs/operations.md, "Registering a cluster".
# The token never expires: anyone who reads it once can use it until the Secret is deleted.
`;
const SECRETS = `# The account may list Secrets. fleetgraph requests only their metadata, but RBAC has no right for metadata alone: anyone who steals the
# account's token can read the values. --no-secrets omits the right; then add secrets to kinds.exclude, or coverage reports them as missing.
`;
const ANYBODY = `# WARNING: fleetgraph MAY IMPERSONATE ANYBODY ON THIS CLUSTER. A right to impersonate without names includes system:masters, and RBAC cannot
# exclude a name. fleetgraph removes this group from its callers, but anyone who steals its token is an administrator of the cluster. If you
# can, name users and groups with --impersonate-user and --impersonate-group instead.
`;
