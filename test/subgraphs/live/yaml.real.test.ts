/** A real API server reads our YAML correctly. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { yamlPieces } from '../../../subgraphs/live/yaml.ts';
import { startApiServer } from '../../harness/apiserver.ts';
import { AMBIGUOUS } from './ambiguous-texts.ts';

let server: Awaited<ReturnType<typeof startApiServer>>;
beforeAll(async () => {
  server = await startApiServer({ users: [] });
});
afterAll(() => server.remove());

it('an object is created from its YAML as it is', async () => {
  const data = Object.fromEntries(AMBIGUOUS.map((text, i) => [`key-${i}`, text]));
  // Texts that are valid keys of a ConfigMap are used as keys, too, unless they begin with a dot.
  for (const text of AMBIGUOUS) if (/^[-._a-zA-Z0-9]{1,253}$/.test(text) && !/^\.\.?/.test(text)) data[text] = text;
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'odd',
      namespace: 'default',
      annotations: { 'example.com/on': 'on', 'example.com/lines': 'a: 1\nb: no\n' },
    },
    data,
    immutable: true,
  };
  const yaml = [...yamlPieces(object)].join('');
  const path = '/api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=Strict';
  const { status, body } = await server.request('POST', path, yaml, { contentType: 'application/yaml' });
  expect([status, status === 201 ? undefined : body['message']]).toEqual([201, undefined]);
  expect(body).toMatchObject({ metadata: { annotations: object.metadata.annotations }, immutable: true });
  expect(body['data']).toEqual(data);
});
