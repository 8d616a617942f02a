/**
 * Tokens of another process: the state that they describe, and the part of this state that this process can restore.
 */
import { describe, expect, it } from '@jest/globals';
import {
  momentElsewhere,
  NotThereYetError,
  seenClusters,
  type Here,
} from '../../../access/changes/moment-elsewhere.ts';
import { MAX_CLUSTERS, nameDigest } from '../../../access/changes/resume-token.ts';
import { rightsDigest } from '../../../access/changes/rights-digest.ts';
import { GrantTable } from '../../../rbac/grant-table.ts';
import { grantKey, type ClusterGrants, type GrantObject, type Visibility } from '../../../rbac/types.ts';
import { compileVisibility, emptyVisibility } from '../../../rbac/visibility.ts';
import type { Moment, ClusterPast } from '../../../readmodel/changes/change.ts';
import { EVERYTHING, RESOURCES, scope, visibility } from '../../readmodel/fixtures.ts';
import { allow, grant } from '../../subgraphs/fleet/scripted-fleet.ts';

const PODS = grant('jane', allow('list', 'pods'));
const SERVICES = grant('jane', allow('list', 'services'));
const jane = { user: 'jane', groups: [] };
const grantsOf = (...objects: readonly GrantObject[]): ClusterGrants => ({
  revision: 1,
  objects: new Map(objects.map(object => [grantKey(object), object])),
});
const seesBy = (...grants: readonly GrantObject[]): Visibility =>
  compileVisibility(grantsOf(...grants), jane, RESOURCES);
const unchanged: ClusterPast = { rows: [], grants: new Map(), mark: 7 };
const token = (name: string, saw: Visibility) => ({
  name: nameDigest(name),
  rights: rightsDigest(saw),
  position: Buffer.from(`at ${name}`),
});

/** A process that knows some clusters. `grants` holds their current grants. `past` reads the log of a cluster. */
class There {
  readonly requested: string[] = [];
  readonly shown = new Map<string, Visibility>();
  readonly grants = new Map<string, ClusterGrants>();
  past: (cluster: string) => ClusterPast | 'behind' | 'ahead' | Promise<ClusterPast> = () => unchanged;
  reached: readonly string[] | undefined;
  /** Clusters that disappear after the read has started. */
  gone: readonly string[] = [];
  readonly compiled: ClusterGrants[] = [];

  know(cluster: string, shown: Visibility, ...grants: readonly GrantObject[]): this {
    this.shown.set(cluster, shown);
    this.grants.set(cluster, grantsOf(...grants));
    return this;
  }

  recall(...clusters: Parameters<typeof momentElsewhere>[0]): ReturnType<typeof momentElsewhere> {
    const index = (cluster: string) =>
      this.grants.has(cluster) && { cluster, grants: this.grants.get(cluster)!, resources: RESOURCES };
    const here: Here = {
      access: {
        ofGrants: async (_name: string, grants: ClusterGrants) => {
          this.compiled.push(grants);
          return compileVisibility(grants, jane, RESOURCES);
        },
      } as never,
      readModel: {
        clusters: () => [...this.grants.keys(), ...this.gone].map(cluster => ({ cluster })) as never,
        cluster: name => (index(name) || undefined) as never,
      },
      shared: {
        ...{ secret: Buffer.alloc(32), pack: () => undefined, mark: () => 5 },
        since: async (cluster, packed) => {
          this.requested.push(`${cluster} ${packed.toString()}`);
          return this.past(cluster);
        },
      },
      ...{ reached: this.reached, shown: this.shown, caller: 'jane', signal: AbortSignal.timeout(240_000) },
    };
    return momentElsewhere(clusters, here);
  }
}

