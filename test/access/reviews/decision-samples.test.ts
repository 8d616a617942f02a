/** What is compared next: of whom, where, and which rows in their turn. */
import { describe, expect, it } from '@jest/globals';
import { DecisionSamples } from '../../../access/reviews/decision-samples.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { Row } from '../../../store/store.ts';
import { indexed, RESOURCES, rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';

const jane = acceptIdentity({ user: 'jane', groups: ['dev'] });
const index = (cluster: string, more: Partial<ClusterIndex> = {}) =>
  ({ cluster, rowCount: 1, resources: RESOURCES, ...more }) as Partial<ClusterIndex> as ClusterIndex;

/** Clusters whose rows come one by one; `pages` says what was asked. */
class Sampling {
  readonly indexes = new Map<string, ClusterIndex>();
  rows: readonly Row[] = [rowAt('leaf', 'Pod', 'team-a/web'), rowAt('leaf', 'Pod', 'team-a/db')];
  hasEndCursor = true;
  readonly pages: unknown[] = [];
  /** What comes next from chance: the identity, the cluster, the row, the form; afterwards 0. */
  chances: number[] = [];
  readonly samples: DecisionSamples;

  constructor(...indexes: ClusterIndex[]) {
    for (const index of indexes) this.indexes.set(index.cluster, index);
    const readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'> = {
      clusters: () => [...this.indexes.values()],
      cluster: name => this.indexes.get(name),
      page: async (view, filter, order, request) => {
        this.pages.push({ filter, order, request, sees: ['leaf', 'leaf-2'].filter(name => view(name)) });
        const from = request.after === undefined ? 0 : Number(request.after) + 1;
        const hasNextPage = from + 1 < this.rows.length;
        return {
          ...{ rows: this.rows.slice(from, from + 1).map(indexed), cursors: [], startCursor: undefined, hasPreviousPage: from > 0 },
          ...{ endCursor: this.hasEndCursor ? `${from}` : undefined, hasNextPage },
        };
      },
    };
    this.samples = new DecisionSamples(readModel, () => this.chances.shift() ?? 0);
    this.samples.saw(jane);
  }

  next(mayBeAsked: (index: ClusterIndex) => boolean = () => true) {
    return this.samples.next(mayBeAsked);
  }

  async names(count: number): Promise<(string | undefined)[]> {
    const names: (string | undefined)[] = [];
    for (let i = 0; i < count; i++) {
      this.chances = [0, 0, 0, 0.5];
      names.push((await this.next())?.name);
    }
    return names;
  }
}

describe('a sample', () => {
  it.each([
    ['a list', 0, 'list', ''],
    ['a list by name', 0.34, 'list', 'web'],
    ['a get by name', 0.67, 'get', 'web'],
  ])('may be %s', async (_case, chance, verb, name) => {
    const sampling = new Sampling(index('leaf'));
    sampling.chances = [0, 0, 0, chance];
    expect(await sampling.next()).toEqual({
      ...{ cluster: 'leaf', identity: { user: 'jane', groups: ['dev'], uid: jane.uid, extra: jane.extra } },
      ...{ verb, resource: RESOURCES[1], namespace: 'team-a', name },
    });
    expect(sampling.pages).toStrictEqual([
      { filter: { clusters: ['leaf'] }, order: [], request: { first: 100, after: undefined }, sees: ['leaf'] },
    ]);
  });

  it('is of the kind of its row, in its group', async () => {
    const others = [
      { ...RESOURCES[1]!, group: 'other' },
      { ...RESOURCES[1]!, kind: 'Other' },
    ];
    expect(await new Sampling(index('leaf', { resources: [...others, ...RESOURCES] })).next()).toMatchObject({ resource: RESOURCES[1] });
  });

  it('is of a cluster that has rows and may be asked', async () => {
    const sampling = new Sampling(index('empty', { rowCount: 0 }), index('closed'), index('leaf'));
    expect(await sampling.next(({ cluster }) => cluster !== 'closed')).toMatchObject({ cluster: 'leaf' });
  });

  it.each<[string, (sampling: Sampling) => void]>([
    ['no cluster has rows', ({ indexes }) => indexes.set('leaf', index('leaf', { rowCount: 0 }))],
    ['the rows have gone meanwhile', sampling => (sampling.rows = [])],
    ['a row is of a kind that is not served', ({ indexes }) => indexes.set('leaf', index('leaf', { resources: [RESOURCES[0]!] }))],
    ['chance names no form', sampling => (sampling.chances = [0, 0, 0, 1])],
  ])('there is none where %s', async (_case, change) => {
    const sampling = new Sampling(index('leaf'));
    change(sampling);
    expect(await sampling.next()).toBeUndefined();
  });

  it('there is none while nobody has asked', async () => {
    const { indexes } = new Sampling(index('leaf'));
    const page = async () => Promise.reject(new Error('rows were read for nobody'));
    const samples = new DecisionSamples({ clusters: () => [...indexes.values()], cluster: name => indexes.get(name), page });
    expect(await samples.next(() => true)).toBeUndefined();
  });
});

describe('who asked', () => {
  it.each([
    ['another user', { user: 'joe' }],
    ['other groups', { groups: ['ops'] }],
    ['another uid', { uid: '7' }],
    ['other extra fields', { extra: { scopes: ['all'] } }],
  ])('is somebody else with %s', async (_case, change) => {
    const sampling = new Sampling(index('leaf'));
    sampling.samples.saw({ ...jane, ...change });
    const chosen = [];
    for (const chance of [0, 0.99]) {
      sampling.chances = [chance];
      chosen.push((await sampling.next())?.identity);
    }
    expect(chosen).toHaveLength(2);
    expect(chosen[0]).not.toEqual(chosen[1]);
  });

  it('is one, however often, and without their token', async () => {
    const sampling = new Sampling(index('leaf'));
    sampling.samples.saw(acceptIdentity({ user: 'jane', groups: ['dev'], token: 'secret' }));
    sampling.chances = [0.99];
    const { identity } = (await sampling.next())!;
    expect([identity.user, identity.token]).toEqual(['jane', undefined]);
  });
});

describe('rows', () => {
  it('have their turn one page after the other, and then from the start', async () => {
    const sampling = new Sampling(index('leaf'));
    expect(await sampling.names(3)).toEqual(['web', 'db', 'web']);
    expect(sampling.pages).toMatchObject([{ request: { first: 100 } }, { request: { after: '0' } }, { request: { first: 100 } }]);
  });

  it('begin from the start where there is no cursor to go on from', async () => {
    const sampling = new Sampling(index('leaf'));
    sampling.hasEndCursor = false;
    expect(await sampling.names(2)).toEqual(['web', 'web']);
  });

  it('of a cluster that has gone begin from the start when it is back; those of others go on', async () => {
    const sampling = new Sampling(index('leaf'));
    expect(await sampling.names(1)).toEqual(['web']);
    sampling.samples.forgetGone();
    expect(await sampling.names(2)).toEqual(['db', 'web']);
    sampling.indexes.delete('leaf');
    sampling.samples.forgetGone();
    sampling.indexes.set('leaf', index('leaf'));
    expect(await sampling.names(1)).toEqual(['web']);
  });
});
