/**
 * Selections by labels, such as Services and the Pods they select. Results equal a direct evaluation of the selectors,
 * for random labels and any reader. Each step is short, and only a limited number of Pods of a workload is read. Trees
 * follow SELECTS relations.
 */
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Resource } from '../../../rbac/types.ts';
import { finished, type Steps } from '../../../async/fair-turns.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import { Neighbours, Selectors } from '../../../readmodel/questions/related.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId, encodeObjectKey } from '../../../schema/object-id.ts';
import { LABEL_SELECTOR, type Records, SELECTOR } from '../../../store/attached.ts';
import type { Row } from '../../../store/store.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { row } from '../../fixtures.ts';
import { anyRows, anyView, CLUSTERS } from '../arbitraries.ts';
import { allLoaded, FilledStore, RESOURCES, scope, seesAll, state, until, visibility } from '../fixtures.ts';
import { visible } from '../reference.ts';
import { tableOf } from '../table-of.ts';

const models: ReadModel[] = [];
afterAll(() => Promise.all(models.map(model => model.close())));

async function modelOf(rows: readonly Row[], resources: readonly Resource[] = RESOURCES): Promise<ReadModel> {
  const filled = new FilledStore();
  const clusters = new Set([...CLUSTERS, ...rows.map(({ cluster }) => cluster)]);
  for (const cluster of clusters)
    await filled.write(cluster, { state: state({ resources }), puts: rows.filter(it => it.cluster === cluster) });
  const model = await openReadModel({ store: filled.store, log: silentLogger });
  models.push(model);
  await until(model, allLoaded(model, clusters.size));
  return model;
}

const selecting = (labels: Row['labels'], fields: Partial<Row> = {}) =>
  row({ kind: 'Service', name: 'web', ...fields, records: { [SELECTOR]: [labels] } });
const anySelector = fc
  .array(fc.tuple(fc.constantFrom('app', 'n', '__proto__', 'toString'), fc.constantFrom('', '1', 'web')), {
    minLength: 1,
    maxLength: 2,
  })
  .map(pairs => Object.fromEntries(pairs));

