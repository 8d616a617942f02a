/**
 * `fleetgraph prepare-cluster`: prints the objects that a leaf needs before it can be registered, for `kubectl apply -f -`: a
 * ServiceAccount that may list what is collected and the RBAC objects, make access reviews, renew its own token, and impersonate the users
 * and groups of the options; it may change nothing. There is no default for whom it may impersonate, because the convenient one would be
 * everybody.
 */
import { Command } from 'commander';
import { stringify } from 'yaml';
import { leafObjects, type LeafRights } from '../leaf-rights.ts';
import { UsageError } from '../usage-error.ts';

interface PrepareFlags {
  readonly namespace: string;
  readonly allKinds: boolean;
  readonly secrets: boolean;
  readonly impersonate: boolean;
  readonly impersonateAnybody: boolean;
  readonly impersonateUser: readonly string[];
  readonly impersonateGroup: readonly string[];
  readonly impersonateUid: readonly string[];
  readonly tokenReviews: boolean;
  readonly tokenSecret: boolean;
}

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const repeated = (value: string, before: readonly string[]) => [...before, value];

export function prepareClusterCommand(): Command {
  return new Command('prepare-cluster')
    .description('Print the ServiceAccount and the rights that fleetgraph needs on a leaf cluster (pipe into kubectl apply -f -)')
    .option('--namespace <name>', 'namespace of the ServiceAccount', 'fleetgraph')
    .option(
      '--all-kinds',
      'let the collector read every kind, for kinds.include: ["*"] (RBAC cannot leave Secrets out; fleetgraph keeps no data of theirs)',
      false,
    )
    .option('--no-secrets', 'leave out the right to list Secrets; say so in kinds.exclude, too')
    .option(
      '--impersonate-user <name>',
      'a user that fleetgraph may impersonate, as this cluster calls them; may be repeated',
      repeated,
      [],
    )
    .option('--impersonate-group <name>', 'a group that it may impersonate; may be repeated', repeated, [])
    .option('--impersonate-uid <uid>', 'a UID that it may send (authentication[].tokens[].uid); may be repeated', repeated, [])
    .option('--impersonate-anybody', 'let it impersonate any user and any group, system:masters among them', false)
    .option('--no-impersonate', 'leave out the right to impersonate, for clusters of identity mode passthrough')
    .option('--token-reviews', 'let it ask whose a token is, for authentication of type tokenReview with this cluster', false)
    .option('--token-secret', 'print a Secret with a token that never expires, instead of the right to renew a token', false)
    .action((flags: PrepareFlags) => {
      if (!DNS_LABEL.test(flags.namespace))
        throw new UsageError(`--namespace ${flags.namespace}: a namespace is 1 to 63 lower case letters, digits and -.`);
      const { namespace, allKinds, secrets, tokenReviews, tokenSecret } = flags;
      if (allKinds && !secrets) throw new UsageError('--all-kinds covers Secrets: RBAC cannot leave a kind out. Choose one.');
      const impersonate = whom(flags);
      process.stdout.write(
        (tokenSecret ? ENDLESS_TOKEN : BOUND_TOKEN) +
          (secrets ? SECRETS : '') +
          (impersonate === 'anybody' ? ANYBODY : '') +
          leafObjects({ namespace, allKinds, secrets, impersonate, tokenReviews, tokenSecret })
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

function whom(flags: PrepareFlags): LeafRights['impersonate'] {
  const named = flags.impersonateUser.length + flags.impersonateGroup.length + flags.impersonateUid.length > 0;
  if ([named, flags.impersonateAnybody, !flags.impersonate].filter(Boolean).length > 1) {
    throw new UsageError(
      '--impersonate-user, -group and -uid name people, --impersonate-anybody and --no-impersonate name none. Choose one.',
    );
  }
  if (!flags.impersonate) return 'nobody';
  if (flags.impersonateAnybody) return 'anybody';
  if (flags.impersonateUser.length === 0) {
    throw new UsageError(
      'Whom may fleetgraph impersonate there? Name them: --impersonate-user jane --impersonate-group dev, each as often as needed. A group alone is not enough: every request names a user. ' +
        'Or --impersonate-anybody, which covers system:masters, too, or --no-impersonate for clusters of identity mode passthrough.',
    );
  }
  for (const user of flags.impersonateUser) refuse('user', user, ['system:anonymous', 'system:masters']);
  for (const group of flags.impersonateGroup) refuse('group', group, ['system:masters', 'system:unauthenticated']);
  return {
    users: flags.impersonateUser,
    // Every user is in it, and fleetgraph never sends it.
    groups: flags.impersonateGroup.filter(group => group !== 'system:authenticated'),
    uids: flags.impersonateUid,
  };
}

function refuse(what: 'user' | 'group', name: string, refused: readonly string[]): void {
  if (name.trim() === '') throw new UsageError(`--impersonate-${what} takes the name of a ${what}.`);
  if (!refused.includes(name)) return;
  const why = name === 'system:masters' ? 'no RBAC rule restrains its members' : 'anonymous callers cannot sign in';
  throw new UsageError(`--impersonate-${what} ${name}: fleetgraph does not impersonate it, because ${why}. Leave it out.`);
}
