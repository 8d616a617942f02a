/**
 * Questions about packages and deployments. Each question reads one version of the index, in steps
 * (readmodel/question.ts).
 *
 * A package has the deployments that name it. A package with a published revision (Intent) also has deployments of its
 * parent directories, if they apply subdirectories too.
 */
import { addTo, TopK } from '../../readmodel/table/containers.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { decodePlace, encodePlace, isAbove, type PackageName } from '../../schema/package-id.ts';
import { conditionsText, selectsPackagesOnly, type Conditions } from './arguments.ts';
import { shown, type Deployment, type Scope } from './deployment.ts';
import { judged, Joins, placesAbove, type Deployed, type Intent, type Judged, type Surroundings } from './joins.ts';
import { PhaseCounter, type Phase, type PhaseCounts } from './phase.ts';

/** Number of items processed without yielding. */
const STEP = 128;
/** Operations (RowReader.spent) to look up a place, and to offer a deployment to a further page. */
const [OF_A_PLACE, OF_AN_OFFER] = [10, 10];

export interface FoundPackage extends PackageName {
  readonly intent: Intent | undefined;
  readonly phaseCounts: PhaseCounts;
}

export interface PackagesRequest {
  readonly conditions: Conditions;
  readonly first: number;
  readonly after?: PackageName | undefined;
}

export interface PackagePage {
  readonly packages: readonly FoundPackage[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly phaseCounts: PhaseCounts;
}

/** @throws QueryError */
export function* packages(
  rows: RowReader,
  around: Surroundings,
  { conditions, first, after }: PackagesRequest,
): Steps<PackagePage> {
  const gathered = new Gathered(rows, new Joins(rows, around), conditions);
  yield* gathered.gather();
  const best = new TopK<Counted>(first, comparePackages);
  let [looked, before] = [0, 0];
  for (const counted of gathered.all()) {
    if (after && comparePackages(counted, after) <= 0) before++;
    else best.offer(counted);
    if (++looked % STEP === 0) yield;
  }
  const page = best.sorted().map(foundOf);
  return {
    packages: page,
    totalCount: looked,
    hasNextPage: looked > before + page.length,
    phaseCounts: gathered.total.counts,
  };
}

/**
 * The packages with these names, in the order of `names`. Undefined for an absent or hidden package.
 * @throws QueryError
 */
export function* packagesOf(
  rows: RowReader,
  around: Surroundings,
  names: readonly PackageName[],
): Steps<(FoundPackage | undefined)[]> {
  const gathered = new Gathered(rows, new Joins(rows, around), {}, names);
  yield* gathered.gather();
  return names.map(name => {
    const found = gathered.find(encodePlace(name));
    return found && foundOf(found);
  });
}

interface Counted extends PackageName {
  readonly intent: Intent | undefined;
  readonly counter: PhaseCounter;
  /** True if the package is listed even without a matching deployment. */
  isListed: boolean;
}

function foundOf({ address, directory, intent, counter }: Counted): FoundPackage {
  return { address, directory, intent, phaseCounts: counter.counts };
}

function comparePackages(a: PackageName, b: PackageName): number {
  return compareText(a.address, b.address) || compareText(a.directory, b.directory);
}

/** Collects packages by place, with the phases of their matching deployments. */
class Gathered {
  /** Phases of all matching deployments. Each deployment counts once. */
  readonly total = new PhaseCounter();
  readonly #rows: RowReader;
  readonly #joins: Joins;
  readonly #conditions: Conditions;
  readonly #names: readonly PackageName[] | undefined;
  readonly #phases: ReadonlySet<Phase> | undefined;
  readonly #packages = new Map<string, Counted>();

  /** @param names Limits the packages to these names. Ignored if the conditions name one package */
  constructor(rows: RowReader, joins: Joins, conditions: Conditions, names?: readonly PackageName[]) {
    this.#rows = rows;
    this.#joins = joins;
    this.#conditions = conditions;
    const { address, directory, phases } = conditions;
    this.#names = address === undefined || directory === undefined ? names : [{ address, directory }];
    this.#phases = phases && new Set(phases);
  }

