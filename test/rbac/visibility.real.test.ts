/** Compares the evaluator with SubjectAccessReviews of a real API server, over random RBAC. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { authorize } from '../../rbac/authorize.ts';
import { parseGrantObject } from '../../rbac/parse.ts';
import { isNamespaceLike } from '../../rbac/rules.ts';
import type {
  Attributes,
  BindingObject,
  ClusterGrants,
  GrantObject,
  LeafIdentity,
  RoleRef,
  Subject,
} from '../../rbac/types.ts';
import { compileVisibility, sees } from '../../rbac/visibility.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { until } from '../kubernetes/until.ts';
import { ALL_RESOURCES, everyRow, grantObject, NAMESPACE_NAMES, OBJECT_NAMES } from './arbitraries.ts';
import { allow, clusterRole, clusterRoleBinding, grantsOf, role, roleBinding, user } from './fixtures.ts';
import { GRANT_TYPES, RBAC_VERSION, rbacPath } from './manifests.ts';

const LABEL = 'round';
/** A name that no rule contains. A rule that allows this name therefore allows all names. */
const UNNAMED = 'unnamed';
const SEED = 42;
const ROUNDS = 6;

describe('on a real API server', () => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await startApiServer();
    await server.apply(
      ['team-a', 'team-a-2'].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
    );
  }, 600_000);
  afterAll(() => server?.remove());

  it("every decision is the server's own", async () => {
    const decisions = { allowed: 0, denied: 0 };
    for (const [round, { objects, identities }] of fc.sample(scenario, { numRuns: ROUNDS, seed: SEED }).entries()) {
      const grants = await settle(server, round, objects);
      for (const identity of identities) {
        const requests = fc.sample(request, { numRuns: 150, seed: SEED + round });
        const answers = await review(server, identity, requests);
        for (const [i, attributes] of requests.entries()) {
          const decision = { round, identity, attributes, allowed: authorize(grants, identity, attributes) };
          expect(decision).toEqual({ ...decision, allowed: answers[i] });
          decisions[answers[i] ? 'allowed' : 'denied'] += 1;
        }
        await compareRows(server, grants, identity);
      }
    }
    // Both decisions must occur often enough for a meaningful comparison.
    expect(Math.min(decisions.allowed, decisions.denied)).toBeGreaterThan(200);
  });
});

const scenario = fc.record({
  objects: fc.array(grantObject, { minLength: 60, maxLength: 90 }),
  identities: fc.constant([
    { user: 'jane', groups: ['dev', 'system:authenticated'] },
    { user: 'system:serviceaccount:team-a:robot', groups: ['a,b', 'system:serviceaccounts:team-a'] },
    { user: 'Jane', groups: [] },
  ]),
});

const request: fc.Arbitrary<Attributes> = fc
  .record({
    verb: fc.constantFrom('list', 'list', 'get', 'get', 'watch', 'List'),
    resource: fc.constantFrom(...ALL_RESOURCES),
    subresource: fc.constantFrom('', '', '', '', '', '', 'log', 'status'),
    namespace: fc.constantFrom('', 'team-a', 'default', ...NAMESPACE_NAMES),
    name: fc.constantFrom('', '', '', '', ...OBJECT_NAMES),
  })
  .map(({ resource, ...attributes }) => ({ ...attributes, group: resource.group, resource: resource.plural }));

/** Compares rows. The visibility must show all rows that reviews prove visible, and no row that reviews exclude. */
async function compareRows(server: ApiServer, grants: ClusterGrants, identity: LeafIdentity): Promise<void> {
  const visibility = compileVisibility(grants, identity, ALL_RESOURCES);
  const rows = [...everyRow(ALL_RESOURCES)].filter((_, i) => i % 5 === 0);
  const answers = await review(
    server,
    identity,
    rows.flatMap(({ resource: number, namespace, name }) => {
      const resource = ALL_RESOURCES[number]!;
      const about = { group: resource.group, resource: resource.plural, namespace };
      const own = isNamespaceLike(resource) ? name : namespace;
      return [
        { ...about, verb: 'list', name: '' },
        { ...about, verb: 'list', name },
        { ...about, verb: 'get', name },
        { ...about, verb: 'get', name: UNNAMED },
        { ...about, verb: 'get', name, namespace: own },
      ];
    }),
  );
  for (const [i, row] of rows.entries()) {
    const [list, listByName, get, getAny, getInOwn] = answers.slice(i * 5, i * 5 + 5);
    const seen = sees(visibility, row.resource, row.namespace, row.name);
    const atLeast = list || listByName || (get && !getAny) || (getInOwn && !get);
    const atMost = list || listByName || get || getInOwn;
    expect({ identity, row, between: [atLeast && !seen, seen && !atMost] }).toEqual({
      identity,
      row,
      between: [false, false],
    });
  }
}

