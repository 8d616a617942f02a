/** GET with If-None-Match: 304 where the client has the answer, whatever else changed; and when nothing runs for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { EntityTags, names, tagOf } from '../../../gateway/http/conditional-get.ts';
import { openGateway, type Gateway } from '../gateway.ts';

let gateway: Gateway;
let runs: number;
let version: string;
let value: string;

function open({ versioned }: { versioned: boolean }): Promise<Gateway> {
  return openGateway({
    types: 'type Query { value(of: String): String fails: String long: String }',
    resolvers: {
      value: async (_: unknown, { of = '' }: { of?: string }, { identity }: { identity: { user: string } }) => {
        runs++;
        if (of === 'slow') version = anotherVersion();
        return `${value} ${of} for ${identity.user}`;
      },
      fails: () => {
        throw new Error('broken');
      },
      long: () => 'x'.repeat(3_000_000),
    },
    ...(versioned && { version: () => version }),
  });
}

let versions = 0;
/** No version comes twice, so that nothing is known of an answer from the test before. */
const anotherVersion = (): string => String(++versions);

beforeAll(async () => {
  gateway = await open({ versioned: true });
});
beforeEach(() => {
  [runs, version, value] = [0, anotherVersion(), 'a'];
});
afterAll(() => gateway.server.close());

/** Asks until an answer came for which nothing ran: on a slow machine what is remembered may be too old when the next request comes. */
async function withoutRunning(ask: () => Promise<{ readonly status: number }>): Promise<{ readonly status: number }> {
  for (;;) {
    runs = 0;
    const answer = await ask();
    if (runs === 0) return answer;
  }
}

interface Got {
  readonly status: number;
  readonly tag: string | null;
  readonly text: string;
  readonly headers: Headers;
}

async function get(
  query: string,
  {
    tag,
    token = 'jane',
    at = gateway,
    ...more
  }: { tag?: string | null; token?: string; at?: Gateway; variables?: string; header?: string } = {},
): Promise<Got> {
  const params = new URLSearchParams({ query, ...(more.variables !== undefined && { variables: more.variables }) });
  const answer = await fetch(`${at.url}/graphql?${params}`, {
    headers: { authorization: `Bearer ${token}`, ...(tag && { 'if-none-match': tag }), ...(more.header && { [more.header]: '1' }) },
  });
  return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text(), headers: answer.headers };
}

