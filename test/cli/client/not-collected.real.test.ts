/** Compares the built-in kinds that fleetgraph does not collect by default with the kinds of a real API server. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NOT_COLLECTED } from '../../../cli/client/not-collected.ts';
import { DEFAULT_KINDS } from '../../../collector/kinds.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';

interface Served {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
}

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer({ name: 'built-in' });
});
afterAll(() => server?.remove());

/** Kinds that can be listed and watched, in the form of `kinds.include`. */
async function served(): Promise<Map<string, Served>> {
  const { body } = await server.request('GET', '/apis');
  const groups = body['groups'] as { name: string; preferredVersion: { groupVersion: string } }[];
  const roots = [
    ['', '/api/v1'] as const,
    ...groups.map(it => [it.name, `/apis/${it.preferredVersion.groupVersion}`] as const),
  ];
  const lists = await Promise.all(
    roots.map(async ([group, root]) => {
      const resources = (await server.request('GET', root)).body['resources'] as Served[];
      const watched = resources.filter(({ verbs }) => verbs.includes('list') && verbs.includes('watch'));
      return watched.map(it => [group === '' ? it.name : `${it.name}.${group}`, it] as const);
    }),
  );
  return new Map(lists.flat());
}

it('are all that the API server serves beside the default kinds', async () => {
  const kinds = await served();
  const others = [...kinds.keys()].filter(name => !DEFAULT_KINDS.includes(name) && name !== 'events.events.k8s.io');
  const known = new Set(NOT_COLLECTED.map(({ resource }) => resource));
  expect(others.filter(name => !known.has(name))).toEqual([]);
});

it('have the names that the API server gives them', async () => {
  const kinds = await served();
  const here = NOT_COLLECTED.filter(({ resource }) => kinds.has(resource));
  expect(here.length).toBeGreaterThan(30);
  expect(here).toEqual(
    here.map(({ resource }) => {
      const { kind, shortNames = [] } = kinds.get(resource)!;
      return { resource, kind, shortNames };
    }),
  );
});

it('are no default kinds', () => {
  expect(NOT_COLLECTED.filter(({ resource }) => DEFAULT_KINDS.includes(resource))).toEqual([]);
});
