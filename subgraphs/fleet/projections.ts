/** What this subgraph keeps of objects beside their rows. */
import type { Projection } from '../../kinds/projection.ts';
import { at, record } from '../../kinds/untrusted.ts';
import { SELECTOR } from '../../store/attached.ts';

/** Of a Service, the labels that it selects, which the read model looks for in Pods (readmodel/relations/selectors.ts). */
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

export const projections: readonly Projection[] = [selector];
