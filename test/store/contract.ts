/**
 * Behaviour of every store, as one suite. A site is one store with two handles, for a writer and a reader, like two
 * processes. A site starts empty.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import { grantKey } from '../../rbac/types.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { MAX_CHANGES, MAX_HISTORY_LENGTH } from '../../store/history.ts';
import {
  CHUNK_ROWS,
  LOG_ENTRIES,
  LOG_ENTRY_SIZE,
  MAX_BATCH_ITEMS,
  MAX_MESSAGE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_RECORD_LENGTH,
  MAX_RELATIONS,
  MAX_REVISION_LENGTH,
} from '../../store/limits.ts';
import { MAX_VIEWS, SHELF_OF_ALL, shelfOf } from '../../store/saved-views.ts';
import type { Batch, Changes, Lease, Position, Row, StatusChange, Store, StoreListener } from '../../store/store.ts';
import { FencedError, InvalidRowError } from '../../store/store.ts';
import { row, sourced } from '../fixtures.ts';
import { binding, CLUSTER, readRows, role, spelledOut, state, withoutStored } from './fixtures.ts';

export interface StoreSite {
  readonly writer: Store;
  readonly reader: Store;
  close(): Promise<void>;
}

const TTL = 60_000;
const NEVER = new AbortController().signal;

const JANE = { caller: 'jane', signal: NEVER };

export function describeStore(name: string, open: () => Promise<StoreSite>): void {
  describe(`a ${name} store`, () => {
    let site: StoreSite;
    let writer: Store;
    let reader: Store;

    beforeEach(async () => {
      site = await open();
      ({ writer, reader } = site);
    });
    afterEach(() => site.close());

    async function lease(cluster = CLUSTER, holder = 'collector-1', ttl = TTL): Promise<Lease> {
      const lease = await writer.acquire(cluster, holder, ttl);
      if (!lease) throw new Error(`${holder} did not get the lease of ${cluster}`);
      return lease;
    }

    async function position(cluster = CLUSTER): Promise<Position> {
      return (await reader.snapshot(cluster, NEVER)).position;
    }

    async function changesAfter(after: Position, cluster = CLUSTER): Promise<Changes> {
      const changes = await reader.changes(cluster, after);
      if (changes === 'behind') throw new Error('the reader is behind');
      return changes;
    }

    describe('what was there before, for other processes', () => {
      it('is told of each batch, for what it changed alone, with the texts that rows shared', async () => {
        const { shared } = reader;
        if (!shared) return; // this store belongs to a single process
        const mine = await lease();
        const texts = {
          message: 'a text that both rows share, and that is long',
          labels: { app: 'web' },
          records: { inventory: [{ n: 1 }] },
        };
        const [a, b] = [row({ name: 'a', ...texts }), row({ name: 'b', ...texts })];
        const [key, other] = [encodeObjectKey(a), encodeObjectKey(b)];
        const start = await position();
        await writer.apply(mine, { puts: [a, b], grantPuts: [role('viewer')] });
        const filled = await position();
        await writer.apply(mine, {
          puts: [{ ...a, message: 'another' }, b],
          grantPuts: [{ ...role('viewer'), resourceVersion: '2' }],
        });
        await writer.apply(mine, {
          deletes: [key, encodeObjectKey({ ...a, name: 'never there' })],
          grantDeletes: [grantKey(role('viewer'))],
        });
        await writer.apply(mine, { state: state() });
        await writer.apply(mine, { deletes: [other] });
        const { changes } = await changesAfter(start);
        const past = await shared.past(CLUSTER, start, JANE);
        if (past === 'behind') throw new Error('the log does not reach back');
        expect(past.map(({ position }) => position)).toEqual(changes.map(({ position }) => position));
        expect(past.map(({ rows, grants }) => ({ rows, grants }))).toEqual([
          {
            rows: [
              [key, undefined],
              [other, undefined],
            ],
            grants: [[grantKey(role('viewer')), undefined]],
          },
          { rows: [[key, a]], grants: [[grantKey(role('viewer')), role('viewer')]] },
          {
            rows: [[key, { ...a, message: 'another' }]],
            grants: [[grantKey(role('viewer')), { ...role('viewer'), resourceVersion: '2' }]],
          },
          { rows: [], grants: [] },
          { rows: [[other, b]], grants: [] },
        ]);
        expect(await shared.past(CLUSTER, filled, JANE)).toEqual(past.slice(1));
        const until = past[2]!.position;
        expect(await shared.past(CLUSTER, filled, { ...JANE, until })).toEqual(past.slice(1, 3));
        const packed = shared.pack(filled)!;
        expect(packed.compare(shared.pack(until)!)).toBe(-1);
        expect(shared.unpack(packed, past.at(-1)!.position)).toBe(filled);
        expect(await shared.past(CLUSTER, shared.unpack(Buffer.alloc(packed.length, 1), filled), JANE)).toBe('behind');
        const ended = { caller: 'jane', signal: AbortSignal.abort(new Error('the client left')) };
        await expect(shared.past(CLUSTER, start, ended)).rejects.toThrow('the client left');
      });

      it('tells gateways which sessions were ended, in their order, and from any place among them', async () => {
        const [ending, reported] = [writer.shared, reader.shared];
        if (!ending || !reported) return;
        expect(await reported.endedSessions('')).toEqual({ ids: [], place: '' });
        for (const id of ['first', 'second']) await ending.endSession(id);
        const { ids, place } = await reported.endedSessions('');
        expect(ids).toEqual(['first', 'second']);
        expect(await reported.endedSessions(place)).toEqual({ ids: [], place });
        await reported.endSession('third');
        expect((await ending.endedSessions(place)).ids).toEqual(['third']);
        expect((await ending.endedSessions('')).ids).toEqual(['first', 'second', 'third']);
      });

      it('keeps saved views by shelf and name, as every process sees them, until they are removed', async () => {
        const view = (name: string, search = '?q=status:failed') => ({
          name,
          search,
          savedBy: 'jane',
          savedAt: 1_770_000_000_000,
        });
        const mine = shelfOf('jane');
        expect(await reader.views.read(mine)).toEqual([]);
        for (const name of ['b', 'a', '"ü\u0000\n']) expect(await writer.views.save(mine, view(name))).toBe('SAVED');
        expect(await writer.views.save(mine, view('a', '?q=web&group=label:team'))).toBe('SAVED');
        expect(await writer.views.save(SHELF_OF_ALL, view('all', ''))).toBe('SAVED');
        expect(await reader.views.read(mine)).toEqual([
          view('"ü\u0000\n'),
          view('a', '?q=web&group=label:team'),
          view('b'),
        ]);
        expect(await reader.views.read(SHELF_OF_ALL)).toEqual([view('all', '')]);
        expect(await reader.views.read(shelfOf('joe'))).toEqual([]);
        expect(await reader.views.remove(mine, 'b')).toBe(true);
        expect(await reader.views.remove(mine, 'b')).toBe(false);
        expect((await writer.views.read(mine)).map(({ name }) => name)).toEqual(['"ü\u0000\n', 'a']);
      });

      it('has room for so many views on a shelf, and then still replaces them', async () => {
        const view = (name: string, savedAt = 1) => ({ name, search: '', savedBy: 'jane', savedAt });
        for (let at = 0; at < MAX_VIEWS; at++) expect(await writer.views.save('full', view(`v${at}`))).toBe('SAVED');
        const further = await Promise.all(
          Array.from({ length: 5 }, (_, at) => writer.views.save('full', view(`w${at}`))),
        );
        expect(new Set(further)).toEqual(new Set(['FULL']));
        expect(await reader.views.read('full')).toHaveLength(MAX_VIEWS);
        const [first] = await reader.views.read('full');
        expect(await reader.views.save('full', view(first!.name, 2))).toBe('SAVED');
        expect(await reader.views.save('full', view('one more'))).toBe('FULL');
        expect(await reader.views.remove('full', first!.name)).toBe(true);
        expect(await reader.views.save('full', view('one more'))).toBe('SAVED');
      });

      it('is sealed with one secret for all', async () => {
        const { shared } = reader;
        if (!shared) return;
        expect(await shared.secret()).toBeUndefined();
        await writer.join('collector-1', TTL);
        const secret = await shared.secret();
        await reader.join('collector-2', TTL);
        expect(secret).toHaveLength(32);
        expect(await writer.shared!.secret()).toEqual(secret);
      });
    });

    describe('rows and grants', () => {
      it('gives back every column of a row, in a snapshot, in the log and by key', async () => {
        const mine = await lease();
        const start = await position();
        const full = row({
          name: 'web',
          uid: '5f0c',
          resourceVersion: '4711',
          status: 'FAILED',
          suspended: true,
          reason: 'BuildFailed',
          message: 'line 1\n"line" 2 \u2028 \ud83d\ude80',
          revision: 'main@sha1:abc',
          attemptedRevision: 'main@sha1:def',
          ...sourced('source.toolkit.fluxcd.io/GitRepository/flux-system/flux'),
          records: {
            inventory: [{ kind: 'Deployment', names: ['a', 'ü~\t\n\\'], deep: { n: 1.5, no: null } }, {}],
            targets: [{ on: true }],
          },
          labels: { app: 'web', 'example.org/tier': '' },
          createdAt: 1_700_000_000_123,
          transitionedAt: 1_700_000_000_456,
          syncedAt: 1_700_000_000_789,
        });
        await writer.apply(mine, { puts: [full] });

        expect((await readRows(reader)).get('web')).toEqual(full);
        expect((await changesAfter(start)).changes[0]?.puts).toEqual([full]);
        expect(await reader.rows([{ cluster: CLUSTER, key: encodeObjectKey(full) }])).toEqual([full]);
      });

      it.each([
        ['separators', 'a/b:c|d{e}f g'],
        ['__proto__', '__proto__'],
        ['unicode', 'naïve-ü-日本-🚀'],
        ['globs', '*[a-z]?\\'],
        ['percent signs and quotes', '%2F"\'`%'],
      ])('keeps names with %s apart from all others', async (_what, name) => {
        const cluster = name;
        const mine = await lease(cluster);
        const start = await position(cluster);
        const odd = row({
          name,
          cluster,
          namespace: name,
          kind: name,
          group: name,
          labels: { [name]: 'x', ['__proto__']: 'y' },
        });
        const plain = row({ name: 'plain', cluster });
        await writer.apply(mine, { puts: [odd, plain], grantPuts: [role(name.replaceAll('/', '-'))] });

        expect((await readRows(reader, cluster)).get(name)).toEqual(odd);
        expect((await changesAfter(start, cluster)).changes[0]?.puts).toEqual([odd, plain]);
        expect(Object.entries((await readRows(reader, cluster)).get(name)?.labels ?? {})).toContainEqual([
          '__proto__',
          'y',
        ]);
        expect((await reader.snapshot(cluster, NEVER)).grants.map(({ name }) => name)).toEqual([
          name.replaceAll('/', '-'),
        ]);
        expect(await reader.clusters()).toEqual([cluster]);

        await writer.apply(mine, { deletes: [encodeObjectKey(odd)] });
        expect([...(await readRows(reader, cluster)).keys()]).toEqual(['plain']);
      });

      it('gives back grants of every type and the state', async () => {
        const grants = [
          role('editor', {
            rules: [
              { verbs: ['get', '*'], apiGroups: [''], resources: ['pods', 'pods/log'], resourceNames: ['web', ''] },
            ],
          }),
          role('view', { type: 'ClusterRole', namespace: '', aggregated: true, rules: [] }),
          binding('jane'),
          binding('system:everyone', { type: 'ClusterRoleBinding', namespace: '', subjects: [] }),
        ];
        const uncollected = [
          { group: '', version: 'v1', kind: 'PersistentVolume', plural: 'persistentvolumes', namespaced: false },
        ];
        const written = state({ phase: 'listing', reason: 'LISTING', answeredAgo: undefined, uncollected });
        const mine = await lease();
        const start = await position();
        await writer.apply(mine, { grantPuts: grants, state: written });

        const snapshot = await reader.snapshot(CLUSTER, NEVER);
        const byKey = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
        expect([...snapshot.grants].sort(byKey)).toEqual([...grants].sort(byKey));
        expect(snapshot.state).toEqual(written);
        const [change] = (await changesAfter(start)).changes;
        expect(change?.grantPuts).toEqual(grants);
        expect(change?.state).toEqual(written);

        await writer.apply(mine, { grantDeletes: [grantKey(binding('jane'))] });
        expect((await reader.snapshot(CLUSTER, NEVER)).grants.map(({ name }) => name)).not.toContain('jane');
      });

      it('writes, replaces and deletes relations and records with their row, and with nothing else', async () => {
        const mine = await lease();
        const start = await position();
        const flux = 'source.toolkit.fluxcd.io/GitRepository/flux-system/flux';
        const many = Array.from({ length: MAX_RELATIONS }, (_, i) => ({
          type: 'SOURCE' as const,
          to: `/ConfigMap/team-a/part-${i}~`,
        }));
        const records = { inventory: [{ name: 'a'.repeat(MAX_RECORD_LENGTH - 11) }, { name: '🚀\t\n' }] };
        const rows = [
          row({ name: 'both', ...sourced(flux), records }),
          row({ name: 'related', relations: many }),
          row({ name: 'plain' }),
          ...Array.from({ length: 40 }, (_, i) => row({ name: `like-${i}`, ...sourced(flux) })),
        ];
        await writer.apply(mine, { puts: rows });
        const expected = new Map(rows.map(it => [it.name, it]));
        expect(await readRows(reader)).toEqual(expected);
        const snapshot = await reader.snapshot(CLUSTER, NEVER);
        for await (const chunk of snapshot.indexRows ?? snapshot.rows)
          for (const it of chunk) {
            const { name, relations, records } = spelledOut(it);
            expect({ name, relations, records }).toEqual({
              name,
              relations: expected.get(name)?.relations,
              records: expected.get(name)?.records,
            });
          }

        const changed = [
          row({ name: 'both', ...sourced('/Pod/team-a/web') }),
          row({ name: 'plain', records: { targets: [{ n: 1 }] } }),
          row({ name: 'like-0' }),
        ];
        await writer.apply(mine, { puts: changed, deletes: [encodeObjectKey(row({ name: 'related' }))] });
        for (const it of changed) expected.set(it.name, it);
        expected.delete('related');
        expect(await readRows(reader)).toEqual(expected);
        const { changes } = await changesAfter(start);
        expect(changes.map(({ puts, deletes }) => [puts, deletes])).toEqual([
          [rows, []],
          [changed, [encodeObjectKey(row({ name: 'related' }))]],
        ]);
        expect(await reader.rows([{ cluster: CLUSTER, key: encodeObjectKey(changed[0]!) }])).toEqual([changed[0]]);
      });

      it('returns rows by key in the order asked for, with gaps where there are none', async () => {
        await writer.apply(await lease(), { puts: [row({ name: 'a' }), row({ name: 'b' })] });
        await writer.apply(await lease('leaf-02'), { puts: [row({ name: 'c', cluster: 'leaf-02' })] });
        const ref = (cluster: string, name: string) => ({ cluster, key: encodeObjectKey(row({ name })) });

        const refs = [
          ref('leaf-02', 'c'),
          ref(CLUSTER, 'b'),
          ref(CLUSTER, 'gone'),
          ref('nowhere', 'a'),
          ref(CLUSTER, 'a'),
          ref(CLUSTER, 'b'),
        ];
        expect((await reader.rows(refs)).map(found => found?.name)).toEqual(['c', 'b', undefined, undefined, 'a', 'b']);
        expect(await reader.rows([])).toEqual([]);
      });

      it('tells the resource versions it holds', async () => {
        const mine = await lease();
        await writer.apply(mine, {
          puts: [
            row({ name: 'a', resourceVersion: '10' }),
            row({ name: 'b', resourceVersion: 'odd"\\' }),
            row({ name: 'c', resourceVersion: '' }),
          ],
          grantPuts: [role('r', { resourceVersion: '20' }), binding('b', { resourceVersion: '21' })],
        });
        await writer.apply(mine, { puts: [row({ name: 'a', resourceVersion: '11' })] });

        const versions = await writer.versions(CLUSTER);
        expect(versions.rows).toEqual(
          new Map([
            [encodeObjectKey(row({ name: 'a' })), '11'],
            [encodeObjectKey(row({ name: 'b' })), 'odd"\\'],
            [encodeObjectKey(row({ name: 'c' })), ''],
          ]),
        );
        expect(versions.grants).toEqual(
          new Map([
            ['Role/team-a/r', '20'],
            ['RoleBinding/team-a/b', '21'],
          ]),
        );
        expect(await writer.versions('nowhere')).toEqual({ rows: new Map(), grants: new Map() });
      });

      it('applies the largest batch whole', async () => {
        const mine = await lease();
        const rows = Array.from({ length: MAX_BATCH_ITEMS }, (_, i) => row({ name: `web-${i}` }));
        await writer.apply(mine, { puts: rows });
        expect((await readRows(reader)).size).toBe(MAX_BATCH_ITEMS);
        await writer.apply(mine, { deletes: rows.map(row => encodeObjectKey(row)) });
        expect((await readRows(reader)).size).toBe(0);
      });
    });

    describe('histories', () => {
      const KUSTOMIZATION = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };
      const NOW = 1_700_000_000_000;
      const DAY = 86_400_000;
      const deploying = (fields: Partial<Row> = {}) => row({ ...KUSTOMIZATION, name: 'web', syncedAt: NOW, ...fields });
      const KEY = encodeObjectKey(deploying());
      const history = async (key = KEY, registration?: string) =>
        (await reader.histories([{ cluster: CLUSTER, key, registration }]))[0];
      const change = (fields: Partial<StatusChange> = {}): StatusChange => ({
        ...{ at: NOW, status: 'CURRENT', suspended: false, reason: '', revision: '' },
        ...fields,
      });

      it('tell each change of status, suspended, reason and revision, newest first, and nothing else of a row', async () => {
        const mine = await lease();
        const odd = { reason: 'odd\t~\n\\', revision: 'ü\ud83d\ude80\ud800@sha1:0a' };
        const steps: Partial<Row>[] = [
          {},
          { message: 'another', resourceVersion: '2', labels: { a: 'b' } },
          { status: 'FAILED', reason: 'BuildFailed' },
          { status: 'FAILED', reason: 'BuildFailed', suspended: true },
          { status: 'FAILED', reason: 'BuildFailed', suspended: true, transitionedAt: NOW },
          { ...odd, suspended: true },
          { ...odd },
        ];
        for (const [i, fields] of steps.entries())
          await writer.apply(mine, { puts: [deploying({ ...fields, syncedAt: NOW + i })] });
        const reported = [
          change({ at: NOW + 6, ...odd }),
          change({ at: NOW + 5, ...odd, suspended: true }),
          change({ at: NOW + 3, status: 'FAILED', reason: 'BuildFailed', suspended: true }),
          change({ at: NOW + 2, status: 'FAILED', reason: 'BuildFailed' }),
          change(),
        ];
        expect(await history()).toEqual(reported);
        // Writes the last object again, as happens after a restart or with a new list.
        await writer.apply(mine, { puts: [deploying({ ...steps.at(-1), syncedAt: NOW + 9 })] });
        expect(await history()).toEqual(reported);
      });

      it.each([
        ['RootSync', 'configsync.gke.io', 1],
        ['RepoSync', 'configsync.gke.io', 1],
        ['ResourceGroup', 'kpt.dev', 1],
        ['Kustomization', 'kustomize.toolkit.fluxcd.io', 1],
        ['HelmRelease', 'helm.toolkit.fluxcd.io', 1],
        ['Application', 'argoproj.io', 1],
        ['Application', 'app.k8s.io', 0],
        ['Kustomization', 'example.org', 0],
        ['Deployment', 'apps', 0],
      ])('of %s.%s have %s change at first', async (kind, group, count) => {
        const put = row({ group, kind });
        await writer.apply(await lease(), { puts: [put] });
        expect(await history(encodeObjectKey(put))).toHaveLength(count);
      });

      it('are bounded in number, age and length, however a leaf flaps', async () => {
        const mine = await lease();
        const flap = async (from: number, count: number, fields: Partial<Row>, by = 1) => {
          for (let i = 0; i < count; i++) {
            const status = i % 2 ? 'CURRENT' : 'FAILED';
            await writer.apply(mine, { puts: [deploying({ ...fields, status, syncedAt: from + i * by })] });
          }
          return (await history())!;
        };
        expect(await flap(NOW, 50, {})).toEqual(
          Array.from({ length: MAX_CHANGES }, (_, i) =>
            change({ at: NOW + 49 - i, status: i % 2 ? 'FAILED' : 'CURRENT' }),
          ),
        );
        const young = await flap(NOW + DAY, 10, {}, DAY);
        expect(young.map(({ at }) => (at - NOW) / DAY)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
        const long = { reason: 'r'.repeat(MAX_REASON_LENGTH), revision: 'v'.repeat(MAX_REVISION_LENGTH) };
        const few = await flap(NOW + 20 * DAY, MAX_CHANGES, long);
        expect(few.length).toBeGreaterThan(MAX_CHANGES / 2);
        expect(few.length * (MAX_REASON_LENGTH + MAX_REVISION_LENGTH)).toBeLessThan(MAX_HISTORY_LENGTH);
      });

      it('go with their row, begin anew with another UID, and stay where a batch is refused', async () => {
        const mine = await lease();
        await writer.apply(mine, { puts: [deploying(), deploying({ name: 'other' })] });
        await writer.apply(mine, { puts: [deploying({ uid: 'uid-2', syncedAt: NOW + 1 })] });
        expect(await history()).toEqual([change({ at: NOW + 1 })]);
        const failed = deploying({ uid: 'uid-2', status: 'FAILED', syncedAt: NOW + 2 });
        const refused = writer.apply(mine, { puts: [failed, row({ cluster: 'leaf-02' })] });
        await expect(refused).rejects.toThrow(InvalidRowError);
        await writer.apply({ ...mine, epoch: mine.epoch + 1 }, { puts: [failed] }).catch(() => undefined);
        expect(await history()).toEqual([change({ at: NOW + 1 })]);
        await writer.apply(mine, { deletes: [KEY] });
        expect(await history()).toEqual([]);
        expect(await history(encodeObjectKey(deploying({ name: 'other' })))).toHaveLength(1);
      });

      it('belong to one registration, and end with the cluster', async () => {
        const mine = await lease();
        await writer.identify(mine, { connection: 'digest-1', uid: 'uid-1' });
        await writer.apply(mine, { puts: [deploying()] });
        const { registration } = await reader.snapshot(CLUSTER, NEVER);
        expect(await history(KEY, registration)).toHaveLength(1);
        expect(await history(KEY, 'another')).toEqual([]);
        await writer.identify(mine, { connection: 'digest-1', uid: 'uid-2' });
        expect(await history()).toEqual([]);
        await writer.apply(mine, { puts: [deploying()] });
        expect(await history()).toHaveLength(1);
        await writer.remove(mine);
        expect(await history()).toEqual([]);
        await writer.apply(await lease(), { puts: [deploying({ syncedAt: NOW + 5 })] });
        expect(await history()).toEqual([change({ at: NOW + 5 })]);
      });

      it('are returned in the order asked for', async () => {
        await writer.apply(await lease(), { puts: [deploying({ status: 'FAILED' })] });
        await writer.apply(await lease('leaf-02'), { puts: [deploying({ cluster: 'leaf-02', status: 'UNKNOWN' })] });
        const refs = ['leaf-02', CLUSTER, 'nowhere', 'leaf-02'].map(cluster => ({ cluster, key: KEY }));
        const histories = await reader.histories([...refs, { cluster: CLUSTER, key: encodeObjectKey(row()) }]);
        expect(histories.map(changes => changes[0]?.status)).toEqual([
          'UNKNOWN',
          'FAILED',
          undefined,
          'UNKNOWN',
          undefined,
        ]);
        expect(await reader.histories([])).toEqual([]);
      });
    });

    describe('leases', () => {
      it('gives a cluster to one of several that race for it', async () => {
        const holders = ['a', 'b', 'c', 'd', 'e'];
        const leases = await Promise.all(
          holders.map((holder, i) => (i % 2 ? writer : reader).acquire(CLUSTER, holder, TTL)),
        );
        expect(leases.filter(Boolean)).toHaveLength(1);
      });

      it('keeps the epoch of a holder that acquires again, and grows it with every new holder', async () => {
        const first = await lease(CLUSTER, 'a');
        expect(await lease(CLUSTER, 'a')).toEqual(first);
        await writer.release(first);
        const second = await lease(CLUSTER, 'b');
        expect(second.epoch).toBeGreaterThan(first.epoch);
        await writer.remove(second);
        expect((await lease(CLUSTER, 'a')).epoch).toBeGreaterThan(second.epoch);
      });

      it('lets another take over when a lease has run out, and refuses the late one', async () => {
        const late = await lease(CLUSTER, 'late', 5);
        let next: Lease | undefined;
        while (!(next = await reader.acquire(CLUSTER, 'next', TTL))) await delay(2);

        await expect(writer.apply(late, { puts: [row({ name: 'late' })] })).rejects.toThrow(FencedError);
        await expect(writer.renew(late, TTL)).rejects.toThrow(/late may not write leaf-01 .*next holds it now/);
        await expect(writer.remove(late)).rejects.toThrow(FencedError);
        await writer.release(late);
        await reader.apply(next, { puts: [row({ name: 'next' })] });
        expect([...(await readRows(reader)).keys()]).toEqual(['next']);
      });

      it('refuses a lease that has run out though nobody took over', async () => {
        const late = await lease(CLUSTER, 'late', 1);
        await delay(5);
        await expect(writer.apply(late, { puts: [row({ name: 'late' })] })).rejects.toThrow(/run out/);
        await expect(writer.apply(late, {})).rejects.toThrow(FencedError);
        expect((await lease(CLUSTER, 'late')).epoch).toBeGreaterThan(late.epoch);
      });

      it("refuses the holder's own older epoch", async () => {
        const old = await lease(CLUSTER, 'a');
        await writer.release(old);
        await lease(CLUSTER, 'a');
        await expect(writer.apply(old, { puts: [row({ name: 'x' })] })).rejects.toThrow(FencedError);
      });

      it('ends a lease when its last renewal said', async () => {
        const mine = await lease(CLUSTER, 'a', 1_000);
        await writer.renew(mine, TTL);
        expect(await reader.acquire(CLUSTER, 'b', TTL)).toBeUndefined();
        await writer.renew(mine, 1);
        await eventually(async () => expect(await reader.acquire(CLUSTER, 'b', TTL)).toBeDefined());
      });

      it('refuses a lease of a cluster that it does not know', async () => {
        const forged: Lease = { cluster: 'nowhere', holder: 'collector-1', epoch: 1 };
        await expect(writer.apply(forged, { puts: [row({ name: 'x', cluster: 'nowhere' })] })).rejects.toThrow(
          /nowhere/,
        );
        expect(await reader.clusters()).toEqual([]);
      });
    });

    describe('the API server of a cluster', () => {
      const [SERVER, OTHER] = [
        { connection: 'digest-1', uid: 'uid-1' },
        { connection: 'digest-1', uid: 'uid-2' },
      ];
      const content = { puts: [row({ name: 'a' })], grantPuts: [role('r')], state: state() };
      const stored = async (cluster = CLUSTER) => {
        const { grants, rowCount, state, server, registration } = await reader.snapshot(cluster, NEVER);
        return { grants: grants.length, rowCount, hasState: state !== undefined, server, registration };
      };

      it('is told with the content, and a collector that finds the same one changes nothing', async () => {
        const mine = await lease();
        expect((await stored()).server).toBeUndefined();
        await writer.identify(mine, SERVER);
        await writer.apply(mine, content);
        const [before, at] = [await stored(), await position()];
        expect(before).toMatchObject({ grants: 1, rowCount: 1, hasState: true, server: SERVER });
        await writer.release(mine);
        await writer.identify(await lease(CLUSTER, 'collector-2'), SERVER);
        expect(await stored()).toEqual(before);
        expect(await position()).toBe(at);
      });

      it.each([
        ['another UID', OTHER],
        ['another connection', { connection: 'digest-2', uid: 'uid-1' }],
        ['a UID that cannot be read any more', { connection: 'digest-1', uid: '' }],
        ['none', undefined],
      ])('with %s leaves no row, grant, state or entry of the log, and readers begin anew', async (_, other) => {
        const mine = await lease();
        await writer.identify(mine, SERVER);
        const start = await position();
        await writer.apply(mine, content);
        const [before, at] = [await stored(), await position()];
        await writer.identify(mine, other);
        const { registration, ...after } = await stored();
        expect(after).toEqual({ grants: 0, rowCount: 0, hasState: false, server: other });
        expect(registration).not.toBe(before.registration);
        expect((await readRows(reader)).size).toBe(0);
        expect(await reader.rows([{ cluster: CLUSTER, key: encodeObjectKey(row({ name: 'a' })) }])).toEqual([
          undefined,
        ]);
        expect(await writer.versions(CLUSTER)).toEqual({ rows: new Map(), grants: new Map() });
        for (const position of [start, at]) {
          expect(await reader.changes(CLUSTER, position)).toBe('behind');
          if (reader.shared) expect(await reader.shared.past(CLUSTER, position, JANE)).toBe('behind');
        }
        await writer.apply(mine, { puts: [row({ name: 'b' })] });
        expect([...(await readRows(reader)).keys()]).toEqual(['b']);
      });

      it('replaces content of which nobody has said whose it is', async () => {
        const mine = await lease();
        await writer.apply(mine, content);
        const before = await stored();
        await writer.identify(mine, SERVER);
        expect(await stored()).toMatchObject({ grants: 0, rowCount: 0, hasState: false, server: SERVER });
        expect((await stored()).registration).not.toBe(before.registration);
      });

      it('is learnt by readers that came before it, of a cluster without content', async () => {
        const mine = await lease();
        const [before, at] = [await stored(), await position()];
        await writer.identify(mine, SERVER);
        expect(await reader.changes(CLUSTER, at)).toBe('behind');
        expect(await stored()).toEqual({ ...before, server: SERVER, registration: expect.any(String) as unknown });
      });

      it('never has the registration of another one, or of none, even if nothing was written', async () => {
        const mine = await lease();
        const registrations = [(await stored()).registration];
        for (const server of [SERVER, OTHER, undefined, SERVER]) {
          await writer.identify(mine, server);
          registrations.push((await stored()).registration);
        }
        expect(new Set(registrations).size).toBe(registrations.length);
      });

      it('is that of every row of a snapshot, also where another one comes while they are read', async () => {
        const mine = await lease();
        await writer.identify(mine, SERVER);
        const puts = Array.from({ length: CHUNK_ROWS + 500 }, (_, i) => row({ name: `old-${i}` }));
        for (const reading of ['rows', 'indexRows'] as const) {
          await writer.identify(mine, SERVER);
          await writer.apply(mine, { puts });
          const snapshot = await reader.snapshot(CLUSTER, NEVER);
          await writer.identify(mine, OTHER);
          await writer.apply(mine, { puts: puts.map(put => ({ ...put, name: put.name.replace('old', 'new') })) });
          const names: string[] = [];
          const read = async () => {
            for await (const chunk of (reading === 'indexRows' && snapshot.indexRows) || snapshot.rows)
              for (const { name } of chunk) names.push(String(name));
          };
          await read().catch((error: unknown) => expect((error as Error).name).toBe('ReplacedError'));
          expect(names.filter(name => !name.startsWith('old'))).toEqual([]);
        }
      });

      it('is that of rows that are read by key, where the reader says which registration it means', async () => {
        const mine = await lease();
        await writer.identify(mine, SERVER);
        await writer.apply(mine, content);
        const { registration: before } = await stored();
        const ref = { cluster: CLUSTER, key: encodeObjectKey(row({ name: 'a' })) };
        expect(await reader.rows([{ ...ref, registration: before }])).toMatchObject([{ name: 'a' }]);
        await writer.identify(mine, OTHER);
        await writer.apply(mine, content);
        const { registration: after } = await stored();
        const refs = [
          { ...ref, registration: before },
          { ...ref, registration: after },
          ref,
          { ...ref, registration: '' },
        ];
        expect((await reader.rows(refs)).map(found => found?.name)).toEqual([undefined, 'a', 'a', undefined]);
      });

      it('rings for its cluster', async () => {
        const rung: (string | undefined)[] = [];
        const mine = await lease();
        await writer.identify(mine, SERVER);
        const unsubscribe = reader.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
        await writer.identify(mine, OTHER);
        await eventually(async () => expect(rung).toContain(CLUSTER));
        unsubscribe();
      });

      it('is said by the holder of the lease alone', async () => {
        const mine = await lease();
        await writer.identify(mine, SERVER);
        await writer.apply(mine, content);
        const before = await stored();
        await writer.release(mine);
        await lease(CLUSTER, 'collector-2');
        await expect(writer.identify(mine, OTHER)).rejects.toThrow(FencedError);
        expect(await stored()).toEqual(before);
      });

      it('must be one that can be told', async () => {
        const mine = await lease();
        await expect(writer.identify(mine, { connection: '', uid: '' })).rejects.toThrow(InvalidRowError);
        await expect(writer.identify(mine, { connection: 'a', uid: 'u'.repeat(300) })).rejects.toThrow(InvalidRowError);
      });
    });

    describe('origins', () => {
      it('name what registered each cluster and its API server, of all clusters at once', async () => {
        expect((await reader.origins()).size).toBe(0);
        const names = Array.from({ length: 40 }, (_, i) => `leaf-${i}`);
        for (const name of names) {
          const mine = (await writer.acquire(name, 'collector-1', TTL, `of ${name}`))!;
          await writer.identify(mine, { connection: name, uid: '' });
        }
        const expected = names.map(
          name => [name, { registrant: `of ${name}`, server: { connection: name, uid: '' } }] as const,
        );
        expect(await reader.origins()).toEqual(new Map(expected));
      });

      it('stay what they are until a collector says otherwise, and go with the cluster', async () => {
        const mine = (await writer.acquire(CLUSTER, 'collector-1', TTL, 'secret a'))!;
        await lease();
        expect((await reader.origins()).get(CLUSTER)).toEqual({ registrant: 'secret a', server: undefined });
        expect(await writer.acquire(CLUSTER, 'collector-2', TTL, 'secret b')).toBeUndefined();
        expect((await reader.origins()).get(CLUSTER)?.registrant).toBe('secret a');
        await writer.acquire(CLUSTER, 'collector-1', TTL, 'secret b');
        expect((await reader.origins()).get(CLUSTER)?.registrant).toBe('secret b');
        await writer.remove(mine);
        expect((await reader.origins()).size).toBe(0);
        await lease();
        expect((await reader.origins()).size).toBe(0);
        await expect(writer.acquire(CLUSTER, 'collector-1', TTL, 'x'.repeat(513))).rejects.toThrow(InvalidRowError);
      });
    });

    describe('collectors', () => {
      it('know of all that live, by name, until they leave', async () => {
        expect(await writer.join('b', TTL)).toEqual(['b']);
        expect(await reader.join('c', TTL)).toEqual(['b', 'c']);
        expect(await writer.join('B', TTL)).toEqual(['B', 'b', 'c']);
        expect(await writer.join('b', TTL)).toEqual(['B', 'b', 'c']);
        await writer.leave('b');
        await writer.leave('nobody');
        expect(await reader.join('c', TTL)).toEqual(['B', 'c']);
        await Promise.all([reader.leave('c'), writer.leave('B')]);
        expect(await writer.join('c', TTL)).toEqual(['c']);
        expect(await reader.clusters()).toEqual([]);
      });

      it('are forgotten when they have not said for too long that they live', async () => {
        await writer.join('dead', 5);
        await writer.join('long', TTL);
        await eventually(async () => expect(await reader.join('me', TTL)).toEqual(['long', 'me']));
        await writer.join('long', 1);
        await eventually(async () => expect(await reader.join('me', TTL)).toEqual(['me']));
      });

      it.each(['', 'a\nb', 'n'.repeat(254)])('may not be called %j', async name => {
        await expect(writer.join(name, TTL)).rejects.toThrow(InvalidRowError);
        expect(await reader.join('me', TTL)).toEqual(['me']);
      });
    });

    describe('refused batches', () => {
      const refusals: [string, Batch, RegExp][] = [
        [
          'a row of another cluster',
          { puts: [row({ name: 'ok' }), row({ name: 'x', cluster: 'leaf-02' })] },
          /belongs to cluster "leaf-02"/,
        ],
        [
          'a relation to nothing',
          { puts: [row({ name: 'ok' }), row({ name: 'x', relations: [{ type: 'SOURCE', to: 'web' }] })] },
          /SOURCE of row .*percent-encoded/,
        ],
        [
          'a record beyond its bound',
          {
            puts: [
              row({ name: 'ok' }),
              row({ name: 'x', records: { inventory: [{ name: 'x'.repeat(MAX_RECORD_LENGTH) }] } }),
            ],
          },
          /inventory record of \d+ characters/,
        ],
        [
          'a message beyond its bound',
          { puts: [row({ name: 'ok' }), row({ name: 'x', message: 'm'.repeat(MAX_MESSAGE_LENGTH + 1) })] },
          /message of 1025/,
        ],
        [
          'a key that is none',
          { puts: [row({ name: 'ok' })], deletes: ['apps/Deployment/../web/x'] },
          /percent-encoded/,
        ],
        [
          'too many items',
          { puts: Array.from({ length: MAX_BATCH_ITEMS + 1 }, (_, i) => row({ name: `x${i}` })) },
          /split it/,
        ],
        [
          'a key both put and deleted',
          { puts: [row({ name: 'ok' })], deletes: [encodeObjectKey(row({ name: 'ok' }))] },
          /both put and deleted/,
        ],
      ];

      it.each(refusals)('changes nothing for %s', async (_what, batch, message) => {
        const mine = await lease();
        const start = await position();
        const refused = writer.apply(mine, { ...batch, grantPuts: [role('r')], state: state() });
        await expect(refused).rejects.toThrow(InvalidRowError);
        await expect(refused).rejects.toThrow(message);

        const snapshot = await reader.snapshot(CLUSTER, NEVER);
        expect(snapshot).toMatchObject({ position: start, state: undefined, grants: [], rowCount: 0 });
        expect((await changesAfter(start)).changes).toEqual([]);
      });

      it('changes nothing when the lease is of another cluster', async () => {
        await lease();
        const other = await lease('leaf-02', 'collector-2');
        await expect(writer.apply(other, { puts: [row({ name: 'x' })] })).rejects.toThrow(InvalidRowError);
        await expect(writer.apply({ ...other, cluster: CLUSTER }, { puts: [row({ name: 'x' })] })).rejects.toThrow(
          FencedError,
        );
        expect((await readRows(reader)).size).toBe(0);
        expect((await readRows(reader, 'leaf-02')).size).toBe(0);
      });
    });

    describe('the change log', () => {
      it('hands out each batch once, in order, from any position on', async () => {
        const mine = await lease();
        const start = await position();
        for (const name of ['a', 'b', 'c']) await writer.apply(mine, { puts: [row({ name })] });
        await writer.apply(mine, { deletes: [encodeObjectKey(row({ name: 'b' }))] });

        const all = await changesAfter(start);
        expect(all.changes.map(change => change.puts.map(({ name }) => name).join())).toEqual(['a', 'b', 'c', '']);
        expect(all.changes[3]?.deletes).toEqual([encodeObjectKey(row({ name: 'b' }))]);
        expect(all.more).toBe(false);
        expect(all.position).toBe(await position());
        expect(await changesAfter(all.position)).toEqual({ changes: [], position: all.position, more: false });

        await writer.apply(mine, { puts: [row({ name: 'd' })] });
        expect((await changesAfter(all.position)).changes.map(change => change.puts[0]?.name)).toEqual(['d']);
      });

      it('hands out a long log in parts', async () => {
        const mine = await lease();
        let at = await position();
        const names = Array.from({ length: 200 }, (_, i) => `web-${i}`);
        for (const name of names) await writer.apply(mine, { puts: [row({ name })] });

        const seen: string[] = [];
        for (let more = true; more;) {
          const part = await changesAfter(at);
          seen.push(...part.changes.flatMap(change => change.puts.map(({ name }) => name)));
          ({ position: at, more } = part);
          expect(part.changes.length).toBeLessThan(100);
        }
        expect(seen).toEqual(names);
      });

      it('says behind when the log no longer reaches back, and only then', async () => {
        const mine = await lease();
        const start = await position();
        await Promise.all(
          Array.from({ length: LOG_ENTRIES }, (_, i) =>
            writer.apply(mine, { puts: [row({ name: 'web', resourceVersion: `${i}` })] }),
          ),
        );
        expect(await reader.changes(CLUSTER, start)).not.toBe('behind');
        const recent = await position();
        for (let i = 0; i < 2; i++) await writer.apply(mine, { puts: [row({ name: 'web' })] });
        expect(await reader.changes(CLUSTER, start)).toBe('behind');
        expect((await changesAfter(recent)).changes).toHaveLength(2);
      });

      it('says behind after a batch that was too large to log', async () => {
        const mine = await lease();
        const start = await position();
        const rows = Array.from({ length: LOG_ENTRY_SIZE / MAX_MESSAGE_LENGTH }, (_, i) =>
          row({ name: `web-${i}`, message: longMessage(i) }),
        );
        await writer.apply(mine, { puts: rows });
        expect(await reader.changes(CLUSTER, start)).toBe('behind');

        const after = await position();
        await writer.apply(mine, { puts: [row({ name: 'next' })] });
        expect((await changesAfter(after)).changes.map(change => change.puts[0]?.name)).toEqual(['next']);
        expect((await readRows(reader)).size).toBe(rows.length + 1);
      });

      it.each(['', 'x', '0-0', 'nobody:5-1', '1-99999'])(
        'says behind for the position "%s" that it never gave',
        async foreign => {
          await writer.apply(await lease(), { puts: [row({ name: 'a' })] });
          expect(await reader.changes(CLUSTER, foreign)).toBe('behind');
        },
      );

      it('says how long ago it took a batch and a state, and that grows', async () => {
        const mine = await lease();
        const start = await position();
        await writer.apply(mine, { puts: [row({ name: 'a' })], state: state() });
        const first = (await changesAfter(start)).changes[0]?.storedAgo ?? NaN;
        expect(first).toBeGreaterThanOrEqual(0);
        await eventually(async () => expect((await changesAfter(start)).changes[0]?.storedAgo).toBeGreaterThan(first));
        await eventually(async () => expect((await reader.snapshot(CLUSTER, NEVER)).stateStoredAgo).toBeGreaterThan(0));
      });
    });

    describe('snapshots', () => {
      it('lose nothing that is written while they are read', async () => {
        const mine = await lease();
        const count = 3 * CHUNK_ROWS;
        const rows = Array.from({ length: count }, (_, i) => row({ name: `web-${i}` }));
        await writer.apply(mine, { puts: rows });

        const snapshot = await reader.snapshot(CLUSTER, NEVER);
        expect(snapshot.rowCount).toBe(count);
        const seen = new Map<string, Row>();
        let chunks = 0;
        for await (const chunk of snapshot.rows) {
          for (const row of chunk) seen.set(row.name, row);
          const i = chunks++;
          const { name } = rows[i * 10] ?? row({ name: 'none' });
          await writer.apply(mine, {
            puts: [row({ name: `new-${i}` }), row({ name: `web-${count - 1 - i}`, resourceVersion: '2' })],
            deletes: [encodeObjectKey(row({ name }))],
          });
        }
        const { changes } = await changesAfter(snapshot.position);
        for (const change of changes) {
          for (const put of change.puts) seen.set(put.name, put);
          for (const key of change.deletes) seen.delete(key.split('/')[3] ?? '');
        }
        expect(chunks).toBeGreaterThan(1);
        expect(seen).toEqual(await readRows(writer));
      });

      it('say the same to an index', async () => {
        const mine = await lease();
        const many = {
          message: 'back-off 5m0s restarting failed container',
          labels: { 'app.kubernetes.io/name': 'checkout', team: 'a' },
        };
        const odd = {
          message: 'größer 🚀\t\\\n',
          revision: 'é',
          labels: { a: 'x,y=~', __proto__: 'z' },
          createdAt: -1.5,
          version: '~v1',
        };
        const rows = Array.from({ length: 2 * CHUNK_ROWS }, (_, i) =>
          row({ name: `web-${i}`, ...(i % 7 === 0 ? odd : i % 7 === 1 ? {} : many) }),
        );
        await writer.apply(mine, { puts: rows });
        const snapshot = await reader.snapshot(CLUSTER, NEVER);
        const seen = new Map<string, object>();
        for await (const chunk of snapshot.indexRows ?? snapshot.rows)
          for (const row of chunk) seen.set(String(row.name), spelledOut(row));
        expect(seen).toEqual(new Map(rows.map(row => [row.name, withoutStored(row)])));
      });

      it('of a cluster without rows are none', async () => {
        await lease();
        const snapshot = await reader.snapshot(CLUSTER, NEVER);
        for await (const chunk of snapshot.indexRows ?? snapshot.rows) expect([...chunk]).toEqual([]);
      });

      it('end when their reader gives up', async () => {
        const mine = await lease();
        await writer.apply(mine, { puts: Array.from({ length: 3 * CHUNK_ROWS }, (_, i) => row({ name: `web-${i}` })) });
        const controller = new AbortController();
        const snapshot = await reader.snapshot(CLUSTER, controller.signal);
        const read = async () => {
          for await (const chunk of snapshot.rows) if (chunk.length) controller.abort(new Error('enough'));
        };
        await expect(read()).rejects.toThrow('enough');
        await expect(reader.snapshot(CLUSTER, controller.signal)).rejects.toThrow('enough');
      });

      it('tell a cluster that was registered again from the one before, and from one whose lease changed hands', async () => {
        const origin = async () => {
          const { incarnation, registration } = await reader.snapshot(CLUSTER, NEVER);
          return { incarnation, registration };
        };
        expect((await origin()).registration).toBe('');
        const first = await lease();
        const before = await origin();
        await writer.release(first);
        const second = await lease(CLUSTER, 'collector-2');
        expect(await origin()).toEqual(before);
        await writer.remove(second);
        expect((await origin()).registration).toBe('');
        await lease();
        const after = await origin();
        expect(after.incarnation).toBe(before.incarnation);
        expect(after.registration).not.toBe(before.registration);
      });

      it('are empty for a cluster that is not registered, and behind once it is forgotten', async () => {
        expect(await reader.snapshot('nowhere', NEVER)).toMatchObject({ state: undefined, grants: [], rowCount: 0 });
        expect((await changesAfter(await position('nowhere'), 'nowhere')).changes).toEqual([]);

        const mine = await lease();
        await writer.apply(mine, { puts: [row({ name: 'a' })], grantPuts: [role('r')], state: state() });
        const at = await position();
        expect(await reader.clusters()).toEqual([CLUSTER]);
        await writer.remove(mine);
        expect(await reader.clusters()).toEqual([]);
        expect(await reader.changes(CLUSTER, at)).toBe('behind');
        expect(await reader.snapshot(CLUSTER, NEVER)).toMatchObject({ state: undefined, grants: [], rowCount: 0 });
        await expect(writer.apply(mine, { puts: [row({ name: 'a' })] })).rejects.toThrow(FencedError);

        await writer.apply(await lease(), { puts: [row({ name: 'b' })] });
        expect(await reader.changes(CLUSTER, at)).toBe('behind');
        expect([...(await readRows(reader)).keys()]).toEqual(['b']);
      });
    });

    describe('doorbells', () => {
      it('ring for the cluster that changed and for the set of clusters', async () => {
        const rung: (string | undefined)[] = [];
        const unsubscribe = reader.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
        const mine = await lease();
        await eventually(async () => expect(rung).toContain(undefined));
        await writer.apply(mine, { puts: [row({ name: 'a' })] });
        await eventually(async () => expect(rung).toContain(CLUSTER));

        rung.length = 0;
        await writer.apply(await lease('leaf-02'), { puts: [row({ name: 'b', cluster: 'leaf-02' })] });
        await eventually(async () => expect(rung).toEqual(expect.arrayContaining([undefined, 'leaf-02'])));

        rung.length = 0;
        await writer.remove(mine);
        await eventually(async () => expect(rung).toContain(undefined));

        unsubscribe();
        rung.length = 0;
        await writer.apply(await lease('leaf-02'), { puts: [row({ name: 'c', cluster: 'leaf-02' })] });
        expect(rung).toEqual([]);
      });
    });

    it('leads every follower, whenever it starts and however often it asks, to the same content', async () => {
      let run = 0;
      const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
      const step = fc.oneof(
        fc.record({
          type: fc.constant('write' as const),
          puts: fc.uniqueArray(names),
          deletes: fc.uniqueArray(names),
          version: fc.nat(999),
        }),
        fc.record({ type: fc.constant('large' as const), version: fc.nat(999) }),
        fc.record({ type: fc.constant('read' as const) }),
        fc.record({ type: fc.constant('restart' as const) }),
        fc.record({ type: fc.constant('handover' as const) }),
      );

      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
          const cluster = `run-${++run}`;
          const model = new Map<string, string>();
          let mine = await lease(cluster);
          let follower = await Follower.load(reader, cluster);
          for (const step of steps) {
            if (step.type === 'write') {
              const puts = step.puts.map(name => row({ name, cluster, resourceVersion: `${step.version}` }));
              const deletes = step.deletes.filter(name => !step.puts.includes(name));
              await writer.apply(mine, { puts, deletes: deletes.map(name => encodeObjectKey(row({ name }))) });
              for (const { name, resourceVersion } of puts) model.set(name, resourceVersion);
              for (const name of deletes) model.delete(name);
            } else if (step.type === 'large') {
              const rows = Array.from({ length: 1100 }, (_, i) =>
                row({ name: `m${i}`, cluster, message: longMessage(i), resourceVersion: `${step.version}` }),
              );
              await writer.apply(mine, { puts: rows });
              for (const { name, resourceVersion } of rows) model.set(name, resourceVersion);
            } else if (step.type === 'handover') {
              await writer.release(mine);
              mine = await lease(cluster, `collector-${steps.indexOf(step)}`);
            } else if (step.type === 'restart') {
              follower = await Follower.load(reader, cluster);
            } else {
              await follower.catchUp();
            }
          }
          await follower.catchUp();
          expect(follower.versions).toEqual(model);
        }),
        { numRuns: 25 },
      );
    });
  });
}

/** Text that differs from every other text, so that no store can share it. */
function longMessage(i: number): string {
  return `${i} `.repeat(MAX_MESSAGE_LENGTH).slice(0, MAX_MESSAGE_LENGTH);
}

