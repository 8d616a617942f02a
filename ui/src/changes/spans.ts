/** Options of the page of changes: the time range, and the kinds of objects. */
import type { ObjectFilter } from '../graph/graphql.ts';

export const SPANS = ['1h', '24h', '168h'] as const;
export type Span = (typeof SPANS)[number];

/** Kinds whose objects apply packages to a cluster. Pods and Jobs are left out, because they change often. */
export const PACKAGE_KINDS = [
  'RootSync.configsync.gke.io',
  'RepoSync.configsync.gke.io',
  'ResourceGroup.kpt.dev',
  'Kustomization.kustomize.toolkit.fluxcd.io',
  'HelmRelease.helm.toolkit.fluxcd.io',
  'Application.argoproj.io',
] as const;

export const asSpan = (text: string | undefined): Span => SPANS.find(it => it === text) ?? '24h';

export function filterOf(span: Span, all: boolean): ObjectFilter {
  return { transitioned: { within: span }, ...(!all && { kinds: [...PACKAGE_KINDS] }) };
}
