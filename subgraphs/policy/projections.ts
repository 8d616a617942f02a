/**
 * Projections of this subgraph: data of Gateways, routes, policies and ReferenceGrants, and the named ports of
 * Services. Of the rules of a policy, the records hold only keys and digests, because values of rules may be secrets.
 */
import { hash } from 'node:crypto';
import type { PolicyKind, RuleSection } from '../../kinds/policies.ts';
import { policyKindOf } from '../../kinds/policies.ts';
import type { Projection } from '../../kinds/projection.ts';
import { at, integer, isRecord, line, list, record, text, time } from '../../kinds/untrusted.ts';
import type { Resource } from '../../rbac/types.ts';
import { MAX_NAME_LENGTH, MAX_REASON_LENGTH } from '../../store/limits.ts';
import { requirementsOf } from '../label-selector.ts';
import type {
  ConditionPart,
  GrantPart,
  HostPart,
  KeyPart,
  ListenerPart,
  NamespaceRule,
  ParentPart,
  PolicyHead,
  Requirement,
  RulePart,
  TargetPart,
} from './records.ts';
import { POLICY_PROJECTION, PORT_PROJECTION, STRATEGIES, toRecords } from './records.ts';
import { GATEWAY_GROUP, HOSTED_ROUTES, ROUTE_KINDS } from './gateway-kinds.ts';

type Kind = Pick<Resource, 'group' | 'kind' | 'policy'>;
type Reader = (object: unknown, kind: Kind) => ReturnType<Projection['project']>;

const READERS: Readonly<Record<string, Reader>> = {
  GatewayClass: object => toRecords({ k: 'class', ...refused(object, 'Accepted') }, []),
  Gateway: gateway,
  ListenerSet: listenerSet,
  ReferenceGrant: grant,
  ...Object.fromEntries(ROUTE_KINDS.map(kind => [kind, route])),
};

function readerOf({ group, kind }: Kind): Reader | undefined {
  return group === GATEWAY_GROUP && Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
}

/**
 * True if objects of the kind may be policies. An object of such a kind is a policy if its specification has targets.
 */
export function mayBePolicy(kind: Kind): boolean {
  const { group } = kind;
  return (
    policyKindOf(kind) !== undefined || kind.policy !== undefined || (group.includes('.') && !group.endsWith('.k8s.io'))
  );
}

const topology: Projection = {
  name: POLICY_PROJECTION,
  version: 1,
  index: 'k',
  from: resource => readerOf(resource) !== undefined || mayBePolicy(resource),
  project: (object, kind) => (readerOf(kind) ?? policy)(object, kind),
};

const servicePorts: Projection = {
  name: PORT_PROJECTION,
  version: 1,
  from: [{ group: '', kind: 'Service' }],
  project: object => {
    const ports = list(at(object, 'spec', 'ports'))
      .filter(port => isWord(at(port, 'name')))
      .map(port => ({ n: at(port, 'name') as string, o: integer(at(port, 'port')) }));
    return ports.slice(0, MAX_PORTS);
  },
};

/** Maximum number of named ports to keep of a Service. Each port is one record. */
const MAX_PORTS = 128;

export const projections: readonly Projection[] = [topology, servicePorts];

function gateway(object: unknown): ReturnType<Reader> {
  const name = text(at(object, 'spec', 'gatewayClassName'));
  const allowed = namespaces(at(object, 'spec', 'allowedListeners', 'namespaces'));
  return toRecords(
    {
      k: 'gateway',
      ...(isWord(name) && { c: name }),
      ...refused(object, 'Accepted', 'Programmed'),
      ...(allowed && { a: allowed }),
    },
    listeners(object),
  );
}

