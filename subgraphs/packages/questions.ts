/**
 * Questions about packages and deployments, each at one moment of the index, in steps (readmodel/question.ts).
 *
 * A package has the deployments that name it. If it has an intent, it also has those of directories above its own whose
 * engine applies everything below.
 */
import { TopK } from '../../readmodel/containers/top-k.ts';
import type { Steps } from '../../readmodel/gate.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/texts/id-order.ts';
import { isAbove, type PackageName } from '../../schema/package-id.ts';
import { selectsPackagesOnly, type Conditions } from './arguments.ts';
import { shown, type Deployment, type Scope } from './deployment.ts';
import { judged, Joins, type Deployed, type Intent, type Judged, type Surroundings } from './joins.ts';
import { PhaseCounter, type Phase, type PhaseCounts } from './phase.ts';

/** Items processed without yielding. */
const STEP = 128;

// -- packages --

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
export function* packages(rows: RowReader, around: Surroundings, { conditions, first, after }: PackagesRequest): Steps<PackagePage> {
  const gathered = new Gathered(new Joins(rows, around), conditions);
  yield* gathered.gather();
  const best = new TopK<Counted>(first, comparePackages);
  let [looked, total, before] = [0, 0, 0];
  for (const counted of gathered.all()) {
    total++;
    if (after && comparePackages(counted, after) <= 0) before++;
    else best.offer(counted);
    if (++looked % STEP === 0) yield;
  }
  const page = best.sorted();
  const found = page.map(({ counter, ...it }) => ({ ...it, phaseCounts: counter.counts }));
  return { packages: found, totalCount: total, hasNextPage: total > before + page.length, phaseCounts: gathered.total.counts };
}

/** The packages of these names, in order; undefined for absent and hidden alike. @throws QueryError */
export function* packagesOf(rows: RowReader, around: Surroundings, names: readonly PackageName[]): Steps<(FoundPackage | undefined)[]> {
  const gathered = new Gathered(new Joins(rows, around), {}, new Set(names.map(({ address }) => address)));
  yield* gathered.gather();
  return names.map(name => {
    const found = gathered.find(name);
    if (!found) return undefined;
    const { counter, ...it } = found;
    return { ...it, phaseCounts: counter.counts };
  });
}

interface Counted extends PackageName {
  readonly intent: Intent | undefined;
  readonly counter: PhaseCounter;
}

export function comparePackages(a: PackageName, b: PackageName): number {
  return compareText(a.address, b.address) || compareText(a.directory, b.directory);
}

/** Packages by address and directory, with the phases of their matching deployments. */
class Gathered {
  /** Each deployment once, for its own package. */
  readonly total = new PhaseCounter();
  readonly #joins: Joins;
  readonly #conditions: Conditions;
  readonly #addresses: ReadonlySet<string> | undefined;
  readonly #matches: (phase: Phase) => boolean;
  readonly #packages = new Map<string, Map<string, Counted>>();

  constructor(joins: Joins, conditions: Conditions, addresses?: ReadonlySet<string>) {
    this.#joins = joins;
    this.#conditions = conditions;
    this.#addresses = conditions.address === undefined ? addresses : new Set([conditions.address]);
    const phases = conditions.phases && new Set(conditions.phases);
    this.#matches = phase => phases?.has(phase) ?? true;
  }

