/** Label and field selectors, which an API server applies to the objects of a simulated leaf. */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { SimulatedResource } from './resources.ts';
import { badRequest } from './status.ts';

export type Predicate = (object: KubernetesObject) => boolean;

/**
 * Predicate for the label selector and the field selector of a query. Undefined without selectors, so that lists need
 * not read the objects.
 */
export function selectorOf(resource: SimulatedResource, query: URLSearchParams): Predicate | undefined {
  const labels = query.get('labelSelector') ?? '';
  const fields = query.get('fieldSelector') ?? '';
  const predicates = [
    ...parseLabelSelector(labels),
    ...parseFieldSelector(fields).map(term => fieldPredicate(resource, term)),
  ];
  return predicates.length === 0 ? undefined : object => predicates.every(predicate => predicate(object));
}

/**
 * The name that a field selector requires, or an empty text. With a name, the API server authorizes the list or watch
 * as a request for the named object.
 */
export function selectedName(query: URLSearchParams): string {
  const terms = parseFieldSelector(query.get('fieldSelector') ?? '');
  return terms.find(term => term.field === 'metadata.name' && term.equal)?.value ?? '';
}

const REQUIREMENT = /^(!?)([^\s=!,()]+)\s*(?:(==|=|!=)\s*([^\s=!,()]*)|(?:\s(in|notin))\s*\(([^()]*)\))?$/;

function parseLabelSelector(selector: string): Predicate[] {
  const requirements = selector.split(/,(?![^(]*\))/).filter(part => part.trim() !== '');
  return requirements.map(part => {
    const [, negated, key, operator, value, set, values] = REQUIREMENT.exec(part.trim()) ?? [];
    if (key === undefined) throw badRequest(`unable to parse requirement: found '${part.trim()}'`);
    const label = (object: KubernetesObject) => object.metadata.labels?.[key];
    if (set !== undefined) {
      const wanted = new Set((values ?? '').split(',').map(item => item.trim()));
      return object => wanted.has(label(object) ?? '\0') === (set === 'in');
    }
    if (operator !== undefined) return object => (label(object) === (value ?? '')) === (operator !== '!=');
    return object => (label(object) === undefined) === (negated === '!');
  });
}

interface FieldTerm {
  readonly field: string;
  readonly equal: boolean;
  readonly value: string;
}

function parseFieldSelector(selector: string): FieldTerm[] {
  const terms = selector.split(',').filter(term => term !== '');
  return terms.map(term => {
    const [, field, operator, value] = /^([^=!]+)(==|=|!=)(.*)$/.exec(term) ?? [];
    if (field === undefined || value === undefined)
      throw badRequest(`invalid selector: '${selector}'; can't understand '${term}'`);
    return { field, equal: operator !== '!=', value };
  });
}

/** Field labels of some resources, in addition to metadata.name and metadata.namespace, which every resource has. */
const FIELD_LABELS: Readonly<Record<string, RegExp>> = {
  events:
    /^(involvedObject\.(kind|namespace|name|uid|apiVersion|resourceVersion|fieldPath)|reason|reportingComponent|source|type)$/,
  pods: /^(spec\.(nodeName|restartPolicy|schedulerName|serviceAccountName)|status\.(phase|podIP|nominatedNodeName))$/,
  namespaces: /^status\.phase$/,
  jobs: /^status\.successful$/,
  secrets: /^type$/,
};

function fieldPredicate(resource: SimulatedResource, { field, equal, value }: FieldTerm): Predicate {
  const known =
    field === 'metadata.name' || field === 'metadata.namespace' || FIELD_LABELS[resource.plural]?.test(field);
  if (!known) throw badRequest(`field label not supported: ${field}`);
  const path = field.split('.');
  return object => (textAt(object, path) === value) === equal;
}

function textAt(object: unknown, path: readonly string[]): string {
  const found = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object);
  return typeof found === 'string' ? found : '';
}
