/**
 * Reads the resources that an API server serves. This takes two requests with aggregated discovery (on by default since
 * Kubernetes 1.27). Older servers need one request per group and version.
 *
 * If the server of one group is down, discovery still succeeds, and the last known resources of this group still count.
 * Otherwise the collected rows of the group would disappear.
 */
import type { Logger } from '../telemetry/log.ts';
import type { KubernetesClient, ServedResource } from './client.ts';
import { KubernetesError } from './errors.ts';
import { isRecord } from './object-shape.ts';
import { raced } from '../async/deadline.ts';
import { leafTurns } from '../async/fair-turns.ts';
import { inParallel } from '../async/parallel.ts';

export interface DiscoveryOptions {
  readonly cluster: string;
  readonly log: Logger;
  readonly fetch: (
    path: string,
    accept: string,
    etag: string | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<Fetched | 'unchanged'>;
  /** Milliseconds for which a result is cached. @default 60_000 */
  readonly cacheMs?: number;
  /**
   * Maximum milliseconds for all requests for single groups together. Shorter than callers wait for discovery, so that
   * discovery succeeds without the groups that are slow. @default 8_000
   */
  readonly legacyMs?: number;
}

export interface Fetched {
  readonly document: unknown;
  readonly etag: string | undefined;
}

const ACCEPT = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

/**
 * Maximum groups, and maximum versions of groups, that are read of one document, because a leaf must not fill our
 * memory or block the event loop. The largest clusters serve about 3 000 resources in some hundred groups.
 */
const MAX_VERSIONS = 2_000;
/** Maximum resources of one document, and of a cluster. */
const MAX_RESOURCES = 10_000;
/** Maximum concurrent requests for single groups. Each answer may need many megabytes while it is read. */
const AT_ONCE = 16;

/** One version of a group. */
interface GroupVersion {
  readonly group: string;
  readonly version: string;
  /** Undefined if unknown, for example because the server of the group does not answer. */
  readonly resources: readonly ServedResource[] | undefined;
  /** True if the resources must be requested. */
  readonly isLegacy?: boolean;
}

/** Content of /api or /apis. */
interface Root {
  readonly versions: readonly GroupVersion[];
  /** Number of groups, versions and resources that were left out. */
  readonly leftOut: number;
}

interface Discovered {
  readonly resources: readonly ServedResource[];
  readonly leftOut: number;
}

export function createDiscovery({
  cluster,
  log,
  fetch,
  cacheMs = 60_000,
  legacyMs = 8_000,
}: DiscoveryOptions): KubernetesClient['discover'] {
  const roots = new Map<string, Root & Pick<Fetched, 'etag'>>();
  let lastGood = new Map<string, readonly ServedResource[]>();
  let cached: (Discovered & { readonly at: number }) | undefined;
  let underWay: Promise<Discovered> | undefined;

  async function root(path: '/api' | '/apis', signal: AbortSignal | undefined): Promise<Root> {
    const before = roots.get(path);
    const fetched = await fetch(path, ACCEPT, before?.etag, signal);
    await leafTurns.take(cluster);
    const document = fetched === 'unchanged' ? before : rootOf(fetched.document);
    if (document === undefined) throw unexpected(cluster, path);
    if (fetched !== 'unchanged') roots.set(path, { ...document, etag: fetched.etag });
    return document;
  }

  /** Requests the resources of legacy versions. Versions that were never read come first, because time may run out. */
  async function completed(listed: readonly GroupVersion[], signal: AbortSignal | undefined): Promise<Root> {
    const deadline = AbortSignal.timeout(legacyMs);
    const limited = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const failures: string[] = [];
    let [held, leftOut] = [0, 0];
    const requested = async ({ group, version }: GroupVersion): Promise<GroupVersion['resources']> => {
      const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      limited.throwIfAborted();
      const fetched = await fetch(path, 'application/json', undefined, limited);
      if (fetched === 'unchanged') return undefined;
      await leafTurns.take(cluster);
      const room = new Room(MAX_RESOURCES);
      const resources = legacyResources(group, version, fetched.document, room);
      held += resources.length;
      leftOut += room.leftOut;
      return resources;
    };
    const found = new Map<GroupVersion, GroupVersion['resources']>();
    const legacy = listed.filter(({ isLegacy }) => isLegacy);
    const isKnown = ({ group, version }: GroupVersion) => Number(lastGood.has(`${group}/${version}`));
    legacy.sort((a, b) => isKnown(a) - isKnown(b));
    await inParallel(legacy, AT_ONCE, async one => {
      if (held >= MAX_RESOURCES) {
        leftOut += 1;
        return;
      }
      try {
        found.set(one, await requested(one));
      } catch (error) {
        if (deadline.aborted && !signal?.aborted) return void failures.push('there was no time for all groups');
        // If an aggregated API server is down, requests for its group fail with one of these codes. Any other error
        // counts as a problem of the whole server.
        if (
          !(error instanceof KubernetesError) ||
          !['SERVER_ERROR', 'NOT_FOUND', 'FORBIDDEN', 'TIMEOUT'].includes(error.code)
        )
          throw error;
        failures.push(error.message);
      }
    });
    if (failures.length > 0)
      log.warn({ cluster, failed: failures.length, first: failures[0] }, 'discovery of some groups failed');
    return { versions: listed.map(one => ({ ...one, resources: found.get(one) ?? one.resources })), leftOut };
  }

  async function read(signal: AbortSignal | undefined): Promise<Discovered> {
    const [core, others] = await Promise.all([root('/api', signal), root('/apis', signal)]);
    const found = await completed([...core.versions, ...others.versions], signal);
    await leafTurns.take(cluster);
    const room = new Room(MAX_RESOURCES);
    const good = new Map<string, readonly ServedResource[]>();
    const preferred = new Map<string, ServedResource>();
    for (const { group, version, resources } of found.versions) {
      const key = `${group}/${version}`;
      const known = room.take(resources ?? lastGood.get(key) ?? []);
      if (resources !== undefined || lastGood.has(key)) good.set(key, known);
      // The server lists versions in its order of preference. A resource is taken in the first version that has it.
      for (const resource of known) {
        const name = `${resource.group}/${resource.plural}`;
        if (!preferred.has(name)) preferred.set(name, resource);
      }
    }
    lastGood = good;
    const leftOut = core.leftOut + others.leftOut + found.leftOut + room.leftOut;
    if (leftOut > 0)
      log.warn(
        { cluster, leftOut },
        `groups, versions or resources are left out: at most ${MAX_VERSIONS} versions and ${MAX_RESOURCES} resources of a cluster are read`,
      );
    cached = { resources: [...preferred.values()], leftOut, at: performance.now() };
    return cached;
  }

  /**
   * All waiting callers share one read, so the signal of a single caller does not end it. Each request of the read has
   * a deadline.
   */
  function shared(): Promise<Discovered> {
    underWay ??= read(undefined).finally(() => (underWay = undefined));
    return underWay;
  }

  async function discovered(fresh: boolean, signal: AbortSignal | undefined): Promise<Discovered> {
    // A read that is already running may miss the change that the caller knows of.
    if (fresh) return read(signal);
    if (cached && performance.now() - cached.at < cacheMs) return cached;
    return signal ? raced(shared(), signal) : shared();
  }

  return async ({ fresh = false, signal, onLeftOut } = {}) => {
    signal?.throwIfAborted();
    const { resources, leftOut } = await discovered(fresh, signal);
    if (leftOut > 0) onLeftOut?.(leftOut);
    return resources;
  };
}

/** Limits the number of entries that are read of the lists of a leaf. */
class Room {
  /** Number of entries that did not fit. */
  leftOut = 0;
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  /** Returns the first entries, as many as fit. */
  take<T>(entries: readonly T[]): readonly T[] {
    const taken = entries.slice(0, this.#left);
    this.#left -= taken.length;
    this.leftOut += entries.length - taken.length;
    return taken;
  }
}

/** Undefined if the document is no discovery document. */
function rootOf(document: unknown): Root | undefined {
  if (!isRecord(document)) return undefined;
  const [groups, versions, resources] = [new Room(MAX_VERSIONS), new Room(MAX_VERSIONS), new Room(MAX_RESOURCES)];
  let listed: GroupVersion[];
  if (document.kind === 'APIGroupDiscoveryList')
    listed = records(document.items, groups).flatMap(item => aggregated(item, versions, resources));
  else if (document.kind === 'APIVersions')
    listed = labels(document.versions).map(version => legacyVersion('', version));
  else if (document.kind === 'APIGroupList')
    listed = records(document.groups, groups).flatMap(entry => legacyVersions(entry, versions));
  else return undefined;
  return { versions: listed, leftOut: groups.leftOut + versions.leftOut + resources.leftOut };
}

function aggregated(item: Record<string, unknown>, versions: Room, room: Room): GroupVersion[] {
  const group = isRecord(item.metadata) && typeof item.metadata.name === 'string' ? item.metadata.name : '';
  if (!isGroup(group)) return [];
  return records(item.versions, versions).flatMap((entry): GroupVersion[] => {
    const { version } = entry;
    if (!isLabel(version)) return [];
    const resources = records(entry.resources, room).flatMap(resource => {
      const kind = isRecord(resource.responseKind) ? resource.responseKind.kind : undefined;
      const { resource: plural, scope, verbs, shortNames, categories, singularResource: singular } = resource;
      return served(group, version, {
        plural,
        kind,
        namespaced: scope === 'Namespaced',
        verbs,
        shortNames,
        categories,
        singular,
      });
    });
    // Stale: the server of this group does not answer, so its resources in this answer may be incomplete.
    return [
      { group, version, resources: entry.freshness === 'Stale' && resources.length === 0 ? undefined : resources },
    ];
  });
}

function legacyVersions(entry: Record<string, unknown>, room: Room): GroupVersion[] {
  const { name: group } = entry;
  if (!isGroup(group)) return [];
  const preferred = isRecord(entry.preferredVersion) ? entry.preferredVersion.version : undefined;
  const versions = records(entry.versions, room)
    .map(({ version }) => version)
    .filter(isLabel);
  return versions
    .sort((a, b) => Number(b === preferred) - Number(a === preferred))
    .map(version => legacyVersion(group, version));
}

function legacyVersion(group: string, version: string): GroupVersion {
  return { group, version, resources: undefined, isLegacy: true };
}

function legacyResources(group: string, version: string, document: unknown, room: Room): ServedResource[] {
  if (!isRecord(document)) return [];
  return records(document.resources, room).flatMap(
    ({ name, kind, namespaced, verbs, shortNames, categories, singularName }) =>
      served(group, version, {
        plural: name,
        kind,
        namespaced: namespaced === true,
        verbs,
        shortNames,
        categories,
        singular: singularName,
      }),
  );
}

/** A resource as a leaf describes it. */
type Reported = Readonly<Record<'plural' | 'kind' | 'verbs' | 'shortNames' | 'categories' | 'singular', unknown>> & {
  readonly namespaced: boolean;
};

/** Empty for subresources (`pods/log`), and for resources whose name or kind is invalid. */
function served(
  group: string,
  version: string,
  { plural, kind, namespaced, verbs, ...reported }: Reported,
): ServedResource[] {
  if (!isLabel(plural) || !isKindName(kind)) return [];
  const others = few([...labels(reported.shortNames), ...labels([reported.singular])]);
  const shortNames = others.filter(name => name !== plural && name !== kind.toLowerCase());
  const categories = few(labels(reported.categories));
  return [
    {
      ...{ group, version, kind, plural, namespaced, verbs: labels(verbs) },
      ...(shortNames.length > 0 && { shortNames }),
      ...(categories.length > 0 && { categories }),
    },
  ];
}

/** Maximum short names, and maximum categories, of one resource. */
const MAX_NAMES = 8;

function few(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/**
 * True if a CustomResourceDefinition may have this kind. The rule of API servers: written in lower case, the kind is a
 * DNS label that starts with a letter.
 */
export function isKindName(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/.test(value);
}

function isLabel(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(value);
}

function isGroup(value: unknown): value is string {
  return typeof value === 'string' && (value === '' || (value.length <= 253 && value.split('.').every(isLabel)));
}

function records(value: unknown, room: Room): Record<string, unknown>[] {
  return Array.isArray(value) ? room.take<unknown>(value).filter(isRecord) : [];
}

/** Maximum entries that are read of a list of verbs, short names or categories. API servers have eight verbs. */
const MAX_LABELS = 16;

function labels(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, MAX_LABELS).filter(isLabel) : [];
}

function unexpected(cluster: string, path: string): KubernetesError {
  return new KubernetesError(
    'MALFORMED',
    `${cluster}: discover ${path}: the answer is no discovery document; is this URL that of a Kubernetes API server?`,
    {
      cluster,
    },
  );
}
