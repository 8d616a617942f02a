/**
 * Checks the recording in docs/schema.md, "A grant and its end". A real API server and a subscription over SSE must
 * reproduce the recording line by line. The recording has a number in place of each resume token.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { eventStream } from '../harness/event-stream.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { binding } from './fixture.ts';

const PAGE = new URL('../../docs/schema.md', import.meta.url);
const RBAC = 'rbac.authorization.k8s.io/v1';

const LIST = '{ objects(filter: { kinds: ["Deployment"] }) { nodes { id } resume } }';
const LIVE = `subscription ($since: String) { objectChanges(filter: { kinds: ["Deployment"] }, since: $since) {
  changes { type id object { images } } resume } }`;

let server: ApiServer;
let fleetgraph: Fleetgraph;
const stream = new AbortController();

beforeAll(async () => {
  server = await startApiServer({ name: 'eu-1', users: [{ name: 'collector' }] });
  await server.apply([
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }) as KubernetesJson[]),
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', { kind: 'User', name: 'collector' }),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    { apiVersion: RBAC, kind: 'Role', metadata: { name: 'read', namespace: 'shop' }, rules },
    deployment('cart', 'cart:1'),
    grant('joe'),
  ]);
  const kubeconfig = join(server.directory, 'collector.kubeconfig');
  await server.writeKubeconfig(kubeconfig, 'collector');
  fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: [{ name: 'eu-1', kubeconfig }],
      authentication: [{ type: 'static', tokens: ['jane', 'joe'].map(user => ({ token: `of-${user}`, user })) }],
    },
  });
  const indexed = () => fleetgraph.query('of-jane', '{ coverage { indexed } }');
  await eventually(indexed, ({ data }) => data?.coverage?.indexed === 1, {
    what: 'an index of the cluster',
  });
});
afterAll(async () => {
  stream.abort();
  await fleetgraph?.stop();
  await server?.remove();
});

const rules = [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list'] }];
const grant = (user: string): KubernetesJson => ({
  ...binding('RoleBinding', user, 'shop', 'read', { kind: 'User', name: user }),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'read' },
});

async function endGrant(): Promise<void> {
  expect((await server.request('DELETE', `/apis/${RBAC}/namespaces/shop/rolebindings/jane`)).status).toBe(200);
}

function deployment(name: string, image: string): KubernetesJson {
  const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'app', image }] } };
  const spec = { selector: { matchLabels: { app: name } }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'shop' }, spec };
}

/** The recording in docs/schema.md. */
async function written(): Promise<string> {
  const [, section = ''] = (await readFile(PAGE, 'utf8')).split('\n### A grant and its end\n');
  return /^```text\n([^]*?)^```$/m.exec(section)?.[1] ?? '';
}

it('a live query follows a grant, a change and the end of the grant as the page shows it', async () => {
  const reported: string[] = [];
  const tokens: string[] = [];
  const record = (text: string) =>
    reported.push(
      text.replace(/"resume":"([^"]+)"/g, (_, token: string) => {
        if (!tokens.includes(token)) tokens.push(token);
        return `"resume":"${tokens.indexOf(token) + 1}"`;
      }),
    );

  const list = await fleetgraph.query('of-jane', LIST);
  record(`# jane lists, and may see nothing\n${JSON.stringify(list.data.objects)}`);

  const events = await subscribe(list.data.objects.resume);
  record(`# she subscribes since then\n${await events.next()}`);

  await server.apply([grant('jane')]);
  record(`# a RoleBinding lets her list the Deployments of a namespace\n${await events.next()}`);
  await server.apply([deployment('cart', 'cart:2')]);
  record(`# a Deployment there gets another image\n${await events.next()}`);
  await endGrant();
  record(`# the RoleBinding is deleted\n${await events.next()}`);
  await server.apply([deployment('cart', 'cart:3')]);
  const seenByJoe = () =>
    fleetgraph.query('of-joe', '{ objects(filter: { kinds: ["Deployment"] }) { nodes { images } } }');
  await eventually(seenByJoe, ({ data }) => data.objects.nodes[0]?.images[0] === 'cart:3', { what: 'the third image' });
  await server.apply([grant('jane')]);
  record(
    `# the Deployment gets a third image, of which she learns nothing until she may see it again\n${await events.next()}`,
  );
  expect(`${reported.join('\n\n')}\n`).toBe(await written());
});

/** Subscribes. next() returns the payload of the next event, without keep-alive events. */
async function subscribe(since: string): Promise<{ next(): Promise<string> }> {
  const answer = await fetch(`${fleetgraph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer of-jane' },
    body: JSON.stringify({ query: LIVE, variables: { since } }),
    signal: stream.signal,
  });
  expect(answer.status).toBe(200);
  const events = eventStream(answer);
  return { next: async () => JSON.stringify((await events.next()).data.objectChanges) };
}