  *gather(): Steps<void> {
    const intents = yield* this.#joins.readIntents();
    const deep = new DeepDeployments();
    let looked = 0;
    for (const deployed of yield* this.#joins.deployed(this.#conditions, this.#addresses)) {
      if (deployed.own && deployed.record.deep === true && this.#joins.hasIntents(deployed.own.address)) deep.add(deployed.own, deployed);
      this.#addOwn(deployed);
      if (++looked % STEP === 0) yield;
    }
    for (const [address, ofAddress] of intents) {
      for (const [directory, intent] of ofAddress) {
        const name = { address, directory };
        if (!this.#isAskedFor(name)) continue;
        if (selectsPackagesOnly(this.#conditions)) this.#packageOf(name);
        for (const deployed of deep.above(name)) {
          const { phase } = judged(deployed, intent);
          if (this.#matches(phase)) this.#packageOf(name).counter.add(phase, deployed.stale);
          if (++looked % STEP === 0) yield;
        }
        if (++looked % STEP === 0) yield;
      }
    }
  }

  #addOwn(deployed: Deployed): void {
    const { own, stale } = deployed;
    if (!this.#isAskedFor(own)) return;
    const { phase } = judged(deployed, this.#joins.intentOf(own));
    if (!this.#matches(phase)) return;
    this.total.add(phase, stale);
    if (own) this.#packageOf(own).counter.add(phase, stale);
  }

  #isAskedFor(name: PackageName | undefined): boolean {
    const { address, directory } = this.#conditions;
    if (this.#addresses && (!name || !this.#addresses.has(name.address))) return false;
    return (address ?? name?.address) === name?.address && (directory ?? name?.directory) === name?.directory;
  }

  #packageOf({ address, directory }: PackageName): Counted {
    let ofAddress = this.#packages.get(address);
    if (!ofAddress) this.#packages.set(address, (ofAddress = new Map<string, Counted>()));
    let found = ofAddress.get(directory);
    if (!found) {
      found = { address, directory, intent: this.#joins.intentOf({ address, directory }), counter: new PhaseCounter() };
      ofAddress.set(directory, found);
    }
    return found;
  }

  find({ address, directory }: PackageName): Counted | undefined {
    return this.#packages.get(address)?.get(directory);
  }

  *all(): Iterable<Counted> {
    for (const ofAddress of this.#packages.values()) yield* ofAddress.values();
  }
}

/** Deployments whose engine also applies the directories below. */
class DeepDeployments {
  readonly #byPlace = new Map<string, Map<string, Deployed[]>>();

  add({ address, directory }: PackageName, deployed: Deployed): void {
    let ofAddress = this.#byPlace.get(address);
    if (!ofAddress) this.#byPlace.set(address, (ofAddress = new Map<string, Deployed[]>()));
    const known = ofAddress.get(directory);
    if (known) known.push(deployed);
    else ofAddress.set(directory, [deployed]);
  }

  /** Those of the directories above a package. */
  *above({ address, directory }: PackageName): Iterable<Deployed> {
    const ofAddress = this.#byPlace.get(address);
    if (!ofAddress || directory === '') return;
    yield* ofAddress.get('') ?? [];
    for (let slash = directory.indexOf('/'); slash !== -1; slash = directory.indexOf('/', slash + 1))
      yield* ofAddress.get(directory.slice(0, slash)) ?? [];
  }
}

// -- deployments --

export interface DeploymentsRequest {
  /** The package under which they are listed; undefined: each under its own, and those without one. */
  readonly of?: PackageName | undefined;
  readonly conditions: Conditions;
  readonly first: number;
  /** Only deployments after this id. */
  readonly after?: string | undefined;
}

export interface DeploymentPage {
  readonly deployments: readonly Deployment[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly phaseCounts: PhaseCounts;
}

/** Answers all requests together: each deployment is read once for those with equal conditions. @throws QueryError */
export function* deployments(rows: RowReader, around: Surroundings, requests: readonly DeploymentsRequest[]): Steps<DeploymentPage[]> {
  const joins = new Joins(rows, around);
  yield* joins.readIntents();
  const pages = new Map<DeploymentsRequest, PageOfDeployments>();
  for (const alike of Map.groupBy(requests, ({ conditions }) => JSON.stringify(conditions)).values()) {
    const [{ conditions }] = alike as [DeploymentsRequest];
    const wanted = alike.map(request => new PageOfDeployments(rows, joins, request));
    alike.forEach((request, i) => pages.set(request, wanted[i]!));
    // A page of packages of some addresses reads no others.
    const ofPackages = alike.every(({ of }) => of !== undefined);
    const byAddress = Map.groupBy(wanted, ({ address }) => address);
    const addresses = ofPackages ? new Set(alike.map(({ of }) => of!.address)) : addressesOf(conditions);
    let looked = 0;
    for (const deployed of yield* joins.deployed(conditions, addresses)) {
      for (const page of byAddress.get(ofPackages ? deployed.own?.address : undefined) ?? []) {
        page.offer(deployed);
        if (++looked % STEP === 0) yield;
      }
    }
  }
  const answers: DeploymentPage[] = [];
  for (const request of requests) answers.push(yield* pages.get(request)!.page());
  return answers;
}

function addressesOf({ address }: Conditions): ReadonlySet<string> | undefined {
  return address === undefined ? undefined : new Set([address]);
}

interface Listed extends Judged {
  readonly id: string;
  readonly scope: Scope;
}

class PageOfDeployments {
  readonly address: string | undefined;
  readonly #rows: RowReader;
  readonly #joins: Joins;
  readonly #request: DeploymentsRequest;
  readonly #phases: ReadonlySet<Phase> | undefined;
  readonly #intent: Intent | undefined;
  readonly #best: TopK<Listed>;
  readonly #counter = new PhaseCounter();
  #before = 0;

  constructor(rows: RowReader, joins: Joins, request: DeploymentsRequest) {
    this.#rows = rows;
    this.#joins = joins;
    this.#request = request;
    this.address = request.of?.address;
    this.#phases = request.conditions.phases && new Set(request.conditions.phases);
    this.#intent = joins.intentOf(request.of);
    this.#best = new TopK<Listed>(request.first, (a, b) => compareText(a.id, b.id));
  }

  offer(deployed: Deployed): void {
    const scope = this.#scopeOf(deployed);
    if (!scope) return;
    const it = judged(deployed, this.#request.of ? this.#intent : this.#joins.intentOf(deployed.own));
    if (this.#phases?.has(it.phase) === false) return;
    this.#counter.add(it.phase, deployed.stale);
    const id = this.#rows.id(deployed.row);
    if (this.#request.after !== undefined && compareText(id, this.#request.after) <= 0) this.#before++;
    else this.#best.offer({ ...it, id, scope });
  }

  /** Undefined: the deployment is not of the package, or the conditions want another. */
  #scopeOf({ own, record }: Deployed): Scope | undefined {
    const { of, conditions } = this.#request;
    const under = of ?? own;
    if ((conditions.address ?? under?.address) !== under?.address || (conditions.directory ?? under?.directory) !== under?.directory)
      return undefined;
    return of ? scopeUnder(of, this.#intent, own, record.deep === true) : 'PACKAGE';
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

/** How a deployment belongs to a package; undefined if it does not. */
export function scopeUnder(of: PackageName, intent: Intent | undefined, own: PackageName | undefined, isDeep: boolean): Scope | undefined {
  if (own?.address !== of.address) return undefined;
  if (own.directory === of.directory) return 'PACKAGE';
  return intent && isDeep && isAbove(own.directory, of.directory) ? 'WIDER' : undefined;
}

/** The deployments that these objects make, in order, each under its own package. */
export function* deploymentsOfObjects(rows: RowReader, around: Surroundings, ids: readonly string[]): Steps<(Deployment | undefined)[]> {
  const joins = new Joins(rows, around);
  const found = ids.map(id => joins.of(id));
  if (found.some(it => it?.own)) yield* joins.readIntents();
  return found.map(it => it && shown(rows, judged(it, joins.intentOf(it.own)), 'PACKAGE'));
}

/** Phases of the deployments that apply to each of these clusters, in order. @throws QueryError */
export function* phasesOfClusters(rows: RowReader, around: Surroundings, clusters: readonly string[]): Steps<PhaseCounts[]> {
  const joins = new Joins(rows, around);
  yield* joins.readIntents();
  const counters = new Map(clusters.map(name => [name, new PhaseCounter()]));
  let looked = 0;
  for (const deployed of yield* joins.deployed({ clusters })) {
    counters.get(deployed.target!)!.add(judged(deployed, joins.intentOf(deployed.own)).phase, deployed.stale);
    if (++looked % STEP === 0) yield;
  }
  return clusters.map(name => counters.get(name)!.counts);
}