describe('a GET', () => {
  it('is answered with a tag that is for the caller alone, and asked again each time', async () => {
    const { status, tag, headers } = await get('{ value }');
    expect([status, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toMatch(/authorization/i);
    expect((await get('{ value }')).tag).toBe(tag);
    expect((await get('{ value }', { token: 'joe' })).tag).not.toBe(tag);
  });

  it('gets 304 without a body, and nothing runs while the version is the same', async () => {
    await get('{ value }'); // the document is new
    const { tag } = await get('{ value }');
    const again = (await withoutRunning(() => get('{ value }', { tag }))) as Got;
    expect([again.status, again.text, again.tag]).toEqual([304, '', tag]);
    expect(again.headers.get('content-type')).toBeNull();
    expect((await get('{ value }', { tag: `"other", ${tag}` })).status).toBe(304);
  });

  it('gets 304 as well when something else has changed: the tag tells of the answer alone', async () => {
    await get('{ value }');
    const { tag } = await get('{ value }');
    [runs, version] = [0, anotherVersion()];
    expect([(await get('{ value }', { tag })).status, runs]).toEqual([304, 1]);
  });

  it('gets the new answer once it has changed', async () => {
    await get('{ value }');
    const { tag } = await get('{ value }');
    [value, version] = ['b', anotherVersion()];
    const changed = await get('{ value }', { tag });
    expect([changed.status, JSON.parse(changed.text)]).toEqual([200, { data: { value: 'b  for jane' } }]);
    expect(changed.tag).not.toBe(tag);
  });

  it("is not answered by another caller's tag, nor by that of other variables", async () => {
    const query = 'query ($of: String) { value(of: $of) }';
    await get(query);
    const { tag } = await get(query, { variables: '{"of":"x"}' });
    expect((await get(query, { variables: '{"of":"y"}', tag })).status).toBe(200);
    expect((await get(query, { variables: '{"of":"x"}', tag, token: 'joe' })).status).toBe(200);
    expect((await get(query, { variables: '{"of":"x"}', tag })).status).toBe(304);
  });

  it('is made anew where the version changed while it was made', async () => {
    const query = '{ value(of: "slow") }';
    await get(query);
    const before = (version = anotherVersion());
    const { tag } = await get(query);
    [runs, version] = [0, before];
    expect([(await get(query, { tag })).status, runs]).toEqual([304, 1]);
  });

  it('is made each time where its answer follows from more than the index', async () => {
    await using unversioned = Object.assign(await open({ versioned: false }), {
      [Symbol.asyncDispose]: () => unversioned.server.close(),
    });
    const { tag } = await get('{ value }', { at: unversioned });
    runs = 0;
    expect([(await get('{ value }', { at: unversioned, tag })).status, runs]).toEqual([304, 1]);
  });

  it.each([
    ['an answer with errors', '{ value fails }', {}],
    ['an answer that is too long', '{ long }', {}],
    ['an answer that tells what it cost', '{ value }', { header: 'x-graphql-cost' }],
    ['an answer that tells what it asked of clusters', '{ value }', { header: 'x-graphql-leaf-requests' }],
  ])('has no tag: %s', async (_what, query, options) => {
    const { status, tag } = await get(query, options);
    expect([status, tag]).toEqual([200, null]);
  });

  it('with a wrong token is 401, whatever tag comes with it', async () => {
    const { tag } = await get('{ value }');
    expect((await get('{ value }', { tag, token: 'stranger' })).status).toBe(401);
  });

  it('of a persisted query has the same', async () => {
    const query = '{ value }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } });
    const ask = (tag = '') =>
      fetch(`${gateway.url}/graphql?${new URLSearchParams({ extensions, ...(tag === '' && { query }) })}`, {
        headers: { authorization: 'Bearer jane', 'accept-encoding': 'gzip', 'if-none-match': tag },
      });
    await get(query);
    const first = await ask();
    const tag = first.headers.get('etag')!;
    await first.text();
    expect((await withoutRunning(() => ask(tag))).status).toBe(304);
  });
});

it('a POST has no tag', async () => {
  const { headers } = await gateway.ask('{ value }');
  expect([headers['etag'], headers['cache-control']]).toEqual([undefined, 'no-store']);
});

describe('what is remembered of answers', () => {
  const jane = { user: 'jane', groups: [], uid: '', extra: {} };

  it('holds for a quarter of a second from the beginning of the answer', () => {
    let now = 1_000;
    const tags = new EntityTags({ now: () => now });
    tags.remember(jane, 'r', 'v', 'tag', 960);
    now = 1_209;
    expect(tags.known(jane, 'r', 'v')).toBe('tag');
    now = 1_210;
    expect(tags.known(jane, 'r', 'v')).toBeUndefined();
  });

  it('is of one version, one request and one caller with all that is known of them', () => {
    const tags = new EntityTags({ now: () => 0 });
    tags.remember(jane, 'r', 'v', 'tag', 0);
    expect(tags.known({ ...jane }, 'r', 'v')).toBe('tag');
    for (const other of [{ user: 'joe' }, { groups: ['dev'] }, { uid: '1' }, { extra: { a: ['b'] } }, { token: 't' }])
      expect(tags.known({ ...jane, ...other }, 'r', 'v')).toBeUndefined();
    expect(tags.known(jane, 'other', 'v')).toBeUndefined();
    expect(tags.known(jane, 'r', 'w')).toBeUndefined();
  });

  it('of one caller does not drive out that of others', () => {
    const tags = new EntityTags({ now: () => 0 });
    tags.remember(jane, 'r', 'v', 'tag', 0);
    for (let i = 0; i < 10_000; i++) tags.remember({ ...jane, user: 'greedy' }, String(i), 'v', 'tag', 0);
    expect(tags.known(jane, 'r', 'v')).toBe('tag');
    expect(tags.known({ ...jane, user: 'greedy' }, '0', 'v')).toBeUndefined();
  });

  it.each([
    [undefined, false],
    ['W/"a"', true],
    ['"x" , W/"a"', true],
    ['W/"ab"', false],
    ['*', false],
  ])('If-None-Match %j names W/"a": %s', (header, named) => {
    expect(names(header, 'W/"a"')).toBe(named);
  });

  it('is a digest of the answer', () => {
    expect(tagOf('a')).toBe(tagOf('a'));
    expect(tagOf('a')).not.toBe(tagOf('b'));
    expect(tagOf('a'.repeat(2 ** 21 + 1))).toBeUndefined();
  });
});

it.each(['query={value}&query={value}', 'query[a]={value}', 'query={value}&variables={}&variables={}'])(
  'refuses a GET whose parameters are no texts: %s',
  async search => {
    const answer = await fetch(`${gateway.url}/graphql?${search}`, {
      headers: { authorization: 'Bearer jane', 'apollo-require-preflight': '1', 'if-none-match': '"a"' },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }]);
  },
);
