/** The types of kinds match the API server of the tests. A CRD gives equal types, read from a file or from a server. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { kindsOfCrds } from '../../schema/kinds/crds.ts';
import { kindTypes } from '../../schema/kinds/kind-types.ts';
import { kindsOfCluster } from '../../schema/kinds/openapi.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { shippedKinds } from '../harness/generate-kinds.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
}, 600_000);
afterAll(() => server?.remove());

it('schema/kinds.graphql is up to date (else run: make kinds generate)', async () => {
  expect(readFileSync(new URL('../../schema/kinds.graphql', import.meta.url), 'utf8')).toBe(await shippedKinds(server));
});

const text = { type: 'string' };
const spec = {
  type: 'object',
  description: 'What is wanted.',
  required: ['size'],
  properties: {
    size: { type: 'integer', format: 'int64' },
    count: { type: 'integer', format: 'int32' },
    share: { type: 'number' },
    port: { 'x-kubernetes-int-or-string': true },
    until: { type: 'string', format: 'date-time' },
    'x-odd': text,
    labels: { type: 'object', additionalProperties: text },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { name: text, more: { type: 'array', items: text } } },
    },
    maybe: { type: 'object', nullable: true, properties: { a: text } },
    open: { type: 'object', properties: { a: text }, 'x-kubernetes-preserve-unknown-fields': true },
    whole: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  },
};

it('the types of a CRD are the same from its file and from the server that has it', async () => {
  const version = (name: string, storage: boolean) => ({
    ...{
      name,
      storage,
      served: true,
      schema: { openAPIV3Schema: { type: 'object', description: 'A thing.', properties: { spec } } },
    },
  });
  const crd = {
    ...{
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.org' },
    },
    spec: {
      ...{ group: 'example.org', scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' } },
      versions: [version('v1', true), version('v1beta1', false)],
    },
  };
  await server.apply([crd]);
  const [kind] = kindsOfCrds([crd]);
  const load = async (path: string) => (await server.request('GET', path)).body;
  const deadline = AbortSignal.timeout(240_000);
  // The server publishes the OpenAPI document of a new CRD with a short delay.
  while (!(await load('/openapi/v3/apis/example.org/v1'))['components']) deadline.throwIfAborted();
  expect(kindTypes(await kindsOfCluster([kind!], load))).toBe(kindTypes([kind!]));
});