/**
 * Replaces the objects of the previous round, and waits until the server's authorizer has read the new ones. Then reads
 * all RBAC objects as a collector would.
 */
async function settle(server: ApiServer, round: number, objects: readonly GrantObject[]): Promise<ClusterGrants> {
  const canary = user(`canary-${round}`);
  const canaries = [
    role('default', 'canary', allow(`v${round}`, 'pods')),
    roleBinding('default', 'canary', 'Role/canary', canary),
    clusterRole('canary', allow(`v${round}`, 'nodes')),
    clusterRoleBinding('canary', 'ClusterRole/canary', canary),
  ];
  for (const type of GRANT_TYPES) await removeAll(server, type);
  for (const [i, object] of [...objects, ...canaries].entries()) {
    const manifest = manifestOf(object, `${i}`);
    const { status, body } = await server.request('POST', rbacPath(object.type, object.namespace), manifest);
    // The server refuses to store some objects, which then are not in the grants. Examples are an invalid roleRef, a
    // missing namespace, and a name that exists already.
    if (![201, 404, 409, 422].includes(status)) throw new Error(`${status}: ${String(body['message'])}`);
  }
  const identity = { user: canary.name, groups: [] };
  const known = ['pods', 'nodes'].map(resource => ({
    verb: `v${round}`,
    group: '',
    resource,
    namespace: resource === 'pods' ? 'default' : '',
    name: '',
  }));
  await until(async () => (await review(server, identity, known)).every(Boolean));
  const all = await Promise.all(
    GRANT_TYPES.map(async type =>
      ((await server.request('GET', rbacPath(type))).body.items ?? []).map(item => parseGrantObject(type, item)),
    ),
  );
  return grantsOf(...all.flat());
}

async function removeAll(server: ApiServer, type: GrantObject['type']): Promise<void> {
  const { body } = await server.request('GET', `${rbacPath(type)}?labelSelector=${LABEL}`);
  for (const { metadata } of body.items ?? []) {
    await server.request('DELETE', rbacPath(type, metadata?.namespace, metadata?.name));
  }
}

function manifestOf(object: GrantObject, index: string): KubernetesJson {
  const { type, namespace } = object;
  // Roles keep their names, since bindings refer to them. Names of bindings do not matter.
  const name = 'rules' in object ? object.name : `binding-${index}`;
  const metadata = { name, labels: { [LABEL]: 'x' }, ...(namespace && { namespace }) };
  const content =
    'rules' in object
      ? { rules: object.rules }
      : { roleRef: storable(object), subjects: object.subjects.filter(isStorable) };
  return { apiVersion: RBAC_VERSION, kind: type, metadata, ...content };
}

function storable({ type, roleRef }: BindingObject): RoleRef {
  return type === 'ClusterRoleBinding' ? { ...roleRef, kind: 'ClusterRole' } : roleRef;
}

/** True for subjects that the server can store. With any other subject, the server would refuse the whole binding. */
function isStorable({ kind, namespace }: Subject): boolean {
  return kind === 'User' || kind === 'Group' || (kind === 'ServiceAccount' && namespace !== '__proto__');
}

/** Sends reviews, at most 50 concurrently. Returns the answers in the order of the requests. */
async function review(
  server: ApiServer,
  { user, groups }: LeafIdentity,
  requests: readonly Attributes[],
): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (let start = 0; start < requests.length; start += 50) {
    const chunk = requests.slice(start, start + 50).map(async resourceAttributes => {
      const body = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user, groups, resourceAttributes },
      };
      const answer = await server.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', body);
      const status = answer.body['status'] as { allowed?: boolean } | undefined;
      if (answer.status !== 201 || status?.allowed === undefined)
        throw new Error(`${answer.status}: ${String(answer.body['message'])}`);
      return status.allowed;
    });
    answers.push(...(await Promise.all(chunk)));
  }
  return answers;
}
