/** JSON stored by a real API server is shown unchanged, as manifest and as YAML. It can also be sent back unchanged. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeAnswer } from '../../../gateway/http/apollo-server.ts';
import type { Identity } from '../../../identity/identity.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { parseNoting } from '../../../schema/exact-json.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import { hostileJson, numbersOf, sameNumbers } from '../../hostile-json.ts';
import { until } from '../../kubernetes/until.ts';
import { SCALARS } from './actions/yaml-texts.ts';
import { graphOver, JANE } from './graph.ts';

const ADMIN: Identity = { ...JANE, user: 'ada', groups: ['system:masters'] };
const GROUP = 'exact.example.org';
const PATH = `/apis/${GROUP}/v1/namespaces/default/gizmos`;
const CRD = {
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `gizmos.${GROUP}` } },
  spec: {
    ...{ group: GROUP, scope: 'Namespaced', names: { kind: 'Gizmo', plural: 'gizmos', singular: 'gizmo' } },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

let server: ApiServer;
let client: KubernetesClient;
let graph: ReturnType<typeof graphOver>;
beforeAll(async () => {
  server = await startApiServer({ name: 'leaf' });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target('leaf'), { log: silentLogger });
  graph = graphOver([client]);
  await server.apply([CRD]);
  await until(async () => (await server.request('GET', PATH)).status === 200);
}, 600_000);
afterAll(async () => {
  await client?.close();
  await server?.remove();
});

let count = 0;

/** Creates an object from a text, with a new name. Undefined if the server refuses the text. */
async function made(body: (name: string) => string, contentType = 'application/json'): Promise<string | undefined> {
  const name = `g${++count}`;
  const { status } = await server.request('POST', PATH, body(name), { contentType });
  return status === 201 ? name : undefined;
}

/** The object as the server writes it, without fields that depend on the name. */
async function stored(name: string): Promise<unknown> {
  const { bytes } = await client.text(`${PATH}/${name}`, { as: { type: 'self' } });
  const { spec, data } = numbersOf(bytes.toString()) as { spec: unknown; data: unknown };
  return { spec, data };
}

const json = (data: string) => (name: string) =>
  `{"apiVersion":"${GROUP}/v1","kind":"Gizmo","metadata":{"name":"${name}","namespace":"default"},"spec":${data},"data":${data}}`;

async function live(name: string): Promise<{ manifest: object; yaml: string; spec: unknown }> {
  const { lives, errors } = await graph.ask([`leaf/${GROUP}/Gizmo/default/${name}`], 'manifest yaml spec', {
    as: ADMIN,
  });
  expect(errors).toEqual([]);
  return lives[0];
}

describe('an object of any JSON', () => {
  it('is shown as the server keeps it, and is the same when its YAML is read', async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(hostileJson(), async data => {
        const name = await made(json(data));
        if (name === undefined) return;
        shown += 1;
        const kept = await stored(name);
        const { manifest, yaml, spec } = await live(name);
        const { spec: inManifest, data: more } = numbersOf(await writeAnswer(manifest, { maxBytes: 1e9 })) as Record<
          string,
          unknown
        >;
        expect({ spec: inManifest, data: more }).toEqual(kept);
        expect(numbersOf(JSON.stringify({ spec, data: spec }))).toEqual(kept);
        const again = await made(
          copy =>
            yaml
              .replace(`name: ${name}`, `name: ${copy}`)
              .replace(/^ {2}(uid|resourceVersion|creationTimestamp): .*\n/gm, ''),
          'application/yaml',
        );
        expect(await stored(again!)).toEqual(kept);
      }),
      { numRuns: 150 },
    );
    expect(shown).toBeGreaterThan(50);
  });

  it('is the same when its manifest is applied', async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(hostileJson(), async data => {
        const name = await made(json(data));
        if (name === undefined) return;
        applied += 1;
        const kept = await stored(name);
        const { manifest } = await live(name);
        expect(await apply(JSON.stringify(manifest))).toEqual({ outcome: 'UNCHANGED' });
        expect(await stored(name)).toEqual(kept);
      }),
      { numRuns: 150 },
    );
    expect(applied).toBeGreaterThan(50);
  });
});

describe('a manifest of any JSON', () => {
  it('is kept value by value, or is refused with the path of what would be changed', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(hostileJson(), async data => {
        const name = `g${++count}`;
        const { outcome, message } = await apply(json(data)(name));
        outcomes.add(outcome);
        if (outcome === 'REFUSED')
          expect(message).toMatch(
            /^input[.]manifests\[0\]: [.](spec|data)[^]* is \S+, and API servers would change that/,
          );
        else {
          expect(outcome).toBe('DONE');
          const value = numbersOf(data);
          expect(sameNumbers(await stored(name))).toEqual(sameNumbers({ spec: value, data: value }));
        }
      }),
      { numRuns: 150 },
    );
    expect([...outcomes].sort()).toEqual(['DONE', 'REFUSED']);
  });

  it.each([
    ['9223372036854775808', 'number 9223372036854776000'],
    ['1e400', '1e400'],
  ])('with %s would be changed, had it not been refused', async (number, kept) => {
    const name = `g${++count}`;
    const manifest = json(`{"n":${number}}`)(name);
    expect(await apply(manifest)).toMatchObject({ outcome: 'REFUSED' });
    const { status } = await server.request('PATCH', `${PATH}/${name}?fieldManager=test`, manifest, {
      contentType: 'application/apply-patch+yaml',
    });
    expect([status, await stored(name)]).toEqual([201, { spec: { n: kept }, data: { n: kept } }]);
  });
});

