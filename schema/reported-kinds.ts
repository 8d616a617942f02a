/**
 * Kinds that an agent reports and that a pushed cluster shows by default, as plural.group: Namespaces, the kinds that
 * apply packages, and the sources that name the packages of Flux. Both sides share the list, so that an agent sends
 * nothing that its hub leaves out.
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
