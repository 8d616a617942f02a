/** Objects of packages in the form that their controllers write. By default the rollout is complete. */
import type { Json } from './package-fleet.ts';

export const REPO = 'https://git.example/org/repo';
/** A commit hash that repeats one digit. */
export const commit = (digit: string): string => digit.repeat(40);
export const T1 = '2026-01-30T10:00:00Z';
export const T2 = '2026-01-30T12:00:00Z';

const named = (apiVersion: string, kind: string, place: string, more: Json = {}): Json => {
  const [namespace, name] = place.split('/');
  return { apiVersion, kind, metadata: { namespace, name, generation: 2, ...more } };
};
const condition = (type: string, status: string, more: Json = {}): Json => ({
  ...{ type, status, reason: `${type}${status}`, message: `${type} is ${status}`, lastTransitionTime: T1 },
  ...more,
});

export interface SyncOptions {
  readonly kind?: 'RootSync' | 'RepoSync';
  readonly directory?: string;
  readonly repo?: string;
  readonly branch?: string;
  readonly revision?: string;
  readonly applied?: string;
  readonly source?: string;
  readonly sourceTime?: string;
  readonly syncing?: Json;
  readonly spec?: Json;
  readonly status?: Json;
  readonly metadata?: Json;
}

export function sync(place: string, options: SyncOptions = {}): Json {
  const {
    kind = 'RootSync',
    directory = 'apps/web',
    repo = `${REPO}.git`,
    branch = 'main',
    revision,
    applied = commit('a'),
  } = options;
  const { source = applied, sourceTime = T2, syncing = {}, spec, status, metadata } = options;
  return {
    ...named('configsync.gke.io/v1beta1', kind, place, metadata),
    spec: {
      sourceType: 'git',
      git: { repo, dir: directory, branch, ...(revision !== undefined && { revision }) },
      ...spec,
    },
    status: {
      observedGeneration: 2,
      lastSyncedCommit: applied,
      source: { commit: source, lastUpdate: sourceTime },
      conditions: [
        condition('Syncing', 'False', { commit: applied, reason: 'Sync', message: 'Sync Completed', ...syncing }),
      ],
      ...status,
    },
  };
}

/** The inventory of a RootSync, with one object for each status. */
export function inventory(place: string, statuses: readonly string[], more: Json = {}): Json {
  const [namespace, name] = place.split('/');
  const { metadata, ...rest } = more;
  const labels = { 'cli-utils.sigs.k8s.io/inventory-id': `${namespace}_${name}` };
  return {
    ...named('kpt.dev/v1alpha1', 'ResourceGroup', place, { labels, ...metadata }),
    status: {
      observedGeneration: 2,
      resourceStatuses: statuses.map((status, i) => ({
        ...{ group: 'apps', kind: 'Deployment', namespace: 'shop', name: `d${i}` },
        ...{ status, strategy: 'Apply', actuation: 'Succeeded' },
      })),
      conditions: [condition('Stalled', 'False', { lastTransitionTime: T2 })],
    },
    ...rest,
  };
}

/** The inventory object that `kpt live apply` writes. */
export function kptGroup(place: string, reconciles: readonly string[], entry: Json = {}): Json {
  return {
    ...named('kpt.dev/v1alpha1', 'ResourceGroup', place, {
      labels: { 'cli-utils.sigs.k8s.io/inventory-id': '01234567-kpt' },
    }),
    status: {
      observedGeneration: 1,
      resourceStatuses: reconciles.map((reconcile, i) => ({
        ...{ group: 'apps', kind: 'Deployment', namespace: 'shop', name: `d${i}` },
        ...{ status: 'Unknown', strategy: 'Apply', actuation: 'Succeeded', reconcile, ...entry },
      })),
    },
  };
}

export interface FluxOptions {
  readonly applied?: string;
  readonly ready?: Json;
  readonly spec?: Json;
  readonly status?: Json;
}

export function kustomization(
  place: string,
  path: string,
  { applied = `main@sha1:${commit('a')}`, ready, spec, status }: FluxOptions = {},
): Json {
  return {
    ...named('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', place),
    spec: { path, wait: true, sourceRef: { kind: 'GitRepository', name: 'repo' }, ...spec },
    status: {
      observedGeneration: 2,
      lastAppliedRevision: applied,
      lastAttemptedRevision: applied,
      conditions: [
        condition('Ready', 'True', {
          reason: 'ReconciliationSucceeded',
          message: `Applied revision: ${applied}`,
          ...ready,
        }),
      ],
      ...status,
    },
  };
}

export function gitRepository(
  place: string,
  url = REPO,
  revision = `main@sha1:${commit('a')}`,
  ref: Json = { branch: 'main' },
): Json {
  return {
    ...named('source.toolkit.fluxcd.io/v1', 'GitRepository', place),
    spec: { url, ref },
    status: { artifact: { revision, lastUpdateTime: T2 }, conditions: [condition('Ready', 'True')] },
  };
}

export function fluxSource(kind: string, place: string, spec: Json): Json {
  return {
    ...named('source.toolkit.fluxcd.io/v1', kind, place),
    spec,
    status: { conditions: [condition('Ready', 'True')] },
  };
}

export function helmRelease(place: string, spec: Json, more: Json = {}): Json {
  return {
    ...named('helm.toolkit.fluxcd.io/v2', 'HelmRelease', place),
    spec,
    status: {
      history: [{ chartVersion: '1.2.3' }],
      conditions: [condition('Ready', 'True', { reason: 'InstallSucceeded' })],
      ...more,
    },
  };
}

export function application(place: string, spec: Json, status: Json = {}): Json {
  return {
    ...named('argoproj.io/v1alpha1', 'Application', place),
    spec: { source: { repoURL: `${REPO}.git`, path: 'apps/web', targetRevision: 'main' }, ...spec },
    status: {
      health: { status: 'Healthy', lastTransitionTime: T1 },
      sync: { status: 'Synced', revision: commit('a') },
      reconciledAt: T2,
      resources: [{ kind: 'Deployment', name: 'web', health: { status: 'Healthy' } }],
      ...status,
    },
  };
}

export interface RevisionOptions {
  readonly directory?: string;
  readonly revision?: number | string;
  readonly sha?: string | undefined;
  readonly publishedAt?: string | undefined;
  readonly spec?: Json;
  readonly status?: Json;
}

export function packageRevision(place: string, options: RevisionOptions = {}): Json {
  const { directory = 'apps/web', revision = 1, spec, status } = options;
  const publishedAt = 'publishedAt' in options ? options.publishedAt : T1;
  const sha = 'sha' in options ? options.sha : commit('b');
  return {
    ...named('porch.kpt.dev/v1alpha1', 'PackageRevision', place),
    spec: { packageName: 'web', repository: 'deployments', lifecycle: 'Published', revision, ...spec },
    status: {
      deployment: true,
      publishedAt,
      selfLock: { type: 'git', git: { repo: REPO, directory, commit: sha } },
      ...status,
    },
  };
}

export function repository(place: string, git: Json = { repo: REPO, directory: 'apps', branch: 'main' }): Json {
  return { ...named('config.porch.kpt.dev/v1alpha1', 'Repository', place), spec: { git } };
}
