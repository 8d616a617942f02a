/**
 * The projection `package`: the data that joins deployments with their packages, sources, inventories and published
 * revisions.
 *
 * Each object has at most one record, with the fields that its kind has. There may be many thousand records, so fields
 * with the usual value are absent. Times are milliseconds since the epoch.
 */
import { chartDirectory, encodePlace, imageAddress, packageAddress, packageDirectory } from '../schema/package-id.ts';
import { MAX_RECORD_LENGTH, MAX_REVISION_LENGTH } from '../store/limits.ts';
import { APPLICATION, comparedRevision, isInOwnCluster, isOutOfSync, saidOfApplication } from './argo.ts';
import { REPO_SYNC, ROOT_SYNC, saidOfSync } from './configsync.ts';
import type { Health, Said, Step } from './deployment.ts';
import { HELM_RELEASE, KUSTOMIZATION, saidOfHelmRelease, saidOfKustomization, SOURCE_GROUP } from './flux.ts';
import {
  countsOfApplication,
  isInventoryOfConfigSync,
  OBJECT_COUNTS,
  objectCounts,
  type ObjectCounts,
} from './object-counts.ts';
import { PACKAGE_REVISION, REPOSITORY } from './porch.ts';
import type { Projection } from './projection.ts';
import { healthOf, RESOURCE_GROUP, saidOfGroup } from './resource-group.ts';
import { revisionAt } from './revision.ts';
import { at, isTrue, line, list, text, time } from './untrusted.ts';

/** Name of the projection. */
export const PACKAGE = 'package';

export interface PackageRecord {
  // Fields for deployments and inventories.
  /** Step of the engine's work. DONE if absent. */
  readonly step?: Exclude<Step, 'DONE'>;
  /** Health of the applied objects, if the step is DONE. READY if absent. */
  readonly health?: Exclude<Health, 'READY'>;
  /**
   * Revision whose objects are applied but not healthy. Set for engines that report only healthy revisions as applied.
   */
  readonly unhealthyRevision?: string;
  /** Level of detail of the object counts. APPLIED if absent. */
  readonly detail?: 'FULL' | 'AGGREGATED';
  /** Counts of objects, in the order of OBJECT_COUNTS. */
  readonly counts?: readonly number[];
  /** True for the inventory of a RootSync or RepoSync. An inventory is no deployment. */
  readonly inventory?: true;
  /** True if the engine also applies subdirectories. */
  readonly deep?: true;
  /** True for a RootSync or RepoSync that records no status in its inventory (`statusMode: disabled`). */
  readonly unlisted?: true;
  /** True for an Application whose objects differ from its source. */
  readonly differs?: true;
  /** Name of the cluster to which an Application deploys, if not its own cluster. Absent if `server` is set. */
  readonly cluster?: string;
  /** URL of the cluster to which an Application deploys, if the Application does not name that cluster. */
  readonly server?: string;
  /** Revision of the source that the engine last read or compared. */
  readonly revision?: string;
  /** Time at which the engine last read or compared the revision. For a source, the time of its artifact. */
  readonly time?: number;

  // Fields of objects that state the location of a package.
  /**
   * Encoded address and directory of a deployment's package (encodePlace). The address is empty if another object, the
   * source, states it. BY_REFERENCE if a HelmChart states the location. The projection is indexed by this field.
   */
  readonly place?: string;
  /** Address that a source, a Repository or a PackageRevision states. */
  readonly address?: string;
  /** Directory that a Repository or a PackageRevision states. */
  readonly directory?: string;
  /**
   * Branch that a source or deployment follows, or on which a repository publishes. For an Application, the target
   * revision.
   */
  readonly branch?: string;
  /**
   * Chart of a HelmChart, or of a HelmRelease whose chart differs from the directory in `place`. A name if the source
   * is a HelmRepository, otherwise a directory.
   */
  readonly chart?: string;

  // Fields of a published PackageRevision.
  /** Number of the revision. */
  readonly number?: number;
  /** Time at which the revision was published. */
  readonly publishedAt?: number;
  /** Commit of the revision. */
  readonly commit?: string;
  /** Name of the package in the repository. */
  readonly name?: string;
}

