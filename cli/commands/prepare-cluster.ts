/**
 * `fleetgraph prepare-cluster`: prints the objects that a leaf needs before it can be registered, for `kubectl apply -f
 * -`: a ServiceAccount that may list what is collected and the RBAC objects, make access reviews, renew its own token,
 * and impersonate the users and groups of the options; it may change nothing. Whom it may impersonate has no default,
 * because the convenient one would be everybody.
 */
import { Command } from 'commander';
import { stringify } from 'yaml';
import { checkKinds, checkNamespace, impersonationOf, withLeafRights, type LeafRightsFlags } from '../leaf-rights-flags.ts';
import { leafObjects } from '../leaf-rights.ts';

interface PrepareFlags extends LeafRightsFlags {
  readonly namespace: string;
  readonly tokenSecret: boolean;
}

export function prepareClusterCommand(): Command {
  const command = new Command('prepare-cluster')
    .description('Print the ServiceAccount and the rights that fleetgraph needs on a leaf cluster (pipe into kubectl apply -f -)')
    .option('--namespace <name>', 'namespace of the ServiceAccount', 'fleetgraph');
  return withLeafRights(command)
    .option('--token-secret', 'print a Secret with a token that never expires, instead of the right to renew a token', false)
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

const BOUND_TOKEN = `# Apply with kubectl. Then make a kubeconfig with a token of ServiceAccount fleetgraph-collector: docs/operations.md, "Registering a cluster".
`;
const ENDLESS_TOKEN = `# Apply with kubectl. Then make a kubeconfig of the token in Secret fleetgraph-collector: docs/operations.md, "Registering a cluster".
# That token never expires: a thief who reads it once has it until the Secret is deleted.
`;
const SECRETS = `# It may list Secrets. fleetgraph asks for their metadata alone, but RBAC has no right to that alone: a thief of its token reads their values.
# --no-secrets leaves the right out; then name secrets in kinds.exclude, or coverage says that they are missing.
`;
const ANYBODY = `# WITH THIS fleetgraph MAY BE ANYBODY ON THIS CLUSTER: a right to impersonate without names covers system:masters, and RBAC cannot leave a name
# out. fleetgraph removes that group from its callers, but a thief of its token is administrator of the cluster. Where you can, name users and
# groups with --impersonate-user and --impersonate-group instead.
`;
