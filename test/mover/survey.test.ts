/** The work of the mover's survey of a hub: how much is done in one step. Counted, not timed. */
import { expect, it } from '@jest/globals';
import type { Rights } from '../../readmodel/question.ts';
import { surveyOf } from '../../mover/survey.ts';
import { Hubs } from '../../subgraphs/placement/hubs.ts';
import { INTENT } from '../../subgraphs/placement-intent.ts';
import { answered, LOOKUPS_IN_A_STEP } from '../subgraphs/placement/counted.ts';
import {
  clusterSet,
  decision,
  managedCluster,
  manifest,
  placement,
  setBinding,
  workSet,
} from '../subgraphs/placement/objects.ts';
import { NOW, SETTINGS } from '../subgraphs/placement/placement-fleet.ts';

const ALL: Rights = {
  mayList: () => 'ALL',
  mayShow: () => true,
  isComplete: () => true,
  mayName: () => true,
  areKnownIn: () => true,
  stateOf: () => 'INDEXED',
};

it('a move of very many copies to many members is checked in short steps', () => {
  const members = Array.from({ length: 20 }, (_, i) => `member-${i}`);
  const manifests = Array.from({ length: 200 }, (_, i) => manifest('apps/v1', 'Deployment', `shop/d${i}`));
  const policy = placement(
    'shop/where',
    { numberOfClusters: 1 },
    { annotations: { [INTENT.clusters]: members.join(), [INTENT.volumes]: 'leave' } },
  );
  const labels = { 'cluster.open-cluster-management.io/clusterset': 'all' };
  const objects = [
    policy,
    decision('shop/where-1', 'where', ['old']),
    clusterSet('all'),
    setBinding('shop', 'all'),
    ...members.map(name => managedCluster(name, { labels })),
    ...Array.from({ length: 20 }, (_, i) => workSet(`shop/set-${i}`, ['where'], manifests)),
  ];
  const hubs = new Hubs(SETTINGS);
  const id = 'hub/cluster.open-cluster-management.io/Placement/shop/where';
  const objectsRead = new Map([[id, policy as never]]);
  const { answer, longest } = answered(
    surveyOf({ hubs, hub: hubs.all[0]!, objects: objectsRead, isCollected: () => false, now: NOW }),
    objects,
    ALL,
  );
  expect(answer.unread).toEqual([]);
  expect(answer.policies[0]?.check?.finding).toBeUndefined();
  expect(answer.policies[0]?.check?.unseen.length).toBe(20 * 20 * 200);
  expect(longest.lookups).toBeLessThan(LOOKUPS_IN_A_STEP);
});
