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

/** One version of a group. `resources` is undefined if reading them failed. */
interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[] | undefined;
}

export function createDiscovery({
  cluster,
  log,
  fetch,
  cacheMs = 60_000,
}: DiscoveryOptions): KubernetesClient['discover'] {
  const documents = new Map<string, Fetched>();
  let lastGood = new Map<string, readonly ServedResource[]>();
  let cached: { resources: readonly ServedResource[]; at: number } | undefined;
  let underWay: Promise<readonly ServedResource[]> | undefined;

  async function root(path: '/api' | '/apis', signal: AbortSignal | undefined): Promise<GroupVersion[]> {
    const before = documents.get(path);
    const fetched = await fetch(path, ACCEPT, before?.etag, signal);
    const current = fetched === 'unchanged' ? before : fetched;
    if (current === undefined) throw unexpected(cluster, path);
    documents.set(path, current);
    const { document } = current;
    if (isRecord(document) && document.kind === 'APIGroupDiscoveryList') return aggregated(document);
    if (isRecord(document) && document.kind === 'APIVersions') {
      return Promise.all(strings(document.versions).map(version => legacy('', version, signal)));
    }
    if (isRecord(document) && document.kind === 'APIGroupList') {
      const versions = records(document.groups).flatMap(legacyVersions);
      return Promise.all(versions.map(({ group, version }) => legacy(group, version, signal)));
    }
    throw unexpected(cluster, path);
  }

  async function legacy(group: string, version: string, signal: AbortSignal | undefined): Promise<GroupVersion> {
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    try {
      const fetched = await fetch(path, 'application/json', undefined, signal);
      return {
        group,
        version,
        resources: fetched === 'unchanged' ? undefined : legacyResources(group, version, fetched.document),
      };
    } catch (error) {
      // If an aggregated API server is down, requests for its group fail with one of these codes. Any other error
      // counts as a problem of the whole server.
      if (
        !(error instanceof KubernetesError) ||
        !['SERVER_ERROR', 'NOT_FOUND', 'FORBIDDEN', 'TIMEOUT'].includes(error.code)
      )
        throw error;
      log.warn({ cluster, group, version, error: error.message }, 'discovery of one group failed');
      return { group, version, resources: undefined };
    }
  }

  async function read(signal: AbortSignal | undefined): Promise<readonly ServedResource[]> {
    const found = (await Promise.all([root('/api', signal), root('/apis', signal)])).flat();
    const good = new Map<string, readonly ServedResource[]>();
    const preferred = new Map<string, ServedResource>();
    for (const { group, version, resources } of found) {
      const key = `${group}/${version}`;
      const known = resources ?? lastGood.get(key) ?? [];
      good.set(key, known);
      // The server lists versions in its order of preference. A resource is taken in the first version that has it.
      for (const resource of known) {
        const name = `${resource.group}/${resource.plural}`;
        if (!preferred.has(name)) preferred.set(name, resource);
      }
    }
    lastGood = good;
    const resources = [...preferred.values()];
    cached = { resources, at: performance.now() };
    return resources;
  }

  /**
   * All waiting callers share one read, so the signal of a single caller does not end it. Each request of the read has
   * a deadline.
   */
  function shared(): Promise<readonly ServedResource[]> {
    underWay ??= read(undefined).finally(() => (underWay = undefined));
    return underWay;
  }

  return async ({ fresh = false, signal } = {}) => {
    signal?.throwIfAborted();
    // A read that is already running may miss the change that the caller knows of.
    if (fresh) return read(signal);
    if (cached && performance.now() - cached.at < cacheMs) return cached.resources;
    return signal ? raced(shared(), signal) : shared();
  };
}

function aggregated(document: Record<string, unknown>): GroupVersion[] {
  return records(document.items).flatMap(item => {
    const group = isRecord(item.metadata) && typeof item.metadata.name === 'string' ? item.metadata.name : '';
    if (!isGroup(group)) return [];
    return records(item.versions).flatMap((entry): GroupVersion[] => {
      const { version } = entry;
      if (!isLabel(version)) return [];
      const resources = records(entry.resources).flatMap(resource => {
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
  });
}

function legacyVersions(entry: Record<string, unknown>): { group: string; version: string }[] {
  const { name: group } = entry;
  if (!isGroup(group)) return [];
  const preferred = isRecord(entry.preferredVersion) ? entry.preferredVersion.version : undefined;
  const versions = records(entry.versions)
    .map(({ version }) => version)
    .filter(isLabel);
  return versions
    .sort((a, b) => Number(b === preferred) - Number(a === preferred))
    .map(version => ({ group, version }));
}

function legacyResources(group: string, version: string, document: unknown): ServedResource[] {
  if (!isRecord(document)) return [];
  return records(document.resources).flatMap(
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
  const others = labels([...strings(reported.shortNames), reported.singular]);
  const shortNames = others.filter(name => name !== plural && name !== kind.toLowerCase());
  const categories = labels(strings(reported.categories));
  return [
    {
      ...{ group, version, kind, plural, namespaced, verbs: strings(verbs) },
      ...(shortNames.length > 0 && { shortNames }),
      ...(categories.length > 0 && { categories }),
    },
  ];
}

/** Maximum short names, and maximum categories, of one resource. */
const MAX_NAMES = 8;

function labels(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.filter(isLabel))].slice(0, MAX_NAMES);
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

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
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
