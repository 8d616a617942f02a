/**
 * Flags of commands that create fleetgraph's account on a leaf: the kinds that it may read, and the users and groups
 * that it may impersonate. A command fails without a choice of whom to impersonate, because a convenient default would
 * allow everybody.
 */
import type { Command } from 'commander';
import type { LeafRights } from './leaf-rights.ts';
import { repeated, UsageError } from '../usage-error.ts';

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
      'let the collector read every kind, for kinds.include: ["*"] (this includes Secrets; fleetgraph keeps none of their data)',
      false,
    )
    .option(
      '--kind <plural.group>',
      'also let the collector read this kind, written as in kinds.include; may be repeated',
      repeated,
      [],
    )
    .option('--no-secrets', 'omit the right to list Secrets; also add secrets to kinds.exclude')
    .option(
      '--impersonate-user <name>',
      'let fleetgraph impersonate this user, by the name on this cluster; may be repeated',
      repeated,
      [],
    )
    .option('--impersonate-group <name>', 'let fleetgraph impersonate this group; may be repeated', repeated, [])
    .option(
      '--impersonate-uid <uid>',
      'let fleetgraph impersonate this UID (authentication[].tokens[].uid); may be repeated',
      repeated,
      [],
    )
    .option(
      '--impersonate-anybody',
      'let fleetgraph impersonate any user and any group, including system:masters',
      false,
    )
    .option('--no-impersonate', 'omit the right to impersonate, for clusters with identity mode passthrough')
    .option(
      '--token-reviews',
      'let fleetgraph create TokenReviews, for authentication of type tokenReview with this cluster',
      false,
    );
}

/** @throws UsageError */
export function checkNamespace(flag: string, name: string): void {
  if (!DNS_LABEL.test(name))
    throw new UsageError(`${flag} ${name}: a namespace has 1 to 63 lower-case letters, digits and -.`);
}

/** @throws UsageError */
export function checkKinds({ allKinds, secrets, kind }: LeafRightsFlags): void {
  if (allKinds && !secrets)
    throw new UsageError(
      '--all-kinds and --no-secrets exclude each other: --all-kinds covers Secrets, since RBAC cannot exclude a kind. Choose one.',
    );
  if (allKinds && kind.length > 0) throw new UsageError('--all-kinds already covers every kind. Remove --kind.');
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
      '--impersonate-user, -group and -uid cannot be combined with --impersonate-anybody or --no-impersonate, nor these two with each other. Choose one.',
    );
  }
  if (!flags.impersonate) return 'nobody';
  if (flags.impersonateAnybody) return 'anybody';
  if (flags.impersonateUser.length === 0) {
    throw new UsageError(
      'No user to impersonate is named. Name users and groups: --impersonate-user jane --impersonate-group dev; both may be repeated. A group alone is not enough, because every request names a user. ' +
        'Or use --impersonate-anybody, which includes system:masters, or --no-impersonate for clusters with identity mode passthrough.',
    );
  }
  for (const user of flags.impersonateUser) refuse('user', user, ['system:anonymous', 'system:masters']);
  for (const group of flags.impersonateGroup) refuse('group', group, ['system:masters', 'system:unauthenticated']);
  return {
    users: flags.impersonateUser,
    // Every authenticated user is in system:authenticated, so fleetgraph does not send this group.
    groups: flags.impersonateGroup.filter(group => group !== 'system:authenticated'),
    uids: flags.impersonateUid,
  };
}

function refuse(what: 'user' | 'group', name: string, refused: readonly string[]): void {
  if (name.trim() === '') throw new UsageError(`--impersonate-${what} takes the name of a ${what}.`);
  if (!refused.includes(name)) return;
  const why = name === 'system:masters' ? 'no RBAC rule restrains its members' : 'anonymous callers cannot sign in';
  throw new UsageError(
    `--impersonate-${what} ${name}: fleetgraph does not impersonate it, because ${why}. Leave it out.`,
  );
}
