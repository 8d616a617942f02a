/** Projections of this subgraph: data of objects that is not in their rows. */
import type { Projection } from '../../kinds/projection.ts';
import { kindOf } from '../../kinds/registry.ts';
import { at, integer, isRecord, line, list, record, text, time } from '../../kinds/untrusted.ts';
import { ATTEMPTED, LABEL_SELECTOR, SELECTOR, SOURCE_URL } from '../../store/attached.ts';
import { MAX_REASON_LENGTH, MAX_REVISION_LENGTH } from '../../store/limits.ts';
import { sourceUrl } from '../../schema/source-url.ts';
import { requirementsOf } from '../label-selector.ts';

const HELM_RELEASE = { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' };
const SOURCE_GROUP = 'source.toolkit.fluxcd.io';

/** Label selector of a Service. */
const selector: Projection = {
  name: SELECTOR,
  version: 1,
  from: [{ group: '', kind: 'Service' }],
  project: object => {
    const labels = record(at(object, 'spec', 'selector'));
    const values = Object.values(labels);
    // Endpoints of a Service without a selector are managed by others. A Service of type ExternalName has no endpoints.
    const selects = values.length > 0 && values.every(value => typeof value === 'string');
    return selects && at(object, 'spec', 'type') !== 'ExternalName' ? [labels] : [];
  },
};

const MONITORS = 'monitoring.coreos.com';

/** Label selector of objects that select Pods or Services. */
const labelSelector: Projection = {
  name: LABEL_SELECTOR,
  version: 1,
  from: [
    { group: 'policy', kind: 'PodDisruptionBudget' },
    { group: 'networking.k8s.io', kind: 'NetworkPolicy' },
    ...['PodMonitor', 'ServiceMonitor'].map(kind => ({ group: MONITORS, kind })),
  ],
  project: object => {
    // NetworkPolicies call the field podSelector. Only monitors have a namespaceSelector.
    const selector = requirementsOf(at(object, 'spec', 'selector') ?? at(object, 'spec', 'podSelector'));
    const other = at(object, 'spec', 'namespaceSelector');
    const names = list(at(other, 'matchNames')).filter(name => typeof name === 'string');
    const namespaces = at(other, 'any') === true ? '*' : names.length > 0 ? names : undefined;
    return selector ? [{ selector, ...(namespaces && { namespaces }) }] : [];
  },
};

/** Address of a Flux source, with credentials removed, and the time of the source's current revision. */
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

/** Revision that was attempted last. The record exists only if this revision differs from the applied revision. */
const attempted: Projection = {
  name: ATTEMPTED,
  version: 3,
  from: [{ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' }, HELM_RELEASE],
  project: object => {
    // Items of a list have no kind, so the rule of HelmReleases also reads Kustomizations.
    const { revision: appliedOf, attemptedRevision: attemptedOf } = kindOf(HELM_RELEASE);
    const revision = line(attemptedOf?.(object) ?? '', MAX_REVISION_LENGTH);
    return revision === '' || revision === line(appliedOf?.(object) ?? '', MAX_REVISION_LENGTH) ? [] : [{ revision }];
  },
};

export const RESTARTS = 'restarts';
export const POD = { group: '', kind: 'Pod' };

/** Restarts of a Pod, and the container that restarted most often. */
export interface RestartRecord {
  /** Indexed text. It is equal for all Pods, so that a question finds all Pods with restarts. */
  readonly of: 'Pod';
  /** Sum over all init and main containers, at least 1 and at most MAX_INT. */
  readonly restarts: number;
  readonly container: string;
  /** Time of the container's end (see endOf()), in milliseconds since the epoch. Absent if unknown. */
  readonly at?: number;
  /** Reason of this end. Absent if unknown. */
  readonly reason?: string;
  /** Exit code of this end. Absent if unknown, or if it is no GraphQL Int. */
  readonly exitCode?: number;
}

const MAX_INT = 2 ** 31 - 1;
/** Maximum length of the name of a container, which is a DNS label. */
const MAX_CONTAINER_NAME = 63;

/** Restarts of a Pod. A Pod without restarts has no record. */
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
 * The last failed run of a container. If the status has no failed run, the last run that ended. A container that failed
 * and is not `waiting` yet has the failure in `state`. A completed init container has earlier failures in `lastState`.
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
