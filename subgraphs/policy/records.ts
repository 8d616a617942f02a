/**
 * Records of the projection `policy`: the data of an object that the topology needs.
 *
 * The data of an object is one head and many parts (listeners, parents, rules, references, keys, conditions). A record
 * holds as many parts as fit. The first record holds the head and the number of records, so that fromRecords() notices
 * missing records. Names are short and defaults are omitted, because records stay in memory.
 */
import type { ProjectionRecord } from '../../store/attached.ts';
import { MAX_RECORD_LENGTH } from '../../store/limits.ts';

export const POLICY_PROJECTION = 'policy';
/** Named ports of Services. Separate from `policy`, so that only Services that a rule or policy names are read. */
export const PORT_PROJECTION = 'service-ports';

/** Namespaces whose objects may attach. Absent if the object has no such rule, so that the default applies. */
export interface NamespaceRule {
  /** The field `from`: `Same`, `All`, `Selector` or `None`, or any other text that the object has. */
  readonly f?: string;
  /** Requirements of the selector, all of which must hold. If absent, the selector matches nothing. */
  readonly s?: readonly Requirement[];
}

/** A requirement of a label selector. */
export type Requirement = readonly [key: string, operator: 'in' | 'notin' | 'exists' | 'absent', ...values: string[]];

export interface ClassHead {
  readonly k: 'class';
  /** 1 if the controller refuses the class. */
  readonly x?: 1;
}

export interface GatewayHead {
  readonly k: 'gateway';
  /** Name of the GatewayClass. */
  readonly c?: string;
  readonly x?: 1;
  /** Namespaces of ListenerSets that may attach. */
  readonly a?: NamespaceRule;
}

export interface SetHead {
  readonly k: 'set';
  /** Name and namespace of the set's Gateway. Absent if the set has no parent or a parent of another kind. */
  readonly g?: readonly [name: string, namespace?: string];
  readonly x?: 1;
}

export interface RouteHead {
  readonly k: 'route';
}

export interface GrantHead {
  readonly k: 'grant';
}

/** Merge strategy of a policy, from its fields `defaults`, `overrides` and `strategy`. */
export type Strategy = 'ATOMIC_DEFAULTS' | 'ATOMIC_OVERRIDES' | 'RULE_DEFAULTS' | 'RULE_OVERRIDES';
export const STRATEGIES: readonly Strategy[] = [
  'ATOMIC_DEFAULTS',
  'ATOMIC_OVERRIDES',
  'RULE_DEFAULTS',
  'RULE_OVERRIDES',
];

export interface PolicyHead {
  readonly k: 'policy';
  /** Time of creation, in seconds since the epoch. */
  readonly c: number;
  /** Digest of the specification. */
  readonly d: string;
  /** Index into STRATEGIES. Absent means 0. */
  readonly m?: number;
  /** Field of the specification that holds the rules. If absent, the specification itself holds the rules. */
  readonly r?: 'defaults' | 'overrides';
}

export type Head = ClassHead | GatewayHead | SetHead | RouteHead | GrantHead | PolicyHead;

export interface ListenerPart {
  readonly l: string;
  readonly h?: string;
  readonly o?: number;
  /** Protocol of the listener. */
  readonly p?: string;
  readonly a?: NamespaceRule;
  /** Kinds of routes that the listener allows, as group and kind. */
  readonly k?: readonly (readonly [group: string, kind: string])[];
  readonly x?: 1;
}

export interface ParentPart {
  /** Name of the Gateway or ListenerSet. */
  readonly p: string;
  readonly n?: string;
  /** 1 if the parent is a ListenerSet. */
  readonly t?: 1;
  readonly s?: string;
  readonly o?: number;
  readonly x?: 1;
}

export interface HostPart {
  readonly h: string;
}

export interface RulePart {
  /** Position of the rule in the route, counted from 1. Parts with an equal position belong to one rule. */
  readonly r: number;
  readonly n?: string;
  /** Backends. An empty namespace means the namespace of the route. Port 0 means that no port is given. */
  readonly b?: readonly (readonly [name: string, namespace: string, port: number])[];
}

export interface GrantPart {
  /** Group, kind and namespace of objects that may refer. */
  readonly f?: readonly [group: string, kind: string, namespace: string];
  /** Group, kind and name of objects that may be referred to. An empty name means any name. */
  readonly t?: readonly [group: string, kind: string, name: string];
}

export interface TargetPart {
  readonly t: readonly [group: string, kind: string, name: string];
  readonly n?: string;
  readonly s?: string;
}

export interface KeyPart {
  /** Index into the rule sections of the kind of policy. */
  readonly i: number;
  /** Name of the field that is the rule. If absent, the whole section is one rule. */
  readonly n?: string;
  readonly d: string;
}

export interface ConditionPart {
  readonly c: readonly [type: string, status: string, reason: string];
  /** 1 if the condition was reported for an older generation. */
  readonly o?: 1;
  /** Ancestor that the condition is reported for. An absent namespace means the namespace of the policy. */
  readonly a?: readonly [group: string, kind: string, name: string, namespace?: string];
}

export type Part = ListenerPart | ParentPart | HostPart | RulePart | GrantPart | TargetPart | KeyPart | ConditionPart;

/** An object as its records describe it. */
export interface Description {
  readonly head: Head;
  readonly parts: readonly Part[];
  /** True if parts were left out for lack of room. */
  readonly isPartial: boolean;
}

/**
 * Maximum characters of the parts in a record. The 700 characters left are for the head, the count and the brackets.
 */
const PART_ROOM = MAX_RECORD_LENGTH - 700;

export function toRecords(head: Head, parts: readonly Part[]): readonly ProjectionRecord[] {
  const groups: Part[][] = [[]];
  let length = 0;
  for (const part of parts) {
    const size = JSON.stringify(part).length + 1;
    if (length > 0 && length + size > PART_ROOM) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push(part);
    length += size;
  }
  return groups.map((group, i) => ({
    ...(i === 0 && { ...head, ...(groups.length > 1 && { n: groups.length }) }),
    ...(group.length > 0 && { q: group }),
  }));
}

/** The object that records describe. Undefined if the head is missing. */
export function fromRecords(records: readonly ProjectionRecord[]): Description | undefined {
  const [first] = records as unknown as readonly (Head & { readonly n?: number; readonly q?: readonly Part[] })[];
  if (first?.k === undefined) return undefined;
  const parts =
    records.length === 1 ? (first.q ?? []) : records.flatMap(({ q }) => (q as readonly Part[] | undefined) ?? []);
  return { head: first, parts, isPartial: records.length !== (first.n ?? 1) };
}
