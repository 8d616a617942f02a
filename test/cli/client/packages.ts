/** Packages and deployments with defaults. A test names only the fields that it is about. */
import type { ListedDeployment, ListedPackage, PhaseCounts } from '../../../cli/client/packages.ts';

const NONE: PhaseCounts = {
  ...{
    total: 0,
    failed: 0,
    syncFailed: 0,
    unknown: 0,
    terminating: 0,
    outdated: 0,
    syncing: 0,
    reconciling: 0,
    ready: 0,
    stale: 0,
  },
};

export function counts(some: Partial<PhaseCounts>): PhaseCounts {
  const { stale: _stale, total: _total, ...phases } = { ...NONE, ...some };
  return { ...NONE, ...some, total: Object.values(phases).reduce((sum, count) => sum + count, 0) };
}

export function listedPackage(reported: Partial<ListedPackage> = {}): ListedPackage {
  return {
    id: '//https%3A%2F%2Fgit.example%2Frepo/apps%2Fweb',
    address: 'https://git.example/repo',
    directory: 'apps/web',
    publishedRevision: null,
    intent: null,
    phaseCounts: counts({ ready: 2 }),
    ...reported,
  };
}

export function deployment(reported: Partial<ListedDeployment> = {}): ListedDeployment {
  return {
    object: {
      id: 'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-a/web',
      cluster: { name: 'leaf-01' },
      kind: 'Kustomization',
      namespace: 'team-a',
      name: 'web',
      suspended: false,
    },
    target: { name: 'leaf-01' },
    engine: 'FLUX_KUSTOMIZATION',
    scope: 'PACKAGE',
    phase: 'READY',
    reason: null,
    message: null,
    revision: 'main@sha1:0a1b',
    expectedRevision: null,
    detail: 'AGGREGATED',
    objectCounts: null,
    stale: false,
    since: null,
    mechanism: 'PULL',
    ...reported,
  };
}
