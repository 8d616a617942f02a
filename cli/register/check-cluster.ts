/**
 * Checks whether a leaf lets fleetgraph do its work. Checks the rights that `prepare-cluster` grants
 * (cli/register/leaf-rights.ts), and reports the version of the leaf.
 *
 * A right to impersonate may be limited to names, so each user in the configuration is checked. For unknown users, the
 * check reports how many names the rules of the leaf contain.
 */
import { withPolicyLabels } from '../../collector/policy-kinds.ts';
import {
  mostKinds,
  resourceName,
  selectKinds,
  type KindsRule,
  type LeftOutKind,
  type SelectedKinds,
} from '../../collector/kinds.ts';
import {
  identityOn,
  identityPolicyProblem,
  impersonatedGroups,
  serviceAccountOf,
  type Identity,
} from '../../identity/identity.ts';
import { impersonatedBy, NO_NAMESPACE } from '../../identity/refused-groups.ts';
import type { KubernetesClient, ServedResource } from '../../kubernetes/client.ts';
import { mechanismOf, type Registration } from '../../clusters/registry.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import type { Resource } from '../../rbac/types.ts';
import { boundTokenOf, timeOf, type BoundToken } from '../../kubernetes/token-renewal.ts';
import { ALWAYS_READ, COLLECTOR_VERBS, RBAC_GROUP, REVIEW, TOKEN_REVIEW } from './leaf-rights.ts';

export interface WorkToDo {
  readonly kinds: KindsRule;
  /** True if the auditor compares decisions of the index with decisions of the cluster. */
  readonly audit: boolean;
  /** Names of the clusters that review tokens. */
  readonly tokenReviewers: readonly string[];
  /** Users in the configuration. */
  readonly people: readonly Identity[];
  /** True if users who are not in `people` may send requests, such as users of an OIDC issuer. */
  readonly strangers: boolean;
}

/** A right in the form of a SelfSubjectAccessReview. */
interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

const REVIEWS = '/apis/authorization.k8s.io/v1';
const ANY_USER: Right = { verb: 'impersonate', group: '', resource: 'users' };
const ANY_GROUP: Right = { verb: 'impersonate', group: '', resource: 'groups' };
/** Maximum number of names in a message, so that a message with many missing rights stays readable. */
const MAX_NAMED = 8;
/** Maximum wait for an answer of a cluster. */
const ANSWER_MS = 10_000;
/** Maximum number of concurrent access reviews on one cluster. */
const AT_ONCE = 32;

export async function checkCluster(
  cluster: Registration,
  work: WorkToDo,
): Promise<{ name: string; ok: boolean; line: string }> {
  const { name, client, identity } = cluster;
  const problem = identityPolicyProblem(identity);
  if (problem !== undefined) return { name, ok: false, line: problem };
  if (mechanismOf(cluster) !== 'PULL')
    return { name, ok: true, line: 'not connected to: its content comes from reports or metrics' };
  try {
    const version = await client.version(AbortSignal.timeout(ANSWER_MS));
    const token = boundTokenOf((await cluster.target?.token?.read()) ?? '');
    const served = await withPolicyLabels(client, await client.discover(), AbortSignal.timeout(ANSWER_MS));
    const most = mostKinds(cluster.collect?.namespaces.length);
    const kinds = selectKinds(served, work.kinds, most);
    const needed = [...collectorRights(served, kinds.collected, cluster, work), ...(token ? [renewalOf(token)] : [])];
    if (work.tokenReviewers.includes(name)) needed.push({ ...TOKEN_REVIEW, verb: 'create' });
    const impersonation =
      identity.mode === 'impersonate' ? await impersonationOn(cluster, work) : { refused: [], reported: '' };
    const lacking = [...phrases(impersonation.refused), ...phrases((await allowed(client, needed)).refused)];
    const life = token ? `, token for ${timeOf(token.expiresAt - Date.now())}, renewed by serve` : '';
    if (lacking.length === 0)
      return {
        name,
        ok: true,
        line: `${version}, ${identity.mode}${impersonation.reported}${life}${leftOutLine(kinds, most)}`,
      };
    const more = lacking.length > MAX_NAMED ? ` and ${lacking.length - MAX_NAMED} more` : '';
    const whom = impersonation.refused.length > 0 ? ' with --impersonate-user and --impersonate-group for these' : '';
    return {
      name,
      ok: false,
      line: `${version}: may not ${lacking.slice(0, MAX_NAMED).join(', ')}${more}. Apply the output of 'fleetgraph prepare-cluster'${whom} and use its ServiceAccount, or exclude kinds with kinds.exclude.`,
    };
  } catch (error) {
    return { name, ok: false, line: failureOf(error as Error, name) };
  }
}

