/** Behaviour of a receiver of reports over any store, with its limits and the threats in docs/security.md. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ClusterRegistry, type PushPolicy } from '../../clusters/registry.ts';
import { Reports, type ReportAnswer, type ReportRequest, type ReportsOptions } from '../../collector/reports.ts';
import { aggregated } from '../../kinds/aggregated.ts';
import { lookupProjections } from '../../kinds/projection.ts';
import { Refusals } from '../../kinds/refusals.ts';
import { kindOf } from '../../kinds/registry.ts';
import { undialledClient } from '../../kubernetes/undialled-client.ts';
import { grantKey } from '../../rbac/types.ts';
import { REPORTED_KINDS } from '../../schema/reported-kinds.ts';
import type { Batch, ClusterSnapshot, Row, Store } from '../../store/store.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { state as storedState } from '../store/fixtures.ts';

export const CLUSTER = 'leaf-7';
export const TOKEN = 'a-token-of-the-agent-of-leaf-7-0123456789';
const OTHER_TOKEN = 'a-token-of-the-agent-of-leaf-8-0123456789';
const NEVER = new AbortController().signal;

export const KUSTOMIZATIONS = {
  ...{
    group: 'kustomize.toolkit.fluxcd.io',
    version: 'v1',
    kind: 'Kustomization',
    plural: 'kustomizations',
    namespaced: true,
  },
};
const NAMESPACES = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false };
export const RESOURCES = [NAMESPACES, KUSTOMIZATIONS];

export const kustomization = (name: string, { resourceVersion = '1', status = 'True', namespace = 'apps' } = {}) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace, resourceVersion, generation: 1, uid: `uid-${name}` },
  spec: { path: './apps' },
  status: { observedGeneration: 1, conditions: [{ type: 'Ready', status, reason: 'Said', message: 'as it is' }] },
});
const role = (name: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name, resourceVersion: '1' },
  rules: [{ verbs: ['list'], apiGroups: ['*'], resources: ['*'] }],
});
const binding = (name: string, to: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name, resourceVersion: '1' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: to },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
});

export function lines(
  header: object,
  objects: readonly unknown[],
  end: object = { end: true, objects: objects.length },
): string {
  const all = [{ report: 1, agent: 'agent-1', kubernetesVersion: 'v1.36.1', resources: RESOURCES, ...header }];
  return [...all, ...objects.map(object => ({ object })), end].map(line => `${JSON.stringify(line)}\n`).join('');
}

async function* pieces(body: Uint8Array, size = 1_000, pauseMs = 0): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < body.length; from += size) {
    if (pauseMs > 0) await delay(pauseMs);
    yield body.subarray(from, from + size);
  }
}

export interface Site {
  readonly store: Store;
  readonly close: () => Promise<void>;
}

export class Hub implements AsyncDisposable {
  readonly registry = new ClusterRegistry();
  readonly refusals = new Refusals();
  readonly batches: Batch[] = [];
  readonly reports: Reports;
  readonly #site: Site;
  away = false;
  /** Number of requests for a lease. */
  acquired = 0;

  constructor(
    site: Site,
    { push = {}, limits = {} }: { push?: Partial<PushPolicy>; limits?: Partial<ReportsOptions['limits']> } = {},
  ) {
    this.#site = site;
    const policy = { intervalMs: 30_000, kinds: REPORTED_KINDS, detail: 'full' as const, ...push };
    const add = (name: string, env: string) =>
      this.registry.add({
        ...{ name, client: undialledClient(name), authorization: 'rbac', push: { ...policy, tokens: [{ env }] } },
        identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
      });
    add(CLUSTER, 'TOKEN_7');
    add('leaf-8', 'TOKEN_8');
    this.reports = this.receiver(limits);
  }

  /** Makes one more receiver of reports over this store, as another process would have. */
  receiver(limits: Partial<ReportsOptions['limits']> = {}, holder = 'process-1'): Reports {
    const { registry, refusals } = this;
    return new Reports({
      ...{ registry, refusals, holder, log: silentLogger, lookup: kindOf, projections: lookupProjections([]) },
      env: { TOKEN_7: TOKEN, TOKEN_8: OTHER_TOKEN },
      store: this.#store(),
      clusterBytes: 1e9,
      limits: {
        bytes: 8 * 1024 * 1024,
        lineBytes: 256 * 1024,
        objects: 5_000,
        atOnce: 8,
        timeoutMs: 30_000,
        gapMs: 0,
        ...limits,
      },
    });
  }

  send(body: string | Uint8Array, request: Partial<ReportRequest> = {}, to = this.reports): Promise<ReportAnswer> {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return to.receive({
      ...{
        token: TOKEN,
        contentType: 'application/x-ndjson',
        contentEncoding: '',
        contentLength: undefined,
        signal: NEVER,
      },
      body: () => pieces(bytes),
      ...request,
    });
  }

  report(seq: number, objects: readonly unknown[], header: object = {}): Promise<ReportAnswer> {
    return this.send(lines({ seq, ...header }, objects));
  }

  snapshot(cluster = CLUSTER): Promise<ClusterSnapshot> {
    return this.#site.store.snapshot(cluster, NEVER);
  }

  async rows(cluster = CLUSTER): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const chunk of (await this.snapshot(cluster)).rows) rows.push(...chunk);
    return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async names(cluster = CLUSTER): Promise<string[]> {
    return (await this.rows(cluster)).map(({ name }) => name);
  }

  /** Writes the content that a collector with a connection to the cluster would have left in the store. */
  async collectedBefore(): Promise<void> {
    const { store } = this.#site;
    const lease = (await store.acquire(CLUSTER, 'collector-1', 60_000))!;
    await store.identify(lease, { connection: 'digest of a kubeconfig', uid: 'uid-1' });
    await store.apply(lease, { puts: [row({ cluster: CLUSTER, name: 'collected' })], state: storedState() });
    await store.release(lease);
  }

  async grants(): Promise<string[]> {
    return (await this.snapshot()).grants.map(grantKey).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.registry.close();
    await this.#site.close();
  }

  #store(): Store {
    const { store } = this.#site;
    const reached = () => {
      if (this.away) throw new StoreUnavailableError('the store is away');
      return store;
    };
    return new Proxy(store, {
      get: (_store, name: keyof Store) => {
        if (name === 'apply')
          return async (...args: Parameters<Store['apply']>) => {
            await reached().apply(...args);
            this.batches.push(args[1]);
          };
        if (name === 'acquire') this.acquired++;
        const value: unknown = reached()[name];
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(store) : value;
      },
    });
  }
}

