/**
 * Hidden objects do not change an asker's answers. Two worlds with equal knowledge for an asker (knowledge.ts) give
 * equal answers, byte for byte, on every surface. To replay a failure, set NONINTERFERENCE_SEED to the seed printed at
 * the end, not to fast-check's seed.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { grantKey, type PolicyRule } from '../../../rbac/types.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { lengthOf, SEED } from '../../harness/sampling.ts';
import { rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';
import { anyPair, trafficPair, type Pair } from './arbitraries.ts';
import { answersTo } from './comparison.ts';
import { knowledge } from './knowledge.ts';
import { Product } from './product.ts';
import type { Surface } from './surface.ts';
import { SURFACES } from './surfaces.ts';
import { POD, SERVICE } from './vocabulary.ts';
import { grant, newCluster, type Cluster } from './world.ts';

const PAIRS = Number(process.env['NONINTERFERENCE_PAIRS'] ?? lengthOf({ part: 1, full: 25 }));
/** Timeout in milliseconds. Only a failing run needs most of this time, to find the smallest example. */
const TIME_LIMIT = Math.max(280_000, 2_000 * PAIRS);
const seed = Number(process.env['NONINTERFERENCE_SEED'] ?? SEED);

const allowed = (resource: string): PolicyRule => ({
  verbs: ['list'],
  apiGroups: ['*'],
  resources: [resource],
  resourceNames: [],
});

let products: readonly [Product, Product];
const seen = { pairs: 0, different: 0, informed: 0 };

beforeAll(async () => {
  products = [await Product.start(), await Product.start()];
});

afterAll(async () => {
  for (const product of products) await product[Symbol.asyncDispose]();
  process.stderr.write(`non-interference: ${SURFACES.length} surfaces, ${seen.pairs} pairs of worlds, seed ${seed}\n`);
});

async function compare(pair: Pair, surface: Surface, variables: Record<string, unknown>): Promise<void> {
  const [one, other] = await answersTo(products, pair, surface, variables);
  expect(other).toEqual(one);
  expect(JSON.stringify(other)).toBe(JSON.stringify(one));
  expect(JSON.stringify(one)).not.toMatch(/topsecret|10\.1\.2\.3|\/registry\//);
  // An invalid query would get equal answers in every world and prove nothing.
  expect(JSON.stringify(one)).not.toMatch(/GRAPHQL_|INTERNAL_SERVER_ERROR|DEADLINE|"message":"(Cannot|Field|Variable)/);
  seen.pairs++;
  seen.different += Number(pair.secrets.flat().length > 0);
  seen.informed += Number(Object.values(knowledge(pair.before, pair.asker)).some(({ rows }) => rows.length > 0));
}

describe('what is hidden does not change', () => {
  it.each(SURFACES.map((surface, index) => [surface.name, surface, seed + index] as const))(
    '%s',
    async (_name, surface, seed) => {
      const question = fc.tuple(surface.traffic ? trafficPair : anyPair, surface.variables);
      await fc.assert(
        fc.asyncProperty(question, ([pair, variables]) => compare(pair, surface, variables)),
        { numRuns: PAIRS, seed, interruptAfterTimeLimit: TIME_LIMIT, markInterruptAsFailure: true },
      );
    },
    TIME_LIMIT + 20_000,
  );

  it('counts among what is known whether a leaf would tell of events, also where there are none and the index shows nothing', () => {
    const pod = rowAt('leaf-b', 'Pod', 'team-a/web');
    const rule = (resource: string, verb: string) => ({
      verbs: [verb],
      apiGroups: [''],
      resources: [resource],
      resourceNames: [],
    });
    const knownWith = (...rules: PolicyRule[]) => {
      const grants = new Map(rules.flatMap(it => grant('jane', it, 'team-a')).map(it => [grantKey(it), it]));
      return knowledge(
        new Map([['leaf-b', newCluster({ closed: true, rows: new Map([[encodeObjectId(pod), pod]]), grants })]]),
        'jane',
      );
    };
    const reader = rule('pods', 'get');
    expect(knownWith(reader)).toEqual(knownWith(reader, rule('pods', 'watch')));
    expect(knownWith(reader)).not.toEqual(knownWith(reader, rule('events', 'list')));
  });

  it.each<[string, Partial<Cluster>, PolicyRule, boolean]>([
    ['of a kind that may be listed', {}, allowed('services'), true],
    [
      'of a kind that may be listed and is not collected',
      { resources: [POD], uncollected: [SERVICE] },
      allowed('services'),
      true,
    ],
    ['of a kind that the cluster does not serve', { resources: [POD] }, allowed('services'), false],
    ['of a kind that may not be listed', {}, allowed('deployments'), false],
    ['that may be got by its name', {}, { ...allowed('services'), resourceNames: ['web'] }, false],
  ])(
    'counts among what is known that an object leads to an end without a row, or not: %s',
    (_what, cluster, rule, isKnown) => {
      const knownOf = (name: string) => {
        const pod = rowAt('leaf-b', 'Pod', 'team-a/web', {
          relations: [{ type: 'REFERENCES', to: `/Service/team-a/${name}` }],
        });
        const grants = new Map(
          [allowed('pods'), rule].flatMap(it => grant('jane', it, 'team-a')).map(it => [grantKey(it), it]),
        );
        return knowledge(
          new Map([['leaf-b', newCluster({ ...cluster, rows: new Map([[encodeObjectId(pod), pod]]), grants })]]),
          'jane',
        );
      };
      const same = JSON.stringify(knownOf('web')) === JSON.stringify(knownOf('api'));
      expect(same).toBe(!isKnown);
    },
  );

  it('the metrics of the process name nothing', async () => {
    for (const product of products) {
      const series = [...(await product.metrics()).keys()];
      expect(series.length).toBeGreaterThan(0);
      expect(series.filter(name => /leaf|team|kube-system|secret|web|jane|olga|root|Pod/.test(name))).toEqual([]);
    }
  });

  it('has compared worlds that differ, of which askers knew something', () => {
    expect(seen.different / seen.pairs).toBeGreaterThan(0.8);
    expect(seen.informed / seen.pairs).toBeGreaterThan(0.3);
  });
});