function failureOf(error: Error, cluster: string): string {
  if (error.name === 'TimeoutError')
    return `no answer within ${ANSWER_MS / 1_000} s, from its API server or from the plugin that gives the credentials. The log above has what a plugin waits for.`;
  const message = error.message.startsWith(`${cluster}: `) ? error.message.slice(cluster.length + 2) : error.message;
  if (!(error instanceof KubernetesError) || error.code !== 'UNAUTHORIZED') return message;
  return `${message}. Its API server does not accept the credentials: they have expired or were revoked, or they are of another cluster. Give fleetgraph a new token.`;
}

/**
 * Rights of the collector, which must list and watch. With `collect.namespaces` it lists namespaced kinds only in
 * these namespaces. It then reads only two cluster-wide kinds: ClusterRoles and ClusterRoleBindings.
 */
function collectorRights(
  served: readonly ServedResource[],
  collected: readonly Resource[],
  { collect }: Registration,
  { audit }: WorkToDo,
): Right[] {
  const key = (group: string, resource: string) => `${group}/${resource}`;
  const known = new Map(served.map(resource => [key(resource.group, resource.plural), resource]));
  const kinds = collected.map(({ group, plural }) => ({ group, resource: plural }));
  // Without `collect`, namespaces are checked even if the discovery document omits them.
  const read = distinct([{ group: '', resource: 'namespaces' }, ...ALWAYS_READ, ...kinds]).flatMap(
    ({ group, resource }) => {
      const { verbs, namespaced = false } = known.get(key(group, resource)) ?? {};
      if (collect && !namespaced && group !== RBAC_GROUP) return [];
      const places = (namespaced && collect?.namespaces.map(namespace => ({ namespace }))) || [{}];
      return COLLECTOR_VERBS.filter(verb => verbs?.includes(verb) ?? true).flatMap(verb =>
        places.map(place => ({ verb, group, resource, ...place })),
      );
    },
  );
  return audit ? [...read, { ...REVIEW, verb: 'create' }] : read;
}

/** Text with the requested kinds that are not collected, and the causes. Empty if there are no such kinds. */
function leftOutLine({ leftOut, unnamed, overLimit }: SelectedKinds, most: number): string {
  const ofCause = (cause: LeftOutKind['cause'], why: string, count?: number) => {
    const names = leftOut.flatMap(kind => (kind.cause === cause ? [resourceName(kind.resource)] : []));
    const more = (count ?? names.length) - MAX_NAMED;
    return names.length === 0
      ? []
      : [`${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${why}`];
  };
  const parts = [
    ...ofCause('UNWATCHABLE', 'cannot be watched'),
    ...ofCause('PER_CALLER', 'its API server shows each caller other objects'),
    ...ofCause('SHOWN_ELSEWHERE', 'another kind shows the same objects'),
    ...ofCause(
      'TOO_MANY_KINDS',
      `at most ${most} kinds are collected; name those that you need in kinds.include`,
      overLimit,
    ),
    ...(unnamed > 0 ? [`${unnamed} more kinds are not named`] : []),
  ];
  return parts.length === 0 ? '' : `; left out: ${parts.join('; ')}`;
}

function renewalOf({ namespace, name }: BoundToken): Right {
  return { verb: 'create', group: '', resource: 'serviceaccounts', subresource: 'token', namespace, name };
}

/** The missing rights to impersonate, and a text about the existing rights. */
async function impersonationOn({ client, identity: policy }: Registration, { people, strangers }: WorkToDo) {
  const any = await allowed(client, [ANY_USER, ANY_GROUP]);
  const [anyUser, anyGroup] = [any.yes.has(ANY_USER), any.yes.has(ANY_GROUP)];
  const known = distinct(people.flatMap(person => rightsToBe(identityOn(policy, person))));
  const ofPeople = await allowed(
    client,
    known.filter(({ resource }) => !(resource === 'users' ? anyUser : resource === 'groups' && anyGroup)),
  );
  const refused = [...ofPeople.refused];
  const inRules = strangers && !(anyUser && anyGroup) ? await namedIn(client) : undefined;
  const named = inRules ? { users: inRules.users.size, groups: inRules.groups.size } : countOf(known);
  if (strangers && !anyUser && named.users === 0) refused.push(ANY_USER);
  const users = anyUser ? 'any user' : counted(named.users, 'user');
  const groups = anyGroup ? 'any group' : counted(named.groups, 'group');
  const others = inRules && !anyGroup ? otherGroups(inRules.groups) : '';
  return { refused, reported: ` ${users} and ${groups}${anyUser && anyGroup ? '' : ' by name'}${others}` };
}