describe('the moment of a list at another process', () => {
  it('is the same as now where nothing is seen and nothing was, so that no hidden row is looked at', async () => {
    const hidden = emptyVisibility(RESOURCES);
    const there = new There().know('leaf-01', EVERYTHING).know('leaf-02', hidden).know('leaf-03', EVERYTHING);
    expect(await there.recall(token('leaf-01', EVERYTHING))).toEqual({
      position: 5,
      shown: new Map([
        ['leaf-02', hidden],
        ['leaf-01', EVERYTHING],
      ]),
      past: new Map([['leaf-01', unchanged]]),
    });
    expect(there.requested).toEqual(['leaf-01 at leaf-01']);
  });

  it('is made from the grants of then where what is seen now is something else', async () => {
    const there = new There().know('leaf', seesBy(...SERVICES), ...SERVICES);
    const before: [string, GrantObject | undefined][] = [
      ...PODS.map((object): [string, GrantObject] => [grantKey(object), object]),
      ...SERVICES.map((object): [string, undefined] => [grantKey(object), undefined]),
    ];
    there.past = () => ({ ...unchanged, grants: new Map(before) });
    const moment = await there.recall(token('leaf', seesBy(...PODS)));
    expect(moment).toMatchObject({ position: 5, past: new Map([['leaf', { mark: 7 }]]) });
    expect(rightsDigest((moment as Moment).shown.get('leaf')!)).toEqual(rightsDigest(seesBy(...PODS)));
    expect(there.compiled[0]).toBeInstanceOf(GrantTable);
    // Restoring earlier grants does not change the current grants.
    expect([...there.grants.get('leaf')!.objects.keys()]).toEqual(SERVICES.map(grantKey));
  });

  it('is made from the grants of then where nothing is seen now', async () => {
    const there = new There().know('leaf', EVERYTHING, ...PODS);
    there.shown.delete('leaf');
    expect(await there.recall(token('leaf', seesBy(...PODS)))).toMatchObject({ position: 5, shown: { size: 1 } });
  });

  it('is made of very many grants, of all of them, while others have their turns', async () => {
    const many = Array.from({ length: 1_500 }, (_, i) => grant('joe', allow('list', 'pods', `pod-${i}`))).flat();
    const there = new There().know('leaf', seesBy(), ...PODS, ...many);
    let turnsOfOthers = 0;
    let others = setImmediate(function take() {
      turnsOfOthers++;
      others = setImmediate(take);
    });
    expect(await there.recall(token('leaf', seesBy(...PODS)))).toMatchObject({ position: 5 });
    clearImmediate(others);
    expect(there.compiled[0]!.objects.size).toBe(2 + many.length);
    expect(turnsOfOthers).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, (there: There) => void, 'TOO_OLD' | 'RIGHTS_UNKNOWN']>([
    ['a cluster has been taken out', there => there.grants.delete('leaf'), 'TOO_OLD'],
    ['the log of a cluster has forgotten it', there => (there.past = () => 'behind'), 'TOO_OLD'],
    [
      'the grants of then do not show what was seen',
      there => there.know('leaf', seesBy(), ...SERVICES),
      'RIGHTS_UNKNOWN',
    ],
    [
      'a cluster goes meanwhile',
      there => (there.know('leaf', seesBy()), there.grants.delete('leaf'), (there.gone = ['leaf'])),
      'RIGHTS_UNKNOWN',
    ],
  ])('is not known where %s', async (_case, change, reason) => {
    const there = new There().know('leaf', seesBy(...PODS), ...PODS).know('leaf-2', EVERYTHING);
    change(there);
    expect(await there.recall(token('leaf-2', EVERYTHING), token('leaf', seesBy(...PODS)))).toBe(reason);
  });

  it('is not known yet where this process is behind the other', async () => {
    const there = new There().know('leaf', EVERYTHING);
    there.past = () => 'ahead';
    const error = await there.recall(token('leaf', EVERYTHING)).then(undefined, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotThereYetError);
    expect(error).toMatchObject({ name: 'NotThereYetError' });
  });

  it('asks nothing of clusters that the filter does not reach, nor what was seen there by other rights', async () => {
    const there = new There()
      .know('leaf', EVERYTHING)
      .know('same', EVERYTHING)
      .know('other', seesBy(...SERVICES));
    there.reached = ['leaf'];
    const moment = await there.recall(...['leaf', 'same', 'other'].map(name => token(name, EVERYTHING)));
    expect(there.requested).toEqual(['leaf at leaf']);
    expect(moment).toMatchObject({
      shown: new Map([['leaf', EVERYTHING]]),
      past: new Map([['leaf', unchanged]]),
    });
  });

  it('does not care for clusters that the filter does not reach, also those that have been taken out', async () => {
    const there = new There().know('leaf', EVERYTHING);
    there.reached = ['leaf'];
    expect(await there.recall(token('leaf', EVERYTHING), token('gone', EVERYTHING))).toMatchObject({ position: 5 });
  });

  it('is not known where the digest of a cluster is that of another one, too', async () => {
    expect(nameDigest(TWINS[0])).toEqual(nameDigest(TWINS[1]));
    const there = new There().know(TWINS[0], EVERYTHING).know(TWINS[1], EVERYTHING);
    expect(await there.recall(token(TWINS[0], EVERYTHING))).toBe('TOO_OLD');
    expect(there.requested).toEqual([]);
  });

  it('asks of sixteen clusters at once, and of no more where one is not known', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `leaf-${i}`);
    const there = new There();
    for (const name of names) there.know(name, EVERYTHING);
    let running = 0;
    let most = 0;
    there.past = async () => {
      most = Math.max(most, ++running);
      await new Promise(resolve => setImmediate(resolve));
      running--;
      return unchanged;
    };
    const moment = await there.recall(...names.map(name => token(name, EVERYTHING)));
    expect([most, there.requested.length, (moment as Moment).past?.size]).toEqual([16, 40, 40]);
    there.requested.length = 0;
    there.past = name => (name === 'leaf-15' ? 'behind' : unchanged);
    expect(await there.recall(...names.map(name => token(name, EVERYTHING)))).toBe('TOO_OLD');
    expect(there.requested).toHaveLength(16);
  });
});

