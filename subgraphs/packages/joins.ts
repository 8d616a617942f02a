/**
 * Joins deployments with other visible rows: sources, inventories, published revisions and clusters. The "place" of a
 * package is its address and directory as one text (encodePlace).
 *
 * An instance of Joins serves one question (readmodel/question.ts). A hidden row has the same effect as an absent row,
 * because the reader returns no hidden rows.
 */
import { BY_REFERENCE, chartPlace, PACKAGE, type PackageRecord } from '../../kinds/package-projection.ts';
import type { Steps } from '../../async/fair-turns.ts';
import { QueryError, type Filter } from '../../readmodel/query.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { decodePlace, encodePlace, packageDirectory, type PackageName } from '../../schema/package-id.ts';
import type { Conditions } from './arguments.ts';
import { DEPLOYING_KINDS, PACKAGE_REVISION, REPO_SYNC, RESOURCE_GROUP, ROOT_SYNC, type Engine } from './engines.ts';
import { phaseOf, type Health, type Phase, type Published, type Running } from './phase.ts';

/** Inputs of the joins that are not rows. */
export interface Surroundings {
  /** Hubs: clusters whose Applications may deploy to other clusters. Only PackageRevisions of hubs count. */
  readonly hubs: ReadonlySet<string>;
  /**
   * Sorted names of the clusters that are registered at this address. Slashes at the end of the address are ignored.
   */
  readonly clustersAt: (server: string) => readonly string[];
  /** Maximum number of deployments that one call of read() or readOf() may process. @default 200 000 */
  readonly mostDeployments?: number;
}

/** The newest published revision of a package. */
export interface Intent extends Published {
  /** Id of the PackageRevision. */
  readonly id: string;
  readonly number: number;
}

export interface Inventory {
  readonly row: VisibleRow;
  readonly health: Health;
  readonly counts: readonly number[] | undefined;
}

/** A deployment, computed from its row and the joined rows. */
export interface Deployed extends Running {
  readonly row: VisibleRow;
  readonly engine: Engine;
  readonly record: PackageRecord;
  /**
   * Address and directory of the package that the object names, as one text (encodePlace). Undefined if the object
   * names no package, or if the object that states the address is hidden.
   */
  readonly place: string | undefined;
  /** Name of the cluster that contains the object. */
  readonly cluster: string;
  /**
   * Name of the cluster that the object applies to. Undefined if the cluster is unknown or hidden, or if the object is
   * not trusted to name the cluster.
   */
  readonly target: string | undefined;
  readonly stale: boolean;
  readonly inventory: Inventory | undefined;
}

interface Source {
  readonly kind: string;
  readonly record: PackageRecord;
  readonly revision: string;
}

interface ClusterHere {
  readonly name: string;
  readonly stale: boolean;
}

/** Processes a deployment. Returns steps if the work can be long. */
type Take = (deployed: Deployed) => Steps<void> | void;

/** Record of a row whose own record was too large or does not exist yet. Nothing is known about the deployment. */
const NO_RECORD: PackageRecord = { step: 'UNKNOWN' };
const MOST_DEPLOYMENTS = 200_000;
/** Number of deployments processed without yielding. */
const STEP = 64;

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';
const SOURCE_KINDS = ['GitRepository', 'OCIRepository', 'Bucket', 'HelmRepository', 'HelmChart'];

export class Joins {
  readonly #rows: RowReader;
  readonly #around: Surroundings;
  readonly #clusters = new Map<number, ClusterHere>();
  /**
   * Results of #firstKnown() for the clusters that deployments in hubs name. The key is the name or the server address
   * that a deployment gives.
   */
  readonly #named = new Map<string, string | undefined>();
  readonly #sources = new Map<VisibleRow, Source | undefined>();
  readonly #inventories = new Map<VisibleRow, Inventory>();
  readonly #most: number;
  /** Number of deployments that the current read has processed. */
  #looked = 0;
  #intents: ReadonlyMap<string, Intent> | undefined;

