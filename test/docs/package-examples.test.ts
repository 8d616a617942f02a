/** The examples of packages: their queries are valid, and their flags exist. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { gateCommand } from '../../cli/commands/gate.ts';

const root = new URL('../../', import.meta.url).pathname;
const folder = join(root, 'examples', 'packages');
const files = readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')] as const);
const flags = new Set(gateCommand().options.map(({ long }) => long));

it('there are examples', () => expect(files.length).toBeGreaterThan(3));

describe.each(files)('%s', (_name, text) => {
  it('is YAML', () => {
    const documents = parseAllDocuments(text);
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(documents.length).toBeGreaterThan(0);
  });

  it('gives flags that there are, and asks what the graph knows', () => {
    const requested = /fleetgraph gate|- gate\b/.test(text);
    const given = requested ? [...text.matchAll(/(?<=[\s])--[a-z-]+/g)].map(([flag]) => flag) : [];
    expect(given.filter(flag => !flags.has(flag))).toEqual([]);
    if (requested) expect(given).toContain('--clusters');
    const schema = buildSchema(readFileSync(join(root, 'schema', 'api.graphql'), 'utf8'));
    for (const [, query = ''] of text.matchAll(/[?&]query=([^&\s]+)/g))
      expect(validate(schema, parse(decodeURIComponent(query))).map(({ message }) => message)).toEqual([]);
  });
});

it('the analysis of Argo Rollouts asks with variables that are JSON', () => {
  const [, text = ''] = files.find(([name]) => name.startsWith('argo'))!;
  const [, variables = ''] = /&variables=(\S+)/.exec(text) ?? [];
  const values: Record<string, string> = {
    package: '%2F%2Fhttps%253A%252F%252Fgit.example%252Frepo%2Fapps',
    cluster: 'leaf-1',
    soak: '10m',
  };
  const filled = variables.replace(/\{\{args\.(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  expect(JSON.parse(decodeURIComponent(filled))).toEqual({
    id: '//https%3A%2F%2Fgit.example%2Frepo/apps',
    clusters: ['leaf-1'],
    soak: '10m',
  });
});
