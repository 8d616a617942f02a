/** Words for a grant of permissions on a cluster: subject, binding, role and rule. */
import { texts } from '../texts.ts';

interface Reference {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

export function referenceWords({ kind, namespace, name }: Reference): string {
  return namespace === null ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** Example: `get, list on kustomizations in kustomize.toolkit.fluxcd.io`. */
export function ruleWords({ verbs, apiGroups, resources, resourceNames }: Rule): string {
  const said = texts.rule;
  const what = resources.includes('*') ? said.everyResource : resources.join(', ');
  const groups = apiGroups.includes('*') ? said.everyGroup : apiGroups.map(group => group || said.coreGroup).join(', ');
  const named = resourceNames.length > 0 ? ` ${said.named(resourceNames.join(', '))}` : '';
  return `${verbs.includes('*') ? said.everyVerb : verbs.join(', ')} ${said.on} ${what} ${said.in} ${groups}${named}`;
}
