/**
 * Flags of commands that create fleetgraph's account on a leaf: what it may read there, and whom it may impersonate.
 * The latter has no default.
 */
import type { Command } from 'commander';
import type { LeafRights } from './leaf-rights.ts';
import { repeated, UsageError } from './usage-error.ts';

export interface LeafRightsFlags {
  readonly allKinds: boolean;
  readonly secrets: boolean;
  readonly kind: readonly string[];
  readonly impersonate: boolean;
  readonly impersonateAnybody: boolean;
  readonly impersonateUser: readonly string[];
  readonly impersonateGroup: readonly string[];
  readonly impersonateUid: readonly string[];
  readonly tokenReviews: boolean;
}

const PLURAL_AND_GROUP = /^[a-z0-9-]+(\.[a-z0-9.-]+)?$/;
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function withLeafRights(command: Command): Command {
  return command
    .option(
      '--all-kinds',
      'let the collector read every kind, for kinds.include: ["*"] (RBAC cannot leave Secrets out; fleetgraph keeps no data of theirs)',
      false,
    )
    .option('--kind <plural.group>', 'another kind that the collector may read, as kinds.include names it; may be repeated', repeated, [])
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
    .option('--token-reviews', 'let it ask whose a token is, for authentication of type tokenReview with this cluster', false);
}

/** @throws UsageError */
export function checkNamespace(flag: string, name: string): void {
  if (!DNS_LABEL.test(name)) throw new UsageError(`${flag} ${name}: a namespace is 1 to 63 lower case letters, digits and -.`);
}

/** @throws UsageError */
export function checkKinds({ allKinds, secrets, kind }: LeafRightsFlags): void {
  if (allKinds && !secrets) throw new UsageError('--all-kinds covers Secrets: RBAC cannot leave a kind out. Choose one.');
  if (allKinds && kind.length > 0) throw new UsageError('--all-kinds covers every kind: leave --kind out.');
  const wrong = kind.find(name => !PLURAL_AND_GROUP.test(name));
  if (wrong === undefined) return;
  const all = wrong === '*' ? ' For every kind use --all-kinds.' : '';
  throw new UsageError(`--kind ${wrong}: write plural.group, such as certificates.cert-manager.io.${all}`);
}

/** @throws UsageError */
export function impersonationOf(flags: LeafRightsFlags): LeafRights['impersonate'] {
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
