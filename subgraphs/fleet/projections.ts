/**
 * Projections of this subgraph: data of objects beside their rows (read by readmodel/questions/related.ts,
 * revisions.ts and restarts.ts).
 */
import type { Projection } from '../../kinds/projection.ts';
import { kindOf } from '../../kinds/registry.ts';
import { at, integer, isRecord, line, list, record, text, time } from '../../kinds/untrusted.ts';
import { ATTEMPTED, LABEL_SELECTOR, SELECTOR, SOURCE_URL } from '../../store/attached.ts';
import { MAX_REASON_LENGTH, MAX_REVISION_LENGTH } from '../../store/limits.ts';
import { sourceUrl } from '../../schema/source-url.ts';
import { requirementsOf } from '../label-selector.ts';

const HELM_RELEASE = { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' };
const SOURCE_GROUP = 'source.toolkit.fluxcd.io';

/** Selector of a Service. */
const selector: Projection = {
  name: SELECTOR,
  version: 1,
  from: [{ group: '', kind: 'Service' }],
  project: object => {
    const labels = record(at(object, 'spec', 'selector'));
    const values = Object.values(labels);
    // Without a selector, endpoints are managed elsewhere; an external name has none.
    const selects = values.length > 0 && values.every(value => typeof value === 'string');
    return selects && at(object, 'spec', 'type') !== 'ExternalName' ? [labels] : [];
  },
};

const MONITORS = 'monitoring.coreos.com';

/** Label selector of objects that select Pods or Services with one. */
const labelSelector: Projection = {
  name: LABEL_SELECTOR,
  version: 1,
  from: [
    { group: 'policy', kind: 'PodDisruptionBudget' },
    { group: 'networking.k8s.io', kind: 'NetworkPolicy' },
    ...['PodMonitor', 'ServiceMonitor'].map(kind => ({ group: MONITORS, kind })),
  ],
  project: object => {
    // NetworkPolicies name it podSelector; only monitors reach other namespaces.
    const selector = requirementsOf(at(object, 'spec', 'selector') ?? at(object, 'spec', 'podSelector'));
    const other = at(object, 'spec', 'namespaceSelector');
    const names = list(at(other, 'matchNames')).filter(name => typeof name === 'string');
    const namespaces = at(other, 'any') === true ? '*' : names.length > 0 ? names : undefined;
    return selector ? [{ selector, ...(namespaces && { namespaces }) }] : [];
  },
};

/** Address of a Flux source, without credentials, and the time of its current revision. */
const url: Projection = {
  name: SOURCE_URL,
  version: 4,
  from: ['GitRepository', 'OCIRepository', 'HelmRepository', 'Bucket'].map(kind => ({ group: SOURCE_GROUP, kind })),
  project: object => {
    const [endpoint, bucket] = [text(at(object, 'spec', 'endpoint')), text(at(object, 'spec', 'bucketName'))];
    const written =
      text(at(object, 'spec', 'url')) ||
      (bucket === '' ? '' : `https://${endpoint.replace(/^https?:\/\//, '')}/${bucket}`);
    const read = sourceUrl(written);
    const since = time(at(object, 'status', 'artifact', 'lastUpdateTime'));
    return read === undefined ? [] : [{ url: read, ...(since !== 0 && { since }) }];
  },
};

/** The last attempted revision of an object, if it differs from the applied one. */
const attempted: Projection = {
  name: ATTEMPTED,
  version: 3,
  from: [{ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' }, HELM_RELEASE],
  project: object => {
    // List items have no kind. The rule of HelmReleases finds the revision of a Kustomization, too.
    const { revision: appliedOf, attemptedRevision: attemptedOf } = kindOf(HELM_RELEASE);
    const revision = line(attemptedOf?.(object) ?? '', MAX_REVISION_LENGTH);
    return revision === '' || revision === line(appliedOf?.(object) ?? '', MAX_REVISION_LENGTH) ? [] : [{ revision }];
  },
};

export const RESTARTS = 'restarts';
export const POD = { group: '', kind: 'Pod' };

/** Restarts of a Pod, and the container with most of them. */
export interface RestartRecord {
  /** The indexed text, equal for all Pods: a question finds those with restarts, and reads no others. */
  readonly of: 'Pod';
  /** Sum over all containers. At least 1, and an Int of GraphQL, like the exit code. */
  readonly restarts: number;
  readonly container: string;
  /** Last end of this container: milliseconds since the epoch, reason, exit code. Absent if unknown. */
  readonly at?: number;
  readonly reason?: string;
  readonly exitCode?: number;
}

const MAX_INT = 2 ** 31 - 1;
/** A DNS label. */
const MAX_CONTAINER_NAME = 63;

/** Restarts of a Pod; no record without any, so that most Pods cost nothing. */
const restarts: Projection = {
  name: RESTARTS,
  version: 1,
  index: 'of',
  from: [POD],
  project: object => {
    let [sum, most] = [0, 0];
    let last: ReturnType<typeof endOf> = {};
    let container = '';
    for (const status of ['initContainerStatuses', 'containerStatuses'].flatMap(field =>
      list(at(object, 'status', field)),
    )) {
      const count = Math.min(integer(at(status, 'restartCount')) ?? 0, MAX_INT);
      if (count <= 0) continue;
      sum = Math.min(sum + count, MAX_INT);
      const end = endOf(status);
      if (count < most || (count === most && (end.at ?? 0) <= (last.at ?? 0))) continue;
      [most, last, container] = [count, end, line(text(at(status, 'name')), MAX_CONTAINER_NAME)];
    }
    return sum === 0 ? [] : [{ of: 'Pod', restarts: sum, container, ...last } satisfies RestartRecord];
  },
};

/**
 * The last failure of a container, or else its last end. An init container has its failures in `lastState` once it is
 * complete, and a container that has failed and does not wait yet has its failure in `state`.
 */
function endOf(status: unknown): Pick<RestartRecord, 'at' | 'reason' | 'exitCode'> {
  const ends = ['state', 'lastState'].map(state => at(status, state, 'terminated')).filter(isRecord);
  const end = ends.find(end => integer(at(end, 'exitCode')) !== 0) ?? ends[0];
  const [since, exitCode] = [time(at(end, 'finishedAt')), integer(at(end, 'exitCode'))];
  const reason = line(text(at(end, 'reason')), MAX_REASON_LENGTH);
  return {
    ...(since !== 0 && { at: since }),
    ...(reason !== '' && { reason }),
    ...(exitCode !== undefined && Math.abs(exitCode) <= MAX_INT && { exitCode }),
  };
}

export const projections: readonly Projection[] = [selector, labelSelector, url, attempted, restarts];