const code = ({ status, code }: ReportAnswer) => `${status} ${code}`;

export function describeReports(title: string, open: () => Promise<Site>): void {
  describe(title, () => {
    let hub: Hub | undefined;
    afterEach(async () => hub?.[Symbol.asyncDispose]());
    const start = async (...options: ConstructorParameters<typeof Hub> extends [Site, ...infer Rest] ? Rest : never) =>
      (hub = new Hub(await open(), ...options));

    it('makes rows, grants and the state of the cluster of a report', async () => {
      const it = await start();
      const answer = await it.report(1, [
        kustomization('web'),
        { ...kustomization('db', { status: 'False' }) },
        role('view'),
        binding('b', 'view'),
      ]);
      expect(answer).toEqual({ status: 200, code: 'ACCEPTED', body: { accepted: true, nextReportAfterSeconds: 30 } });
      const { state, server } = await it.snapshot();
      expect((await it.rows()).map(({ cluster, name, status, reason }) => [cluster, name, status, reason])).toEqual([
        [CLUSTER, 'db', 'FAILED', 'Said'],
        [CLUSTER, 'web', 'CURRENT', 'Said'],
      ]);
      expect(await it.grants()).toEqual(['ClusterRole//view', 'ClusterRoleBinding//b']);
      expect(state).toMatchObject({
        phase: 'synced',
        reason: '',
        version: 'v1.36.1',
        answeredAgo: 0,
        silentAfterMs: 90_000,
      });
      expect(state?.grants).toEqual({ complete: true, confirmedAgo: 0, reason: '' });
      expect(state?.kinds.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
        ['Namespace', 'polling', ''],
        ['Kustomization', 'polling', ''],
      ]);
      expect(server).toEqual({ connection: CLUSTER, uid: '' });
    });

    it('removes what a report does not hold', async () => {
      const it = await start();
      await it.report(1, [kustomization('a'), kustomization('b'), role('view'), binding('b', 'view')]);
      await it.report(2, [kustomization('b'), role('view')]);
      expect([await it.names(), await it.grants()]).toEqual([['b'], ['ClusterRole//view']]);
    });

    it('changes no row for an equal report, whatever its bytes', async () => {
      const it = await start();
      await it.report(1, [kustomization('a'), role('view')]);
      const before = await it.rows();
      it.batches.splice(0);
      expect(code(await it.report(2, [kustomization('a'), role('view')]))).toBe('200 ACCEPTED');
      expect(code(await it.report(3, [role('view'), kustomization('a')]))).toBe('200 ACCEPTED');
      expect(
        it.batches.map(({ puts = [], deletes = [], grantPuts = [], grantDeletes = [] }) =>
          [puts, deletes, grantPuts, grantDeletes].flat(),
        ),
      ).toEqual([[], []]);
      expect(await it.rows()).toEqual(before);
    });

    it('compares contents, not versions: an agent may cut an object without another version', async () => {
      const it = await start();
      await it.report(1, [kustomization('a')]);
      await it.report(2, [{ ...kustomization('a'), status: {} }]);
      expect((await it.rows()).map(({ status }) => status)).toEqual(['IN_PROGRESS']);
    });

    it('takes "same" for the last report, and nothing for it without one', async () => {
      const it = await start();
      const same = (seq: number, agent = 'agent-1') =>
        it.send(`${JSON.stringify({ report: 1, agent, seq, same: true })}\n`);
      expect(code(await same(1))).toBe('409 FULL_REPORT_WANTED');
      await it.report(2, [kustomization('a')]);
      expect(code(await same(3))).toBe('200 ACCEPTED');
      expect(code(await same(3))).toBe('409 STALE');
      expect(await it.names()).toEqual(['a']);
      expect((await it.snapshot()).state?.reports?.agents).toEqual([{ agent: 'agent-1', seq: 3 }]);
    });

    it('applies a large report in several batches, under a state that says so', async () => {
      const it = await start();
      const objects = Array.from({ length: 1_200 }, (_, i) => kustomization(`k-${i}`));
      expect(code(await it.report(1, objects))).toBe('200 ACCEPTED');
      expect((await it.rows()).length).toBe(1_200);
      expect(it.batches.map(({ puts = [], state }) => [puts.length, state?.phase])).toEqual([
        [0, 'listing'],
        [500, undefined],
        [500, undefined],
        [200, 'synced'],
      ]);
    });

    it('takes gzip, and lines that end with a carriage return', async () => {
      const it = await start();
      const text = lines({ seq: 1 }, [kustomization('a')]);
      expect(code(await it.send(gzipSync(text), { contentEncoding: 'gzip' }))).toBe('200 ACCEPTED');
      expect(code(await it.send(lines({ seq: 2 }, [kustomization('b')]).replaceAll('\n', '\r\n')))).toBe(
        '200 ACCEPTED',
      );
      expect(await it.names()).toEqual(['b']);
    });

    it('keeps counts and no messages with detail: aggregated, whatever the agent sends', async () => {
      const it = await start({ push: { detail: 'aggregated' } });
      await it.report(1, [kustomization('a', { status: 'False' })]);
      expect((await it.rows()).map(({ reason, message }) => [reason, message])).toEqual([['Said', '']]);
    });

    it('counts the objects of a ResourceGroup alike, from its entries and from what an agent has counted', async () => {
      const it = await start();
      const resources = [
        { group: 'kpt.dev', version: 'v1alpha1', kind: 'ResourceGroup', plural: 'resourcegroups', namespaced: true },
      ];
      const entry = (name: string, status: string) => ({
        ...{ group: 'apps', kind: 'Deployment', namespace: 'a', name, status },
        ...{ actuation: 'Succeeded', strategy: 'Apply', reconcile: 'Succeeded' },
      });
      const group = {
        ...{ apiVersion: 'kpt.dev/v1alpha1', kind: 'ResourceGroup' },
        metadata: {
          name: 'g',
          namespace: 'a',
          generation: 1,
          labels: { 'app.kubernetes.io/managed-by': 'configmanagement.gke.io' },
        },
        spec: {},
        status: { observedGeneration: 1, resourceStatuses: [entry('web', 'Current'), entry('db', 'Failed')] },
      };
      await it.report(1, [group], { resources });
      const [full] = await it.rows();
      await it.report(2, [aggregated(group)], { resources });
      const [counted] = await it.rows();
      expect([full?.status, full?.reason, full?.message]).toEqual([
        'FAILED',
        'ObjectsFailed',
        '1 of 2 objects are current, 1 failed',
      ]);
      expect(counted).toEqual(full);
      expect(JSON.stringify(aggregated(group))).not.toContain('web');
    });

    describe('refuses, and applies nothing', () => {
      const header = { report: 1, agent: 'agent-1', seq: 1, kubernetesVersion: 'v1', resources: RESOURCES };
      const object = JSON.stringify({ object: kustomization('a') });
      const text = (...parts: (object | string)[]) =>
        parts.map(part => (typeof part === 'string' ? part : JSON.stringify(part))).join('\n');
      const cases: Record<string, [body: string | Uint8Array, answer: string, request?: Partial<ReportRequest>]> = {
        'an empty body': ['', '400 MALFORMED'],
        'no JSON': ['{"report":1', '400 MALFORMED'],
        'another version of reports': [lines({ seq: 1, report: 2 }, []), '400 MALFORMED'],
        'an agent without a name': [lines({ seq: 1, agent: '' }, []), '400 MALFORMED'],
        'an agent with a space': [lines({ seq: 1, agent: 'a b' }, []), '400 MALFORMED'],
        'an agent of 65 characters': [lines({ seq: 1, agent: 'a'.repeat(65) }, []), '400 MALFORMED'],
        'no seq': [lines({}, []), '400 MALFORMED'],
        'a seq with a fraction': [lines({ seq: 1.5 }, []), '400 MALFORMED'],
        'a seq below 0': [lines({ seq: -1 }, []), '400 MALFORMED'],
        'no resources': [lines({ seq: 1, resources: undefined }, []), '400 MALFORMED'],
        'resources that are no list': [lines({ seq: 1, resources: {} }, []), '400 MALFORMED'],
        'a resource that is none': [lines({ seq: 1, resources: [1] }, []), '400 MALFORMED'],
        'no end': [text(header, object), '400 MALFORMED'],
        'an end with another number': [
          lines({ seq: 1 }, [kustomization('a')], { end: true, objects: 2 }),
          '400 MALFORMED',
        ],
        'an object behind the end': [text(header, { end: true, objects: 0 }, object), '400 MALFORMED'],
        'lines behind same': [text({ ...header, same: true }, object, { end: true, objects: 1 }), '400 MALFORMED'],
        'a line of another shape': [text(header, { objekt: {} }, { end: true, objects: 1 }), '400 MALFORMED'],
        'an object that is none': [text(header, { object: 'a' }, { end: true, objects: 1 }), '400 MALFORMED'],
        'a broken line in the middle': [text(header, object, '{"object":', { end: true, objects: 2 }), '400 MALFORMED'],
        'an empty line': [text(header, '', { end: true, objects: 0 }), '400 MALFORMED'],
        'bytes that are no UTF-8': [
          Buffer.concat([
            Buffer.from(`${JSON.stringify(header)}\n{"object":{"a":"`),
            Buffer.from([0xff]),
            Buffer.from('"}}\n{"end":true,"objects":1}\n'),
          ]),
          '400 MALFORMED',
        ],
        'another content type': [lines({ seq: 1 }, []), '400 MALFORMED', { contentType: 'application/json' }],
        'another encoding': [lines({ seq: 1 }, []), '400 MALFORMED', { contentEncoding: 'br' }],
        'gzip that is none': [lines({ seq: 1 }, []), '400 MALFORMED', { contentEncoding: 'gzip' }],
        'gzip that is cut off': [
          gzipSync(lines({ seq: 1 }, [kustomization('a')])).subarray(0, 60),
          '400 MALFORMED',
          { contentEncoding: 'gzip' },
        ],
        'a bomb': [gzipSync(Buffer.alloc(64 * 1024 * 1024)), '413 TOO_LARGE', { contentEncoding: 'gzip' }],
        'more bytes than it announces room for': ['', '413 TOO_LARGE', { contentLength: 8 * 1024 * 1024 + 1 }],
        'more than 8 MiB': [`${'x'.repeat(1_000)}\n`.repeat(8_500), '413 TOO_LARGE'],
        'a line of more than 256 KiB': [
          lines({ seq: 1 }, [{ ...kustomization('a'), data: 'x'.repeat(256 * 1024) }]),
          '413 TOO_LARGE',
        ],
        'more than 5 000 objects': [
          lines(
            { seq: 1 },
            Array.from({ length: 5_001 }, () => ({})),
          ),
          '413 TOO_LARGE',
        ],
        'too large and malformed: too large counts': [`x\n${'y'.repeat(256 * 1024 + 1)}`, '413 TOO_LARGE'],
      };
      for (const [what, [body, answer, request]] of Object.entries(cases))
        it(what, async () => {
          const it = await start();
          await it.report(0, [kustomization('before')]);
          it.batches.splice(0);
          expect(code(await it.send(body, request))).toBe(answer);
          expect([it.batches, await it.names()]).toEqual([[], ['before']]);
        });
    });

    it('refuses who has no token, or an unknown one, without looking at the body', async () => {
      const it = await start();
      const body = () => {
        throw new Error('the body was read');
      };
      for (const token of [undefined, '', 'short', `${TOKEN}x`, 'x'.repeat(10_000)])
        expect(code(await it.send('', { token, body }))).toBe('401 UNAUTHENTICATED');
    });

    it('writes the cluster of the token, whatever the body says', async () => {
      const it = await start();
      const text = lines({ seq: 1, cluster: 'leaf-8', agent: 'leaf-8' }, [
        { ...kustomization('leaf-8'), cluster: 'leaf-8' },
      ]);
      expect(code(await it.send(text))).toBe('200 ACCEPTED');
      expect([await it.names(), await it.names('leaf-8')]).toEqual([['leaf-8'], []]);
      expect((await it.rows())[0]?.cluster).toBe(CLUSTER);
    });

    it('leaves out and counts Secrets, ConfigMaps, other kinds and impossible names; the rest counts', async () => {
      const it = await start({ push: { kinds: [...REPORTED_KINDS, 'secrets', 'configmaps', 'pods'] } });
      const core = (kind: string, plural: string) => ({ group: '', version: 'v1', kind, plural, namespaced: true });
      const of = (kind: string) => ({
        apiVersion: 'v1',
        kind,
        metadata: { name: 'x', namespace: 'apps' },
        data: { a: 'c2VjcmV0' },
      });
      const resources = [
        ...RESOURCES,
        core('Secret', 'secrets'),
        core('ConfigMap', 'configmaps'),
        core('Service', 'services'),
      ];
      const answer = await it.report(
        1,
        [
          of('Secret'),
          of('ConfigMap'),
          of('Pod'), // wanted, but not one of the cluster's resources
          of('Service'), // one of the cluster's resources, but not wanted
          { ...kustomization('version'), apiVersion: 'kustomize.toolkit.fluxcd.io/v1beta2' },
          kustomization('UPPER/../case'),
          kustomization('no-namespace', { namespace: '' }),
          { ...role('x'), metadata: { name: '' } },
          { apiVersion: 7 },
          {},
          kustomization('web'),
          role('view'),
        ],
        { resources },
      );
      expect(code(answer)).toBe('200 ACCEPTED');
      expect([await it.names(), await it.grants()]).toEqual([['web'], ['ClusterRole//view']]);
      expect(['kind', 'name', 'namespace', 'shape'].map(reason => it.refusals.of(reason as 'kind'))).toEqual([
        5, 2, 1, 2,
      ]);
      const { state } = await it.snapshot();
      expect(state?.kinds.find(({ kind }) => kind === 'Kustomization')?.reason).toBe('LEFT_OUT');
      expect(state?.grants.reason).toBe('LEFT_OUT');
    });

    it('leaves out resources with names that no API server gives', async () => {
      const it = await start();
      const evil = { ...KUSTOMIZATIONS, kind: '../Secret', plural: 'kustomizations' };
      await it.report(1, [kustomization('a'), { ...kustomization('b'), kind: '../Secret' }], {
        resources: [evil, KUSTOMIZATIONS],
      });
      expect(await it.names()).toEqual(['a']);
    });

    it('refuses a replay and reports out of order', async () => {
      const it = await start();
      const old = lines({ seq: 5 }, [kustomization('old')]);
      await it.send(old);
      await it.report(7, [kustomization('new')]);
      const answer = await it.send(old);
      expect([code(answer), answer.body['lastSeq']]).toEqual(['409 STALE', 7]);
      expect(code(await it.report(7, []))).toBe('409 STALE');
      expect(await it.names()).toEqual(['new']);
    });

    it('refuses a second agent until the first one has been silent for three intervals, at every process', async () => {
      const it = await start({ push: { intervalMs: 200 } });
      const other = it.receiver({}, 'process-2');
      await it.report(5, [kustomization('first')]);
      const answer = await it.send(lines({ seq: 9, agent: 'agent-2' }, [kustomization('second')]), {}, other);
      expect([code(answer), answer.retryAfterSeconds]).toEqual(['409 LEASED', 1]);
      expect(await it.names()).toEqual(['first']);
      await delay(650);
      expect(code(await it.send(lines({ seq: 1, agent: 'agent-2' }, [kustomization('second')]), {}, other))).toBe(
        '200 ACCEPTED',
      );
      expect(await it.names()).toEqual(['second']);
      // The first agent now competes with the second agent. Old reports of the first agent are still refused.
      expect(code(await it.report(6, []))).toBe('409 LEASED');
      await delay(650);
      expect(code(await it.report(5, [kustomization('first')]))).toBe('409 STALE');
      expect(code(await it.report(6, [kustomization('first')]))).toBe('200 ACCEPTED');
    });

    it('judges seq alike at every process', async () => {
      const it = await start();
      const other = it.receiver({}, 'process-2');
      await it.report(5, []);
      expect(code(await it.send(lines({ seq: 5 }, []), {}, other))).toBe('409 STALE');
      expect(code(await it.send(lines({ seq: 6 }, []), {}, other))).toBe('200 ACCEPTED');
      expect(code(await it.report(6, []))).toBe('409 STALE');
    });

    it('refuses a report too soon after the last whose body was read, at every process; another cluster is free', async () => {
      const it = await start({ limits: { gapMs: 700 } });
      const other = it.receiver({ gapMs: 700 }, 'process-2');
      expect(code(await it.send('nonsense'))).toBe('400 MALFORMED');
      const answer = await it.send(lines({ seq: 1 }, []), {}, other);
      expect([code(answer), answer.retryAfterSeconds]).toEqual(['429 TOO_SOON', 1]);
      expect(code(await it.report(1, []))).toBe('429 TOO_SOON');
      expect(code(await it.send(lines({ seq: 1 }, []), { token: OTHER_TOKEN }))).toBe('200 ACCEPTED');
      await delay(750);
      expect(code(await it.report(1, []))).toBe('200 ACCEPTED');
    });

    it('does not ask the store again and again for an agent that floods it', async () => {
      const it = await start({ limits: { gapMs: 60_000 } });
      await it.report(1, []);
      it.acquired = 0;
      const began = performance.now();
      for (let seq = 2; seq < 500; seq++) expect(code(await it.report(seq, []))).toBe('429 TOO_SOON');
      expect(it.acquired).toBeLessThanOrEqual(1 + (performance.now() - began) / 250);
    });

    it('is not held off by a report whose body was not read', async () => {
      const it = await start({ limits: { gapMs: 60_000 } });
      expect(code(await it.send('', { contentType: 'text/plain' }))).toBe('400 MALFORMED');
      expect(code(await it.report(1, []))).toBe('200 ACCEPTED');
    });

    it('takes one report of a cluster at a time, and a bounded number in all', async () => {
      const it = await start({ limits: { atOnce: 2 } });
      const slow = (token: string) =>
        it.send('', { token, body: () => pieces(Buffer.from(lines({ seq: 1 }, [])), 100, 60) });
      const first = slow(TOKEN);
      await delay(50);
      expect(code(await it.report(2, []))).toBe('429 TOO_SOON');
      const second = slow(OTHER_TOKEN);
      await delay(50);
      const answer = await it.report(2, []);
      expect([code(answer), answer.retryAfterSeconds]).toEqual(['503 UNAVAILABLE', 2]);
      expect((await Promise.all([first, second])).map(code)).toEqual(['200 ACCEPTED', '200 ACCEPTED']);
    });

    it('gives up on a body that does not end, and then takes the next', async () => {
      const it = await start({ limits: { timeoutMs: 200 } });
      const dripping = pieces(Buffer.from(lines({ seq: 1 }, []).slice(0, 12)), 1, 50);
      expect(code(await it.send('', { body: () => dripping }))).toBe('400 MALFORMED');
      expect(
        code(await it.send('', { contentEncoding: 'gzip', body: () => pieces(gzipSync('x').subarray(0, 12), 1, 50) })),
      ).toBe('400 MALFORMED');
      expect(await it.names()).toEqual([]);
      expect(code(await it.report(1, [kustomization('b')]))).toBe('200 ACCEPTED');
    });

    it('applies nothing of a body that breaks off', async () => {
      const it = await start();
      const broken = async function* () {
        yield Buffer.from(lines({ seq: 1 }, [kustomization('a')]).slice(0, -20));
        throw new Error('socket hang up');
      };
      for (const contentEncoding of ['', 'gzip'])
        expect((await it.send('', { body: broken, contentEncoding })).status).not.toBe(200);
      expect(await it.names()).toEqual([]);
    });

    it('says 503 while the store is away, and takes the same report later', async () => {
      const it = await start();
      it.away = true;
      const body = () => {
        throw new Error('the body was read');
      };
      const answer = await it.send('', { body });
      expect([code(answer), answer.retryAfterSeconds]).toEqual(['503 UNAVAILABLE', 5]);
      it.away = false;
      expect(code(await it.report(1, [kustomization('a')]))).toBe('200 ACCEPTED');
    });

    it('wants a full report after the kinds that count have changed, and drops what no longer counts', async () => {
      const it = await start();
      await it.report(1, [kustomization('a')]);
      const before = it.registry.get(CLUSTER)!;
      await it.registry.replace({ ...before, push: { ...before.push!, kinds: ['namespaces'] } });
      expect(code(await it.send(`${JSON.stringify({ report: 1, agent: 'agent-1', seq: 2, same: true })}\n`))).toBe(
        '409 FULL_REPORT_WANTED',
      );
      expect(code(await it.report(3, [kustomization('a')]))).toBe('200 ACCEPTED');
      expect(await it.names()).toEqual([]);
    });

    it('drops content that was collected when the cluster was registered in another way', async () => {
      const it = await start();
      await it.collectedBefore();
      expect(await it.names()).toEqual(['collected']);
      expect(code(await it.send(`${JSON.stringify({ report: 1, agent: 'agent-1', seq: 1, same: true })}\n`))).toBe(
        '409 FULL_REPORT_WANTED',
      );
      expect(code(await it.report(2, [kustomization('reported')]))).toBe('200 ACCEPTED');
      expect([await it.names(), (await it.snapshot()).server]).toEqual([
        ['reported'],
        { connection: CLUSTER, uid: '' },
      ]);
    });
  });
}
