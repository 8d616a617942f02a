/**
 * The attachment rules of the Gateway API: which listener accepts which route, and which references a ReferenceGrant
 * permits.
 */
import { labelsMatch } from '../../readmodel/select/labels.ts';
import { addTo } from '../../readmodel/table/containers.ts';
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
  /**
   * True if the caller sees all objects of the kind in the namespace. Then an object that is not visible does not
   * exist.
   */
  readonly absent: (kind: KindName, namespace: string) => boolean;
  /** Labels of a Namespace. Undefined if the caller does not see the Namespace. */
  readonly labels: (namespace: string) => Readonly<Record<string, string>> | undefined;
}

interface Attaching {
  readonly route: Node;
  readonly listener: Node;
  /** Result of Attachment.hostnames() for the route and the listener. */
  readonly hostnames: readonly string[] | undefined;
}

/** The ReferenceGrants of a namespace. */
interface Grants {
  /**
   * The targets that each grant permits. The key is the group, kind and namespace of the objects that refer to them.
   */
  readonly to: Map<string, (readonly NonNullable<GrantPart['t']>[])[]>;
  /**
   * The keys of all permitted targets, by a key of `to`. An entry is computed on first use, because a cluster may have
   * thousands of grants.
   */
  readonly permitted: Map<string, ReadonlySet<string>>;
}

const grantKey = (...parts: readonly string[]): string => JSON.stringify(parts);

const NAMESPACE = { group: '', kind: 'Namespace' };

export class Attachment {
  readonly #options: AttachmentOptions;
  /** Grants by namespace of the targets. */
  readonly #grants = new Map<string, Grants>();
  readonly #selected = new Map<string, boolean>();

  constructor(options: AttachmentOptions) {
    this.#options = options;
  }

  addGrant(namespace: string, { parts }: Description): void {
    let grants = this.#grants.get(namespace);
    if (!grants) this.#grants.set(namespace, (grants = { to: new Map(), permitted: new Map() }));
    const to = (parts as readonly GrantPart[]).flatMap(({ t }) => (t ? [t] : []));
    for (const key of new Set((parts as readonly GrantPart[]).flatMap(({ f }) => (f ? [grantKey(...f)] : []))))
      addTo(grants.to, key, to);
  }

  /**
   * Hostnames that a listener serves for a route. Empty means any hostname. Undefined if the listener and the route
   * have no hostname in common.
   */
  hostnames({ h }: ListenerPart, route: Node): readonly string[] | undefined {
    if (!HOSTED_ROUTES.has(route.object.kind)) return [];
    return inCommon(h === undefined ? [] : [h], route.hostnames);
  }

  /**
   * The reasons why a reference does not attach a route to a listener, in the order of the GraphQL enum. Never includes
   * GRANT or DELETED.
   */
  refusals(ref: ParentPart, part: ListenerPart, { route, listener, hostnames }: Attaching): readonly Refusal[] {
    const found: Refusal[] = [];
    if (ref.o !== undefined && ref.o !== part.o) found.push('PORT');
    if (!this.allows(part.a, 'Same', route.object.namespace, listener.object.namespace)) found.push('NAMESPACE');
    if (!takesKind(part, route.object.kind)) found.push('KIND');
    if (hostnames === undefined) found.push('HOSTNAME');
    if (ref.x) found.push('REPORTED');
    return found;
  }

  /**
   * True if a rule on namespaces accepts objects of a namespace. `own` is the namespace of the object that has the
   * rule.
   */
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
      // The labels are unknown if the caller may not list Namespaces, or if the index does not have all of them yet.
      // Then the rule accepts the namespace.
      if (!labels) isSelected = !this.#options.absent(NAMESPACE, '');
      else isSelected = selector !== undefined && labelsMatch(selector.map(requirementOf), labels);
      this.#selected.set(key, isSelected);
    }
    return isSelected;
  }

  /** True if a reference needs no grant, has a grant, or may have a grant that the caller does not see. */
  isGranted(from: GraphObject, to: KindName, namespace: string, name: string): boolean {
    if (from.namespace === namespace) return true;
    const permitted = this.#permittedTo(from, namespace);
    const isPermitted =
      permitted?.has(grantKey(to.group, to.kind, '')) || permitted?.has(grantKey(to.group, to.kind, name));
    return isPermitted === true || !this.#options.absent(REFERENCE_GRANT, namespace);
  }

  #permittedTo({ group, kind, namespace: own }: GraphObject, namespace: string): ReadonlySet<string> | undefined {
    const grants = this.#grants.get(namespace);
    if (!grants) return undefined;
    const key = grantKey(group, kind, own);
    let permitted = grants.permitted.get(key);
    if (!permitted) {
      permitted = new Set(grants.to.get(key)?.flatMap(to => to.map(target => grantKey(...target))));
      grants.permitted.set(key, permitted);
    }
    return permitted;
  }
}

/** A listener accepts only kinds of routes that its protocol allows, even if it lists other kinds. */
function takesKind({ p = '', k }: ListenerPart, route: string): boolean {
  const ofProtocol = ROUTES_OF_PROTOCOL.get(p);
  return (
    (ofProtocol?.has(route) ?? true) && (k?.some(([group, kind]) => group === GATEWAY_GROUP && kind === route) ?? true)
  );
}

function requirementOf([key, operator, ...values]: Requirement) {
  return { key, operator, values };
}
