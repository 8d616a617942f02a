/**
 * Kinds, as plural.group, that an agent reports and the hub accepts by default: Namespaces, the kinds that apply
 * packages or hold the results, and the sources of Flux packages. The agent and the hub use the same list.
 */
export const REPORTED_KINDS = [
  'namespaces',
  'rootsyncs.configsync.gke.io',
  'reposyncs.configsync.gke.io',
  'resourcegroups.kpt.dev',
  'kustomizations.kustomize.toolkit.fluxcd.io',
  'helmreleases.helm.toolkit.fluxcd.io',
  'gitrepositories.source.toolkit.fluxcd.io',
  'ocirepositories.source.toolkit.fluxcd.io',
  'buckets.source.toolkit.fluxcd.io',
  'helmrepositories.source.toolkit.fluxcd.io',
  'helmcharts.source.toolkit.fluxcd.io',
  'applications.argoproj.io',
] as const;
