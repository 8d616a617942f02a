/** One decision of the index, by what lists are made from or by name. */
import { expect, it } from '@jest/globals';
import { decide, type Decision } from '../../../access/reviews/decision.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { grantKey, type Resource } from '../../../rbac/types.ts';
import type { ClusterIndex } from '../../../readmodel/readmodel.ts';
import { allow, grant, RESOURCES } from '../../subgraphs/fleet/scripted-fleet.ts';

const identity = acceptIdentity({ user: 'jane', groups: [] });
const pods = RESOURCES[1]!;
const metrics: Resource = { ...pods, group: 'metrics.k8s.io', kind: 'PodMetrics' };
const ofMetrics = { ...allow('list', 'pods'), apiGroups: ['metrics.k8s.io'] };

it.each<[string, boolean, Partial<Decision>, ReturnType<typeof allow>, readonly Resource[]]>([
  ['lists what may be listed', true, {}, allow('list', 'pods'), RESOURCES],
  ['lists the first that is served', true, {}, allow('list', 'pods'), [pods]],
  ['does not list what may be got alone', false, {}, allow('get', 'pods'), RESOURCES],
  ['does not list what is served no more', false, {}, allow('list', 'pods'), [RESOURCES[0]!]],
  ['tells groups apart that serve the same plural', false, {}, ofMetrics, [metrics, pods]],
  ['finds the group that is asked for', true, { resource: metrics }, ofMetrics, [pods, metrics]],
  ['gets by name what may be got', true, { verb: 'get', name: 'web' }, allow('get', 'pods', 'web'), RESOURCES],
  ['does not get another name', false, { verb: 'get', name: 'db' }, allow('get', 'pods', 'web'), RESOURCES],
])('the index %s', async (_case, expected, change, rule, resources) => {
  const grants = { revision: 1, objects: new Map(grant('jane', rule).map(object => [grantKey(object), object])) };
  const index: Pick<ClusterIndex, 'grants' | 'resources'> = { grants, resources };
  const decision: Decision = { cluster: 'leaf', identity, verb: 'list', resource: pods, namespace: 'team-a', name: '', ...change };
  expect(await decide(index as ClusterIndex, identity, decision)).toBe(expected);
});
