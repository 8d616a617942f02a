/** Values from a leaf are shown unchanged, over an API server that sends arbitrary JSON. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isScalar, parseDocument, visit } from 'yaml';
import { writeAnswer } from '../../../gateway/http/apollo-server.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { BEYOND_DOUBLES, exactly, HOSTILE_NUMBERS, hostileJson, numbersOf, sameNumbers } from '../../hostile-json.ts';
import { startScriptedServer, type ScriptedServer } from '../../kubernetes/scripted-server.ts';
import { graphOver } from './graph.ts';

const WIDGETS = {
  ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'example.org/v1' },
  resources: [
    {
      name: 'widgets',
      singularName: 'widget',
      namespaced: true,
      kind: 'Widget',
      verbs: ['get', 'list', 'watch', 'patch'],
    },
  ],
};
const VERSIONS = { groupVersion: 'example.org/v1', version: 'v1' };
const GROUPS = {
  ...{ kind: 'APIGroupList', apiVersion: 'v1' },
  groups: [{ name: 'example.org', versions: [VERSIONS], preferredVersion: VERSIONS }],
};

let server: ScriptedServer;
let client: KubernetesClient;
let graph: ReturnType<typeof graphOver>;
/** JSON text of each object's `spec`. */
let spec = '{}';
/** Text of each object's annotation `last-applied-configuration`, which kubectl writes. */
let applied = '{}';

const widget = (name: string): string =>
  `{"apiVersion":"example.org/v1","kind":"Widget","metadata":{"name":"${name}","namespace":"a","annotations":{"kubectl.kubernetes.io/last-applied-configuration":${JSON.stringify(applied)}}},"spec":${spec}}`;

beforeAll(async () => {
  server = await startScriptedServer(({ url }, response) => {
    const path = url.split('?', 1)[0]!;
    const send = (text: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    if (path === '/api') return send('{"kind":"APIVersions","versions":[]}');
    if (path === '/apis') return send(JSON.stringify(GROUPS));
    if (path === '/apis/example.org/v1') return send(JSON.stringify(WIDGETS));
    const name = /^\/apis\/example[.]org\/v1\/namespaces\/a\/widgets(?:\/(.+))?$/.exec(path);
    if (!name) return send('{"kind":"Status","code":404}', 404);
    if (name[1] !== undefined) return send(widget(name[1]));
    return send(`{"kind":"WidgetList","metadata":{"resourceVersion":"1"},"items":[${names.map(widget).join(',')}]}`);
  });
  client = createKubernetesClient({ cluster: 'leaf', server: server.url }, { log: silentLogger });
  graph = graphOver([client]);
});
afterAll(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
});

const names = Array.from({ length: 12 }, (_, i) => `w${i}`);
const ids = (count: number) => names.slice(0, count).map(name => `leaf/example.org/Widget/a/${name}`);

/** The data of the answer as JSON text, in the form that the client receives. */
async function answered(count: number, selection: string): Promise<string[]> {
  const { lives, errors } = await graph.ask(ids(count), selection);
  expect(errors.map(({ message }) => message)).toEqual([]);
  return Promise.all(lives.map(live => writeAnswer(live, { maxBytes: 1e9 })));
}

const document = fc.tuple(hostileJson(), hostileJson());

describe('what a leaf sends', () => {
  // For twelve objects of one namespace, the subgraph sends a list request.
  it.each([1, 12])('is in manifest, spec and lastApplied as it was written, of %s objects', async count => {
    await fc.assert(
      fc.asyncProperty(document, async texts => {
        [spec, applied] = texts;
        for (const text of await answered(count, 'manifest spec lastApplied')) {
          const live = numbersOf(text) as { manifest: { spec: unknown }; spec: unknown; lastApplied: unknown };
          expect(live).toMatchObject({ spec: numbersOf(spec), lastApplied: numbersOf(applied) });
          expect(live.manifest.spec).toEqual(numbersOf(spec));
        }
      }),
      { numRuns: count === 1 ? 200 : 40 },
    );
  });

  it('is in YAML the same value', async () => {
    await fc.assert(
      fc.asyncProperty(hostileJson(), async text => {
        spec = text;
        const [answer] = await answered(1, 'yaml');
        const { yaml } = JSON.parse(answer!) as { yaml: string };
        expect(valueOf(yaml).spec).toEqual(sameNumbers(numbersOf(spec)));
      }),
      { numRuns: 200 },
    );
  });

  it.each([...HOSTILE_NUMBERS, ...BEYOND_DOUBLES])('by a path is the number as it was written: %s', async text => {
    spec = `{"a":[{"b":${text}}]}`;
    expect(await answered(1, 'spec(path: ".a[0].b")')).toEqual([`{"spec":${text}}\n`]);
  });

  it.each([1, 12])('may be null, of %s objects', async count => {
    spec = 'null';
    for (const text of await answered(count, 'manifest yaml spec')) {
      const live = JSON.parse(text) as { manifest: object; yaml: string; spec: unknown };
      expect([live.manifest, live.spec]).toEqual([expect.objectContaining({ spec: null }), null]);
      expect(live.yaml).toMatch(/^spec: null$/m);
    }
  });

  it('has no fields where it only looks like an object', async () => {
    spec = '{"a":1.0}';
    expect(await answered(1, 'spec(path: ".a.rawJSON")')).toEqual(['{"spec":null}\n']);
  });

  it.each([
    ...BEYOND_DOUBLES.map(text => [
      text,
      `.spec.a["b c"][1] is the number ${text}, which is beyond those that readers of YAML know`,
    ]),
    ['"\\ud800"', '.spec.a["b c"][1] holds half of a character (a lone surrogate), which YAML cannot write'],
  ])('is refused where YAML cannot hold it, with its path: %s', async (text, why) => {
    spec = `{"a":{"b c":[0,${text}]}}`;
    const { lives, errors } = await graph.ask(ids(1), 'manifest yaml');
    expect(errors.map(({ message }) => message)).toEqual([`yaml: ${why}. Ask for the manifest.`]);
    expect(await writeAnswer(lives[0].manifest.spec, { maxBytes: 1e9 })).toBe(`${spec}\n`);
  });
});

/** The value of a document. Numbers are replaced by texts of their values. */
function valueOf(yaml: string): { spec: unknown } {
  const parsed = parseDocument(yaml, { version: '1.1', merge: true });
  expect(parsed.errors).toEqual([]);
  visit(parsed, {
    Scalar: (_key, node) => {
      if (isScalar(node) && (typeof node.value === 'number' || typeof node.value === 'bigint'))
        node.value = `number ${exactly(node.source!)}`;
    },
  });
  return JSON.parse(JSON.stringify(parsed.toJS())) as { spec: unknown };
}
