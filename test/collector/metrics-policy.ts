/** The metrics and labels of the default configuration, as the policy of a cluster. */
import type { MetricsPolicy } from '../../clusters/registry.ts';

export const POLICY: MetricsPolicy = {
  prometheus: 'default',
  label: ['cluster', 'leaf-7'],
  intervalMs: 30_000,
  names: {
    lastSync: 'config_sync_last_sync_timestamp',
    pipelineError: 'config_sync_pipeline_error_observed',
    resources: 'config_sync_resource_count',
    readyResources: 'config_sync_ready_resource_count',
    fluxResource: 'gotk_resource_info',
  },
  labels: {
    syncKind: 'configsync_sync_kind',
    syncNamespace: 'configsync_sync_namespace',
    syncName: 'configsync_sync_name',
    fluxKind: 'customresource_kind',
    fluxNamespace: 'exported_namespace',
    fluxName: 'name',
  },
};