  /** @param intents Result of readIntents() of another instance with the same `rows` and `around` */
  constructor(rows: RowReader, around: Surroundings, intents?: ReadonlyMap<string, Intent>) {
    this.#rows = rows;
    this.#around = around;
    this.#most = around.mostDeployments ?? MOST_DEPLOYMENTS;
    this.#intents = intents;
  }

  /**
   * Reads the newest published revision of each package. The key is the place of the package (encodePlace). Call this
   * method before intentOf() and readOf().
   */
  *readIntents(): Steps<ReadonlyMap<string, Intent>> {
    if (this.#intents) return this.#intents;
    const intents = new Map<string, Intent>();
    const clusters = [...this.#around.hubs];
    const rows = clusters.length === 0 ? [] : yield* this.#rows.matching({ kinds: [PACKAGE_REVISION], clusters });
    for (const [looked, row] of rows.entries()) {
      if (looked % STEP === STEP - 1) yield;
      const record = this.#record(row);
      if (record?.number === undefined) continue;
      const published = this.#published(row, record);
      if (!published) continue;
      const { place, intent } = published;
      const known = intents.get(place);
      if (!known || isLater(intent, known)) intents.set(place, intent);
    }
    return (this.#intents = intents);
  }

  #published(row: VisibleRow, record: PackageRecord): { readonly place: string; readonly intent: Intent } | undefined {
    const [above] = this.#rows.ends(row, 'SOURCE');
    const repository = above === undefined ? undefined : this.#record(above);
    const address = record.address ?? repository?.address;
    const directory = record.directory ?? directoryIn(repository, record.name);
    if (address === undefined || address === '' || directory === undefined) return undefined;
    const { number = 0, publishedAt, commit } = record;
    const intent = { id: this.#rows.id(row), number, publishedAt, commit, branch: repository?.branch };
    return { place: encodePlace({ address, directory }), intent };
  }

  intentOf(place: string | undefined): Intent | undefined {
    return place === undefined ? undefined : this.#intents?.get(place);
  }

  /**
   * Reads the deployments that meet the conditions. Ignores conditions on phase, address and directory, which depend on
   * the package.
   * @throws QueryError if there are too many
   */
  *read(conditions: Conditions, take: Take): Steps<void> {
    const wanted = new Wanted(conditions);
    yield* this.#checkCount(conditions);
    this.#looked = 0;
    for (const { engine, group, kind } of DEPLOYING_KINDS) {
      if (conditions.engines?.includes(engine) === false) continue;
      const rows = yield* this.#rows.matching(this.#narrowed(conditions, { group, kind }));
      yield* this.#readAll(rows, () => engine, wanted, take);
    }
  }

  /**
   * Fails before rows are read if the index counts more deployments than allowed. ResourceGroups are left out, because
   * some of them are inventories and not deployments.
   */
  *#checkCount(conditions: Conditions): Steps<void> {
    if (conditions.names) return; // The index has no counts by name.
    let rows = 0;
    for (const { engine, group, kind } of DEPLOYING_KINDS) {
      if (kind === RESOURCE_GROUP.kind || conditions.engines?.includes(engine) === false) continue;
      rows += yield* this.#rows.count(this.#narrowed(conditions, { group, kind }));
    }
    if (rows > this.#most) throw this.#tooMany();
  }

  #tooMany(): QueryError {
    return new QueryError(
      `filter: there are more than ${this.#most} deployments to look at; narrow the filter.`,
      'filter',
    );
  }

  /** Reads like read(), but only deployments that may belong to the given packages. */
  *readOf(names: readonly PackageName[], conditions: Conditions, take: Take): Steps<void> {
    const places = new Set([BY_REFERENCE]);
    this.#looked = 0;
    let looked = 0;
    for (const name of names) {
      places.add(encodePlace(name)).add(encodePlace({ address: '', directory: chartPlace(name.directory) }));
      if (++looked % STEP === 0) yield;
      if (!this.intentOf(encodePlace(name))) continue;
      for (const place of placesAbove(name)) if (places.add(place) && ++looked % STEP === 0) yield;
    }
    const rows = new Set<VisibleRow>();
    for (const place of places) {
      for (const row of yield* this.#rows.withRecord(PACKAGE, place)) rows.add(row);
      if (++looked % STEP === 0) yield;
    }
    const isIn = new Wanted(
      conditions,
      row => this.#rows.namespace(row),
      row => this.#rows.name(row),
    );
    yield* this.#readAll(rows, row => DEPLOYING_KINDS.find(kind => this.#rows.isOf(row, kind))?.engine, isIn, take);
  }

  *#readAll(
    rows: Iterable<VisibleRow>,
    engineOf: (row: VisibleRow) => Engine | undefined,
    wanted: Wanted,
    take: Take,
  ): Steps<void> {
    let looked = 0;
    for (const row of rows) {
      if (++looked % STEP === 0) yield;
      const engine = engineOf(row);
      if (engine === undefined || !wanted.hasRow(row, engine)) continue;
      const deployed = yield* this.#deployed(row, engine, wanted);
      if (deployed === 'inventory') continue;
      if (++this.#looked > this.#most) throw this.#tooMany();
      const taking = deployed && take(deployed);
      if (taking) yield* taking;
    }
  }

  /**
   * Conditions that the index can check on rows. A condition on clusters also selects the rows of all hubs, because an
   * Application in a hub may deploy to another cluster.
   */
  #narrowed(
    { clusters, namespaces, names }: Conditions,
    kind: { readonly group: string; readonly kind: string },
  ): Filter {
    return {
      kinds: [kind],
      ...(clusters && { clusters: [...new Set([...clusters, ...this.#around.hubs])] }),
      ...(namespaces && { namespaces }),
      ...(names && { names }),
    };
  }

  /** The deployment of an object. For an inventory, the deployment that the inventory belongs to. */
  *of(id: string): Steps<Deployed | undefined> {
    const row = this.#rows.find(id);
    if (row === undefined) return undefined;
    const { cluster, group, kind, namespace, name } = this.#rows.object(row);
    const known = DEPLOYING_KINDS.find(it => it.group === group && it.kind === kind);
    const deployed = known && (yield* this.#deployed(row, known.engine));
    if (deployed !== 'inventory') return deployed;
    for (const { engine, ...sync } of [ROOT_SYNC, REPO_SYNC]) {
      const above = this.#rows.find({ cluster, namespace, name, ...sync });
      if (above !== undefined) return (yield* this.#deployed(above, engine)) as Deployed;
    }
    return undefined;
  }

  /**
   * The deployment of a row. 'inventory' if the row is an inventory of Config Sync. Undefined if the conditions
   * exclude the deployment.
   */
  *#deployed(row: VisibleRow, engine: Engine, wanted?: Wanted): Steps<Deployed | 'inventory' | undefined> {
    const record = this.#record(row) ?? NO_RECORD;
    if (record.inventory === true && engine === 'KPT_LIVE') {
      this.#inventories.set(row, inventoryAt(row, record));
      return 'inventory';
    }
    const { name: cluster, stale } = this.#clusterOf(row);
    const target = yield* this.#targetOf(record, cluster);
    if (wanted?.has(target, stale) === false) return undefined;
    const source = engine.startsWith('FLUX') ? this.#sourceOf(row) : undefined;
    const inventory = engine === 'CONFIG_SYNC' && record.unlisted !== true ? this.#inventoryOf(row) : undefined;
    const ofSource = engine === 'FLUX_KUSTOMIZATION' && source && isOfKustomization(source) ? source : undefined;
    return {
      row,
      engine,
      record,
      place: this.#placeOf(engine, record, row, source),
      cluster,
      target,
      stale,
      inventory,
      step: record.step,
      differs: record.differs === true,
      health: inventory?.health ?? record.health ?? 'READY',
      revision: this.#rows.text(row, 'revision'),
      unhealthyRevision: record.unhealthyRevision ?? '',
      branch: ofSource ? ofSource.record.branch : record.branch,
      sourceRevision: ofSource?.revision ?? record.revision ?? '',
      sourceTime: ofSource ? ofSource.record.time : record.time,
    };
  }

  #record(row: VisibleRow): PackageRecord | undefined {
    return this.#rows.firstRecord(row, PACKAGE);
  }

  #clusterOf(row: VisibleRow): ClusterHere {
    const number = this.#rows.cluster(row);
    let known = this.#clusters.get(number);
    if (!known) {
      const name = this.#rows.clusterName(number);
      this.#clusters.set(number, (known = { name, stale: this.#rows.stateOf(row) !== 'INDEXED' }));
    }
    return known;
  }

  /** Name of the target cluster. Only objects in hubs are trusted to name another cluster. */
  *#targetOf({ cluster, server }: PackageRecord, own: string): Steps<string | undefined> {
    if (cluster === undefined && server === undefined) return own;
    if (!this.#around.hubs.has(own)) return undefined;
    const key = cluster === undefined ? `at ${server}` : `name ${cluster}`;
    if (!this.#named.has(key)) {
      const names = cluster === undefined ? this.#around.clustersAt(server!) : [cluster];
      this.#named.set(key, yield* this.#firstKnown(names));
    }
    return this.#named.get(key);
  }

  /**
   * Name of the first cluster that the caller may know. Undefined if there is none. As in gate.ts, a caller who sees a
   * row of a cluster may know its name.
   */
  *#firstKnown(clusters: readonly string[]): Steps<string | undefined> {
    for (const name of clusters) if ((yield* this.#rows.stateIn(name)) !== undefined) return name;
    return undefined;
  }

  #placeOf(engine: Engine, record: PackageRecord, row: VisibleRow, source: Source | undefined): string | undefined {
    const { place } = record;
    if (place === undefined || !engine.startsWith('FLUX')) return place;
    if (place === BY_REFERENCE) return this.#placeOfChart(row, source);
    if (source?.record.address === undefined) return undefined;
    if (engine === 'FLUX_HELMRELEASE') {
      const chart = record.chart ?? decodePlace(place).directory;
      return chart === '' ? ofRegistry(source) : chartAt(source, chart);
    }
    return isOfKustomization(source) ? source.record.address + place : undefined;
  }

  /** Place of the chart if a HelmRelease has a chartRef to a HelmChart. */
  #placeOfChart(row: VisibleRow, source: Source | undefined): string | undefined {
    if (source?.kind !== 'HelmChart' || source.record.chart === undefined) return undefined;
    const [chart] = this.#rows.ends(row, 'SOURCE');
    return chartAt(this.#sourceOf(chart!), source.record.chart);
  }

  #sourceOf(row: VisibleRow): Source | undefined {
    const [above] = this.#rows.ends(row, 'SOURCE');
    if (above === undefined) return undefined;
    if (!this.#sources.has(above)) this.#sources.set(above, this.#readSource(above));
    return this.#sources.get(above);
  }

  #readSource(row: VisibleRow): Source | undefined {
    const kind = SOURCE_KINDS.find(kind => this.#rows.isOf(row, { group: SOURCE_GROUP, kind }));
    if (kind === undefined) return undefined;
    const record = this.#record(row) ?? {};
    return { kind, record, revision: this.#rows.text(row, 'revision') };
  }

  /** The ResourceGroup with the namespace and name of the RootSync or RepoSync, if Config Sync created it. */
  #inventoryOf(sync: VisibleRow): Inventory | undefined {
    for (const row of this.#rows.ends(sync, 'REFERENCES')) {
      const known = this.#inventories.get(row);
      if (known) return known;
      if (!this.#rows.isOf(row, RESOURCE_GROUP)) continue;
      const record = this.#record(row);
      return record?.inventory === true ? inventoryAt(row, record) : undefined;
    }
    return undefined;
  }
}

function inventoryAt(row: VisibleRow, { health, counts }: PackageRecord): Inventory {
  return { row, health: health ?? 'READY', counts };
}

/** Conditions that are checked on each deployment. */
class Wanted {
  readonly #targets: ReadonlySet<string> | undefined;
  readonly #stale: boolean | undefined;
  readonly #engines: ReadonlySet<Engine> | undefined;
  readonly #of: readonly (readonly [ReadonlySet<string>, (row: VisibleRow) => string])[];

  /**
   * @param readers Functions that read the namespace and the name of a row. Omitted if the filter of the rows already
   *   checks namespaces and names
   */
  constructor(
    { clusters, stale, engines, namespaces, names }: Conditions,
    ...readers: readonly ((row: VisibleRow) => string)[]
  ) {
    this.#targets = clusters && new Set(clusters);
    this.#stale = stale;
    this.#engines = engines && new Set(engines);
    this.#of = [namespaces, names].flatMap((list, i) =>
      list && readers[i] ? [[new Set(list), readers[i]] as const] : [],
    );
  }

  hasRow(row: VisibleRow, engine: Engine): boolean {
    return this.#engines?.has(engine) !== false && this.#of.every(([values, read]) => values.has(read(row)));
  }

  has(target: string | undefined, stale: boolean): boolean {
    if (this.#targets && (target === undefined || !this.#targets.has(target))) return false;
    return this.#stale === undefined || this.#stale === stale;
  }
}

/** Places of the directories above a package. They are generated one by one, since there may be hundreds. */
export function* placesAbove({ address, directory }: PackageName): Iterable<string> {
  if (directory === '') return;
  yield encodePlace({ address, directory: '' });
  for (let end = directory.indexOf('/'); end >= 0; end = directory.indexOf('/', end + 1))
    yield encodePlace({ address, directory: directory.slice(0, end) });
}

/** True if `a` is later than `b`: by number, then by time of publication, then by id. */
function isLater(a: Intent, b: Intent): boolean {
  return (a.number - b.number || (a.publishedAt ?? 0) - (b.publishedAt ?? 0) || compareText(a.id, b.id)) > 0;
}

function directoryIn(repository: PackageRecord | undefined, name: string | undefined): string | undefined {
  if (repository?.directory === undefined || name === undefined) return undefined;
  return packageDirectory(`${repository.directory}/${name}`);
}

function placeAt(address: string | undefined, directory: string | undefined): string | undefined {
  return address === undefined || directory === undefined ? undefined : encodePlace({ address, directory });
}

/** Place of an OCIRepository that a chartRef names. The chart is the whole content, so the directory is empty. */
function ofRegistry({ kind, record }: Source): string | undefined {
  return kind === 'OCIRepository' ? placeAt(record.address, '') : undefined;
}

/** Place of a chart. A HelmRepository identifies a chart by name, other sources by directory. */
function chartAt(source: Source | undefined, chart: string): string | undefined {
  switch (source?.kind) {
    case 'HelmRepository':
      return placeAt(source.record.address, chart);
    case 'GitRepository':
    case 'Bucket':
      return placeAt(source.record.address, packageDirectory(chart));
    default:
      return undefined;
  }
}

function isOfKustomization({ kind }: Source): boolean {
  return ['GitRepository', 'OCIRepository', 'Bucket'].includes(kind);
}

/**
 * A deployment and its phase. The phase depends on the revision that the deployment should run: the requested revision,
 * else the published revision of the package, else the revision of the deployment's source.
 */
export interface Judged {
  readonly deployed: Deployed;
  readonly phase: Phase;
  readonly intent: Intent | undefined;
}

/** @param revision Requested revision */
export function judged(deployed: Deployed, intent: Intent | undefined, revision?: string): Judged {
  return { deployed, intent, phase: phaseOf(deployed, intent, revision) };
}
