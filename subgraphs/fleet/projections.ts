/** What this subgraph keeps of objects beside their rows (readmodel/relations/selectors.ts and revisions.ts read it). */
import type { Projection } from '../../kinds/projection.ts';
import { kindOf } from '../../kinds/registry.ts';
import { at, isRecord, line, list, record, text, time } from '../../kinds/untrusted.ts';
import type { LabelRequirement } from '../../readmodel/query.ts';
import { ATTEMPTED, LABEL_SELECTOR, SELECTOR, SOURCE_URL } from '../../store/attached.ts';
import { MAX_REVISION_LENGTH } from '../../store/limits.ts';
import { sourceUrl } from './source-url.ts';

const HELM_RELEASE = { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' };
const SOURCE_GROUP = 'source.toolkit.fluxcd.io';

/** Of a Service, the labels that it selects. */
const selector: Projection = {
  name: SELECTOR,
  version: 1,
  from: [{ group: '', kind: 'Service' }],
  project: object => {
    const labels = record(at(object, 'spec', 'selector'));
    const values = Object.values(labels);
    // Without a selector somebody else fills its endpoints; an external name has none.
    const selects = values.length > 0 && values.every(value => typeof value === 'string');
    return selects && at(object, 'spec', 'type') !== 'ExternalName' ? [labels] : [];
  },
};

const MONITORS = 'monitoring.coreos.com';

/** Of what selects Pods or Services by a label selector, that selector. */
const labelSelector: Projection = {
  name: LABEL_SELECTOR,
  version: 1,
  from: [
    { group: 'policy', kind: 'PodDisruptionBudget' },
    { group: 'networking.k8s.io', kind: 'NetworkPolicy' },
    ...['PodMonitor', 'ServiceMonitor'].map(kind => ({ group: MONITORS, kind })),
  ],
  project: object => {
    // A NetworkPolicy calls it podSelector; only monitors reach other namespaces.
    const selector = requirementsOf(at(object, 'spec', 'selector') ?? at(object, 'spec', 'podSelector'));
    const other = at(object, 'spec', 'namespaceSelector');
    const names = list(at(other, 'matchNames')).filter(name => typeof name === 'string');
    const namespaces = at(other, 'any') === true ? '*' : names.length > 0 ? names : undefined;
    return selector ? [{ selector, ...(namespaces && { namespaces }) }] : [];
  },
};

const OPERATORS = { In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: 'absent' } as const;

/** Undefined for what is no selector, or says what none can: then it selects nothing. */
function requirementsOf(selector: unknown): LabelRequirement[] | undefined {
  if (!isRecord(selector)) return undefined;
  const requirements: LabelRequirement[] = Object.entries(record(at(selector, 'matchLabels'))).map(([key, value]) => ({
    ...{ key, operator: 'in', values: [text(value)] },
  }));
  for (const expression of list(at(selector, 'matchExpressions'))) {
    const said = text(at(expression, 'operator'));
    if (!Object.hasOwn(OPERATORS, said)) return undefined;
    const operator = OPERATORS[said as keyof typeof OPERATORS];
    requirements.push({ key: text(at(expression, 'key')), operator, values: list(at(expression, 'values')).map(text) });
  }
  return requirements;
}

/** Of a Flux source, where it reads, without credentials, and when it took in what it holds now. */
const url: Projection = {
  name: SOURCE_URL,
  version: 2,
  from: ['GitRepository', 'OCIRepository', 'HelmRepository', 'Bucket'].map(kind => ({ group: SOURCE_GROUP, kind })),
  project: object => {
    const [endpoint, bucket] = [text(at(object, 'spec', 'endpoint')), text(at(object, 'spec', 'bucketName'))];
    const written = text(at(object, 'spec', 'url')) || (bucket === '' ? '' : `https://${endpoint.replace(/^https?:\/\//, '')}/${bucket}`);
    const read = sourceUrl(written);
    const since = time(at(object, 'status', 'artifact', 'lastUpdateTime'));
    return read === undefined ? [] : [{ url: read, ...(since !== 0 && { since }) }];
  },
};

/** Of what applies revisions, the one that it tried last, where that is not the one that is applied. */
const attempted: Projection = {
  name: ATTEMPTED,
  version: 2,
  from: [{ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' }, HELM_RELEASE],
  project: object => {
    // A list names no kind in its items. The rule of HelmReleases finds the revision of a Kustomization, too.
    const { revision: appliedOf, attemptedRevision: attemptedOf } = kindOf(HELM_RELEASE);
    const revision = line(attemptedOf?.(object) ?? '', MAX_REVISION_LENGTH);
    return revision === '' || revision === line(appliedOf?.(object) ?? '', MAX_REVISION_LENGTH) ? [] : [{ revision }];
  },
};

export const projections: readonly Projection[] = [selector, labelSelector, url, attempted];