function listenerSet(object: unknown): ReturnType<Reader> {
  const ref = at(object, 'spec', 'parentRef');
  const { name, namespace } = record(ref);
  const isGateway =
    (at(ref, 'group') ?? GATEWAY_GROUP) === GATEWAY_GROUP && (at(ref, 'kind') ?? 'Gateway') === 'Gateway';
  const parent =
    isGateway && isWord(name) ? (isWord(namespace) ? ([name, namespace] as const) : ([name] as const)) : undefined;
  return toRecords(
    { k: 'set', ...(parent && { g: parent }), ...refused(object, 'Accepted', 'Programmed') },
    listeners(object),
  );
}

function listeners(object: unknown): ListenerPart[] {
  const generation = integer(at(object, 'metadata', 'generation'));
  const refusedNames = new Set<unknown>();
  for (const listener of list(at(object, 'status', 'listeners')))
    if (isRefused(at(listener, 'conditions'), generation, ['Accepted', 'Programmed']))
      refusedNames.add(at(listener, 'name'));
  return list(at(object, 'spec', 'listeners')).flatMap((listener): ListenerPart[] => {
    const name = at(listener, 'name');
    if (!isWord(name)) return [];
    const host = at(listener, 'hostname');
    const port = integer(at(listener, 'port'));
    const protocol = line(text(at(listener, 'protocol')), MAX_NAME_LENGTH);
    const allowed = namespaces(at(listener, 'allowedRoutes', 'namespaces'));
    const kinds = list(at(listener, 'allowedRoutes', 'kinds')).map(
      kind => [text(at(kind, 'group') ?? GATEWAY_GROUP), text(at(kind, 'kind'))] as const,
    );
    return [
      {
        l: name,
        ...(isWord(host) && { h: host }),
        ...(port !== undefined && { o: port }),
        ...(protocol !== '' && { p: protocol }),
        ...(allowed && { a: allowed }),
        ...(kinds.length > 0 && { k: kinds }),
        ...(refusedNames.has(name) && { x: 1 as const }),
      },
    ];
  });
}

function namespaces(rule: unknown): NamespaceRule | undefined {
  const from = at(rule, 'from');
  if (!isWord(from)) return undefined;
  const requirements = from === 'Selector' ? requirementsOf(at(rule, 'selector')) : undefined;
  return {
    f: from,
    ...(requirements && {
      s: requirements.map(({ key, operator, values }): Requirement => [key, operator, ...values]),
    }),
  };
}

function route(object: unknown, { kind }: Kind): ReturnType<Reader> {
  const spec = at(object, 'spec');
  const hosts = HOSTED_ROUTES.has(kind) ? list(at(spec, 'hostnames')).filter(isWord) : [];
  return toRecords({ k: 'route' }, [
    ...hosts.map((h): HostPart => ({ h })),
    ...parents(object),
    ...list(at(spec, 'rules')).flatMap((rule, i) => ruleParts(rule, i + 1)),
  ]);
}

/** The Gateway or ListenerSet that a reference names. Undefined for other parents, such as a Service. */
function parentOf(ref: unknown): Omit<ParentPart, 'x'> | undefined {
  const { name, namespace, sectionName: section } = record(ref);
  const kind = at(ref, 'kind') ?? 'Gateway';
  const isParent =
    (at(ref, 'group') ?? GATEWAY_GROUP) === GATEWAY_GROUP && (kind === 'Gateway' || kind === 'ListenerSet');
  if (!isParent || !isWord(name)) return undefined;
  const port = integer(at(ref, 'port'));
  return {
    p: name,
    ...(isWord(namespace) && { n: namespace }),
    ...(kind === 'ListenerSet' && { t: 1 as const }),
    ...(isWord(section) && { s: section }),
    ...(port !== undefined && { o: port }),
  };
}

