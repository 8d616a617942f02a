/**
 * The records of the projection `policy`: what the topology needs of an object.
 *
 * An object is a head and parts (listeners, parents, rules, references, keys, conditions). As many parts as fit share a
 * record, so that most objects have one. The first record holds the head and the number of records: a reader notices if
 * some were left out for lack of room. Names are short and defaults are absent, since records are kept in memory.
 */
import type { ProjectionRecord } from '../../store/attached.ts';
import { MAX_RECORD_LENGTH } from '../../store/limits.ts';

export const POLICY_PROJECTION = 'policy';
/** Named ports of Services. Apart from `policy`, so that Services are read only if a rule or policy names them. */
export const PORT_PROJECTION = 'service-ports';

/** Namespaces that may attach: `from` and the requirements of its selector. Absent: the default of the field. */
export interface NamespaceRule {
  /** `Same`, `All`, `Selector`, `None`, or as the object spells it. */
  readonly f?: string;
  /** Requirements of the selector, all of which must hold. Absent: it matches nothing. */
  readonly s?: readonly Requirement[];
}

/** A requirement of a label selector. */
export type Requirement = readonly [key: string, operator: 'in' | 'notin' | 'exists' | 'absent', ...values: string[]];

export interface ClassHead {
  readonly k: 'class';
  /** Refused by its controller. */
  readonly x?: 1;
}

export interface GatewayHead {
  readonly k: 'gateway';
  /** Name of its GatewayClass. */
  readonly c?: string;
  readonly x?: 1;
  /** Namespaces of ListenerSets that may attach. */
  readonly a?: NamespaceRule;
}

export interface SetHead {
  readonly k: 'set';
  /** Name and namespace of its Gateway. Absent: another kind of parent, or none. */
  readonly g?: readonly [name: string, namespace?: string];
  readonly x?: 1;
}

export interface RouteHead {
  readonly k: 'route';
}

export interface GrantHead {
  readonly k: 'grant';
}

/** Where the rules of a policy are, and so how they are merged. */
export type Strategy = 'ATOMIC_DEFAULTS' | 'ATOMIC_OVERRIDES' | 'RULE_DEFAULTS' | 'RULE_OVERRIDES';
export const STRATEGIES: readonly Strategy[] = [
  'ATOMIC_DEFAULTS',
  'ATOMIC_OVERRIDES',
  'RULE_DEFAULTS',
  'RULE_OVERRIDES',
];

export interface PolicyHead {
  readonly k: 'policy';
  /** Creation in seconds since the epoch. */
  readonly c: number;
  /** Digest of its specification. */
  readonly d: string;
  /** Index into STRATEGIES. Absent: 0. */
  readonly m?: number;
  /** Member of the specification that holds its rules. Absent: the specification itself. */
  readonly r?: 'defaults' | 'overrides';
}

export type Head = ClassHead | GatewayHead | SetHead | RouteHead | GrantHead | PolicyHead;

export interface ListenerPart {
  readonly l: string;
  readonly h?: string;
  readonly o?: number;
  /** Protocol. */
  readonly p?: string;
  readonly a?: NamespaceRule;
  /** Kinds it allows: group and kind. */
  readonly k?: readonly (readonly [group: string, kind: string])[];
  readonly x?: 1;
}

export interface ParentPart {
  /** Name of the Gateway or ListenerSet. */
  readonly p: string;
  readonly n?: string;
  /** True for a ListenerSet. */
  readonly t?: 1;
  readonly s?: string;
  readonly o?: number;
  readonly x?: 1;
}

export interface HostPart {
  readonly h: string;
}

export interface RulePart {
  /** Place, counted from 1. Parts with one place are one rule. */
  readonly r: number;
  readonly n?: string;
  /** Backends: name, namespace ('' is the route's), port (0 is none). */
  readonly b?: readonly (readonly [name: string, namespace: string, port: number])[];
}

export interface GrantPart {
  /** From: group, kind and namespace. */
  readonly f?: readonly [group: string, kind: string, namespace: string];
  /** To: group, kind and name ('' is any). */
  readonly t?: readonly [group: string, kind: string, name: string];
}

export interface TargetPart {
  readonly t: readonly [group: string, kind: string, name: string];
  readonly n?: string;
  readonly s?: string;
}

export interface KeyPart {
  /** Index into the rule sections of its kind. */
  readonly i: number;
  /** Name of the member. Absent: the whole value is the rule. */
  readonly n?: string;
  readonly d: string;
}

export interface ConditionPart {
  /** Type, status, reason. */
  readonly c: readonly [type: string, status: string, reason: string];
  /** Reported for an older generation. */
  readonly o?: 1;
  /** Ancestor: group, kind, namespace (absent: the policy's) and name. */
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

/** Room for the head, the count and the brackets. */
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

/** Undefined if the head is missing. */
export function fromRecords(records: readonly ProjectionRecord[]): Description | undefined {
  const [first] = records as unknown as readonly (Head & { readonly n?: number; readonly q?: readonly Part[] })[];
  if (first?.k === undefined) return undefined;
  const parts =
    records.length === 1 ? (first.q ?? []) : records.flatMap(({ q }) => (q as readonly Part[] | undefined) ?? []);
  return { head: first, parts, isPartial: records.length !== (first.n ?? 1) };
}
