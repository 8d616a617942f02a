import { describe, expect, it } from '@jest/globals';
import { execute, parse } from 'graphql';
import type { KubernetesErrorCode } from '../../../kubernetes/errors.ts';
import { graphOver } from './graph.ts';
import { hangs, leafWithPods, POD, ScriptedLeaf, served, SERVED } from './scripted-leaf.ts';

const WIDGET = served('example.com', 'widgets', 'Widget');
const ID = 'leaf/example.com/Widget/team-a/w';
const NOT_FOUND = {
  state: 'NOT_FOUND',
  message: 'There is no such object, or you may not know of it.',
  manifest: null,
};
const ASK = (id: string) => `{ liveObject(id: "${id}") { state message manifest } }`;

function leafWithWidget(): ScriptedLeaf {
  const leaf = new ScriptedLeaf('leaf');
  leaf.resources = [...SERVED, WIDGET];
  return leaf.put('widgets', { metadata: { name: 'w', namespace: 'team-a' }, spec: { size: 3 } });
}

describe('liveObject', () => {
  it('shows an object of a kind that is not collected, read as the caller', async () => {
    const leaf = leafWithWidget();
    const { data, errors } = await graphOver([leaf], { hidden: [ID] }).run(
      `{ liveObject(id: "${ID}") { state message metadata { name } spec(path: ".size") } }`,
    );
    expect(errors).toEqual([]);
    expect(data.liveObject).toEqual({ state: 'OK', message: null, metadata: { name: 'w' }, spec: 3 });
    expect(leaf.requested.map(({ path, as }) => [path, as.type])).toEqual([
      ['/apis/example.com/v1/namespaces/team-a/widgets/w', 'impersonate'],
    ]);
  });

  it.each(['', 'leaf//Pod/team-a', 'leaf//Pod/team-a/%77eb'])('refuses the malformed id %j', async id => {
    const { data, errors } = await graphOver([leafWithPods()]).run(ASK(id));
    expect(data).toEqual({ liveObject: null });
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'id' });
  });

  it('asks no cluster that the caller may not name: it reads as one that does not exist', async () => {
    const leaf = leafWithWidget();
    const { run } = graphOver([leaf], { named: {} });
    expect((await run(ASK(ID))).data.liveObject).toEqual(NOT_FOUND);
    expect((await run(ASK(ID.replace('leaf/', 'nowhere/')))).data.liveObject).toEqual(NOT_FOUND);
    expect(leaf.requested).toEqual([]);
    expect(leaf.discoveries).toBe(0);
  });

  it.each<[string, KubernetesErrorCode, string, RegExp]>([
    [
      'a kind that they may name',
      'FORBIDDEN',
      'leaf//Pod/team-a/web',
      /^Cluster "leaf" does not let you get pods "web" in namespace "team-a"\.$/,
    ],
    ['a kind that they may name', 'TIMEOUT', 'leaf//Pod/team-a/web', /did not answer in time/],
    ['any kind', 'TIMEOUT', ID, /did not answer in time/],
    ['any kind', 'UNREACHABLE', ID, /cannot be reached/],
    ['any kind', 'THROTTLED', ID, /too many requests/],
    ['any kind', 'UNAUTHORIZED', ID, /does not accept the credentials/],
    ['any kind', 'MALFORMED', ID, /cannot be used/],
    ['any kind, served or not', 'UNREACHABLE', 'leaf/none.example.com/None/a/b', /cannot be reached/],
    ['any kind, served or not', 'THROTTLED', 'leaf//Node/team-a/n1', /too many requests/],
  ])('says why an object could not be read, of %s: %s', async (_, code, id, message) => {
    const leaf = leafWithWidget();
    leaf.refuse = () => {
      throw leaf.error(code, 'topsecret');
    };
    const { data, errors } = await graphOver([leaf], { hidden: [id] }).run(ASK(id));
    expect(errors).toEqual([]);
    expect(data.liveObject).toMatchObject({ message: expect.stringMatching(message), manifest: null });
    expect(data.liveObject.message).not.toContain('topsecret');
  });

  it('does not tell whether a kind is served that the caller may not name: neither by what it says nor by what it asks', async () => {
    const forbidden = async (id: string) => {
      const leaf = leafWithWidget();
      leaf.refuse = ({ path }) => {
        if (path !== '/version') throw leaf.error('FORBIDDEN', 'widgets is forbidden', { status: 403 });
      };
      // Twelve aliases of `liveObject`, since Query has no field for a list of live objects.
      const fields = Array.from(
        { length: 12 },
        (_, i) => `a${i}: liveObject(id: "${id}${i}") { state message manifest }`,
      );
      const { data } = await graphOver([leaf]).run(`{ ${fields.join('\n')} }`);
      return { data, requested: leaf.requested.length };
    };
    const [served, ...others] = await Promise.all(
      [ID, 'leaf/none.example.com/None/team-a/n', 'leaf//Node/team-a/n', 'leaf//Pod//p'].map(id => forbidden(id)),
    );
    expect(served!.requested).toBe(12);
    expect(served!.data.a0).toEqual(NOT_FOUND);
    for (const other of others) expect(other).toEqual(served);
  });

  it.each(['..', 'web/log', 'a%20b'])(
    'never lets the name %j reach a URL, of a kind that is served or not',
    async name => {
      for (const kind of ['/Pod', 'none.example.com/None']) {
        const leaf = leafWithPods();
        const { data } = await graphOver([leaf]).run(ASK(`leaf/${kind}/team-a/${encodeURIComponent(name)}`));
        expect(data.liveObject).toEqual(NOT_FOUND);
        expect(leaf.requested).toEqual([]);
      }
    },
  );

  it('is one read, however often and in whatever way the operation asks for the object', async () => {
    const leaf = leafWithPods();
    const { subgraph, request } = graphOver([leaf]);
    const contextValue = subgraph.context(request());
    const ask = (query: string) =>
      execute({
        schema: subgraph.schema,
        document: parse(query),
        contextValue,
        variableValues: { r: [{ __typename: 'KubernetesObject', id: POD }] },
      });
    const entity = (selection: string) =>
      ask(`query ($r: [_Any!]!) { _entities(representations: $r) { ... on KubernetesObject { ${selection} } } }`);
    // The gateway first queries all fields of Query. It queries entities after another subgraph has named them.
    const root = ask(
      `{ a: liveObject(id: "${POD}") { state metadata { name } } b: liveObject(id: "${POD}") { manifest } }`,
    );
    const answers = [
      await Promise.all([root, entity('x: live { metadata { name } } y: live(within: "10s") { yaml }')]),
      await entity('live { state spec }'),
    ].flat();
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    expect(leaf.requested).toHaveLength(1);
  });

  it('counts among the objects that one request may read', async () => {
    const { errors } = await graphOver([leafWithPods(3)], { liveObjects: 2 }).run(
      `{ ${['web', 'web-1', 'web-2'].map((name, i) => `a${i}: liveObject(id: "leaf//Pod/team-a/${name}") { state }`).join(' ')} }`,
    );
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
  });

  it('is given up in the time of a leaf', async () => {
    const leaf = leafWithWidget();
    leaf.refuse = ({ options }) => hangs(options.signal);
    const { data } = await graphOver([leaf], { leafTimeoutMs: 60 }).run(ASK(ID), {}, { timeoutMs: 60_000 });
    expect(data.liveObject.state).toBe('TIMEOUT');
  });
});