function parents(object: unknown): ParentPart[] {
  const generation = integer(at(object, 'metadata', 'generation'));
  const own = text(at(object, 'metadata', 'namespace'));
  const spelled = ({ p, n, t, s, o }: ParentPart) => JSON.stringify([p, n ?? own, t ?? 0, s ?? '', o ?? 0]);
  // Statuses of the condition Accepted, by reference to a parent.
  const said = new Map<string, Set<string>>();
  for (const entry of list(at(object, 'status', 'parents'))) {
    const ref = parentOf(at(entry, 'parentRef'));
    if (!ref) continue;
    const key = spelled(ref);
    const statuses = said.get(key) ?? new Set();
    for (const condition of list(at(entry, 'conditions')))
      if (at(condition, 'type') === 'Accepted' && isCurrent(condition, generation))
        statuses.add(text(at(condition, 'status')));
    said.set(key, statuses);
  }
  return list(at(object, 'spec', 'parentRefs')).flatMap((item): ParentPart[] => {
    const ref = parentOf(item);
    if (!ref) return [];
    const statuses = said.get(spelled(ref));
    return [{ ...ref, ...(statuses?.has('False') && !statuses.has('True') && { x: 1 as const }) }];
  });
}

/** Maximum number of backends in one part. More backends with long names would not fit into a record. */
const MAX_BACKENDS = 8;

/** The parts of a rule (records.ts). Backends that are not Services are left out. */
function ruleParts(rule: unknown, place: number): RulePart[] {
  const name = at(rule, 'name');
  const backends = list(at(rule, 'backendRefs')).flatMap((ref): (readonly [string, string, number])[] => {
    const { name: service, namespace } = record(ref);
    if ((at(ref, 'group') ?? '') !== '' || (at(ref, 'kind') ?? 'Service') !== 'Service' || !isWord(service)) return [];
    return [[service, isWord(namespace) ? namespace : '', integer(at(ref, 'port')) ?? 0]];
  });
  const named = { r: place, ...(isWord(name) && { n: name }) };
  const parts: RulePart[] = [];
  for (let i = 0; i === 0 || i < backends.length; i += MAX_BACKENDS) {
    const some = backends.slice(i, i + MAX_BACKENDS);
    parts.push({ ...(i === 0 ? named : { r: place }), ...(some.length > 0 && { b: some }) });
  }
  return parts;
}

function grant(object: unknown): ReturnType<Reader> {
  const from = list(at(object, 'spec', 'from')).map((item): GrantPart => ({
    f: [text(at(item, 'group')), text(at(item, 'kind')), text(at(item, 'namespace'))],
  }));
  const to = list(at(object, 'spec', 'to')).map((item): GrantPart => ({
    t: [text(at(item, 'group')), text(at(item, 'kind')), text(at(item, 'name'))],
  }));
  return toRecords({ k: 'grant' }, [...from, ...to]);
}

const MAX_TARGETS = 16;
const MAX_CONDITIONS = 32;

/** The records of a policy. Empty if the specification has no targets. */
function policy(object: unknown, name: Kind): ReturnType<Reader> {
  const spec = at(object, 'spec');
  const targets = targetsOf(spec);
  if (targets.length === 0) return [];
  const kind = policyKindOf(name);
  const { head, keys } = kind?.merge === 'fields' ? rulesOf(spec, kind) : { head: {}, keys: [] };
  const created = Math.floor(time(at(object, 'metadata', 'creationTimestamp')) / 1_000);
  return toRecords({ k: 'policy', c: created, d: digest(spec), ...head }, [...targets, ...reported(object), ...keys]);
}

function targetsOf(spec: unknown): TargetPart[] {
  const found = new Map<string, TargetPart>();
  for (const ref of [at(spec, 'targetRef'), ...list(at(spec, 'targetRefs'))]) {
    const { group, kind, name, namespace, sectionName: section } = record(ref);
    if (typeof group !== 'string' || (group !== '' && !isWord(group)) || !isWord(kind) || !isWord(name)) continue;
    const part: TargetPart = {
      t: [group, kind, name],
      ...(isWord(namespace) && { n: namespace }),
      ...(isWord(section) && { s: section }),
    };
    if (found.size < MAX_TARGETS) found.set(JSON.stringify(part), part);
  }
  return [...found.values()];
}

interface Rules {
  readonly head: Pick<PolicyHead, 'm' | 'r'>;
  readonly keys: readonly KeyPart[];
}

