import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSupergraph } from '../../../cli/serve/open-supergraph.ts';
import { configSchema } from '../../../config/schema.ts';
import { checkedInSupergraph, subgraphSdl } from '../../../schema/sdl.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { SupergraphError } from '../../../schema/supergraph-file.ts';
import { SUBGRAPH_NAMES } from '../../../subgraphs/registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-supergraph-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const ours = SUBGRAPH_NAMES.map(name => ({ name, sdl: subgraphSdl(name) }));
const open = (config: object, env: Record<string, string> = {}) =>
  openSupergraph(configSchema.parse(config), ours, env);

const SDL = 'type Query { hello: String }';
const { supergraphSdl } = composeSupergraph([...ours, { name: 'own', sdl: SDL, url: 'http://127.0.0.1:1/graphql' }]);

describe('the supergraph of a configuration', () => {
  it('is the checked-in one without subgraphs of others, composed with them, or the file as it is', async () => {
    expect((await open({})).supergraphSdl).toBe(checkedInSupergraph());
    const own = { name: 'own', url: 'http://127.0.0.1:1/graphql', schema: file('own.graphql', SDL) };
    expect((await open({ subgraphs: [own] })).supergraphSdl).toBe(supergraphSdl);
    expect((await open({ supergraph: file('ready.graphql', supergraphSdl) })).supergraphSdl).toBe(supergraphSdl);
  });

  it('has connections as they are configured, with header values of the environment', async () => {
    const own = {
      name: 'own',
      timeout: '2s',
      concurrency: 4,
      maxBytes: 10,
      headers: [{ name: 'Authorization', env: 'OWN_TOKEN' }],
    };
    const { connections } = await open(
      { supergraph: file('ready.graphql', supergraphSdl), subgraphs: [own] },
      { OWN_TOKEN: 'Bearer x\n' }, // with a line break, as at the end of a file
    );
    expect(connections.get('own')).toMatchObject({
      timeoutMs: 2_000,
      concurrency: 4,
      maxBytes: 10,
      headers: { Authorization: 'Bearer x' },
    });
  });

  it.each([
    ['text that is not GraphQL', 'type Query {', 'does not parse (line 1, column 13)'],
    ['a schema that is no supergraph', SDL, 'this is not a supergraph: it has no enum join__Graph'],
    [
      'a name of ours that this process does not run',
      supergraphSdl.replace('in-process:fleet', 'in-process:fleat'),
      'subgraph "fleet" has the URL "in-process:fleat": in this process there are in-process:fleet and in-process:live',
    ],
    [
      'no address',
      supergraphSdl.replace('http://127.0.0.1:1/graphql', ''),
      'subgraph "own" has the URL "": write http:// or https://',
    ],
    ['a password', supergraphSdl.replace('http://', 'http://me:hunter2@'), 'subgraph "own" has the URL "http://…@127'],
  ])('is refused with its file when it has %s', async (_what, text, words) => {
    const path = file('bad.graphql', text);
    const refusal = await open({ supergraph: path }).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'UsageError' });
    expect((refusal as Error).message).toContain(`supergraph: ${path} cannot be used: `);
    expect((refusal as Error).message).toContain(words);
    expect((refusal as Error).message).not.toContain('hunter2');
  });

  it('says with its file what the planner finds wrong with it', async () => {
    const path = file('ready.graphql', supergraphSdl);
    const { named } = await open({ supergraph: path });
    expect(() => named(new SupergraphError('Unknown type Gone'))).toThrow(
      `supergraph: ${path} cannot be used: Unknown type Gone.`,
    );
  });

  it.each([
    ['a subgraph that the file has not', { name: 'owm' }, 'the supergraph has no "owm"; '],
    ['one of this process', { name: 'fleet' }, '"fleet" runs in this process, so there is no connection to set; '],
    [
      'a header without its variable',
      { name: 'own', headers: [{ name: 'A', env: 'NOT_THERE' }] },
      'the header A of own names NOT_THERE',
    ],
    [
      'a header that would be two',
      { name: 'own', headers: [{ name: 'A', env: 'TWO' }] },
      'what TWO holds cannot be the header A of own',
    ],
    [
      'a file that is not there',
      { name: 'own', caFile: '/nowhere/ca.pem' },
      'own: caFile: /nowhere/ca.pem cannot be read (ENOENT)',
    ],
  ])('is refused with settings of %s', async (_what, subgraph, words) => {
    const config = { supergraph: file('ready.graphql', supergraphSdl), subgraphs: [subgraph] };
    const refusal = (await open(config, { TWO: 'secret\nB: c' }).catch((error: Error) => error)) as Error;
    expect(refusal.name).toBe('UsageError');
    expect(refusal.message).toContain(words);
    expect(refusal.message).not.toContain('secret');
  });
});