describe('a Secret', () => {
  const secret = {
    metadata: { name: 's', namespace: 'team-a' },
    type: 'Opaque',
    data: { password: 'dG9wc2VjcmV0', empty: '', odd: 7 },
  };
  const all = 'state manifest yaml(managedFields: true) spec status';

  it('shows its keys and the sizes of its values, and no value', async () => {
    const leaf = new ScriptedLeaf('leaf').put('secrets', { ...secret, stringData: { more: 'topsecret' } });
    const { data } = await graphOver([leaf]).run(`{ liveObject(id: "leaf//Secret/team-a/s") { ${all} } }`);
    expect(data.liveObject.manifest).toMatchObject({
      type: 'Opaque',
      data: { password: { bytes: 9 }, empty: { bytes: 0 }, odd: { bytes: null } },
    });
    expect(data.liveObject.yaml).toContain('password:\n    bytes: 9\n');
    expect(JSON.stringify(data)).not.toMatch(/topsecret|dG9wc2VjcmV0/);
  });

  it('shows none of them on a page either, nor where it has none', async () => {
    const leaf = new ScriptedLeaf('leaf');
    const ids = Array.from({ length: 12 }, (_, i) => `leaf//Secret/team-a/s${i}`);
    for (let i = 0; i < 12; i += 1)
      leaf.put('secrets', { ...secret, metadata: { name: `s${i}`, namespace: 'team-a' } });
    leaf.put('secrets', { metadata: { name: 's11', namespace: 'team-a' } });
    const { lives } = await graphOver([leaf]).ask(ids, all);
    expect(lives.map(({ manifest }) => manifest.data?.password)).toEqual([...Array(11).fill({ bytes: 9 }), undefined]);
    expect(JSON.stringify(lives)).not.toContain('dG9wc2VjcmV0');
  });
});