type Rule = (object: unknown) => PackageRecord | undefined;

const SOURCES: Readonly<Record<string, Rule>> = {
  GitRepository: source => {
    const address = packageAddress(text(at(source, 'spec', 'url')));
    const branch = branchOf(at(source, 'spec', 'ref'));
    return address === undefined ? undefined : { address, ...(branch !== '' && { branch }), ...artifactTime(source) };
  },
  OCIRepository: source => ofAddress(packageAddress(text(at(source, 'spec', 'url'))), source),
  HelmRepository: source => ofAddress(packageAddress(text(at(source, 'spec', 'url'))), source),
  Bucket: source => {
    const [endpoint, bucket] = [text(at(source, 'spec', 'endpoint')), text(at(source, 'spec', 'bucketName'))];
    const written = `https://${endpoint.replace(/^https?:\/\//, '')}/${bucket}`;
    return ofAddress(bucket === '' ? undefined : packageAddress(written), source);
  },
  HelmChart: source => chartOf(at(source, 'spec', 'chart')),
};

const RULES: ReadonlyMap<string, Rule> = new Map([
  [keyOf(ROOT_SYNC), ofSync],
  [keyOf(REPO_SYNC), ofSync],
  [keyOf(RESOURCE_GROUP), ofGroup],
  [keyOf(KUSTOMIZATION), ofKustomization],
  [keyOf(HELM_RELEASE), ofHelmRelease],
  [keyOf(APPLICATION), ofApplication],
  [keyOf(PACKAGE_REVISION), ofPackageRevision],
  [keyOf(REPOSITORY), ofRepository],
  ...Object.entries(SOURCES).map(([kind, rule]): [string, Rule] => [keyOf({ group: SOURCE_GROUP, kind }), rule]),
]);

export const packageProjection: Projection = {
  name: PACKAGE,
  version: 2,
  index: 'place',
  from: [...RULES.keys()].map(key => {
    const [group = '', kind = ''] = key.split('/');
    return { group, kind };
  }),
  project: (object, kind) => {
    const record = RULES.get(keyOf(kind))?.(object);
    return record ? [{ ...bounded(record) }] : [];
  },
};

/** Removes the package's location and name from a record that is longer than MAX_RECORD_LENGTH. */
function bounded(record: PackageRecord): PackageRecord {
  if (JSON.stringify(record).length <= MAX_RECORD_LENGTH) return record;
  const {
    place: _place,
    address: _address,
    directory: _directory,
    branch: _branch,
    chart: _chart,
    name: _name,
    ...rest
  } = record;
  return rest;
}

