/** The generated files of the clients are up to date, and the generated facts about a schema are correct. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plugin } from '../../clients/codegen-cache-shape.ts';

const root = new URL('../../', import.meta.url).pathname;

it.each(['clients', 'ui'])('the generated files of %s are up to date (make generate)', async folder => {
  const check = promisify(execFile)(
    join(root, 'node_modules', '.bin', 'graphql-codegen'),
    ['--config', 'codegen.ts', '--check'],
    {
      cwd: join(root, folder),
    },
  );
  await expect(
    check.then(
      () => 'fresh',
      ({ stdout }: { stdout: string }) => stdout,
    ),
  ).resolves.toBe('fresh');
});

describe('what caches must know of a schema', () => {
  const schema = buildSchema(`
    enum LiveState { OK FORBIDDEN }
    interface Node { id: ID! }
    type Query { things(filter: String, first: Int, after: String): ThingConnection live: Live changes: [Change!]! }
    type ThingConnection { nodes: [Thing!]! names: [String!]! }
    type Thing implements Node { id: ID! }
    type Change { id: ID! thing: Thing }
    type Live { state: LiveState! }
  `);
  const shape = plugin(schema, [], { borrowedIds: ['Change'] });

  it.each([
    ['EMBEDDED', 'types without an id, and those whose id is that of another', ['ThingConnection', 'Change', 'Live']],
    ['LIVE', 'types with a state', ['Live']],
    ['LISTS', 'lists of objects', { Query: ['changes'], ThingConnection: ['nodes'] }],
    ['CONNECTIONS', 'connections with the arguments that are no places in them', { Query: { things: ['filter'] } }],
    ['POSSIBLE_TYPES', 'the types of an interface', { Node: ['Thing'] }],
  ])('%s: %s', (name, _what, expected) => {
    const [, text = ''] = new RegExp(`export const ${name} = ([^]*?) as const`).exec(shape) ?? [];
    expect(JSON.parse(text)).toEqual(expected);
  });
});
