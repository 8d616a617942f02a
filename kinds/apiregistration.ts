/** The API group apiregistration.k8s.io. The status says whether an aggregated API server can be reached. */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const apiService = tabled({
  source:
    'kubernetes/kubernetes: staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/types.go (APIServiceConditionType); argoproj/gitops-engine: pkg/health/health_apiservice.go',
  lines: [condition('FAILED', 'Available', 'False'), condition('CURRENT', 'Available', 'True'), NOT_REPORTED],
});

export const apiregistration: readonly Kind[] = [
  { group: 'apiregistration.k8s.io', kind: 'APIService', ...apiService },
];
