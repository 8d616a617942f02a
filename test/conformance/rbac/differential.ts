/**
 * The differential suite: a real kube-apiserver with random RBAC and random objects, and the product that collects it.
 * For random identities the suite compares server and product, row by row and surface by surface. RBAC changes between
 * rounds, and each round settles before the comparison.
 *
 * A difference is shrunk on the server itself, and reported as a row for the table of test/rbac/cases.test.ts.
 */
import fc from 'fast-check';
import { resourcePath } from '../../../kubernetes/client.ts';
import type { LeafIdentity } from '../../../rbac/types.ts';
import { compileVisibility } from '../../../rbac/visibility.ts';
import { objectOf, worldOf } from './world.ts';
import { asTableRow, shrink, withoutAggregation, type Fixture } from './shrink.ts';
import { asClustersSee, type Stage, type Truths } from './stage.ts';
import {
  compareEvaluator,
  compareIds,
  compareLists,
  compareNames,
  compareReads,
  idOf,
  type Compile,
  type Difference,
  type Expectation,
} from './surfaces.ts';
import { changed, ghostPlace, identities, objectPlace, rbacObject, type Place } from './vocabulary.ts';

export interface DifferentialOptions {
  readonly seed: number;
  /**
   * Minimum number of decisions. At least a twentieth of them must be "visible", and a twentieth "hidden": agreement
   * means nothing if every object is hidden.
   */
  readonly decisions: number;
  /** The evaluator to test. @default rbac/ itself */
  readonly compile?: Compile;
  readonly onRound?: (report: Report) => void;
}

/**
 * Decisions of a run. A decision says if one identity sees one object. It counts once, regardless of the number of
 * surfaces.
 */
export interface Report {
  readonly seed: number;
  readonly rounds: number;
  readonly decisions: number;
  readonly visible: number;
  readonly overGrants: number;
  readonly underGrants: number;
  readonly seconds: number;
  /** The first difference, with a fixture to paste. */
  readonly counterExample: string | undefined;
}

export function summary({ seed, decisions, overGrants, underGrants, seconds }: Report): string {
  const rate = Math.round(decisions / seconds);
  return `rbac differential: seed ${seed}, ${decisions} decisions, ${overGrants} over-grants, ${underGrants} under-grants, ${rate} decisions/s`;
}

const isEnough = ({ decisions, visible }: Report, wanted: number) =>
  decisions >= wanted && Math.min(visible, decisions - visible) >= wanted / 20;

/** Number of rounds before new askers and a new world are drawn. */
const ROUNDS_PER_WORLD = 6;
const WORLD_SIZE = 140;
const CHANGES_PER_ROUND = 16;
type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** The objects that one identity queries by id, and the objects that it reads from the server itself. */
interface Sample {
  readonly ids: readonly Place[];
  readonly reads: readonly Place[];
}

const someOf = (objects: readonly Place[], size: number) =>
  fc.shuffledSubarray([...objects], { minLength: size, maxLength: size });

