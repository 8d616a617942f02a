/**
 * Finds the groups of callers that fleetgraph's account may not impersonate on a cluster. An API server refuses a whole
 * request because of one such group, so live reads omit these groups (subgraphs/live/leaf-session.ts).
 *
 * RBAC has no deny rules, so a caller without a group sees less and never more. Other authorizers and admission
 * policies may deny by group. So actions, and requests to clusters with `authorization: mixed`, send all groups or
 * fail.
 *
 * The API server lists the rules of fleetgraph's account (SelfSubjectRulesReview). If an authorizer cannot list its
 * rules, groups are checked one by one (SelfSubjectAccessReview), up to a limit, so that callers with many groups do
 * not flood the cluster. A group above the limit counts as refused.
 */
import type { KubernetesClient } from '../kubernetes/client.ts';

const HOLDS_MS = 60_000;
/** After a refused request, answers that are older than this many milliseconds are read again. */
const FRESH_MS = 15_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of groups that are checked on one cluster while an answer is valid. */
const MAX_ASKED = 200;
const AT_ONCE = 8;
const REVIEWS = '/apis/authorization.k8s.io/v1';
/**
 * An invalid namespace name, so that no RoleBinding adds a rule to the review. Impersonation of users and groups is
 * authorized at cluster scope.
 */
export const NO_NAMESPACE = '-';

/**
 * Groups that fleetgraph's account may impersonate, as the API server lists them: any group, or groups by name.
 * `isComplete` is false if an authorizer cannot list its rules. Undefined if the rules could not be read.
 */
type Rules = { readonly any: boolean; readonly names: ReadonlySet<string>; readonly isComplete: boolean } | undefined;

interface Known {
  readonly at: number;
  readonly rules: Promise<Rules>;
  /** Results of single checks by group. Used if the rules are incomplete. */
  readonly requested: Map<string, Promise<boolean>>;
}

/** Answers by client. A new registration of a cluster has a new client, and so no old answers. */
const known = new WeakMap<KubernetesClient, Known>();
/** Clients of clusters that have refused a group. */
const refusing = new WeakSet<KubernetesClient>();

/** True if the cluster has refused a group of any caller before. */
export function hasRefusedGroups(client: KubernetesClient): boolean {
  return refusing.has(client);
}

/**
 * The groups that the cluster does not let fleetgraph impersonate. Undefined if the rules of fleetgraph's account could
 * not be read.
 *
 * @param isDoubted True if the cluster has just refused one of the groups. Answers older than FRESH_MS are then read
 * again
 */
export async function refusedGroups(
  client: KubernetesClient,
  groups: readonly string[],
  { isDoubted = false }: { readonly isDoubted?: boolean } = {},
): Promise<readonly string[] | undefined> {
  if (groups.length === 0) return [];
  const { rules: reading, requested } = answerOf(client, isDoubted ? FRESH_MS : HOLDS_MS);
  const rules = await reading;
  if (!rules) return undefined;
  if (rules.any) return [];
  const unlisted = groups.filter(group => !rules.names.has(group));
  const allowed = rules.isComplete ? [] : await allowedAmong(client, unlisted, requested);
  const refused = unlisted.filter(group => !allowed.includes(group));
  if (refused.length > 0) refusing.add(client);
  return refused;
}

function answerOf(client: KubernetesClient, holdsMs: number): Known {
  const now = performance.now();
  const before = known.get(client);
  if (before && now - before.at < holdsMs) return before;
  const answer: Known = { at: now, rules: rulesOf(client), requested: new Map() };
  known.set(client, answer);
  return answer;
}

async function rulesOf(client: KubernetesClient): Promise<Rules> {
  const status = await review(client, 'SelfSubjectRulesReview', { namespace: NO_NAMESPACE }).catch(() => undefined);
  const groups = impersonatedBy(status, 'groups');
  return groups && { ...groups, isComplete: status?.['incomplete'] === false };
}

/**
 * Users or groups that an account may impersonate by the rules of a SelfSubjectRulesReview: any, or certain names.
 * Undefined if the review has no list of rules.
 */
export function impersonatedBy(
  status: Readonly<Record<string, unknown>> | undefined,
  resource: 'users' | 'groups',
): { readonly any: boolean; readonly names: ReadonlySet<string> } | undefined {
  const listed = status?.['resourceRules'];
  if (!Array.isArray(listed)) return undefined;
  const rules = (listed as (Record<string, unknown> | null)[]).filter(
    rule => has(rule?.['verbs'], 'impersonate') && has(rule?.['apiGroups'], '') && has(rule?.['resources'], resource),
  );
  const names = rules.map(rule => (Array.isArray(rule?.['resourceNames']) ? (rule['resourceNames'] as unknown[]) : []));
  return {
    any: names.some(some => some.length === 0),
    names: new Set(names.flat().filter(name => typeof name === 'string')),
  };
}

function has(list: unknown, item: string): boolean {
  return Array.isArray(list) && (list.includes(item) || list.includes('*'));
}

async function allowedAmong(
  client: KubernetesClient,
  groups: readonly string[],
  requested: Known['requested'],
): Promise<string[]> {
  const allowed: string[] = [];
  for (let from = 0; from < groups.length; from += AT_ONCE) {
    const some = groups.slice(from, from + AT_ONCE);
    const answers = await Promise.all(some.map(group => isAllowed(client, group, requested)));
    allowed.push(...some.filter((_, i) => answers[i]));
  }
  return allowed;
}

function isAllowed(client: KubernetesClient, group: string, requested: Known['requested']): Promise<boolean> {
  const before = requested.get(group);
  if (before) return before;
  if (requested.size >= MAX_ASKED) return Promise.resolve(false);
  const resourceAttributes = { verb: 'impersonate', group: '', resource: 'groups', name: group };
  const answer = review(client, 'SelfSubjectAccessReview', { resourceAttributes }).then(
    status => status?.['allowed'] === true && status['denied'] !== true,
    () => false,
  );
  requested.set(group, answer);
  return answer;
}

/** Sends a review about fleetgraph's own account, as this account. */
async function review(
  client: KubernetesClient,
  kind: string,
  spec: object,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const answer = await client.request<{ status?: unknown } | undefined>(`${REVIEWS}/${kind.toLowerCase()}s`, {
    as: { type: 'self' },
    method: 'POST',
    body: { apiVersion: 'authorization.k8s.io/v1', kind, spec },
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  const status = answer?.status;
  return typeof status === 'object' && status !== null ? (status as Record<string, unknown>) : undefined;
}