function rulesOf(spec: unknown, { rules = [] }: PolicyKind): Rules {
  const member = (['defaults', 'overrides'] as const).find(name => isRecord(at(spec, name)));
  const proper = member === undefined ? spec : at(spec, member);
  const isMerge = member !== undefined && at(proper, 'strategy') === 'merge';
  const strategy = STRATEGIES.indexOf(
    `${isMerge ? 'RULE' : 'ATOMIC'}_${member === 'overrides' ? 'OVERRIDES' : 'DEFAULTS'}`,
  );
  return { head: { ...(strategy > 0 && { m: strategy }), ...(member && { r: member }) }, keys: keysOf(proper, rules) };
}

/**
 * Maximum number of keys that are computed for a policy, because a digest costs far more than reading the key. A key
 * takes at least 34 characters, so this many keys do not fit into the records of an object (MAX_RECORDS_LENGTH), and
 * the policy is partial anyway.
 */
const MAX_KEYS = 1_000;

function keysOf(proper: unknown, rules: readonly RuleSection[]): readonly KeyPart[] {
  const keys: KeyPart[] = [];
  for (const [i, { at: path, members }] of rules.entries()) {
    const value = at(proper, ...path);
    if (!members) {
      if (!isEmpty(value)) keys.push({ i, d: digest(value) });
      continue;
    }
    const byName = record(value);
    for (const n of Object.keys(byName).slice(0, Math.max(0, MAX_KEYS - keys.length)))
      keys.push({ i, n: n.toWellFormed(), d: digest(byName[n]) });
  }
  return keys;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function reported(object: unknown): readonly ConditionPart[] {
  const generation = integer(at(object, 'metadata', 'generation'));
  const found: ConditionPart[] = [];
  const add = (conditions: unknown, ancestor?: ConditionPart['a']): void => {
    for (const condition of list(conditions)) {
      if (found.length === MAX_CONDITIONS) return;
      if (!isRecord(condition)) continue;
      found.push({
        c: [word(condition['type']), word(condition['status']), word(condition['reason'])],
        ...(!isCurrent(condition, generation) && { o: 1 as const }),
        ...(ancestor && { a: ancestor }),
      });
    }
  };
  add(at(object, 'status', 'conditions'));
  for (const entry of list(at(object, 'status', 'ancestors'))) {
    const { group = GATEWAY_GROUP, kind = 'Gateway', name, namespace } = record(at(entry, 'ancestorRef'));
    if (typeof group !== 'string' || (group !== '' && !isWord(group)) || !isWord(kind) || !isWord(name)) continue;
    add(at(entry, 'conditions'), isWord(namespace) ? [group, kind, name, namespace] : [group, kind, name]);
  }
  return found;
}

function refused(object: unknown, ...types: readonly string[]): { x?: 1 } {
  const generation = integer(at(object, 'metadata', 'generation'));
  return isRefused(at(object, 'status', 'conditions'), generation, types) ? { x: 1 } : {};
}

/** True if a condition of one of these types is False for the current generation. */
function isRefused(conditions: unknown, generation: number | undefined, types: readonly string[]): boolean {
  return list(conditions).some(
    condition =>
      types.includes(text(at(condition, 'type'))) &&
      at(condition, 'status') === 'False' &&
      isCurrent(condition, generation),
  );
}

function isCurrent(condition: unknown, generation: number | undefined): boolean {
  const observed = integer(at(condition, 'observedGeneration'));
  return observed === undefined || generation === undefined || observed >= generation;
}

function word(value: unknown): string {
  return line(text(value), MAX_REASON_LENGTH);
}

/** True for a name that an id can hold. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH && value.isWellFormed();
}

/** Characters of a digest. 12 characters are 72 bits, so different rules have different digests in practice. */
const DIGEST_LENGTH = 12;

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value) ?? '', 'base64url').slice(0, DIGEST_LENGTH);
}
