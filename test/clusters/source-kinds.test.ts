/** A single export defines a type of source for the configuration, the graph, the chart and the documentation. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema, isEnumType } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import type { SourceKind } from '../../clusters/source-kind.ts';
import { isOnHub, SOURCES } from '../../clusters/sources/registry.ts';
import { clusterSource } from '../../config/clusters.ts';
import { silentLogger } from '../../telemetry/log.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const policy = {
  identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  authorization: 'rbac',
} as const;

describe.each(SOURCES.map(kind => [kind.type, kind as SourceKind] as const))('the type %s', (type, kind) => {
  const entry = { type, ...(kind.isOnHub ? { namespace: 'clusters' } : { path: '/nowhere' }) };

  it('opens a source of its own name from its entry in the configuration', async () => {
    const source = kind.open({ ...clusterSource.parse(entry), policy, env: {}, log: silentLogger });
    expect(source.type).toBe(type);
    await source.close();
  });

  it('reads the hub, or nothing', () => {
    expect(kind.reads.length > 0).toBe(kind.isOnHub);
    expect(isOnHub(type)).toBe(kind.isOnHub);
  });

  it('says where it reads by keys that it has', () => {
    expect(Object.keys(kind.keys)).toEqual(expect.arrayContaining([...kind.place]));
  });

  it('is in docs/operations.md, as an example and with the names of its clusters', () => {
    const page = read('docs/operations.md');
    expect(page).toMatch(new RegExp(`^  - \\{ type: ${type}\\b`, 'm'));
    expect(page).toMatch(new RegExp(`^- \`${type}\`: `, 'm'));
  });
});

describe('types of sources', () => {
  it('are all that the files of clusters/sources/ export', async () => {
    const folder = new URL('../../clusters/sources/', import.meta.url);
    const files = readdirSync(folder).filter(name => name !== 'registry.ts');
    const modules = await Promise.all(
      files.map(name => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
    );
    const kinds = modules
      .flatMap(module => Object.values(module))
      .filter(value => typeof (value as SourceKind).open === 'function');
    expect(new Set(kinds)).toEqual(new Set(SOURCES));
    expect(kinds).toHaveLength(SOURCES.length);
  });

  it('are those of the graph, beside the configuration and the own cluster', () => {
    const graph = buildSchema(read('schema/api.graphql')).getType('RegistrationSource');
    const names = ['configuration', 'ownCluster', ...SOURCES.map(({ type }) => type)];
    const words = names.map(name => name.replace(/[A-Z]/g, '_$&').toUpperCase());
    expect(
      isEnumType(graph) &&
        graph
          .getValues()
          .map(({ name }) => name)
          .sort(),
    ).toEqual(words.sort());
  });

  it('are named where the configuration has another word', () => {
    const types = SOURCES.map(({ type }) => type);
    expect(clusterSource.safeParse({ type: 'rancher' }).error?.issues[0]?.message).toBe(
      `the type of a cluster source is ${types.slice(0, -1).join(', ')} or ${types.at(-1)}`,
    );
  });
});