  *gather(): Steps<void> {
    const intents = yield* this.#joins.readIntents();
    const deep = new Map<string, Deployed[]>();
    const take = (deployed: Deployed): void => {
      this.#addOwn(deployed);
      if (intents.size === 0 || deployed.place === undefined || deployed.record.deep !== true) return;
      const known = deep.get(deployed.place);
      if (known) known.push(deployed);
      else deep.set(deployed.place, [deployed]);
    };
    if (this.#names) yield* this.#joins.readOf(this.#names, this.#conditions, take);
    else yield* this.#joins.read(this.#conditions, take);
    yield* this.#addWider(intents, deep);
  }

  *#addWider(intents: ReadonlyMap<string, Intent>, deep: ReadonlyMap<string, readonly Deployed[]>): Steps<void> {
    let looked = 0;
    const places = this.#names ? this.#names.map(encodePlace) : intents.keys();
    // Length of the longest place in `deep`. Parent directories with longer places are not in `deep`.
    let longest = 0;
    for (const place of deep.keys()) longest = Math.max(longest, place.length);
    for (const place of places) {
      if (++looked % STEP === 0) yield;
      const intent = intents.get(place);
      if (!intent || !isOf(this.#conditions, place)) continue;
      const counted = this.#packageOf(place);
      counted.isListed = selectsPackagesOnly(this.#conditions);
      for (const above of placesAbove(decodePlace(place))) {
        if (above.length > longest) break;
        if (this.#rows.spent(OF_A_PLACE)) yield;
        for (const deployed of deep.get(above) ?? []) {
          const { phase } = judged(deployed, intent);
          if (this.#phases?.has(phase) !== false) counted.counter.add(phase, deployed.stale);
          if (this.#rows.spent()) yield;
        }
      }
    }
  }

  #addOwn(deployed: Deployed): void {
    const { place, stale } = deployed;
    if (!isOf(this.#conditions, place)) return;
    const counted = place === undefined ? undefined : this.#packageOf(place);
    const { phase } = judged(deployed, counted?.intent);
    if (this.#phases?.has(phase) === false) return;
    this.total.add(phase, stale);
    counted?.counter.add(phase, stale);
  }

  #packageOf(place: string): Counted {
    let found = this.#packages.get(place);
    if (!found) {
      found = {
        ...decodePlace(place),
        intent: this.#joins.intentOf(place),
        counter: new PhaseCounter(),
        isListed: false,
      };
      this.#packages.set(place, found);
    }
    return found;
  }

  find(place: string): Counted | undefined {
    const found = this.#packages.get(place);
    return found && isFound(found) ? found : undefined;
  }

  *all(): Iterable<Counted> {
    for (const counted of this.#packages.values()) if (isFound(counted)) yield counted;
  }
}

function isFound({ counter, isListed }: Counted): boolean {
  return isListed || counter.total > 0;
}

/** True if a place meets the conditions on address and directory. An undefined place meets only absent conditions. */
function isOf({ address, directory }: Conditions, place: string | undefined): boolean {
  if (address === undefined && directory === undefined) return true;
  if (place === undefined) return false;
  const name = decodePlace(place);
  return (address ?? name.address) === name.address && (directory ?? name.directory) === name.directory;
}

export interface DeploymentsRequest {
  /**
   * The package whose deployments are listed. If undefined, the deployments of any package or of no package are listed.
   */
  readonly of?: PackageName | undefined;
  readonly conditions: Conditions;
  readonly first: number;
  /** Returns only deployments with ids after this id. */
  readonly after?: string | undefined;
}

export interface DeploymentPage {
  readonly deployments: readonly Deployment[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly phaseCounts: PhaseCounts;
}

/**
 * Answers all requests together. Each group of similar requests (groupsOf) reads the deployments once.
 * @throws QueryError
 */
export function* deployments(
  rows: RowReader,
  around: Surroundings,
  requests: readonly DeploymentsRequest[],
): Steps<DeploymentPage[]> {
  const joins = new Joins(rows, around);
  yield* joins.readIntents();
  const pages = new Map<DeploymentsRequest, PageOfDeployments>();
  for (const alike of groupsOf(requests)) {
    const [{ conditions }] = alike as [DeploymentsRequest];
    const wanted = alike.map(request => new PageOfDeployments(rows, joins, request));
    alike.forEach((request, i) => pages.set(request, wanted[i]!));
    const byPlace = yield* placesOf(alike, wanted, joins);
    const take = function* (deployed: Deployed): Steps<void> {
      const [first, ...others] = byPlace ? (byPlace.get(deployed.place ?? '') ?? []) : wanted;
      // The row of the deployment already pays for the first page.
      first?.offer(deployed);
      for (const page of others) {
        page.offer(deployed);
        if (rows.spent(OF_AN_OFFER)) yield;
      }
    };
    const names = alike.flatMap(({ of }) => of ?? namesOf(conditions));
    if (names.length > 0) yield* joins.readOf(names, conditions, take);
    else yield* joins.read(conditions, take);
  }
  const answers: DeploymentPage[] = [];
  for (const request of requests) answers.push(yield* pages.get(request)!.page());
  return answers;
}

/**
 * Groups requests by their conditions without phases. A request with a package (`of`) and a request without a package
 * are never in the same group.
 */
function groupsOf(requests: readonly DeploymentsRequest[]): readonly (readonly DeploymentsRequest[])[] {
  const groups = Map.groupBy(requests, ({ conditions }) => conditionsText(withoutPhases(conditions)));
  return [...groups.values()].flatMap(alike => [...Map.groupBy(alike, ({ of }) => of !== undefined).values()]);
}

const phaseless = new WeakMap<Conditions, Conditions>();

/** Removes the phases from conditions. Returns the same object for the same input. */
function withoutPhases(conditions: Conditions): Conditions {
  if (conditions.phases === undefined) return conditions;
  const { phases: _, ...others } = conditions;
  const known = phaseless.get(conditions) ?? others;
  phaseless.set(conditions, known);
  return known;
}

function namesOf({ address, directory }: Conditions): readonly PackageName[] {
  return address === undefined || directory === undefined ? [] : [{ address, directory }];
}

/** The pages that may show a deployment, by the deployment's place. Undefined if a request has no package (`of`). */
function* placesOf(
  requests: readonly DeploymentsRequest[],
  pages: readonly PageOfDeployments[],
  joins: Joins,
): Steps<ReadonlyMap<string, readonly PageOfDeployments[]> | undefined> {
  const byPlace = new Map<string, PageOfDeployments[]>();
  let looked = 0;
  for (const [i, { of }] of requests.entries()) {
    if (!of) return undefined;
    const own = encodePlace(of);
    addTo(byPlace, own, pages[i]!);
    if (++looked % STEP === 0) yield;
    if (!joins.intentOf(own)) continue;
    for (const place of placesAbove(of)) {
      addTo(byPlace, place, pages[i]!);
      if (++looked % STEP === 0) yield;
    }
  }
  return byPlace;
}

interface Listed extends Judged {
  readonly id: string;
  readonly scope: Scope;
}

class PageOfDeployments {
  readonly #rows: RowReader;
  readonly #joins: Joins;
  readonly #request: DeploymentsRequest;
  readonly #under: string | undefined;
  readonly #phases: ReadonlySet<Phase> | undefined;
  readonly #best: TopK<Listed>;
  readonly #counter = new PhaseCounter();
  #before = 0;

  constructor(rows: RowReader, joins: Joins, request: DeploymentsRequest) {
    this.#rows = rows;
    this.#joins = joins;
    this.#request = request;
    this.#under = request.of && encodePlace(request.of);
    this.#phases = request.conditions.phases && new Set(request.conditions.phases);
    this.#best = new TopK<Listed>(request.first, (a, b) => compareText(a.id, b.id));
  }

  offer(deployed: Deployed): void {
    const { of, conditions, after } = this.#request;
    const under = this.#under ?? deployed.place;
    if (!isOf(conditions, under)) return;
    const intent = this.#joins.intentOf(under);
    const scope = of ? scopeUnder(of, intent, deployed) : 'PACKAGE';
    if (!scope) return;
    const it = judged(deployed, intent);
    if (this.#phases?.has(it.phase) === false) return;
    this.#counter.add(it.phase, deployed.stale);
    const id = this.#rows.id(deployed.row);
    if (after !== undefined && compareText(id, after) <= 0) this.#before++;
    else this.#best.offer({ ...it, id, scope });
  }

  *page(): Steps<DeploymentPage> {
    const found: Deployment[] = [];
    for (const { scope, ...it } of this.#best.sorted()) {
      found.push(shown(this.#rows, it, scope));
      if (found.length % STEP === 0) yield;
    }
    const { total } = this.#counter;
    const hasNextPage = total > this.#before + found.length;
    return { deployments: found, totalCount: total, hasNextPage, phaseCounts: this.#counter.counts };
  }
}

/** Relation of a deployment to a package. Undefined if the deployment does not belong to the package. */
export function scopeUnder(
  of: PackageName,
  intent: Intent | undefined,
  { place, record }: Deployed,
): Scope | undefined {
  if (place === undefined) return undefined;
  const own = decodePlace(place);
  if (own.address !== of.address) return undefined;
  if (own.directory === of.directory) return 'PACKAGE';
  return intent && record.deep === true && isAbove(own.directory, of.directory) ? 'WIDER' : undefined;
}

/**
 * The deployments of objects, in the order of `ids`. Each deployment has the phase for its own package. Undefined for
 * an object without a deployment, or a hidden object.
 */
export function* deploymentsOfObjects(
  rows: RowReader,
  around: Surroundings,
  ids: readonly string[],
): Steps<(Deployment | undefined)[]> {
  const joins = new Joins(rows, around);
  const found: (Deployed | undefined)[] = [];
  for (const id of ids) if (found.push(yield* joins.of(id)) % STEP === 0) yield;
  if (found.some(it => it?.place !== undefined)) yield* joins.readIntents();
  return found.map(it => it && shown(rows, judged(it, joins.intentOf(it.place)), 'PACKAGE'));
}

/**
 * For each of these clusters, the number of its deployments in each phase. The result has the order of `clusters`.
 * @throws QueryError
 */
export function* phasesOfClusters(
  rows: RowReader,
  around: Surroundings,
  clusters: readonly string[],
): Steps<PhaseCounts[]> {
  const joins = new Joins(rows, around);
  yield* joins.readIntents();
  const counters = new Map(clusters.map(name => [name, new PhaseCounter()]));
  yield* joins.read({ clusters }, deployed => {
    counters.get(deployed.target!)!.add(judged(deployed, joins.intentOf(deployed.place)).phase, deployed.stale);
  });
  return clusters.map(name => counters.get(name)!.counts);
}