/** Reads like a replica: a snapshot, then changes, and a new snapshot if the log no longer reaches back far enough. */
class Follower {
  versions = new Map<string, string>();
  readonly #store: Store;
  readonly #cluster: string;
  #position: Position = '';

  static async load(store: Store, cluster: string): Promise<Follower> {
    const follower = new Follower(store, cluster);
    await follower.#load();
    return follower;
  }

  constructor(store: Store, cluster: string) {
    this.#store = store;
    this.#cluster = cluster;
  }

  async catchUp(): Promise<void> {
    for (let more = true; more;) {
      const answer = await this.#store.changes(this.#cluster, this.#position);
      if (answer === 'behind') {
        await this.#load();
        continue;
      }
      for (const { puts, deletes } of answer.changes) {
        for (const { name, resourceVersion } of puts) this.versions.set(name, resourceVersion);
        for (const key of deletes) this.versions.delete(key.split('/')[3] ?? '');
      }
      ({ position: this.#position, more } = answer);
    }
  }

  async #load(): Promise<void> {
    const snapshot = await this.#store.snapshot(this.#cluster, NEVER);
    this.#position = snapshot.position;
    this.versions = new Map();
    for await (const chunk of snapshot.rows)
      for (const { name, resourceVersion } of chunk) this.versions.set(name, resourceVersion);
  }
}

export function listener(parts: Partial<StoreListener>): StoreListener {
  return { onChange: () => undefined, onConnection: () => undefined, ...parts };
}

/** Repeats until the expectation holds, at most for 20 seconds. */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
  for (const deadline = performance.now() + 20_000; ; await delay(5)) {
    try {
      return await expectation();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