/** Names with equal digests, found by trying many names. */
const TWINS = ['leaf-30920', 'leaf-109020'] as const;

describe('a token for other processes', () => {
  const stored = (count: number) =>
    new Map(Array.from({ length: count }, (_, i) => [`leaf-${i}`, 'store:1-0'] as const));
  const shared = { secret: Buffer.alloc(32), pack: () => Buffer.alloc(8, 1) } as never;
  const shown = new Map([...stored(MAX_CLUSTERS + 1).keys()].map(name => [name, EVERYTHING]));

  it('names each cluster of which something is seen by digests, and where its rows were', () => {
    const pods = visibility(scope(['pods']));
    expect(seenClusters({ position: 1, shown: new Map([['leaf-0', pods]]), stored: stored(1) }, shared)).toEqual([
      { name: nameDigest('leaf-0'), rights: rightsDigest(pods), position: Buffer.alloc(8, 1) },
    ]);
    expect(seenClusters({ position: 1, shown, stored: stored(MAX_CLUSTERS) }, shared)).toHaveLength(MAX_CLUSTERS);
  });

  it.each<[string, Parameters<typeof seenClusters>[0], Parameters<typeof seenClusters>[1]]>([
    ['of rows that are of no one position', { position: 1, shown }, shared],
    ['where there is no other process', { position: 1, shown, stored: stored(1) }, undefined],
    [
      'before the store has a secret',
      { position: 1, shown, stored: stored(1) },
      { ...(shared as object), secret: undefined } as never,
    ],
    [
      'of a position that is good here alone',
      { position: 1, shown, stored: stored(1) },
      { ...(shared as object), pack: () => undefined } as never,
    ],
  ])('is not made %s', (_case, moment, shared) => {
    expect(seenClusters(moment, shared)).toBeUndefined();
  });

  it('is not made of two clusters whose names have one digest', () => {
    const twins = {
      position: 1,
      shown: new Map(TWINS.map(name => [name, EVERYTHING])),
      stored: new Map(TWINS.map(name => [name, 'store:1-0'])),
    };
    expect(seenClusters(twins, shared)).toBeUndefined();
  });

  it('is not made of more clusters than it has room for, and what is seen of them is not digested', () => {
    const unread = {
      get: () => {
        throw new Error('what is seen of a cluster was digested');
      },
    } as never;
    expect(seenClusters({ position: 1, shown: unread, stored: stored(MAX_CLUSTERS + 1) }, shared)).toBeUndefined();
  });
});