/** YAML that versions 1.1 and 1.2 read differently, and YAML that people write. */
const YAML = [
  SCALARS.map(([text], i) => `k${i}: ${text}`).join('\n'),
  SCALARS.map(([text]) => `- ${text}`).join('\n'),
  SCALARS.filter(([text, json]) => !/[ <]/.test(text) && /^(?:"|-?\d+$|true|false)/.test(json))
    .filter(([, json], i, all) => all.findIndex(([, other]) => other === json) === i)
    .map(([text], i) => `${text}: ${i}`)
    .join('\n'),
  'a: &a {x: 1, y: [on, 0o7]}\nb: *a\nc: {<<: *a, x: 2}\nd: {<<: [*a, {z: 3}]}',
  'a: |\n  one\n   two\n\nb: >\n  one\n  two\n\n  three\nc: |+\n  keep\n\nd: >-\n  strip\n\ne: |2\n   indented\n',
  'a: one\n  two\n\n  three\nb: "one\n  two\\\n  three\\u00e9\\x41\\t"\nc: \'it\'\'s\n  two\'\nd: "\\U0001F600"',
  'a: [1, "on", on, {b: c, d: [e]}, ]\nb: {c, d: , e: f}\nc: []\nd: {}',
  '? a\n: - b\n  -\n  - - c\n    - d\n# comment\n"e": {"f":1,"g":[true,null]}',
  'at: 2001-12-14T21:59:43.10-05:00\nday: 2001-12-14\nversion: 1.10\nport: 0x1F90\nmode: 0644\nsize: 1_000\nzip: 012345\nnorway: no',
];

describe('a manifest in YAML', () => {
  const indented = (data: string) => data.replace(/^(?=.)/gm, '  ');
  const yaml = (data: string) => (name: string) =>
    `apiVersion: ${GROUP}/v1\nkind: Gizmo\nmetadata: {name: ${name}, namespace: default}\nspec:\n${indented(data)}\ndata:\n${indented(data)}\n`;

  it.each(YAML)('has the values that an API server reads: %j', async data => {
    const name = await made(yaml(data), 'application/yaml');
    const copy = `g${++count}`;
    expect(await applyInput({ yaml: yaml(data)(copy) })).toEqual({ outcome: 'DONE' });
    expect(sameNumbers(await stored(copy))).toEqual(sameNumbers(await stored(name!)));
  });

  it('may have several documents and Lists', async () => {
    const [a, b, c] = [++count, ++count, ++count].map(n => `g${n}`) as [string, string, string];
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${yaml('x: 2')(b).replaceAll(/\n(?=.)/g, '\n  ')}`;
    expect(
      await applyInput({ yaml: `---\n${yaml('x: 1')(a)}---\n${list}---\n# nothing\n---\n${yaml('x: 3')(c)}` }),
    ).toEqual({
      outcome: 'DONE',
    });
    expect([await stored(a), await stored(b), await stored(c)]).toMatchObject(
      [{ spec: { x: '1' } }, { spec: { x: '2' } }, { spec: { x: '3' } }].map(({ spec }) => ({
        spec: { x: `number ${spec.x}` },
      })),
    );
  });

  it('is refused with line and path if an API server would change a number', async () => {
    const name = `g${++count}`;
    expect(await applyInput({ yaml: `# first\n${yaml('size: 9223372036854775808')(name)}` })).toMatchObject({
      outcome: 'REFUSED',
      message: expect.stringMatching(
        /^input\.yaml: line 2: \.(spec|data)\.size is 9223372036854775808, and API servers would change that/,
      ),
    });
  });
});

/** Applies a manifest. The gateway's parser reads the text. */
function apply(manifest: string): Promise<{ outcome: string; message?: string }> {
  return applyInput({ manifests: [parseNoting(manifest)] });
}

async function applyInput(manifests: object): Promise<{ outcome: string; message?: string }> {
  const document = 'mutation ($i: ApplyInput!) { apply(input: $i) { results { outcome } } }';
  const input = { cluster: 'leaf', ...manifests, force: true };
  const { data, errors } = await graph.run(document, { i: input }, { as: ADMIN });
  return errors[0] ? { outcome: 'REFUSED', message: errors[0].message } : data.apply.results[0];
}
