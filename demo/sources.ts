/** Flux sources of the demo fleet, with the statuses that source-controller writes. */
import type { DemoCluster } from './cluster.ts';
import { seededHex } from './random.ts';
import { condition, demoObject, time, type DemoObject } from './render.ts';

const SOURCE = 'source.toolkit.fluxcd.io/v1';

/** Revision of a branch after this number of changes: `main@sha1:…`. */
export function gitRevision(repository: string, change: number): string {
  return `main@sha1:${seededHex(40, 'commit', repository, change)}`;
}

export interface Failure {
  readonly reason: string;
  readonly message: string;
}

export interface Outcome {
  readonly at: number;
  readonly generation?: number;
  /** Undefined if there is no failure. */
  readonly failure?: Failure | undefined;
}

export interface SourceParts extends Outcome {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly revision: string;
}

/** A source of any kind. */
export function source(
  cluster: DemoCluster,
  kind: keyof typeof FETCHED,
  namespace: string,
  name: string,
  parts: SourceParts,
): DemoObject {
  return demoObject(cluster, [SOURCE, kind], namespace, name, () => {
    const { spec, revision, at, generation = 1, failure } = parts;
    const stamp = { generation, at };
    const message = `stored artifact for ${FETCHED[kind]} '${revision}'`;
    const conditions = failure
      ? [
          condition('Reconciling', true, 'ProgressingWithRetry', `building artifact: new revision`, stamp),
          condition('Ready', false, failure.reason, failure.message, stamp),
          condition('FetchFailed', true, failure.reason, failure.message, stamp),
        ]
      : [
          condition('Ready', true, 'Succeeded', message, stamp),
          condition('ArtifactInStorage', true, 'Succeeded', message, stamp),
        ];
    const path = `${kind.toLowerCase()}/${namespace}/${name}/${revision.replace(/.*:/, '')}.tar.gz`;
    const artifact = {
      path,
      url: `http://source-controller.flux-system.svc.cluster.local./${path}`,
      revision,
      lastUpdateTime: time(at),
    };
    const digest = `sha256:${seededHex(64, kind, name, revision)}`;
    return {
      generation,
      content: {
        spec,
        status: {
          observedGeneration: failure ? -1 : generation,
          conditions,
          artifact: { ...artifact, digest, size: 18_432 },
        },
      },
    };
  });
}

const FETCHED = {
  GitRepository: 'revision',
  OCIRepository: 'digest',
  HelmRepository: 'index with revision',
  HelmChart: 'chart with version',
  Bucket: 'bucket with revision',
};

/** A HelmRepository of type `oci`, to which Flux gives no status. */
export function ociHelmRepository(cluster: DemoCluster, namespace: string, name: string, url: string): DemoObject {
  return demoObject(cluster, [SOURCE, 'HelmRepository'], namespace, name, () => ({
    generation: 1,
    content: { spec: { type: 'oci', interval: '10m', url } },
  }));
}
