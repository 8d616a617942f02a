/**
 * Kinds of policies, marked by a label of their CustomResourceDefinitions (Gateway API, GEP-713). Discovery does not
 * contain these labels, so the definitions are read, without their schemas.
 */
import { at, isName } from '../kinds/untrusted.ts';
import type { KubernetesClient, KubernetesObject, ServedResource } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import { METADATA_LIST } from '../kubernetes/reflector.ts';
import { resourceName } from './kinds.ts';

/** Values of the label that marks kinds of policies, by resource name. */
export type PolicyLabels = ReadonlyMap<string, string>;

const POLICY_LABEL = 'gateway.networking.k8s.io/policy';
const MAX_LABEL_LENGTH = 63;
const PAGE = 500;
/**
 * Maximum labels that are kept of one cluster, because a leaf must not fill our memory. Larger than the maximum of
 * collected kinds, because labelled kinds may be excluded from collection.
 */
export const MAX_POLICY_LABELS = 2_000;

/** A CustomResourceDefinition. Its name equals resourceName() of its resource. */
export interface Definition {
  readonly name: string;
  readonly policy: string | undefined;
}

export function definitionOf(object: KubernetesObject): Definition {
  const name: unknown = at(object, 'metadata', 'name');
  const label: unknown = at(object, 'metadata', 'labels', POLICY_LABEL);
  if (!isName(name)) return { name: '', policy: undefined };
  return { name, policy: typeof label === 'string' && label.length <= MAX_LABEL_LENGTH ? label : undefined };
}

/** Sets or deletes the label of a definition. Returns false if MAX_POLICY_LABELS leaves no room for the label. */
export function keepLabel(labels: Map<string, string>, { name, policy }: Definition): boolean {
  if (policy === undefined) labels.delete(name);
  else if (labels.size === MAX_POLICY_LABELS && !labels.has(name)) return false;
  else labels.set(name, policy);
  return true;
}

export function definitionsAmong(served: readonly ServedResource[]): ServedResource | undefined {
  return served.find(({ group, plural }) => group === 'apiextensions.k8s.io' && plural === 'customresourcedefinitions');
}

export function withLabels(served: readonly ServedResource[], labels: PolicyLabels): readonly ServedResource[] {
  if (labels.size === 0) return served;
  return served.map(resource => {
    const policy = labels.get(resourceName(resource));
    return policy === undefined ? resource : { ...resource, policy };
  });
}

/**
 * Reads the definitions once, and adds their labels to the resources. If the definitions may not be read, no labels are
 * added.
 */
export async function withPolicyLabels(
  client: Pick<KubernetesClient, 'list'>,
  served: readonly ServedResource[],
  signal?: AbortSignal,
): Promise<readonly ServedResource[]> {
  const definitions = definitionsAmong(served);
  if (!definitions) return served;
  const labels = new Map<string, string>();
  const read = async (objects: readonly KubernetesObject[]): Promise<void> => {
    for (const object of objects) keepLabel(labels, definitionOf(object));
  };
  try {
    let next = '';
    do {
      const page = await client.list(definitions, {
        ...{ as: { type: 'self' }, accept: METADATA_LIST, limit: PAGE, onObjects: read },
        ...(signal && { signal }),
        ...(next !== '' && { continue: next }),
      });
      next = page.continue;
    } while (next !== '');
  } catch (error) {
    if (!(error instanceof KubernetesError) || error.code !== 'FORBIDDEN') throw error;
  }
  return withLabels(served, labels);
}
