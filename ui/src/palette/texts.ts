/** Texts of the command palette. */
import { counted } from '../format/count.ts';

export const paletteTexts = {
  title: 'Go to',
  placeholder: 'An object, cluster, page, view or action',
  results: 'Results',
  pages: 'Pages',
  views: 'Views',
  actions: 'Actions',
  objects: 'Objects',
  names: 'Clusters, namespaces and kinds',
  search: (text: string) => `Search the list of objects for “${text}”`,
  of: (object: { kind: string; namespace: string | null; cluster: { name: string } }) =>
    `${object.kind} ${object.namespace === null ? '' : `in ${object.namespace} `}on ${object.cluster.name}`,
  suggested: { CLUSTER: 'cluster', NAMESPACE: 'namespace', KIND: 'kind' } as Readonly<Record<string, string>>,
  suggestion: (field: string, count: number) => `${field}, ${counted(count)} ${count === 1 ? 'object' : 'objects'}`,
  searching: 'Searching…',
  nothing: (text: string) => `Nothing that you may see is named like “${text}”.`,
  found: (count: number) => (count === 1 ? '1 result' : `${counted(count)} results`),
  theme: (theme: string) => `Theme: ${theme}`,
  help: 'Keys and queries',
  copy: 'Copy the address of this page',
};
