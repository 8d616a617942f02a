/**
 * Projections of this subgraph: data of objects beside their rows (read by readmodel/questions/related.ts and
 * revisions.ts).
 */
import type { Projection } from '../../kinds/projection.ts';
import { kindOf } from '../../kinds/registry.ts';
import { at, line, list, record, text, time } from '../../kinds/untrusted.ts';
import { ATTEMPTED, LABEL_SELECTOR, SELECTOR, SOURCE_URL } from '../../store/attached.ts';
import { MAX_REVISION_LENGTH } from '../../store/limits.ts';
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

export const projections: readonly Projection[] = [selector, labelSelector, url, attempted];