/** Text that names these groups, and says that live reads omit all other groups (identity/refused-groups.ts). */
function otherGroups(groups: ReadonlySet<string>): string {
  const names = [...groups].toSorted();
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const which = names.length > 0 ? ` (${names.slice(0, MAX_NAMED).join(', ')}${more})` : '';
  return `${which}, and live reads omit all other groups of callers`;
}

/** Rights that our account needs to impersonate one user. */
function rightsToBe(person: ReturnType<typeof identityOn>): Right[] {
  const impersonate = { verb: 'impersonate', group: '' };
  const account = serviceAccountOf(person.user);
  return [
    account
      ? { ...impersonate, resource: 'serviceaccounts', ...account }
      : { ...impersonate, resource: 'users', name: person.user },
    ...impersonatedGroups(person).map(name => ({ ...impersonate, resource: 'groups', name })),
    ...(person.uid === ''
      ? []
      : [{ ...impersonate, group: 'authentication.k8s.io', resource: 'uids', name: person.uid }]),
  ];
}

function distinct<T extends object>(rights: readonly T[]): T[] {
  return [...new Map(rights.map(right => [JSON.stringify(right), right])).values()];
}

function countOf(rights: readonly Right[]): { users: number; groups: number } {
  const groups = rights.filter(({ resource }) => resource === 'groups').length;
  return {
    users: rights.filter(({ resource }) => resource === 'users' || resource === 'serviceaccounts').length,
    groups,
  };
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

/** Users and groups that the rules of the cluster let us impersonate by name. */
async function namedIn(client: KubernetesClient): Promise<{ users: ReadonlySet<string>; groups: ReadonlySet<string> }> {
  const { status } = await review<Record<string, unknown>>(client, 'SelfSubjectRulesReview', {
    namespace: NO_NAMESPACE,
  });
  const names = (resource: 'users' | 'groups') => impersonatedBy(status, resource)?.names ?? new Set<string>();
  return { users: names('users'), groups: names('groups') };
}

async function allowed(
  client: KubernetesClient,
  rights: readonly Right[],
): Promise<{ yes: ReadonlySet<Right>; refused: Right[] }> {
  const yes = new Set<Right>();
  for (let from = 0; from < rights.length; from += AT_ONCE) {
    const ask = async (right: Right) => {
      const { status } = await review<{ allowed?: boolean }>(client, 'SelfSubjectAccessReview', {
        resourceAttributes: right,
      });
      if (status?.allowed === true) yes.add(right);
    };
    await Promise.all(rights.slice(from, from + AT_ONCE).map(ask));
  }
  return { yes, refused: rights.filter(right => !yes.has(right)) };
}

function review<Status>(client: KubernetesClient, kind: string, spec: object): Promise<{ status?: Status }> {
  return client.request(`${REVIEWS}/${kind.toLowerCase()}s`, {
    as: { type: 'self' },
    method: 'POST',
    body: { apiVersion: 'authorization.k8s.io/v1', kind, spec },
    timeoutMs: 10_000,
  });
}

/** One phrase per object, such as `list and watch pods`, in the order of the rights. */
function phrases(rights: readonly Right[]): string[] {
  const byObject = Map.groupBy(rights, objectOf);
  return [...byObject].map(([object, some]) => `${some.map(({ verb }) => verb).join(' and ')} ${object}`);
}

function objectOf({ group, resource, subresource, namespace, name }: Right): string {
  const what = group === RBAC_GROUP ? resource : resourceName({ group, plural: resource });
  const which =
    name === undefined ? (namespace === undefined ? '' : ` in namespace ${namespace}`) : ` ${JSON.stringify(name)}`;
  return `${what}${subresource === undefined ? '' : `/${subresource}`}${which}`;
}
