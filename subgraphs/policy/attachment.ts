/** The rules of attachment of the Gateway API: which listener takes which route, and which references need a grant. */
import { labelsMatch } from '../../readmodel/select/labels.ts';
import type { KindName } from './cluster-view.ts';
import { GATEWAY_GROUP, HOSTED_ROUTES, REFERENCE_GRANT, ROUTES_OF_PROTOCOL } from './gateway-kinds.ts';
import type { Node, Refusal } from './graph.ts';
import { inCommon } from './hostnames.ts';
import type { GraphObject } from './policy-state.ts';
import type { Description, GrantPart, ListenerPart, NamespaceRule, ParentPart, Requirement } from './records.ts';

export interface Listener {
  readonly node: Node;
  readonly part: ListenerPart;
}

export interface AttachmentOptions {
  /** True if objects of the kind that the caller does not see there do not exist. */
  readonly absent: (kind: KindName, namespace: string) => boolean;
  /** Labels of a Namespace that the caller sees. */
  readonly labels: (namespace: string) => Readonly<Record<string, string>> | undefined;
}

interface Attaching {
  readonly route: Node;
  readonly listener: Node;
  /** Undefined: none in common. */
  readonly hostnames: readonly string[] | undefined;
}

interface Grant {
  readonly from: readonly NonNullable<GrantPart['f']>[];
  readonly to: readonly NonNullable<GrantPart['t']>[];
}

const NAMESPACE = { group: '', kind: 'Namespace' };

export class Attachment {
  readonly #options: AttachmentOptions;
  /** By namespace of the targets. */
  readonly #grants = new Map<string, Grant[]>();
  readonly #selected = new Map<string, boolean>();

  constructor(options: AttachmentOptions) {
    this.#options = options;
  }

  addGrant(namespace: string, { parts }: Description): void {
    const grant: Grant = {
      from: (parts as readonly GrantPart[]).flatMap(({ f }) => (f ? [f] : [])),
      to: (parts as readonly GrantPart[]).flatMap(({ t }) => (t ? [t] : [])),
    };
    const known = this.#grants.get(namespace);
    if (known) known.push(grant);
    else this.#grants.set(namespace, [grant]);
  }

  /** Hostnames that a listener serves for a route. Undefined if they have none in common. */
  hostnames({ h }: ListenerPart, route: Node): readonly string[] | undefined {
    if (!HOSTED_ROUTES.has(route.object.kind)) return [];
    return inCommon(h === undefined ? [] : [h], route.hostnames);
  }

  /** Why a reference does not attach a route to a listener, in the order of the schema, without DELETED. */
  refusals(ref: ParentPart, part: ListenerPart, { route, listener, hostnames }: Attaching): readonly Refusal[] {
    const found: Refusal[] = [];
    if (ref.o !== undefined && ref.o !== part.o) found.push('PORT');
    if (!this.allows(part.a, 'Same', route.object.namespace, listener.object.namespace)) found.push('NAMESPACE');
    if (!takesKind(part, route.object.kind)) found.push('KIND');
    if (hostnames === undefined) found.push('HOSTNAME');
    if (ref.x) found.push('REPORTED');
    return found;
  }

  /** True if a rule on namespaces accepts objects of a namespace. `own`: namespace of the object with the rule. */
  allows(rule: NamespaceRule | undefined, byDefault: 'Same' | 'None', namespace: string, own: string): boolean {
    switch (rule?.f ?? byDefault) {
      case 'All':
        return true;
      case 'Same':
        return namespace === own;
      case 'Selector':
        return this.#isSelected(rule?.s, namespace);
      default:
        return false;
    }
  }

  #isSelected(selector: readonly Requirement[] | undefined, namespace: string): boolean {
    const key = JSON.stringify([namespace, selector]);
    let isSelected = this.#selected.get(key);
    if (isSelected === undefined) {
      const labels = this.#options.labels(namespace);
      // A Namespace that the caller may not list blocks nothing.
      if (!labels) isSelected = !this.#options.absent(NAMESPACE, '');
      else isSelected = selector !== undefined && labelsMatch(selector.map(requirementOf), labels);
      this.#selected.set(key, isSelected);
    }
    return isSelected;
  }

  /** True if a reference needs no grant, has one, or may have one that the caller does not see. */
  isGranted(from: GraphObject, to: KindName, namespace: string, name: string): boolean {
    if (from.namespace === namespace) return true;
    const grants = this.#grants.get(namespace) ?? [];
    const permits = (grant: Grant) =>
      grant.from.some(([g, k, n]) => g === from.group && k === from.kind && n === from.namespace) &&
      grant.to.some(([g, k, n]) => g === to.group && k === to.kind && (n === '' || n === name));
    return grants.some(permits) || !this.#options.absent(REFERENCE_GRANT, namespace);
  }
}

/** The kinds of a listener cannot widen what its protocol takes. */
function takesKind({ p = '', k }: ListenerPart, route: string): boolean {
  const ofProtocol = ROUTES_OF_PROTOCOL.get(p);
  return (ofProtocol?.has(route) ?? true) && (k?.some(([group, kind]) => group === GATEWAY_GROUP && kind === route) ?? true);
}

function requirementOf([key, operator, ...values]: Requirement) {
  return { key, operator, values };
}
