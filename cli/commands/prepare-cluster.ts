/**
 * `fleetgraph prepare-cluster`: prints the objects that a leaf needs before it can be registered, for `kubectl apply -f
 * -`: a ServiceAccount that may list what is collected and the RBAC objects, make access reviews, renew its own token,
 * and impersonate the users and groups of the options; it may change nothing. Whom it may impersonate has no default,
 * because the convenient one would be everybody.
 */
import { Command } from 'commander';
import { stringify } from 'yaml';
import { checkKinds, checkNamespace, impersonationOf, withLeafRights, type LeafRightsFlags } from '../register/leaf-rights-flags.ts';
import { leafObjects } from '../register/leaf-rights.ts';

interface PrepareFlags extends LeafRightsFlags {
  readonly namespace: string;
  readonly tokenSecret: boolean;
}

export function prepareClusterCommand(): Command {
  const command = new Command('prepare-cluster')
    .description('Print the ServiceAccount and the rights that fleetgraph needs on a leaf cluster (pipe into kubectl apply -f -)')
    .option('--namespace <name>', 'namespace of the ServiceAccount', 'fleetgraph');
  return withLeafRights(command)
    .option('--token-secret', 'print a Secret with a token that never expires, instead of the right to renew tokens', false)
    .action((flags: PrepareFlags) => {
      checkNamespace('--namespace', flags.namespace);
      const { namespace, allKinds, secrets, kind: kinds, tokenReviews, tokenSecret } = flags;
      checkKinds(flags);
      const impersonate = impersonationOf(flags);
      process.stdout.write(
        (tokenSecret ? ENDLESS_TOKEN : BOUND_TOKEN) +
          (secrets ? SECRETS : '') +
          (impersonate === 'anybody' ? ANYBODY : '') +
          leafObjects({ namespace, allKinds, secrets, kinds, impersonate, tokenReviews, tokenSecret })
            .map(object => stringify(object, { aliasDuplicateObjects: false }))
            .join('---\n'),
      );
    });
}

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
