/** Messages about invalid arguments of the fleet subgraph. A message names the argument, the problem and the fix. */
import { describe, expect, it } from '@jest/globals';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';

const fleet = new ScriptedFleet({
  a: { rows: [rowAt('a', 'Pod', 'x/web')], grants: grant('jane', allow('list', '*')) },
});
const nest = (depth: number): object => (depth === 0 ? {} : { not: nest(depth - 1) });

const objects =
  'query ($filter: ObjectFilter, $orderBy: [ObjectOrder!], $first: Int, $after: String, $last: Int, $before: String) { objects(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) { nodes { id } } }';
const facets =
  'query ($fields: [FacetField!]!, $labelKey: String, $limit: Int) { objects { facets(fields: $fields, labelKey: $labelKey, limit: $limit) { field } } }';
const clusters = 'query ($first: Int, $after: String) { clusters(first: $first, after: $after) { nodes { name } } }';
const namespaces =
  'query ($filter: NamespaceFilter, $after: String) { namespaces(filter: $filter, after: $after) { nodes { name } } }';
const object =
  'query ($id: ID!, $verb: String! = "get") { object(id: $id) { id } explainAccess(id: $id, verb: $verb) { visible } }';

describe('an argument that cannot be used', () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    ['a page that is too large', objects, { first: 501 }, 'first: 501 is more than the maximum of 500.'],
    ['a page that is too large, backwards', objects, { last: 9_000 }, 'last: 9000 is more than the maximum of 500.'],
    ['a negative page', objects, { first: -1 }, 'first: -1 is negative.'],
    ['both ends', objects, { first: 1, last: 1 }, 'first and last were both given.'],
    ['a foreign cursor', objects, { after: 'zzz' }, '"zzz" is not a cursor'],
    ['a huge cursor', objects, { before: 'x'.repeat(30_000) }, 'before: a text of 30000 characters is no cursor.'],
    [
      'a label selector that does not parse',
      objects,
      { filter: { labelSelector: 'a in (b' } },
      'filter.labelSelector: ',
    ],
    [
      'one deep inside',
      objects,
      { filter: { or: [{ labelSelector: 'a=b' }, { not: { labelSelector: '=' } }] } },
      'filter.or[1].not.labelSelector: ',
    ],
    [
      'a kind without a name',
      objects,
      { filter: { kinds: ['Pod', '.apps'] } },
      'filter.kinds[1]: ".apps" is not a kind.',
    ],
    ['a kind with an empty group', objects, { filter: { kinds: ['Pod.'] } }, 'filter.kinds[0]: "Pod." is not a kind.'],
    [
      'a pattern without a pattern',
      objects,
      { filter: { name: { ignoreCase: true } } },
      'filter.name: there is nothing to match. Give equals, prefix, contains or glob.',
    ],
    [
      'a huge pattern',
      objects,
      { filter: { message: { contains: 'x'.repeat(1_025) } } },
      'filter.message.contains: the text has 1025 characters; at most 1024',
    ],
    [
      'a span of no time',
      objects,
      { filter: { created: { within: '1 day' } } },
      'filter.created.within: "1 day" is not a span of time.',
    ],
    ['a span without an end', objects, { filter: { created: {} } }, 'filter.created: the span has no end.'],
    [
      'a date that is none',
      objects,
      { filter: { created: { after: 'yesterday' } } },
      'filter.created.after: "yesterday" is not an instant. Write it in RFC 3339',
    ],
    [
      'a date without a zone',
      objects,
      { filter: { transitioned: { before: '2026-01-31T12:00:00' } } },
      'filter.transitioned.before: ',
    ],
    ['a date that is a number', objects, { filter: { created: { after: 5 } } }, 'A DateTime is a text in RFC 3339'],
    [
      'a day that does not exist',
      objects,
      { filter: { created: { after: '2026-13-45T12:00:00Z' } } },
      'filter.created.after: ',
    ],
    ['an id that is none', objects, { filter: { ids: ['leaf-01//Pod/team-a/web', 'web'] } }, 'filter.ids[1]: '],
    ['a deep filter', objects, { filter: nest(9) }, 'the filter is nested deeper than 8 levels.'],
    [
      'a wide filter',
      objects,
      { filter: { or: Array.from({ length: 200 }, () => ({ suspended: true })) } },
      'the filter has more than 200 parts.',
    ],
    [
      'a long list',
      objects,
      { filter: { names: Array.from({ length: 1_001 }, String) } },
      'filter.names: the list has 1001 entries; at most 1000',
    ],
    [
      'many long lists',
      objects,
      { filter: { or: Array.from({ length: 6 }, () => ({ names: Array.from({ length: 900 }, String) })) } },
      'filter.or[5].names: up to here the filter has 5400 entries in all its lists; at most 5000 are taken. Ask in several queries',
    ],
    [
      'many patterns',
      objects,
      { filter: { or: Array.from({ length: 40 }, (_, i) => ({ name: { equals: `web-${i}` } })) } },
      'filter.or[32].name: up to here the filter has 33 text patterns; at most 32 are taken. Use lists of names',
    ],
    [
      'many lists of images',
      objects,
      {
        filter: {
          or: Array.from({ length: 17 }, (_, i) => ({ [i % 2 ? 'images' : 'imageRepositories']: [`web:${i}`] })),
        },
      },
      'filter.or[16].imageRepositories: up to here the filter has 17 lists of images; at most 16 are taken. Give several',
    ],
    [
      'a negative limit of suggestions',
      'query { suggestions(text: "a", limit: -1) { value } }',
      {},
      'limit: -1 is no number from 0 to 50.',
    ],
    [
      'many suggestions',
      'query { suggestions(text: "a", limit: 51) { value } }',
      {},
      'limit: 51 is no number from 0 to 50.',
    ],
    [
      'many words',
      objects,
      { filter: { text: Array.from({ length: 33 }, (_, i) => `web-${i}`).join(' ') } },
      'filter.text: the text has 33 words; at most 16 are taken.',
    ],
    [
      'many words in many places',
      objects,
      {
        filter: {
          or: ['a b c d e f', 'g h i j k l m n o', 'p q r s t u v w x y z 1 2 3 4 5'].map(text => ({ text })),
          name: { equals: 'x' },
          not: { text: 'a b' },
        },
      },
      'filter.not.text: up to here the filter has 34 text patterns; at most 32 are taken.',
    ],
    [
      'a long text',
      objects,
      { filter: { or: [{ text: 'a '.repeat(600) }] } },
      'filter.or[0].text: the text has 1200 characters; at most 1024 are taken.',
    ],
    [
      'many characters to search for',
      objects,
      { filter: { name: { glob: '*a'.repeat(400) }, not: { message: { contains: 'b'.repeat(300) } } } },
      'filter.not.message.contains: up to here the filter has 1100 characters in all contains and glob; at most 1024',
    ],
    [
      'many characters to compare',
      objects,
      { filter: { and: Array.from({ length: 9 }, () => ({ name: { prefix: 'b'.repeat(1_000) } })) } },
      'filter.and[8].name.prefix: up to here the filter has 9000 characters in all equals and prefix; at most 8192',
    ],
    [
      'many label selectors',
      objects,
      { filter: { or: Array.from({ length: 190 }, () => ({ labelSelector: 'a=b' })) } },
      'filter.or[32].labelSelector: up to here the filter has 33 label selectors; at most 32 are taken. Use one with in (…)',
    ],
    [
      'long label selectors',
      objects,
      { filter: { or: Array.from({ length: 3 }, () => ({ labelSelector: `a in (${'abcdefg,'.repeat(400)}z)` })) } },
      'filter.or[2].labelSelector: up to here the filter has 9624 characters in all label selectors; at most 8192',
    ],
    [
      'many label requirements',
      objects,
      { filter: { labelSelector: Array.from({ length: 660 }, (_, i) => `!k${i}`).join() } },
      'filter.labelSelector: up to here the filter has 660 label requirements; at most 256 are taken. Use in (…)',
    ],
    [
      'a field ordered by twice',
      objects,
      { orderBy: [{ field: 'NAME' }, { field: 'KIND' }, { field: 'NAME' }] },
      'orderBy[2]: NAME is there already',
    ],
    ['a facet asked for twice', facets, { fields: ['KIND', 'KIND'] }, 'facets.fields[1]: KIND is there already'],
    ['a LABEL facet without a label', facets, { fields: ['LABEL'] }, 'facets.labelKey is missing'],
    [
      'a label for facets that have none',
      facets,
      { fields: ['KIND'], labelKey: 'app' },
      'facets.labelKey is the label that LABEL divides by.',
    ],
    [
      'too many values of a facet',
      facets,
      { fields: ['KIND'], limit: 501 },
      'facets.limit: 501 is more than the maximum of 500.',
    ],
    ['a cursor of clusters that is none', clusters, { after: 'W10x' }, 'after: "W10x" is not a cursor of this list.'],
    [
      'a cursor of another list',
      clusters,
      { after: Buffer.from('["x","y"]').toString('base64url') },
      'is not a cursor of this list.',
    ],
    ['too many clusters', clusters, { first: 501 }, 'first: 501 is more than the maximum of 500.'],
    ['an empty namespace pattern', namespaces, { filter: { name: {} } }, 'filter.name: there is nothing to match.'],
    [
      'an id that is none',
      object,
      { id: 'a/b' },
      'id: "a/b" is not an object id. An id is cluster/group/kind/namespace/name',
    ],
    ['an id in another spelling', object, { id: 'a//Pod/x/w%65b' }, 'is not an object id.'],
    ['a verb that is none', object, { id: 'a//Pod/x/web', verb: 'List' }, 'verb: "List" is not a verb.'],
  ])('is answered with its place and the way out: %s', async (_case, query, variables, message) => {
    const { errors } = await fleet.ask('jane', query, variables);
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.map(error => error.extensions?.['code'])).toEqual(errors?.map(() => 'BAD_USER_INPUT'));
    // If a message begins with an argument, `extensions.argument` names the same argument.
    const begin = /^([\w.[\]]+)(?=: | is )/.exec(errors![0]!.message)?.[1];
    if (begin !== undefined) expect(errors![0]!.extensions?.['argument']).toBe(begin);
  });

  it.each([
    ['both ends', objects, { first: 1, last: 1 }, 'last'],
    ['a foreign cursor', objects, { after: 'zzz' }, 'after'],
    ['an id of a list', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['a', 'a/b/c'] }, 'ids[1]'],
  ])('is named beside the message: %s', async (_case, query, variables, argument) => {
    const { errors } = await fleet.ask('jane', query, variables);
    expect(errors?.map(error => error.extensions?.['argument'])).toEqual([argument]);
  });

  it('is answered alike when it is written into the query', async () => {
    const { errors } = await fleet.ask(
      'jane',
      '{ objects(filter: { created: { after: "soon" } }, first: 3) { totalCount } }',
    );
    expect(errors).toMatchObject([
      { message: expect.stringContaining('filter.created.after: "soon"'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

describe('an argument that looks odd', () => {
  it.each<[string, Record<string, unknown>, number]>([
    [
      'null everywhere',
      { filter: { clusters: null, name: null, and: null, not: null, labelSelector: null }, first: null, after: null },
      1,
    ],
    ['names with separators', { filter: { names: ['__proto__', 'a/b', '*', '\n'] } }, 1],
    ['no rows wanted', { first: 0 }, 0],
  ])('is taken: %s', async (_case, variables, rows) => {
    const { data, errors } = await fleet.ask('jane', objects, variables);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ objects: { nodes: { length: rows } } });
  });
});
