/**
 * Joins deployments with what other visible rows say of them: sources, inventories, published revisions, clusters.
 *
 * One object for one question (readmodel/question.ts). A hidden row is as good as an absent one, since the reader gives
 * none.
 */
import { PACKAGE, type PackageRecord } from '../../kinds/package-projection.ts';
import type { Steps } from '../../readmodel/gate.ts';
import { QueryError, type Filter } from '../../readmodel/query.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/texts/id-order.ts';
import { packageDirectory, type PackageName } from '../../schema/package-id.ts';
import type { Conditions } from './arguments.ts';
import { DEPLOYING_KINDS, PACKAGE_REVISION, REPO_SYNC, RESOURCE_GROUP, ROOT_SYNC, type Engine } from './engines.ts';
import { phaseOf, type Health, type Phase, type Published, type Running } from './phase.ts';

/** What joins need beside rows. */
export interface Surroundings {
  /** Clusters whose Applications speak of other clusters, and whose PackageRevisions count. */
  readonly hubs: ReadonlySet<string>;
  /** Names of the clusters that are registered at this address, without slashes at its end. Sorted. */
  readonly clustersAt: (server: string) => readonly string[];
}

/** The published revision of a package that counts. */
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

/** A deployment as its row and the rows around it tell. */
export interface Deployed extends Running {
  readonly row: VisibleRow;
  readonly engine: Engine;
  readonly record: PackageRecord;
  /** The package that it names itself. */
  readonly own: PackageName | undefined;
  /** Name of the cluster of its object. */
  readonly cluster: string;
  /** Name of the cluster that it applies to; undefined if it is not registered, or the caller may not know it. */
  readonly target: string | undefined;
  readonly stale: boolean;
  readonly inventory: Inventory | undefined;
}

/** Where the package of a deployment is, and what its source has. */
interface Place {
  readonly address: string;
  readonly directory: string;
  readonly branch?: string | undefined;
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

/** A row whose record was too large, or is not there yet. Nothing is known of it. */
const NO_RECORD: PackageRecord = { step: 'UNKNOWN' };
const MOST_DEPLOYMENTS = 200_000;
/** Deployments processed without yielding. */
const STEP = 64;

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';
const SOURCE_KINDS = ['GitRepository', 'OCIRepository', 'Bucket', 'HelmRepository', 'HelmChart'];

export class Joins {
  readonly #rows: RowReader;
  readonly #around: Surroundings;
  readonly #clusters = new Map<number, ClusterHere>();
  readonly #sources = new Map<VisibleRow, Source | undefined>();
  #intents: ReadonlyMap<string, ReadonlyMap<string, Intent>> | undefined;

  constructor(rows: RowReader, around: Surroundings) {
    this.#rows = rows;
    this.#around = around;
  }

  // -- published revisions --

