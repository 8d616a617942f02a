/** Types of additional kinds, from the files of a configuration to the graph. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKindTypes } from '../../../cli/serve/open-kind-types.ts';
import { openSupergraph } from '../../../cli/serve/open-supergraph.ts';
import { configSchema } from '../../../config/schema.ts';
import { kindTypes } from '../../../schema/kinds/kind-types.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { SUBGRAPH_NAMES } from '../../../subgraphs/registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-kinds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const config = (...types: string[]) => configSchema.parse({ kinds: { types } });
const properties = { spec: { type: 'object', properties: { size: { type: 'integer', format: 'int32' } } } };
const widgets = kindTypes([
  { group: 'example.org', version: 'v1', kind: 'Widget', schema: { properties }, definitions: {} },
]);

describe('kinds.types', () => {
  it('adds its types to the graph', async () => {
    const configured = config(file('widgets.graphql', widgets));
    const ours = SUBGRAPH_NAMES.map(name => ({ name, sdl: subgraphSdl(name, openKindTypes(configured)) }));
    const { supergraphSdl } = await openSupergraph(configured, ours, {});
    expect(supergraphSdl).toContain('type ExampleOrgWidget implements KubernetesResource');
  });

  it.each([
    ['a file that is not there', [join(folder, 'gone.graphql')], 'gone.graphql cannot be read (ENOENT)'],
    [
      'a file of something else',
      [file('other.graphql', 'type Query { a: Int }')],
      'other.graphql: none of its types is that of a kind',
    ],
    [
      'two files of one kind',
      [file('one.graphql', widgets), file('two.graphql', widgets)],
      'two.graphql: there is a type ExampleOrgWidget already, which another file or fleetgraph itself has',
    ],
  ])('refuses %s, by its name', (_what, files, message) => {
    expect(() => openKindTypes(config(...files))).toThrow(`kinds.types: ${folder}`);
    expect(() => openKindTypes(config(...files))).toThrow(message);
  });
});