function keyOf({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${group}/${kind}`;
}

/** Step and health that the engine reports. Omits the step DONE and the health READY. */
function said({ step, health }: Said): Pick<PackageRecord, 'step' | 'health'> {
  if (step !== 'DONE') return { step };
  return health === 'READY' ? {} : { health };
}

/** Returns `{}` if the address or the directory is unknown. */
function packageOf(address: string | undefined, directory: string | undefined): Pick<PackageRecord, 'place'> {
  return address === undefined || directory === undefined ? {} : { place: encodePlace({ address, directory }) };
}

function sourceOf(revision: string, at: number): Pick<PackageRecord, 'revision' | 'time'> {
  const kept = line(revision, MAX_REVISION_LENGTH);
  return kept === '' ? {} : { revision: kept, ...(at !== 0 && { time: at }) };
}

function countsOf(counts: ObjectCounts): Pick<PackageRecord, 'counts'> {
  return { counts: OBJECT_COUNTS.map(name => counts[name]) };
}

/** Directory of a package. An absent field means the root directory. */
function directoryAt(value: unknown): string | undefined {
  return packageDirectory(text(value));
}

function ofSync(sync: unknown): PackageRecord {
  const spec = at(sync, 'spec');
  return {
    ...said(saidOfSync(sync)),
    ...syncedPackage(spec),
    ...sourceOf(text(at(sync, 'status', 'source', 'commit')), time(at(sync, 'status', 'source', 'lastUpdate'))),
    ...(at(spec, 'override', 'statusMode') === 'disabled' && { unlisted: true as const }),
  };
}

function syncedPackage(spec: unknown): Pick<PackageRecord, 'place' | 'branch' | 'deep'> {
  const [git, oci, helm] = ['git', 'oci', 'helm'].map(type => at(spec, type));
  switch (text(at(spec, 'sourceType')) || 'git') {
    case 'git': {
      const follows = ['', 'HEAD'].includes(text(at(git, 'revision')));
      const branch = follows ? line(text(at(git, 'branch')), MAX_REVISION_LENGTH) || 'master' : '';
      const named = packageOf(packageAddress(text(at(git, 'repo'))), directoryAt(at(git, 'dir')));
      return { ...named, deep: true, ...(branch !== '' && { branch }) };
    }
    case 'oci':
      return packageOf(imageAddress(text(at(oci, 'image'))), directoryAt(at(oci, 'dir')));
    case 'helm':
      return packageOf(packageAddress(text(at(helm, 'repo'))), chartDirectory(text(at(helm, 'chart'))));
    default:
      return {};
  }
}

function ofGroup(group: unknown): PackageRecord {
  const counts = countsOf(objectCounts(group));
  if (!isInventoryOfConfigSync(group)) return { ...said(saidOfGroup(group)), ...counts };
  const health = healthOf(group);
  return { inventory: true, ...(health !== 'READY' && { health }), ...counts };
}

function ofKustomization(kustomization: unknown): PackageRecord {
  const spec = at(kustomization, 'spec');
  const looks =
    isTrue(at(spec, 'wait')) || ['healthChecks', 'healthCheckExprs'].some(checks => list(at(spec, checks)).length > 0);
  const says = saidOfKustomization(kustomization);
  const isUnhealthy = says.step === 'DONE' && says.health !== 'READY';
  const attempted = isUnhealthy
    ? line(revisionAt(kustomization, 'status', 'lastAttemptedRevision'), MAX_REVISION_LENGTH)
    : '';
  return {
    ...said(says),
    ...(attempted !== '' && { unhealthyRevision: attempted }),
    ...(looks && { detail: 'AGGREGATED' as const }),
    ...packageOf('', directoryAt(at(spec, 'path'))),
  };
}

function ofHelmRelease(release: unknown): PackageRecord {
  const waits = !['install', 'upgrade'].some(action => isTrue(at(release, 'spec', action, 'disableWait')));
  return {
    ...said(saidOfHelmRelease(release)),
    ...(waits && { detail: 'AGGREGATED' as const }),
    ...releasedChart(at(release, 'spec')),
  };
}

/**
 * Value of `place` for a HelmRelease whose chartRef names a HelmChart. The HelmChart states the location of the chart.
 */
export const BY_REFERENCE = 'chartRef';

function releasedChart(spec: unknown): Pick<PackageRecord, 'place' | 'chart'> {
  const reference = at(spec, 'chartRef');
  if (at(reference, 'kind') === 'OCIRepository') return packageOf('', '');
  if (reference) return { place: BY_REFERENCE };
  const chart = chartDirectory(text(at(spec, 'chart', 'spec', 'chart')));
  if (chart === undefined) return {};
  const directory = chartPlace(chart);
  return { ...packageOf('', directory), ...(directory !== chart && { chart }) };
}

/** Directory in which a chart is found. `chart` is the name of a chart or a directory. */
export function chartPlace(chart: string): string {
  return packageDirectory(chart) ?? chart;
}

function chartOf(value: unknown): Pick<PackageRecord, 'chart'> | undefined {
  const chart = chartDirectory(text(value));
  return chart === undefined ? undefined : { chart };
}

function ofApplication(application: unknown): PackageRecord {
  const [listed] = list(at(application, 'spec', 'sources'));
  const source = at(application, 'spec', 'source') ?? listed;
  const [address, chart] = [text(at(source, 'repoURL')), text(at(source, 'chart'))];
  const named =
    chart === ''
      ? packageOf(packageAddress(address), directoryAt(at(source, 'path')))
      : packageOf(imageAddress(address), chartDirectory(chart));
  const target = line(text(at(source, 'targetRevision')), MAX_REVISION_LENGTH);
  const counts = countsOfApplication(application);
  return {
    ...said(saidOfApplication(application)),
    ...named,
    ...(!['', 'HEAD'].includes(target) && { branch: target }),
    ...sourceOf(comparedRevision(application), time(at(application, 'status', 'reconciledAt'))),
    ...(isOutOfSync(application) && { differs: true as const }),
    ...destinationOf(application),
    ...(counts ? { detail: 'FULL' as const, ...countsOf(counts) } : { detail: 'AGGREGATED' as const }),
  };
}

/** Maximum length of the name or URL of a destination, in UTF-16 units. */
const MAX_DESTINATION_LENGTH = 512;

function destinationOf(application: unknown): Pick<PackageRecord, 'cluster' | 'server'> {
  if (isInOwnCluster(application)) return {};
  const destination = at(application, 'spec', 'destination');
  const [cluster, server] = ['name', 'server'].map(field =>
    line(text(at(destination, field)), MAX_DESTINATION_LENGTH),
  ) as [string, string];
  return cluster === '' ? { server } : { cluster };
}

/** Returns undefined for a revision that is no deployment or is not published. */
function ofPackageRevision(revision: unknown): PackageRecord | undefined {
  const [spec, status] = [at(revision, 'spec'), at(revision, 'status')];
  if (at(spec, 'lifecycle') !== 'Published' || at(status, 'deployment') !== true) return undefined;
  const lock = at(status, 'selfLock', 'git');
  const [repository, commit] = [text(at(lock, 'repo')), line(text(at(lock, 'commit')), MAX_REVISION_LENGTH)];
  const address = packageAddress(repository);
  const written = at(lock, 'directory');
  const directory = typeof written === 'string' ? packageDirectory(written) : undefined;
  const name = chartDirectory(text(at(spec, 'packageName')));
  return {
    number: numberOf(at(status, 'revision') ?? at(spec, 'revision')),
    ...publishedAt(status),
    ...(commit !== '' && { commit }),
    // An unreadable address becomes '', so that the address of the repository is not used instead.
    ...(repository !== '' && { address: address ?? '' }),
    ...(directory !== undefined && { directory }),
    ...(name !== undefined && { name }),
  };
}

/** Parses a number such as `v3` or 3. Returns 0 if it is unreadable. */
function numberOf(written: unknown): number {
  const digits = typeof written === 'number' ? String(written) : text(written).replace(/^v/, '');
  return /^\d{1,15}(\.\d{1,15})?$/.test(digits) ? Number(digits) : 0;
}

function publishedAt(status: unknown): Pick<PackageRecord, 'publishedAt'> {
  const published = time(at(status, 'publishedAt')) || time(at(status, 'publishTimestamp'));
  return published === 0 ? {} : { publishedAt: published };
}

function ofRepository(repository: unknown): PackageRecord {
  const git = at(repository, 'spec', 'git');
  const [address, directory] = [packageAddress(text(at(git, 'repo'))), directoryAt(at(git, 'directory'))];
  return {
    ...(address !== undefined && directory !== undefined && { address, directory }),
    branch: line(text(at(git, 'branch')), MAX_REVISION_LENGTH) || 'main',
  };
}

/** Branch that a source follows. Empty if it follows no branch. */
function branchOf(reference: unknown): string {
  const [branch, ...others] = ['branch', 'tag', 'semver', 'name', 'commit'].map(field => text(at(reference, field)));
  if (others.some(other => other !== '')) return '';
  return line(branch!, MAX_REVISION_LENGTH) || 'master';
}

function artifactTime(source: unknown): Pick<PackageRecord, 'time'> {
  const since = time(at(source, 'status', 'artifact', 'lastUpdateTime'));
  return since === 0 ? {} : { time: since };
}

function ofAddress(address: string | undefined, source: unknown): PackageRecord | undefined {
  return address === undefined ? undefined : { address, ...artifactTime(source) };
}