  /** By address and directory, the published revision that counts. Call it once before the other questions. */
  *readIntents(): Steps<ReadonlyMap<string, ReadonlyMap<string, Intent>>> {
    if (this.#intents) return this.#intents;
    const intents = new Map<string, Map<string, Intent>>();
    const clusters = [...this.#around.hubs];
    const rows = clusters.length === 0 ? [] : yield* this.#rows.matching({ kinds: [PACKAGE_REVISION], clusters });
    for (const [looked, row] of rows.entries()) {
      if (looked % STEP === STEP - 1) yield;
      const record = this.#record(row);
      if (record?.number === undefined) continue;
      const published = this.#published(row, record);
      if (!published) continue;
      const { address, directory, intent } = published;
      let ofAddress = intents.get(address);
      if (!ofAddress) intents.set(address, (ofAddress = new Map<string, Intent>()));
      const known = ofAddress.get(directory);
      if (!known || isLater(intent, known)) ofAddress.set(directory, intent);
    }
    return (this.#intents = intents);
  }

  #published(row: VisibleRow, record: PackageRecord): (PackageName & { readonly intent: Intent }) | undefined {
    const [above] = this.#rows.ends(row, 'SOURCE');
    const repository = above === undefined ? undefined : this.#record(above);
    const address = record.address ?? repository?.address;
    const directory = record.directory ?? directoryIn(repository, record.name);
    if (address === undefined || address === '' || directory === undefined) return undefined;
    const { number = 0, publishedAt, commit } = record;
    return { address, directory, intent: { id: this.#rows.id(row), number, publishedAt, commit, branch: repository?.branch } };
  }

  intentOf(name: PackageName | undefined): Intent | undefined {
    return name && this.#intents?.get(name.address)?.get(name.directory);
  }

  /** True if the address has a package with an intent. Then deployments of directories above it count, too. */
  hasIntents(address: string): boolean {
    return this.#intents?.has(address) === true;
  }

  // -- deployments --

  /**
   * The deployments that meet the conditions, except those on phase, address and directory, which depend on the package.
   * @param addresses Only deployments of packages at these addresses
   * @throws QueryError if there are too many
   */
  *deployed(conditions: Conditions, addresses?: ReadonlySet<string>): Steps<Deployed[]> {
    const found: Deployed[] = [];
    const targets = conditions.clusters && new Set(conditions.clusters);
    let [looked, deployments] = [0, 0];
    for (const { engine, group, kind } of DEPLOYING_KINDS) {
      if (conditions.engines?.includes(engine) === false) continue;
      for (const row of yield* this.#rows.matching(this.#narrowed(conditions, { group, kind }))) {
        if (++looked % STEP === 0) yield;
        const deployed = this.#deployed(row, engine, addresses, targets);
        if (deployed === 'inventory') continue;
        if (++deployments > MOST_DEPLOYMENTS)
          throw new QueryError(`filter: there are more than ${MOST_DEPLOYMENTS} deployments to look at; narrow the filter.`, 'filter');
        if (deployed && (conditions.stale ?? deployed.stale) === deployed.stale) found.push(deployed);
      }
    }
    return found;
  }

  /** Conditions on rows. Targets are no conditions on rows: an Application in a hub has another. */
  #narrowed({ clusters, namespaces, names }: Conditions, kind: { readonly group: string; readonly kind: string }): Filter {
    return {
      kinds: [kind],
      ...(clusters && { clusters: [...new Set([...clusters, ...this.#around.hubs])] }),
      ...(namespaces && { namespaces }),
      ...(names && { names }),
    };
  }

  /** The deployment that an object makes, or whose inventory it is. */
  of(id: string): Deployed | undefined {
    const row = this.#rows.find(id);
    if (row === undefined) return undefined;
    const { cluster, group, kind, namespace, name } = this.#rows.object(row);
    const known = DEPLOYING_KINDS.find(it => it.group === group && it.kind === kind);
    const deployed = known && this.#deployed(row, known.engine, undefined, undefined);
    if (deployed !== 'inventory') return deployed;
    for (const { engine, ...sync } of [ROOT_SYNC, REPO_SYNC]) {
      const above = this.#rows.find({ cluster, namespace, name, ...sync });
      if (above !== undefined) return this.#deployed(above, engine, undefined, undefined) as Deployed;
    }
    return undefined;
  }

  /** Undefined: it applies elsewhere, or from elsewhere. */
  #deployed(
    row: VisibleRow,
    engine: Engine,
    addresses: ReadonlySet<string> | undefined,
    targets: ReadonlySet<string> | undefined,
  ): Deployed | 'inventory' | undefined {
    const record = this.#record(row) ?? NO_RECORD;
    if (record.inventory === true) return 'inventory';
    const { name: cluster, stale } = this.#clusterOf(row);
    const target = this.#targetOf(record, cluster);
    if (targets && (target === undefined || !targets.has(target))) return undefined;
    const source = engine.startsWith('FLUX') ? this.#sourceOf(row) : undefined;
    const place = this.#placeOf(engine, record, row, source);
    if (addresses && (!place || !addresses.has(place.address))) return undefined;
    const inventory = engine === 'CONFIG_SYNC' && record.unlisted !== true ? this.#inventoryOf(row) : undefined;
    const ofSource = engine === 'FLUX_KUSTOMIZATION' && source && isOfKustomization(source) ? source : undefined;
    return {
      row,
      engine,
      record,
      own: place,
      cluster,
      target,
      stale,
      inventory,
      step: record.step,
      differs: record.differs === true,
      health: inventory?.health ?? record.health ?? 'READY',
      revision: this.#rows.text(row, 'revision'),
      branch: place?.branch,
      sourceRevision: ofSource?.revision ?? record.revision ?? '',
      sourceTime: ofSource ? ofSource.record.time : record.time,
    };
  }

  #record(row: VisibleRow): PackageRecord | undefined {
    return this.#rows.records(row, PACKAGE)[0];
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

  /** Only a hub is believed what it says of other clusters. */
  #targetOf({ cluster, server }: PackageRecord, own: string): string | undefined {
    if (cluster === undefined && server === undefined) return own;
    if (!this.#around.hubs.has(own)) return undefined;
    const named = cluster === undefined ? this.#around.clustersAt(server!) : [cluster];
    return named.find(name => this.#rows.stateOf(name) !== undefined);
  }

  #placeOf(engine: Engine, record: PackageRecord, row: VisibleRow, source: Source | undefined): Place | undefined {
    switch (engine) {
      case 'FLUX_KUSTOMIZATION': {
        if (!source || !isOfKustomization(source) || record.directory === undefined) return undefined;
        return at(source.record.address, record.directory, source.record.branch);
      }
      case 'FLUX_HELMRELEASE':
        return record.chart === undefined ? this.#chartOf(row, source) : chartAt(source, record.chart);
      default:
        return at(record.address, record.directory, record.branch);
    }
  }

  /** The chart of a HelmRelease with a chartRef. */
  #chartOf(row: VisibleRow, source: Source | undefined): Place | undefined {
    if (source?.kind === 'OCIRepository') return at(source.record.address, '');
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

  /** The ResourceGroup of the same namespace and name, if it is that of Config Sync. */
  #inventoryOf(sync: VisibleRow): Inventory | undefined {
    for (const row of this.#rows.ends(sync, 'REFERENCES')) {
      if (!this.#rows.isOf(row, RESOURCE_GROUP)) continue;
      const record = this.#record(row);
      return record?.inventory === true ? { row, health: record.health ?? 'READY', counts: record.counts } : undefined;
    }
    return undefined;
  }
}

/** The higher number, then the later time, then the greater id. */
function isLater(a: Intent, b: Intent): boolean {
  return (a.number - b.number || (a.publishedAt ?? 0) - (b.publishedAt ?? 0) || compareText(a.id, b.id)) > 0;
}

function directoryIn(repository: PackageRecord | undefined, name: string | undefined): string | undefined {
  if (repository?.directory === undefined || name === undefined) return undefined;
  return packageDirectory(`${repository.directory}/${name}`);
}

function at(address: string | undefined, directory: string | undefined, branch?: string): Place | undefined {
  return address === undefined || directory === undefined ? undefined : { address, directory, branch };
}

/** In a HelmRepository a chart has a name, elsewhere it is a directory. */
function chartAt(source: Source | undefined, chart: string): Place | undefined {
  switch (source?.kind) {
    case 'HelmRepository':
      return at(source.record.address, chart);
    case 'GitRepository':
    case 'Bucket':
      return at(source.record.address, packageDirectory(chart));
    default:
      return undefined;
  }
}

function isOfKustomization({ kind }: Source): boolean {
  return ['GitRepository', 'OCIRepository', 'Bucket'].includes(kind);
}

/** A deployment under a package. */
export interface Judged {
  readonly deployed: Deployed;
  readonly phase: Phase;
  readonly intent: Intent | undefined;
}

/** @param revision Revision that the caller asks for */
export function judged(deployed: Deployed, intent: Intent | undefined, revision?: string): Judged {
  return { deployed, intent, phase: phaseOf(deployed, intent, revision) };
}
