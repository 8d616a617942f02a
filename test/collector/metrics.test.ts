/**
 * Clusters collected from metrics: a Prometheus with scripted answers, and a simulated leaf whose RBAC these clusters
 * borrow.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { MetricsPolicy } from '../../clusters/registry.ts';
import type { Collector } from '../../collector/collector.ts';
import { undialledClient } from '../../kubernetes/undialled-client.ts';
import { answerCache, Prometheus } from '../../prometheus/prometheus.ts';
import { grantKey } from '../../rbac/types.ts';
import { compileVisibility, listsScope } from '../../rbac/visibility.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { fakePrometheus, says, vector, type FakePrometheus } from '../prometheus/prometheus-server.ts';
import { grant } from '../sim/fixtures.ts';
import { Fleet } from './fixtures.ts';
import { POLICY } from './metrics-policy.ts';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

const flux = (cluster: string, name: string, labels: Record<string, string> = {}): Sample => [
  { cluster, customresource_kind: 'Kustomization', exported_namespace: 'apps', name, ready: 'True', ...labels },
  1,
];

describe('clusters collected from metrics', () => {
  let fleet: Fleet;
  let hub: SimulatedLeaf;
  let server: FakePrometheus;
  let prometheus: Prometheus;
  let samples: Sample[];

  beforeEach(async () => {
    fleet = new Fleet();
    samples = [flux('leaf-7', 'web'), flux('leaf-8', 'db')];
    server = await fakePrometheus();
    answers();
    prometheus = new Prometheus({ name: 'default', url: server.url, timeoutMs: 500 }, answerCache(1e6));
    hub = await fleet.leaf('hub');
    const { registration } = grantsOf('jane');
    for (const object of registration) hub.objects.put(object);
  });
  afterEach(async () => {
    await fleet[Symbol.asyncDispose]();
    await prometheus.close();
    await server[Symbol.asyncDispose]();
  });

  /** Answers queries for the metric of Flux with the samples, and other queries with an empty result. */
  function answers(): void {
    server.answer = (requested, response) =>
      says(vector(...(requested.query.startsWith('gotk') ? samples : [])))(requested, response);
  }

  function grantsOf(user: string) {
    return {
      registration: grant(user, user, [
        { verbs: ['list'], apiGroups: ['kustomize.toolkit.fluxcd.io'], resources: ['*'] },
      ]),
    };
  }

  function register(name: string, policy: Partial<MetricsPolicy> = {}): void {
    fleet.registry.add({
      ...{ name, client: undialledClient(name), authorization: 'rbac' },
      identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
      metrics: {
        ...POLICY,
        label: ['cluster', name],
        intervalMs: 1_000,
        rbac: { cluster: 'hub', namespace: 'apps' },
        ...policy,
      },
    });
  }

  function collect(): Collector {
    return fleet.collect({ prometheus: new Map([['default', prometheus]]) });
  }

  async function until<T>(read: () => Promise<T>, met: (value: T) => boolean): Promise<T> {
    for (const began = performance.now(); ; await delay(20)) {
      const value = await read();
      if (met(value)) return value;
      if (performance.now() - began > 240_000) throw new Error(`it did not come to that: ${JSON.stringify(value)}`);
    }
  }
  const names = (cluster: string) => fleet.store.names(cluster, 'Kustomization');
  const state = (cluster: string) => fleet.store.state(cluster);
  const sees = async (cluster: string, user: string) => {
    const { grants } = await fleet.store.snapshot(cluster, new AbortController().signal);
    const { resources = [] } = (await state(cluster)) ?? {};
    const objects = new Map(grants.map(grant => [grantKey(grant), grant]));
    const visibility = compileVisibility({ revision: 1, objects }, { user, groups: [] }, resources);
    return resources.some((_, i) => listsScope(visibility, i, 'any'));
  };

  it('have the rows of their own series, and are synced', async () => {
    register('leaf-7');
    register('leaf-8');
    collect();
    await until(
      () => names('leaf-7'),
      all => all.length > 0,
    );
    await until(
      () => names('leaf-8'),
      all => all.length > 0,
    );
    expect([await names('leaf-7'), await names('leaf-8')]).toEqual([['web'], ['db']]);
    expect(await state('leaf-7')).toMatchObject({
      phase: 'synced',
      reason: '',
      silentAfterMs: 3_000,
      authorization: 'rbac',
    });
    const [row] = await fleet.store.allRows('leaf-7');
    expect([row?.records, row?.uid, row?.transitionedAt]).toEqual([{ package: [{}] }, '', 0]);
  });

  it('share the queries: one for a metric, however many clusters', async () => {
    for (const name of ['leaf-7', 'leaf-8', 'leaf-9']) register(name, { intervalMs: 600_000 });
    collect();
    await until(
      () => state('leaf-9'),
      found => found?.phase === 'synced',
    );
    await until(
      () => state('leaf-7'),
      found => found?.phase === 'synced',
    );
    expect(server.requested.map(({ query }) => query).toSorted()).toEqual([
      'config_sync_last_sync_timestamp{cluster!=""}',
      'config_sync_pipeline_error_observed{cluster!=""}',
      'config_sync_ready_resource_count{cluster!=""}',
      'config_sync_resource_count{cluster!=""}',
      'gotk_resource_info{cluster!=""}',
    ]);
  });

  it('follow what the series say, and write nothing for the same', async () => {
    register('leaf-7');
    collect();
    await until(
      () => names('leaf-7'),
      all => all.length === 1,
    );
    const before = (await fleet.store.allRows('leaf-7'))[0]?.syncedAt;
    await delay(2_200);
    expect((await fleet.store.allRows('leaf-7'))[0]?.syncedAt).toBe(before);
    samples = [flux('leaf-7', 'api', { ready: 'False', revision: 'main@sha1:ab' })];
    const rows = await until(
      () => fleet.store.allRows('leaf-7'),
      all => all[0]?.name === 'api',
    );
    expect(rows.map(({ status, revision }) => [status, revision])).toEqual([['FAILED', 'main@sha1:ab']]);
    samples = [];
    await until(
      () => names('leaf-7'),
      all => all.length === 0,
    );
  });

  it('are seen by those who may list the kind in the namespace of the other cluster, at once when that changes', async () => {
    register('leaf-7', { intervalMs: 600_000 });
    collect();
    await until(
      () => sees('leaf-7', 'jane'),
      seen => seen,
    );
    expect(await sees('leaf-7', 'joe')).toBe(false);
    expect((await state('leaf-7'))?.grants).toMatchObject({ complete: true, reason: '' });
    for (const object of grantsOf('jane').registration) hub.objects.remove(object);
    // The next regular query comes after ten minutes, so `until` would time out before it.
    await until(
      () => sees('leaf-7', 'jane'),
      seen => !seen,
    );
  });

  it('show nobody anything without RBAC to borrow, or from a cluster that is not there', async () => {
    register('leaf-7', { rbac: undefined });
    register('leaf-8', { rbac: { cluster: 'gone', namespace: 'apps' } });
    collect();
    for (const name of ['leaf-7', 'leaf-8']) {
      const found = await until(
        () => state(name),
        found => found?.phase === 'synced',
      );
      expect(found?.grants).toMatchObject({ complete: false, reason: 'RBAC_NOT_READ' });
      expect(await sees(name, 'jane')).toBe(false);
    }
  });

  it.each<[string, Parameters<typeof says>]>([
    ['an error', ['{}', 500]],
    ['no vector', ['{"status":"success","data":{"resultType":"scalar","result":[1,"1"]}}']],
    ['a page', ['<html>']],
  ])('keep their rows while the answer is %s, and grow old', async (_what, answer) => {
    register('leaf-7');
    collect();
    await until(
      () => names('leaf-7'),
      all => all.length === 1,
    );
    server.answer = says(...answer);
    await until(
      () => state('leaf-7'),
      found => (found?.answeredAgo ?? 0) > 1_500,
    );
    expect([await names('leaf-7'), (await state('leaf-7'))?.phase]).toEqual([['web'], 'synced']);
    answers();
    await until(
      () => state('leaf-7'),
      found => (found?.answeredAgo ?? Infinity) < 500,
    );
  });

  it.each<[string, () => Sample[]]>([
    ['too many series', () => Array.from({ length: 100_001 }, (_, i) => flux('leaf-9', `k${i}`))],
    ['a series that is too large', () => [flux('leaf-9', 'large', { revision: 'x'.repeat(70_000) })]],
  ])('go on while another cluster of the same Prometheus has %s', async (_what, flood) => {
    const all = [...samples, ...flood()];
    server.answer = (requested, response) => {
      const [, cluster] = /cluster="([^"]+)"/.exec(requested.query) ?? [];
      const some = all.filter(([labels]) => cluster === undefined || labels['cluster'] === cluster);
      return says(vector(...(requested.query.startsWith('gotk') ? some : [])))(requested, response);
    };
    for (const name of ['leaf-7', 'leaf-8', 'leaf-9']) register(name, { intervalMs: 60_000 });
    const patient = new Prometheus({ name: 'default', url: server.url, timeoutMs: 20_000 }, answerCache(1e6));
    await using closing = new AsyncDisposableStack();
    closing.defer(() => patient.close());
    fleet.collect({ prometheus: new Map([['default', patient]]) });
    for (const [name, expected] of [
      ['leaf-7', ['web']],
      ['leaf-8', ['db']],
    ] as const)
      expect(
        await until(
          () => names(name),
          found => found.length > 0,
        ),
      ).toEqual(expected);
    expect(await names('leaf-9')).toEqual([]);
  });

  it('lose a right at once while Prometheus is slow', async () => {
    register('leaf-7', { intervalMs: 1_000 });
    const slow = new Prometheus({ name: 'default', url: server.url, timeoutMs: 60_000 }, answerCache(1e6));
    try {
      fleet.collect({ prometheus: new Map([['default', slow]]) });
      await until(
        () => sees('leaf-7', 'jane'),
        found => found,
      );
      server.answer = () => undefined;
      const before = server.open;
      await until(
        async () => server.open,
        open => open > before,
      );
      for (const object of grantsOf('jane').registration) hub.objects.remove(object);
      const began = performance.now();
      await until(
        () => sees('leaf-7', 'jane'),
        found => !found,
      );
      expect(performance.now() - began).toBeLessThan(50_000); // the request to Prometheus would time out after a minute
    } finally {
      await slow.close();
    }
  });

  it('are not reached before the first answer', async () => {
    server.answer = says('', 503);
    register('leaf-7');
    collect();
    expect(
      await until(
        () => state('leaf-7'),
        found => found !== undefined,
      ),
    ).toMatchObject({ phase: 'connecting', answeredAgo: undefined });
  });

  it('go on with what is stored after a restart', async () => {
    register('leaf-7', { intervalMs: 600_000 });
    const first = collect();
    await until(
      () => names('leaf-7'),
      all => all.length === 1,
    );
    await first.close();
    server.answer = says('', 503);
    collect();
    await delay(300);
    expect([await names('leaf-7'), (await state('leaf-7'))?.phase]).toEqual([['web'], 'synced']);
  });

  it('are removed from the store with their registration', async () => {
    register('leaf-7');
    collect();
    await until(
      () => names('leaf-7'),
      all => all.length === 1,
    );
    await fleet.registry.remove('leaf-7');
    await until(
      () => fleet.store.clusters(),
      all => !all.includes('leaf-7'),
    );
  });
});
