/** Change streams: a client that applies the payloads has the result of a new read. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { LiveQuery } from '../../../identity/identity.ts';
import {
  backend,
  gateway,
  gatewayClass,
  httpRoute,
  limits,
  listener,
  policy,
  ref,
  rules,
  service,
  type Manifest,
} from './cluster.ts';
import { everything, listing, openGraph, type GraphOptions, type PolicyGraph } from './graph.ts';

let graph: PolicyGraph;
afterEach(() => graph.close());

const CHANGES = `query ($filter: PolicyFilter) { policyChanges(filter: $filter) { ready reset changes { type id edgeKind
  edge { id refusals hostnames ports to { hostnames port protocol } } policy { id standing reported { type status } }
  effective { id rules { key source { id } } } } } }`;
const STATE = `query ($filter: PolicyFilter) {
  policyTopology(filter: $filter) { edges(first: 500) { nodes { id refusals hostnames ports to { hostnames port protocol } } } }
  effectivePolicies(filter: $filter, first: 500) { nodes { id rules { key source { id } } } } }`;

interface Change {
  readonly type: string;
  readonly id: string;
  readonly edge: unknown;
  readonly effective: unknown;
}

/** A client that starts with an empty topology and applies payloads. */
class Client {
  readonly #user: string;
  readonly #filter: unknown;
  readonly edges = new Map<string, unknown>();
  readonly effective = new Map<string, unknown>();
  hints: boolean[] = [];
  isOverrun = false;
  readonly live: LiveQuery;

  constructor(user: string, filter: unknown = null) {
    this.#user = user;
    this.#filter = filter;
    const { hints } = this;
    const overrun = () => this.isOverrun;
    this.live = {
      since: undefined,
      get isOverrun() {
        return overrun();
      },
      changed: atOnce => void hints.push(atOnce),
    };
  }

