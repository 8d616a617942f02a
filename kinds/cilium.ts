/** Cilium: an invalid policy has failed, because it is not enforced. */
import type { Kind } from './kind.ts';
import { condition, otherwise, tabled } from './table.ts';

const policy = tabled({
  source: 'cilium/cilium: pkg/k8s/apis/cilium.io/v2/cnp_types.go (PolicyConditionValid)',
  lines: [condition('FAILED', 'Valid', 'False'), otherwise('CURRENT')],
});

export const cilium: readonly Kind[] = ['CiliumNetworkPolicy', 'CiliumClusterwideNetworkPolicy'].map(kind => ({
  group: 'cilium.io',
  kind,
  ...policy,
}));