export class Differential {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async run({ seed, decisions: wanted, compile = compileVisibility, onRound }: DifferentialOptions): Promise<Report> {
    const start = performance.now();
    let report: Report = {
      seed,
      rounds: 0,
      decisions: 0,
      visible: 0,
      overGrants: 0,
      underGrants: 0,
      seconds: 0,
      counterExample: undefined,
    };
    let draws = 0;
    const draw: Draw = <T>(arbitrary: fc.Arbitrary<T>): T =>
      fc.sample(arbitrary, { seed: seed * 1_000_003 + draws++, numRuns: 1 })[0] as T;
    let people: LeafIdentity[] = [];
    for (let round = 0; !isEnough(report, wanted) && !report.counterExample; round++) {
      const fresh = round % ROUNDS_PER_WORLD === 0;
      if (fresh) people = draw(identities);
      const world = fresh
        ? worldOf(draw(fc.array(rbacObject, { minLength: WORLD_SIZE, maxLength: WORLD_SIZE })))
        : changed(this.#stage.authority.world, CHANGES_PER_ROUND, draw);
      await this.#moveObjects(draw, fresh ? 60 : 6);
      const objects = await this.#stage.put(world);
      const ghosts = draw(fc.array(ghostPlace, { minLength: 60, maxLength: 60 }));
      const grants = await this.#stage.authority.grants();
      const judged = people.map(async asker => {
        const sample: Sample = { ids: draw(someOf(objects, 20)), reads: draw(someOf(objects, 6)) };
        const truths = await this.#stage.truths(asker, [...objects, ...ghosts]);
        const differences = [
          ...compareEvaluator(compile, grants, truths.truth.identity, truths.all),
          ...(await this.#compareProduct(asker, truths, objects, sample)),
        ];
        return { asker, sample, truths, differences };
      });
      for (const { asker, sample, truths, differences } of await Promise.all(judged)) {
        const [first] = differences;
        report = {
          ...report,
          decisions: report.decisions + truths.all.size,
          visible: report.visible + [...truths.all.values()].filter(Boolean).length,
          overGrants: report.overGrants + differences.filter(({ type }) => type === 'over-grant').length,
          underGrants: report.underGrants + differences.filter(({ type }) => type === 'under-grant').length,
        };
        if (first && !report.counterExample) {
          const fixture = { world: this.#stage.authority.world, identity: asker, objects: [...objects, ...ghosts] };
          report = { ...report, counterExample: await this.#explain(fixture, first, sample, compile, seed) };
        }
      }
      report = { ...report, rounds: round + 1, seconds: (performance.now() - start) / 1000 };
      onRound?.(report);
    }
    return report;
  }

  async #compareProduct(
    asker: LeafIdentity,
    { truth, all }: Truths,
    objects: readonly Place[],
    { ids, reads }: Sample,
  ): Promise<Difference[]> {
    const expectation: Expectation = { asker, truth, objects, visible: objects.filter(place => all.get(place)) };
    const compared = [
      compareLists(this.#stage.product, expectation),
      compareNames(this.#stage.product, expectation),
      compareIds(this.#stage.product, expectation, new Map(ids.map(place => [place, all.get(place) ?? false]))),
      compareReads(this.#stage.authority, expectation, reads),
    ];
    return (await Promise.all(compared)).flat();
  }

  /**
   * Shrinks a difference on the server and reports it. A smaller fixture counts only if it shows an equal difference.
   */
  async #explain(
    found: Fixture,
    difference: Difference,
    sample: Sample,
    compile: Compile,
    seed: number,
  ): Promise<string> {
    const { surface, type, what } = difference;
    const row = found.objects.find(place => idOf(place) === what);
    const { authority } = this.#stage;
    const differencesOf = async ({ world, identity, objects }: Fixture) => {
      if (surface === 'evaluator') {
        await authority.put(world);
        const { truth, all } = await this.#stage.truths(identity, objects);
        return compareEvaluator(compile, await authority.grants(), truth.identity, all);
      }
      const there = await this.#stage.put(world);
      const again = (places: readonly Place[]) => there.filter(place => places.some(it => idOf(it) === idOf(place)));
      const sampled = { ids: again(sample.ids), reads: again(sample.reads) };
      return this.#compareProduct(identity, await this.#stage.truths(identity, there), there, sampled);
    };
    const fails = async (fixture: Fixture) => {
      if (row && !fixture.objects.includes(row)) return false;
      return (await differencesOf(fixture)).some(
        it => it.surface === surface && it.type === type && (!row || it.what === what),
      );
    };
    let fixture: Fixture = { ...found, objects: row ? [row] : [] };
    const stored = await authority.clusterRoles();
    const plain = { ...fixture, world: withoutAggregation(fixture.world, name => stored.get(name)?.rules) };
    if (await fails(plain)) fixture = plain;
    const least = await shrink(fixture, fails);
    const reported = asTableRow(
      { ...least, identity: asClustersSee(least.identity) },
      `${type} on ${surface}, seed ${seed}`,
      type === 'under-grant',
    );
    return `${type} on ${surface}: ${what}, asked by ${JSON.stringify(found.identity)}\n${reported}`;
  }

  async #moveObjects(draw: Draw, count: number): Promise<void> {
    const places = draw(fc.uniqueArray(objectPlace, { minLength: count, maxLength: count, selector: idOf }));
    const moves = places.map(async ({ resource, namespace, name }) => {
      const [method, path, body] =
        draw(fc.integer({ min: 0, max: 3 })) > 0
          ? (['POST', resourcePath(resource, namespace), objectOf(resource, namespace, name)] as const)
          : (['DELETE', resourcePath(resource, namespace, name)] as const);
      const { status, body: answer } = await this.#stage.server.request(method, path, body);
      if (![200, 201, 404, 409].includes(status))
        throw new Error(`${method} ${path}: ${status} ${String(answer['message'])}`);
    });
    await Promise.all(moves);
  }
}
