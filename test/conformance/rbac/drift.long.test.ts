/**
 * A leaf on which a webhook decides before RBAC, although the operator has not declared the webhook. The index shows
 * some callers too much and other callers too little. The drift auditor detects the difference by the server's own
 * SubjectAccessReviews, counts it and logs it. Afterwards these callers see what the server lets them see, until index
 * and server agree again. This is edge case 43 of edge-cases.test.ts, caused by a webhook.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DEFAULT_KINDS } from '../../../collector/kinds.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import { WebhookAuthorizer, type Verdict } from '../../harness/authorization-webhook.ts';
import { until } from '../../kubernetes/until.ts';
import { Authority } from './authority.ts';
import { allow, bind, clusterRole, user } from '../../rbac/manifests.ts';
import { identity } from '../../rbac/fixtures.ts';
import { at } from './edge-cases/scene.ts';
import { objectOf, worldOf } from './world.ts';
import { Product } from './product.ts';

const CLUSTER = 'leaf-undeclared';
const PATIENCE_MS = 60_000;
const PODS = ['team-a', 'team-b'].map(namespace => at('pods', namespace, 'web'));
const ids = PODS.map(({ namespace, name }) =>
  encodeObjectId({ cluster: CLUSTER, group: '', kind: 'Pod', namespace, name }),
);
const [denied, allowed, undisputed] = [identity('denied'), identity('allowed'), identity('undisputed')];

describe('a webhook that nobody declared', () => {
  let webhook: WebhookAuthorizer;
  let server: ApiServer;
  let product: Product;
  let verdicts: Record<string, Verdict> = {};
  const log: string[] = [];

  beforeAll(async () => {
    webhook = await WebhookAuthorizer.start();
    webhook.decide = ({ user, resourceAttributes }) =>
      resourceAttributes?.resource === 'pods' ? verdicts[user] : undefined;
    server = await startApiServer({
      name: CLUSTER,
      webhook: { url: webhook.url, whenDown: 'Deny', timeoutSeconds: 3 },
    });
    await server.apply(['team-a', 'team-b'].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })));
    await server.apply(PODS.map(({ resource, namespace, name }) => objectOf(resource, namespace, name)));
    const lister = [
      clusterRole('lister', allow('list', 'pods')),
      bind('', 'lister', 'ClusterRole/lister', user('denied'), user('undisputed')),
    ];
    await new Authority(server).put(worldOf(lister));
    product = await Product.start({
      clusters: [{ name: CLUSTER, kubeconfig: server.kubeconfig() }],
      kinds: ['pods'],
      without: DEFAULT_KINDS.filter(kind => kind !== 'pods'),
      auditPerMinute: 6_000,
      log: pino({}, { write: (line: string) => log.push(line) }),
    });
    await until(async () => (await shown(denied)).length === ids.length, PATIENCE_MS);
  });

  afterAll(async () => {
    await product?.close();
    await server?.remove();
    await webhook?.[Symbol.asyncDispose]();
  });

  const shown = async (who: typeof denied): Promise<string[]> =>
    (await product.data(who, '{ objects { nodes { id } } }')).objects.nodes.map(({ id }: { id: string }) => id).sort();
  const counted = async (metric: string): Promise<number> =>
    Number(new RegExp(`^${metric}(?:\\{\\})? (\\d+)$`, 'm').exec(await product.metrics())?.[1]);

  it('is found out, and who is wronged by it is judged by the server from then on, until it is gone', async () => {
    for (const who of [denied, undisputed]) expect(await shown(who)).toEqual(ids);
    expect(await shown(allowed)).toEqual([]);
    expect(await counted('fleetgraph_rbac_drift_total')).toBe(0);

    verdicts = { denied: 'deny', allowed: 'allow' };
    // Until the audit detects the drift, the row is visible, and the live read reports the refusal.
    const { object } = await product.data(denied, 'query ($id: ID!) { object(id: $id) { live { state manifest } } }', {
      id: ids[0],
    });
    expect(object === null || object.live.state === 'FORBIDDEN').toBe(true);
    await until(
      async () => (await shown(denied)).length === 0 && (await shown(allowed)).length === ids.length,
      PATIENCE_MS,
    );
    expect(await counted('fleetgraph_rbac_drift_total')).toBeGreaterThanOrEqual(2);
    expect(await shown(undisputed)).toEqual(ids);
    const reports = log
      .filter(line => line.includes('RBAC drift'))
      .map(line => JSON.parse(line) as { user: string; chain: { role: string }[] });
    expect(new Set(reports.map(({ user }) => user))).toEqual(new Set(['denied', 'allowed']));
    expect(reports.find(({ user }) => user === 'denied')?.chain[0]?.role).toBe('ClusterRole lister');

    verdicts = {};
    await until(
      async () => (await shown(denied)).length === ids.length && (await shown(allowed)).length === 0,
      PATIENCE_MS,
    );
    expect(await shown(undisputed)).toEqual(ids);
  });
});
