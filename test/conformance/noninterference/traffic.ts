/**
 * Random Gateways, routes and policies, with the records that the policy subgraph keeps of them. Shown and hidden
 * objects share names, namespaces, hostnames and targets.
 */
import fc from 'fast-check';
import type { Resource } from '../../../rbac/types.ts';
import type { Row } from '../../../store/store.ts';
import { toRecords, type Head, type Part } from '../../../subgraphs/policy/records.ts';
import { NAMESPACES } from './vocabulary.ts';

const GATEWAY = 'gateway.networking.k8s.io';
const kind = (group: string, name: string, plural: string, namespaced = true): Resource => ({
  ...{ group, version: 'v1', kind: name, plural, namespaced },
});
const some = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

export const TRAFFIC: readonly Resource[] = [
  kind(GATEWAY, 'GatewayClass', 'gatewayclasses', false),
  kind(GATEWAY, 'Gateway', 'gateways'),
  kind(GATEWAY, 'ListenerSet', 'listenersets'),
  kind(GATEWAY, 'HTTPRoute', 'httproutes'),
  kind(GATEWAY, 'ReferenceGrant', 'referencegrants'),
  kind('kuadrant.io', 'RateLimitPolicy', 'ratelimitpolicies'),
  kind('kuadrant.io', 'DNSPolicy', 'dnspolicies'),
];

const NAMES = ['web', 'secret-name'];
export const HOSTNAMES = ['a.test', '*.a.test', 'secret.a.test'];
export const SECTIONS = ['web', 'rule-1', 'secret-section'];

const place = some(NAMESPACES);
const name = some(NAMES);
const section = some(SECTIONS);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const refused = fc.integer({ min: 0, max: 5 }).map(n => (n === 0 ? { x: 1 as const } : {}));
const allowed = some([
  { f: 'Same' },
  { f: 'All' },
  { f: 'All' },
  { f: 'Selector', s: [['app', 'in', 'web'] as const] },
  { f: 'None' },
]);

function without<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}

const listener = fc
  .record({
    l: section,
    h: maybe(some(HOSTNAMES)),
    o: some([80, 443]),
    p: some(['HTTP', 'HTTPS', 'TCP']),
    a: allowed,
    more: refused,
  })
  .map(({ more, ...part }) => without({ ...part, ...more }));
const parent = fc
  .record({ p: name, n: maybe(place), t: maybe(fc.constant(1 as const)), s: maybe(section), more: refused })
  .map(({ more, ...part }) => without({ ...part, ...more }));
const rule = fc
  .record({
    n: maybe(section),
    backends: fc.array(fc.tuple(name, some(['', ...NAMESPACES]), some([0, 80])), { maxLength: 2 }),
  })
  .map(({ n, backends }) => without({ n, b: backends }));
const target = fc
  .record({
    t: some([
      [GATEWAY, 'Gateway'],
      [GATEWAY, 'HTTPRoute'],
      ['kuadrant.io', 'RateLimitPolicy'],
      ['', 'Service'],
    ] as const).chain(([group, of]) => name.map(it => [group, of, it] as const)),
    n: maybe(place),
    s: maybe(section),
  })
  .map(without);
const key = fc.record({ i: fc.constant(0), n: some(['x', 'y', 'secret']), d: some(['1', '2']) });
const condition = fc.record({
  c: fc.tuple(
    some(['Accepted', 'Enforced']),
    some(['True', 'False']),
    some(['Accepted', 'Overridden', 'Conflicted', 'SecretReason']),
  ),
});

type Described = readonly [Head, readonly Part[]];

/** Head and parts of an object. JSON leaves out their undefined members. */
function described(head: Head, parts: readonly unknown[] = []): Described {
  return [head, parts as readonly Part[]];
}

/** Random heads and parts by kind. */
const DESCRIBED: Readonly<Record<string, fc.Arbitrary<Described>>> = {
  GatewayClass: refused.map(more => described({ k: 'class', ...more })),
  Gateway: fc
    .tuple(name, refused, allowed, fc.array(listener, { minLength: 1, maxLength: 3 }))
    .map(([c, more, a, parts]) => described({ k: 'gateway', c, a, ...more }, parts)),
  ListenerSet: fc
    .tuple(name, place, fc.array(listener, { minLength: 1, maxLength: 2 }))
    .map(([g, n, parts]) => described({ k: 'set', g: [g, n] }, parts)),
  HTTPRoute: fc
    .tuple(
      fc.array(some(HOSTNAMES), { maxLength: 2 }),
      fc.array(parent, { minLength: 1, maxLength: 3 }),
      fc.array(rule, { minLength: 1, maxLength: 3 }),
    )
    .map(([hosts, parents, rules]) =>
      described({ k: 'route' }, [
        ...hosts.map(h => ({ h })),
        ...parents,
        ...rules.map((it, i) => ({ r: i + 1, ...it })),
      ]),
    ),
  ReferenceGrant: fc
    .tuple(place, some(['HTTPRoute', 'RateLimitPolicy']))
    .map(([n, of]) =>
      described({ k: 'grant' }, [
        { f: [of === 'HTTPRoute' ? GATEWAY : 'kuadrant.io', of, n] },
        { t: ['', 'Service', ''] },
        { t: [GATEWAY, 'Gateway', ''] },
      ]),
    ),
  RateLimitPolicy: policy(),
  DNSPolicy: policy(),
};

function policy(): fc.Arbitrary<Described> {
  return fc
    .tuple(
      some([1, 2]),
      some([0, 1, 2, 3]),
      fc.array(target, { minLength: 1, maxLength: 2 }),
      fc.array(condition, { maxLength: 2 }),
      fc.array(key, { maxLength: 3 }),
    )
    .map(([c, m, targets, conditions, keys]) =>
      described({ k: 'policy', c, d: 'd', m }, [...targets, ...conditions, ...keys]),
    );
}

/** Key and records of an object of the topology. */
export const anyTraffic: fc.Arbitrary<Pick<Row, 'group' | 'kind' | 'version' | 'namespace' | 'name' | 'records'>> =
  some(TRAFFIC).chain(({ group, kind: of, version, namespaced }) =>
    fc
      .record({ namespace: place, name, reported: DESCRIBED[of]! })
      .map(({ namespace, name: called, reported: [head, parts] }) => ({
        ...{ group, kind: of, version, namespace: namespaced ? namespace : '', name: called },
        records: { policy: JSON.parse(JSON.stringify(toRecords(head, parts))) },
      })),
  );