  /** Waits 20 ms for notifications, then reads the next payload. Returns the types and short ids of its changes. */
  async next(): Promise<readonly string[]> {
    await new Promise(resolve => setTimeout(resolve, 20));
    this.hints.length = 0;
    const { policyChanges } = await graph.data(this.#user, CHANGES, { filter: this.#filter }, this.live);
    for (const { type, id, edge, effective } of policyChanges.changes as readonly Change[]) {
      if (type === 'ATTACHED' || type === 'CHANGED') this.edges.set(id, edge);
      if (type === 'DETACHED' || type === 'REVOKED') this.edges.delete(id);
      if (type === 'EFFECT' && effective) this.effective.set(id, effective);
      else if (type === 'EFFECT') this.effective.delete(id);
    }
    this.live.tracked?.sent();
    if (policyChanges.reset) return [`reset ${policyChanges.reset}`];
    return (policyChanges.changes as readonly Change[])
      .map(
        ({ type, id }) =>
          `${type} ${id
            .split(' ')
            .map(part => part.split('/').slice(2).join('/') || part)
            .join(' ')}`,
      )
      .sort();
  }

  /** Waits up to 2 seconds until the stream is notified of changed permissions. */
  async hinted(): Promise<void> {
    for (let i = 0; i < 200 && !this.hints.includes(true); i++) await new Promise(resolve => setTimeout(resolve, 10));
    expect(this.hints).toContain(true);
  }

  async expectState(): Promise<void> {
    const { policyTopology, effectivePolicies } = await graph.data(this.#user, STATE, { filter: this.#filter });
    const byId = (nodes: readonly { readonly id: string }[]) => new Map(nodes.map(node => [node.id, node]));
    expect(this.edges).toEqual(byId(policyTopology.edges.nodes));
    expect(this.effective).toEqual(byId(effectivePolicies.nodes));
  }
}

const main = gatewayClass('main');
const gw = gateway('gw', [listener('web')]);
const web = httpRoute('web', [{ name: 'gw' }], { rules: [{ backendRefs: [backend('app')] }] });
const upper = policy('RateLimitPolicy', 'upper', ref('Gateway', 'gw'), rules('da', 'x'));
const lower = policy('RateLimitPolicy', 'lower', ref('HTTPRoute', 'web'), limits('y'));
const world: readonly Manifest[] = [main, gw, web, service('app'), upper];
const open = async (
  clusters: GraphOptions['clusters'] = { leaf: world },
  grants = everything('root'),
  more: Partial<GraphOptions> = {},
) => (graph = await openGraph({ clusters, grants, ...more }));

describe('a change stream', () => {
  it('begins with the whole state, which may be empty', async () => {
    await open();
    const root = new Client('root');
    expect((await root.next()).filter(change => !/^(ATTACHED|EFFECT)/.test(change))).toEqual([]);
    expect([root.edges.size, root.effective.size]).toEqual([6, 1]);
    await root.expectState();
    expect(await root.next()).toEqual([]);
    expect(await new Client('nobody').next()).toEqual([]);
  });

  it('tells a policy that is attached, changed and detached', async () => {
    await open();
    const root = new Client('root');
    await root.next();
    await graph.put('leaf', lower);
    expect(await root.next()).toEqual([
      'ATTACHED POLICY RateLimitPolicy/apps/lower HTTPRoute/apps/web',
      expect.stringMatching(/^EFFECT RateLimitPolicy.kuadrant.io GatewayClass/),
      'POLICY RateLimitPolicy/apps/upper',
    ]);
    await root.expectState();
    // Only the value of a rule changes.
    await graph.put(
      'leaf',
      policy('RateLimitPolicy', 'lower', ref('HTTPRoute', 'web'), { limits: { y: { rates: ['other'] } } }),
    );
    expect(await root.next()).toEqual([expect.stringMatching(/^EFFECT/), 'POLICY RateLimitPolicy/apps/lower']);
    await graph.put(
      'leaf',
      policy('RateLimitPolicy', 'lower', ref('HTTPRoute', 'web'), {
        limits: { y: { rates: ['other'] } },
        status: { conditions: [{ type: 'Accepted', status: 'True', reason: 'A' }] },
      }),
    );
    expect(await root.next()).toEqual(['POLICY RateLimitPolicy/apps/lower']);
    await graph.remove('leaf', lower);
    expect(await root.next()).toEqual([
      'DETACHED POLICY RateLimitPolicy/apps/lower HTTPRoute/apps/web',
      expect.stringMatching(/^EFFECT/),
      'POLICY RateLimitPolicy/apps/upper',
    ]);
    await root.expectState();
  });

  it.each<[string, Manifest, readonly string[]]>([
    [
      'other refusals',
      gateway('gw', [listener('web', { allowedRoutes: { namespaces: { from: 'None' } } })]),
      ['CHANGED ROUTE Gateway/apps/gw#web HTTPRoute/apps/web'],
    ],
    [
      'another port of a listener',
      gateway('gw', [listener('web', { port: 81 })]),
      ['CHANGED SECTION Gateway/apps/gw Gateway/apps/gw#web'],
    ],
    [
      'a listener more',
      gateway('gw', [listener('web'), listener('b')]),
      ['ATTACHED ROUTE Gateway/apps/gw#b HTTPRoute/apps/web', 'ATTACHED SECTION Gateway/apps/gw Gateway/apps/gw#b'],
    ],
    [
      'other hostnames',
      httpRoute('web', [{ name: 'gw' }], { hostnames: ['a.test'], rules: [{ backendRefs: [backend('app')] }] }),
      ['CHANGED ROUTE Gateway/apps/gw#web HTTPRoute/apps/web'],
    ],
    [
      'another port of a backend',
      httpRoute('web', [{ name: 'gw' }], { rules: [{ backendRefs: [backend('app', { port: 81 })] }] }),
      ['CHANGED BACKEND HTTPRoute/apps/web#rule-1 Service/apps/app'],
    ],
    ['nothing for other labels', { ...upper, metadata: { ...upper.metadata, labels: { a: 'b' } } }, []],
  ])('tells %s', async (_what, object, changes) => {
    await open();
    const root = new Client('root');
    await root.next();
    await graph.put('leaf', object);
    expect((await root.next()).filter(change => !/^(EFFECT|POLICY)/.test(change))).toEqual(changes);
    await root.expectState();
  });

  it('tells what rights take away as revoked, and what is deleted as detached', async () => {
    const all = listing('tom', 'gatewayclasses,gateways,httproutes,services,ratelimitpolicies');
    const routes = listing('tom', 'httproutes', 'apps');
    await open({ leaf: [...world, lower] }, [...everything('root'), ...all, ...routes]);
    const tom = new Client('tom');
    await tom.next();
    await graph.remove('leaf', lower);
    expect((await tom.next()).filter(change => change.startsWith('DETACHED'))).toHaveLength(1);
    await graph.revoke('leaf', all);
    await tom.hinted();
    const reported = await tom.next();
    expect(reported.filter(change => change.startsWith('REVOKED')).length).toBe(5);
    expect(reported.filter(change => change.startsWith('DETACHED'))).toEqual([]);
    await tom.expectState();
    await graph.revoke('leaf', routes);
    await tom.hinted();
    await tom.next();
    expect([tom.edges.size, tom.effective.size]).toEqual([0, 0]);
  });

  it('follows its filter', async () => {
    await open({ leaf: [...world, lower], b: world });
    const root = new Client('root', { kinds: ['AuthPolicy'], clusters: ['leaf'] });
    await root.next();
    expect([...root.edges.keys()].some(id => id.startsWith('POLICY') || id.includes(' b/'))).toBe(false);
    await graph.put('b', policy('AuthPolicy', 'a', ref('HTTPRoute', 'web')));
    expect(await root.next()).toEqual([]);
    await graph.put('leaf', policy('AuthPolicy', 'a', ref('HTTPRoute', 'web')));
    expect(await root.next()).toEqual([
      'ATTACHED POLICY AuthPolicy/apps/a HTTPRoute/apps/web',
      expect.stringMatching(/^EFFECT/),
    ]);
    await root.expectState();
  });

  it('is given a hint by changes of what it may see', async () => {
    await open();
    const root = new Client('root');
    await root.next();
    await graph.put('leaf', lower);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(root.hints).toContain(false);
  });

  it('ends if it is too large, if a difference is, or if the client does not read', async () => {
    await open({ leaf: world }, everything('root'), { policyBytes: 4_000 });
    expect(await new Client('root').next()).toEqual(['reset TOO_MANY']);
    await graph.close();
    await open();
    const slow = new Client('root');
    await slow.next();
    slow.isOverrun = true;
    expect(await slow.next()).toEqual(['reset TOO_MANY']);
    await graph.close();
    const many = Array.from({ length: 40 }, (_, i) =>
      httpRoute(`r${i}`, [{ name: 'gw' }], { rules: Array.from({ length: 200 }, () => ({})) }),
    );
    await open({ leaf: [main, gw, ...many, upper] });
    expect(await new Client('root').next()).toEqual(['reset TOO_MANY']);
    expect(await new Client('root', { kinds: [] }).next()).not.toEqual(['reset TOO_MANY']);
  });

  it('gives its memory back when it ends', async () => {
    await open({ leaf: world }, everything('root'), { policyBytes: 100_000 });
    for (let i = 0; i < 50; i++) {
      const root = new Client('root');
      expect(await root.next()).not.toEqual(['reset TOO_MANY']);
      root.live.tracked?.end();
    }
  });

  it('holds after any sequence of changes', async () => {
    await open({ leaf: world, b: world });
    const clients = [
      new Client('root'),
      new Client('root', { hostname: 'a.test' }),
      new Client('root', { around: ['leaf/gateway.networking.k8s.io/HTTPRoute/apps/web'] }),
    ];
    const variants: readonly Manifest[] = [
      lower,
      policy('RateLimitPolicy', 'lower', ref('Gateway', 'gw'), rules('om', 'x')),
      gateway('gw', [listener('web', { hostname: 'a.test' }), listener('b', { protocol: 'UDP' })]),
      httpRoute('web', [{ name: 'gw', sectionName: 'b' }], { hostnames: ['b.test'], rules: [{}, { name: 'rule-1' }] }),
      policy('DNSPolicy', 'd', ref('Gateway', 'gw', { sectionName: 'web' })),
      ...world,
    ];
    let seed = 7;
    for (let step = 0; step < 60; step++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      const object = variants[seed % variants.length]!;
      if (seed % 5 === 0) await graph.remove('leaf', object);
      else await graph.put(seed % 2 === 0 ? 'leaf' : 'b', object);
      if (step % 3 === 0)
        for (const client of clients) {
          await client.next();
          await client.expectState();
        }
    }
  });
});
