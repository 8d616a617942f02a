/**
 * Data from a leaf counts only for that leaf, and only if an API server could hold it. Crafted objects are refused and
 * counted, and the remaining objects are stored. No lease, name or key of one cluster gives access to another cluster,
 * in either store.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { REFUSAL_REASONS } from '../../../kinds/refusals.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { simulatedKubeconfig } from '../../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import { MAX_LABELS, MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from '../../../store/limits.ts';
import { FencedError, InvalidRowError, type Batch, type Lease, type Row } from '../../../store/store.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../kubernetes/until.ts';
import { ROBOT } from '../../sim/fixtures.ts';
import { row, sourced } from '../../fixtures.ts';
import { binding, readRows, role, state } from '../../store/fixtures.ts';
import { Fleet, memorySite, podId, redisSite } from '../failclosed/fleet.ts';
import { everything, podRow } from '../failclosed/scripted.ts';
import { lying } from './crafty-client.ts';

const stores = [
  { store: 'memory', open: memorySite },
  { store: 'Redis', open: redisSite },
];
const A = 'a';
const B = 'b';
const LONG = 'm\u001b\n'.repeat(100_000);

describe.each(stores)('in the $store store', ({ open }) => {
  let fleet: Fleet;
  beforeEach(async () => {
    fleet = new Fleet(await open());
  });
  afterEach(() => fleet[Symbol.asyncDispose]());

  describe('a collector of one cluster', () => {
    let a: Lease;
    let b: Lease;
    beforeEach(async () => {
      const { writer } = fleet.site;
      a = (await writer.acquire(A, 'collector-a', 60_000))!;
      b = (await writer.acquire(B, 'collector-b', 60_000))!;
      await writer.apply(b, { ...everything(B) });
    });

    it.each<[string, (forged: Lease) => Promise<unknown>]>([
      ['writes no row', forged => fleet.site.writer.apply(forged, { puts: [podRow(B, 'planted')] })],
      [
        'deletes no row',
        forged => fleet.site.writer.apply(forged, { deletes: [encodeObjectKey(podRow(B, `pod-of-${B}`))] }),
      ],
      ['writes no grant', forged => fleet.site.writer.apply(forged, { grantPuts: [role('planted')] })],
      ['writes no state', forged => fleet.site.writer.apply(forged, { state: state() })],
      ['renews no lease', forged => fleet.site.writer.renew(forged, 60_000)],
      ['removes no cluster', forged => fleet.site.writer.remove(forged)],
    ])('%s of another', async (_what, attempt) => {
      const before = await content(B);
      await expect(attempt({ ...a, cluster: B })).rejects.toThrow(FencedError);
      await expect(attempt({ ...b, holder: 'collector-a' })).rejects.toThrow(FencedError);
      await expect(attempt({ ...b, epoch: b.epoch - 1 })).rejects.toThrow(FencedError);
      expect(await content(B)).toEqual(before);
    });

    it('takes no lease of another away, nor ends it', async () => {
      const { writer } = fleet.site;
      expect(await writer.acquire(B, 'collector-a', 60_000)).toBeUndefined();
      await writer.release({ ...a, cluster: B });
      await writer.release({ ...b, holder: 'collector-a' });
      await writer.apply(b, { puts: [podRow(B, 'mine')] });
      expect((await readRows(writer, B)).has('mine')).toBe(true);
    });

    it('deletes by key in its own cluster only', async () => {
      const key = encodeObjectKey(podRow(B, `pod-of-${B}`));
      await fleet.site.writer.apply(a, { deletes: [key], grantDeletes: ['ClusterRole//reader'] });
      expect((await readRows(fleet.site.reader, B)).size).toBe(1);
    });

    const long = 'x'.repeat(MAX_NAME_LENGTH + 1);
    it.each<[string, Partial<Row>]>([
      ['another cluster', { cluster: B }],
      ['a cluster that only looks the same', { cluster: `${A} ` }],
      ['no name', { name: '' }],
      ['a name without end', { name: long }],
      ['a name that controls a terminal', { name: '\u001b[2J' }],
      ['a line break in its name', { name: 'x\r\nDEL fg' }],
      ['half a character', { name: '\ud800' }],
      ['a NUL in its namespace', { namespace: 'team\0a' }],
      ['a namespace without end', { namespace: long }],
      ['no kind', { kind: '' }],
      ['a kind without end', { kind: long }],
      ['a group with a line break', { group: 'apps\n' }],
      ['a message without end', { message: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) }],
      ['a reason without end', { reason: 'x'.repeat(1_000) }],
      ['a UID without end', { uid: 'x'.repeat(10_000) }],
      [
        'labels without end',
        { labels: Object.fromEntries(Array.from({ length: MAX_LABELS + 1 }, (_, i) => [`l${i}`, 'x'])) },
      ],
      ['a label that is no text', { labels: { a: 1 as unknown as string } }],
      ['labels that are a list', { labels: ['a'] as unknown as Row['labels'] }],
      ['a status of its own making', { status: 'FINE' as Row['status'] }],
      ['a time that is none', { createdAt: NaN }],
      ['a name that is no text', { name: { toString: () => 'x' } as unknown as string }],
      ['a source that is no object', sourced('../../b')],
      ['a relation of its own making', { relations: [{ type: 'LIKES' as 'SOURCE', to: '/Pod/team-a/web' }] }],
      [
        'relations without end',
        { relations: Array.from({ length: 257 }, (_, i) => ({ type: 'SOURCE', to: `/Pod/team-a/web-${i}` })) },
      ],
      ['records without end', { records: { inventory: Array.from({ length: 257 }, () => ({})) } }],
      ['a record without end', { records: { inventory: [{ text: 'x'.repeat(5_000) }] } }],
      ['records of a projection with a line break', { records: { 'a\nb': [{}] } }],
      ['a record that is a list', { records: { inventory: [['a'] as never] } }],
    ])('is refused a row with %s, and the batch with it', async (_what, fields) => {
      const before = await content(B);
      const crafted: Batch = { puts: [podRow(A, 'good'), { ...podRow(A, 'web'), ...fields }] };
      await expect(fleet.site.writer.apply(a, crafted)).rejects.toThrow(InvalidRowError);
      expect((await readRows(fleet.site.reader, A)).size).toBe(0);
      expect(await content(B)).toEqual(before);
    });

    it.each([
      ['a slash in its name', role('a/b')],
      ['a slash in its namespace', role('a', { namespace: 'x/y' })],
      ['no namespace', role('a', { namespace: '' })],
      ['a namespace that its type has not', role('a', { type: 'ClusterRole' })],
      ['a type of its own making', role('a', { type: 'Everything' as 'Role' })],
      ['rules that are no list', role('a', { rules: 'all' as never })],
      ['subjects that are no list', binding('a', { subjects: {} as never })],
      ['a line break in its name', binding('a\nb')],
    ])('is refused a grant with %s', async (_what, grant) => {
      await expect(fleet.site.writer.apply(a, { grantPuts: [grant] })).rejects.toThrow(InvalidRowError);
      expect((await content(A)).grants).toEqual([]);
    });

    it('may call things what could be keys, patterns or scripts elsewhere: they are names', async () => {
      const names = [
        '__proto__',
        'constructor',
        `fg:{p1}:rows:${B}`,
        '{p0}',
        "');redis.call('FLUSHALL')--",
        '"],["',
        '*',
        '[a-z]?',
        '${x}',
        'a b',
        '../b',
      ];
      const puts = names.flatMap(name => [
        podRow(A, name),
        podRow(A, name, name),
        row({ name, cluster: A, kind: name, labels: { [name]: name } }),
      ]);
      const before = await content(B);
      await fleet.site.writer.apply(a, { puts });
      const stored = await content(A);
      expect(stored.rows).toEqual(puts.map(put => encodeObjectKey(put)).sort());
      expect(await content(B)).toEqual(before);
      expect(await fleet.site.reader.clusters()).toHaveLength(2);
      await fleet.site.writer.apply(a, { deletes: puts.map(put => encodeObjectKey(put)) });
      expect((await content(A)).rows).toEqual([]);
      expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('x');
    });

    async function content(cluster: string) {
      const snapshot = await fleet.site.reader.snapshot(cluster, new AbortController().signal);
      const rows: string[] = [];
      for await (const chunk of snapshot.rows) rows.push(...chunk.map(put => encodeObjectKey(put)));
      return { position: snapshot.position, grants: snapshot.grants, state: snapshot.state, rows: rows.sort() };
    }
  });

  it('of a leaf that lies, what can be true is kept, what cannot is refused and counted, and nothing touches another cluster', async () => {
    const honest = await fleet.leaf(B);
    const liar = await fleet.leaf(A);
    await fleet.register(honest);
    const object = (metadata: object, more: object = {}) => ({ metadata: { namespace: 'apps', ...metadata }, ...more });
    const lies = {
      pods: [
        object({ name: 'other-cluster', clusterName: B, uid: podId(B) }, { cluster: B }),
        JSON.parse(
          '{"metadata":{"name":"__proto__","namespace":"apps","labels":{"__proto__":"x","constructor":"y","ok":"z"}},"__proto__":{"kind":"x"}}',
        ),
        object(
          { name: 'talkative', labels: { app: 'x'.repeat(5_000) } },
          { status: { phase: 'Failed', reason: 'R', message: LONG } },
        ),
        object({ name: `fg:{p1}:rows:${B}` }),
        // Objects that no API server returns in this list.
        { spec: {} },
        { metadata: [] },
        object({ name: 5 }),
        object({ name: 'x\r\nFLUSHALL\r\n' }),
        object({ name: `../${B}` }),
        object({ name: 'n'.repeat(254) }),
        object({ name: 'everywhere', namespace: undefined }),
        object({ name: 'web', namespace: '../kube-system' }),
        object({ name: 'web', namespace: { name: 'apps' } }),
        object({ name: 'secret' }, { apiVersion: 'v1', kind: 'Secret' }),
        object({ name: 'deployment' }, { apiVersion: 'apps/v1', kind: 'Pod' }),
      ],
      namespaces: [object({ name: 'claims-a-namespace' })],
      clusterroles: [object({ name: 'x', namespace: undefined }, { kind: 'ClusterRoleBinding', rules: [] })],
      rolebindings: [object({ name: 'x/y' }), object({ name: 'x', namespace: 'a/b' })],
    };
    await registerLiar(liar, lies);
    const collector = fleet.collect();
    const replica = await fleet.replica();
    await until(async () => (await replica.ids('jane')).length === 6);

    expect(await replica.ids('jane')).toEqual([
      `${A}//Pod/apps/__proto__`,
      `${A}//Pod/apps/${encodeURIComponent(`fg:{p1}:rows:${B}`)}`,
      `${A}//Pod/apps/other-cluster`,
      podId(A),
      podId(B),
      `${A}//Pod/apps/talkative`,
    ]);
    const rows = await readRows(fleet.site.reader, A);
    expect(rows.get('talkative')).toMatchObject({ cluster: A, labels: {} });
    expect(rows.get('talkative')!.message).toMatch(/^m m (?:m )*m?…$/);
    expect(rows.get('talkative')!.message.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
    expect(Object.keys(rows.get('__proto__')!.labels)).toEqual(['constructor', 'ok']);
    expect([...(await readRows(fleet.site.reader, B)).keys()].filter(name => name.startsWith('pod-'))).toEqual([
      `pod-of-${B}`,
    ]);

    await until(() => collector.refusals.of('name') >= 5);
    const refused = Object.fromEntries(REFUSAL_REASONS.map(reason => [reason, collector.refusals.of(reason)]));
    expect(refused).toEqual({
      shape: 2,
      kind: 3,
      name: 5,
      namespace: 5,
      bounds: 0,
      relations: 0,
      records: 0,
      limit: 0,
    });
    const reasons = () => replica.readModel.cluster(A)!.state!.kinds.map(({ kind, reason }) => `${kind} ${reason}`);
    // The collector writes the state of a cluster and its rows at different times.
    await until(() => reasons().includes('Pod LEFT_OUT'));
    expect(reasons().join()).not.toMatch(/FLUSHALL|kube-system|secret/);
    expect(replica.readModel.cluster(B)!.state!.kinds.filter(({ reason }) => reason !== '')).toEqual([]);
  });

  async function registerLiar(leaf: SimulatedLeaf, lies: Readonly<Record<string, readonly unknown[]>>): Promise<void> {
    const kubeconfig = parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: 'sim', directory: '/' });
    const client = createKubernetesClient(await kubeconfig.target(leaf.name), { log: silentLogger });
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    fleet.registry.add({ name: leaf.name, client: lying(client, lies), identity, authorization: 'rbac' });
  }
});