describe('a Service and the Pods that it selects', () => {
  it('are told to whoever sees both, from both ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRows(30),
        fc.array(anySelector, { minLength: 30, maxLength: 30 }),
        anyView,
        async (some, selectors, view) => {
          const rows = some.map((it, i): Row =>
            it.kind === 'Service' && i % 4 !== 0 ? selecting(selectors[i]!, it) : it,
          );
          const model = await modelOf(rows);
          const seen = rows.filter(it => visible(view, it));
          const isSelected = (service: Row, pod: Row) =>
            service.records !== undefined &&
            [pod.group, pod.kind, pod.cluster, pod.namespace].join() ===
              ['', 'Pod', service.cluster, service.namespace].join() &&
            Object.entries(service.records[SELECTOR]![0]!).every(([key, value]) =>
              Object.entries(pod.labels).some(it => it[0] === key && it[1] === value),
            );
          const reported = await model.related(view, rows.map(encodeObjectId), { types: ['SELECTS'], first: 500 });
          for (const [i, { edges, totalCount }] of reported.entries()) {
            const from = rows[i]!;
            const down = seen.filter(to => isSelected(from, to)).map(to => `DOWN ${encodeObjectId(to)}`);
            const up = seen.filter(to => isSelected(to, from)).map(to => `UP ${encodeObjectId(to)}`);
            const expected = seen.includes(from) ? [...up.sort(), ...down.sort()] : [];
            expect(edges.map(({ direction, id }) => `${direction} ${id}`)).toEqual(expected);
            expect(totalCount).toBe(expected.length);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are found in steps of few rows, however many there are', () => {
    const pods = Array.from({ length: 8_000 }, (_, i) =>
      row({ name: `pod-${i}`, labels: { app: `app-${i % 4_000}` } }),
    );
    const services = Array.from({ length: 2_000 }, (_, i) => selecting({ app: `app-${i}` }, { name: `service-${i}` }));
    const table = tableOf([
      ...pods,
      ...services,
      selecting({ app: 'app-7' }, { name: 'elsewhere', namespace: 'other' }),
    ]);
    const stepsTo = (id: Row): [steps: number, found: number] => {
      const requested = new Selectors(table);
      const steps = id.kind === 'Pod' ? requested.selecting([table.find(id)]) : requested.selectedBy(table.find(id));
      for (let count = 1; ; count++) {
        const { done, value } = steps.next();
        if (done) return [count, value.length];
      }
    };
    expect(stepsTo(services[7]!)).toEqual([expect.any(Number), 2]);
    expect(stepsTo(pods[4_007]!)).toEqual([expect.any(Number), 1]);
    expect(stepsTo(services[7]!)[0]).toBeGreaterThan(10_000 / 1_024);
  });
});

describe('hostile selectors and labels', () => {
  const policies = (count: number, values: number) =>
    Array.from({ length: count }, (_, i) => {
      const selector = [{ key: 'app', operator: 'in', values: Array.from({ length: values }, (_, v) => `v${v}`) }];
      return row({
        kind: 'NetworkPolicy',
        group: 'networking.k8s.io',
        name: `p-${i}`,
        records: { [LABEL_SELECTOR]: [{ selector }] },
      });
    });

  it('of thousands of values are read in steps as many as they are long', () => {
    const pod = row({ name: 'web', labels: { app: 'v500' } });
    const table = tableOf([pod, ...policies(300, 640)]);
    const steps = new Selectors(table).selecting([table.find(pod)]);
    let count = 1;
    let next = steps.next();
    for (; !next.done; next = steps.next()) count++;
    expect(next.value).toHaveLength(300);
    // Each of the 300 policies is read twice, and each time costs more than 200 rows. A step takes 1,024 rows. The
    // division by 2 leaves a margin.
    expect(count).toBeGreaterThan((2 * 300 * 200) / 1_024 / 2);
  });

  it('of a StatefulSet whose Pods all differ are looked at as often as a bounded number of Pods asks for', () => {
    const statefulSet = row({ kind: 'StatefulSet', group: 'apps', name: 'db' });
    const owned = { relations: [{ type: 'OWNS', to: encodeObjectKey(statefulSet) } as const] };
    const pods = Array.from({ length: 2_000 }, (_, i) =>
      row({ name: `db-${i}`, labels: { app: 'db', pod: `db-${i}` }, ...owned }),
    );
    const services = Array.from({ length: 1_000 }, (_, i) => selecting({ app: 'db' }, { name: `service-${i}` }));
    const table = tableOf([statefulSet, ...pods, ...services]);
    const read = jest.spyOn(table.records, 'of');
    const everything = { narrow: (_block: Uint32Array, count: number) => noSteps(count) };
    const found: number[] = [];
    const steps = new Neighbours(table, everything).each(
      table.find(statefulSet),
      { types: ['SELECTS'], direction: 'UP' },
      ({ row }) => {
        found.push(row);
      },
    );
    finished(steps);
    expect(found).toHaveLength(1_000);
    // Each Service is read once for the index and once for the match.
    expect(read.mock.calls.length).toBeLessThan(3 * services.length);
  });
});

// eslint-disable-next-line require-yield -- there is nothing to wait for
function* noSteps<T>(value: T): Steps<T> {
  return value;
}

describe('what else selects by labels', () => {
  const web = [{ key: 'app', operator: 'in', values: ['web'] }];
  const selects = (kind: string, group: string, name: string, record: object, namespace = 'team-a') =>
    row({ kind, group, name, namespace, records: { [LABEL_SELECTOR]: [record] as Records[string] } });
  const budget = selects('PodDisruptionBudget', 'policy', 'web', { selector: web });
  const all = selects('NetworkPolicy', 'networking.k8s.io', 'all', { selector: [] });
  const none = selects('NetworkPolicy', 'networking.k8s.io', 'none', {
    selector: [{ key: 'app', operator: 'notin', values: ['web'] }],
  });
  const service = row({ kind: 'Service', name: 'web', labels: { app: 'web' } });
  const monitors = [
    selects('ServiceMonitor', 'monitoring.coreos.com', 'near', { selector: web }),
    selects('ServiceMonitor', 'monitoring.coreos.com', 'far', { selector: web, namespaces: '*' }, 'monitoring'),
    selects(
      'ServiceMonitor',
      'monitoring.coreos.com',
      'named',
      { selector: web, namespaces: ['team-a', 'gone'] },
      'monitoring',
    ),
    selects('ServiceMonitor', 'monitoring.coreos.com', 'other', { selector: web, namespaces: ['other'] }, 'monitoring'),
    selects('PodMonitor', 'monitoring.coreos.com', 'pods', { selector: web, namespaces: '*' }, 'monitoring'),
  ];
  const owned = (by: Row) => ({ relations: [{ type: 'OWNS' as const, to: encodeObjectKey(by) }] });
  const deployment = row({ group: 'apps', kind: 'Deployment', name: 'web' });
  const replicaSet = row({ group: 'apps', kind: 'ReplicaSet', name: 'web-1', ...owned(deployment) });
  const pod = row({ name: 'web-1-a', labels: { app: 'web' }, ...owned(replicaSet) });
  const rows = [budget, all, none, service, ...monitors, deployment, replicaSet, pod];
  const resources = [
    ...RESOURCES,
    ...[budget, all, monitors[0]!, monitors[4]!, replicaSet, service]
      .filter(({ kind }) => !RESOURCES.some(resource => resource.kind === kind))
      .map(({ group, kind }) => ({ group, version: 'v1', kind, plural: `${kind.toLowerCase()}s`, namespaced: true })),
  ];
  /** A view of all kinds except `hidden`. */
  const seeing =
    (hidden?: string): RowAuthorizer =>
    () =>
      visibility(
        scope(
          resources.filter(({ kind }) => kind !== hidden).map(({ plural }) => plural),
          {},
          resources,
        ),
        {},
        resources,
      );
  const reported = async (of: Row, view = seeing()) => {
    const [page] = await (
      await modelOf(rows, resources)
    ).related(view, [encodeObjectId(of)], { types: ['SELECTS'], first: 50 });
    return page!.edges.map(({ direction, row: end }) => `${direction} ${end!.kind} ${end!.name}`);
  };
  const OF_POD = ['UP PodMonitor pods', 'UP NetworkPolicy all', 'UP PodDisruptionBudget web'];

  it('is told from both ends', async () => {
    expect(await reported(pod)).toEqual(OF_POD);
    expect(await reported(budget)).toEqual(['DOWN Pod web-1-a']);
    expect(await reported(all)).toEqual(['DOWN Pod web-1-a']);
    expect(await reported(none)).toEqual([]);
    expect(await reported(service)).toEqual([
      'UP ServiceMonitor far',
      'UP ServiceMonitor named',
      'UP ServiceMonitor near',
    ]);
    expect(await Promise.all(monitors.map(monitor => reported(monitor)))).toEqual([
      ['DOWN Service web'],
      ['DOWN Service web'],
      ['DOWN Service web'],
      [],
      ['DOWN Pod web-1-a'],
    ]);
  });

  it('is told of a workload by its Pods, and only by those that the caller sees', async () => {
    expect(await reported(deployment)).toEqual(OF_POD);
    expect(await reported(replicaSet)).toEqual(OF_POD);
    expect(await reported(deployment, seeing('Pod'))).toEqual([]);
    expect(await reported(deployment, seeing('ReplicaSet'))).toEqual([]);
    expect(await reported(deployment, seeing('NetworkPolicy'))).toEqual(
      OF_POD.filter(end => !end.includes('NetworkPolicy')),
    );
  });
});

describe('a tree', () => {
  const [ingress, service, deployment] = [
    // Any row can refer to the Service, here a Deployment named ingress.
    row({ group: 'apps', kind: 'Deployment', name: 'ingress' }),
    selecting({ app: 'web' }),
    row({ group: 'apps', kind: 'Deployment', name: 'web' }),
  ];
  const pod = row({
    name: 'web-1',
    labels: { app: 'web' },
    relations: [{ type: 'OWNS', to: encodeObjectKey(deployment) }],
  });
  const kustomization = row({ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', name: 'apps' });
  const managed = { type: 'MANAGES' as const, to: encodeObjectKey(kustomization) };
  const rows = [
    kustomization,
    pod,
    { ...ingress, relations: [{ type: 'REFERENCES' as const, to: encodeObjectKey(service) }] },
    { ...service, relations: [managed] },
    { ...deployment, relations: [managed] },
  ];
  const reported = async (root: Row, direction: 'UP' | 'DOWN') =>
    (await (await modelOf(rows)).tree(seesAll, encodeObjectId(root), { direction, depth: 4, limit: 500 }))!.nodes.map(
      ({ row, relation, depth }) => `${'  '.repeat(depth)}${row!.kind} ${row!.name} ${relation ?? ''}`.trimEnd(),
    );

  it('goes from what leads to a Service on to its Pods', async () => {
    expect(await reported(ingress, 'DOWN')).toEqual([
      'Deployment ingress',
      '  Service web REFERENCES',
      '    Pod web-1 SELECTS',
    ]);
    expect(await reported(service, 'DOWN')).toEqual(['Service web', '  Pod web-1 SELECTS']);
  });

  it('has a Pod below its owner where it is about what was made', async () => {
    expect(await reported(kustomization, 'DOWN')).toEqual([
      'Kustomization apps',
      '  Service web MANAGES',
      '  Deployment web MANAGES',
      '    Pod web-1 OWNS',
    ]);
    expect(await reported(pod, 'UP')).toEqual(['Pod web-1', '  Deployment web OWNS', '    Kustomization apps MANAGES']);
  });
});
