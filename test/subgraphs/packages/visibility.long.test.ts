/** Answers depend only on the rows that the caller sees. Removing hidden rows changes no answer. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodePackageId } from '../../../schema/package-id.ts';
import { lengthOf } from '../../harness/sampling.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import {
  application,
  commit,
  gitRepository,
  inventory,
  kptGroup,
  kustomization,
  packageRevision,
  REPO,
  repository,
  sync,
} from './objects.ts';
import { PackageFleet, type ClusterContent, type Json } from './package-fleet.ts';

const some = fc.constantFrom;
const place = fc.tuple(some('a', 'b'), some('x', 'y', 'repo', 'deployments')).map(parts => parts.join('/'));
const directory = some('', 'apps', 'apps/web');
const sha = some('a', 'b', 'c').map(commit);

const anyObject: fc.Arbitrary<Json> = fc.oneof(
  fc
    .tuple(place, directory, sha, sha, some('RootSync', 'RepoSync'))
    .map(([place, directory, applied, source, kind]) => sync(place, { kind, directory, applied, source })),
  fc
    .tuple(place, fc.array(some('Current', 'Failed', 'InProgress'), { maxLength: 2 }))
    .map(([place, statuses]) => inventory(place, statuses)),
  fc.tuple(place, directory).map(([place, directory]) => kustomization(place, `./${directory}`)),
  fc.tuple(place, sha).map(([place, sha]) => gitRepository(place, REPO, `main@sha1:${sha}`)),
  fc
    .tuple(place, directory, some({}, { name: 'leaf' }, { server: 'https://edge.example:6443' }))
    .map(([place, path, destination]) =>
      application(place, { destination, source: { repoURL: REPO, path, targetRevision: 'main' } }),
    ),
  place.map(place => kptGroup(place, ['Succeeded'])),
  fc
    .tuple(place, directory, sha, fc.nat(3))
    .map(([place, directory, sha, revision]) => packageRevision(place, { directory, sha, revision })),
  place.map(place => repository(place)),
);

const KINDS = [
  'rootsyncs',
  'reposyncs',
  'resourcegroups',
  'kustomizations',
  'applications',
  'packagerevisions',
  'gitrepositories',
  'repositories',
];
const anyGrants = fc
  .array(
    fc.tuple(fc.subarray(KINDS, { minLength: 1 }), some('', 'a', 'b'), some<string[]>([], [], ['x'], ['x', 'repo'])),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map(grants =>
    grants.flatMap(([kinds, namespace, names]) => grant('jane', allow('list', kinds.join(), ...names), namespace)),
  );

const DEPLOYMENT = `object { id } package { id } engine scope target { name } phase reason message revision expectedRevision detail
  objectCounts { total current failed } stale since`;
const COUNTS = 'phaseCounts { total failed outdated syncing ready }';
const QUESTION = `query ($id: ID!, $of: [_Any!]!) {
  packages { nodes { id intent { id } publishedRevision ${COUNTS} deployments { nodes { ${DEPLOYMENT} } totalCount } } totalCount ${COUNTS} }
  packageDeployments { nodes { ${DEPLOYMENT} } totalCount complete ${COUNTS} }
  package(id: $id) { id ${COUNTS} }
  packageGate(id: $id, clusters: ["leaf", "hub", "edge"], appliedIsEnough: true) { open passed blocks { cluster cause deployment { ${DEPLOYMENT} } } }
  _entities(representations: $of) { ... on KubernetesObject { deployment { ${DEPLOYMENT} } } ... on Cluster { packagePhases { total ready } } } }`;

const NAMES = ['leaf', 'hub', 'edge'];

describe('what a caller is told of packages', () => {
  it('is the same without the rows that they do not see', async () => {
    const cluster = fc.record({ objects: fc.array(anyObject, { maxLength: 8 }), grants: anyGrants });
    await fc.assert(
      fc.asyncProperty(fc.tuple(cluster, cluster, cluster), directory, async (contents, directory) => {
        const unique = contents.map(({ objects, grants }) => {
          const byId = new Map(
            objects.map(it => [`${it['kind']}/${it['metadata'].namespace}/${it['metadata'].name}`, it]),
          );
          return { objects: [...byId.values()], grants };
        });
        const worlds = [
          unique,
          unique.map(({ objects, grants }) => ({ grants, objects: objects.filter(it => isSeen(it, grants)) })),
        ];
        const of = unique.flatMap(({ objects }, i) => [
          ...objects.map(it => ({ __typename: 'KubernetesObject', id: idOf(NAMES[i]!, it) })),
          { __typename: 'Cluster', name: NAMES[i] },
        ]);
        const id = encodePackageId({ address: REPO, directory });
        const [whole, seen] = await Promise.all(
          worlds.map(async world => {
            const clusters = Object.fromEntries(world.map((content, i) => [NAMES[i]!, content as ClusterContent]));
            await using fleet = await PackageFleet.open(clusters, ['hub']);
            return fleet.ask(QUESTION, { id, of }, 'jane');
          }),
        );
        expect(whole!.errors).toBeUndefined();
        expect(whole).toEqual(seen);
      }),
      { numRuns: lengthOf({ part: 25, full: 200 }) },
    );
  });
});

function idOf(cluster: string, { apiVersion, kind, metadata }: Json): string {
  return `${cluster}/${apiVersion.split('/')[0]}/${kind}/${metadata.namespace}/${metadata.name}`;
}

function isSeen({ kind, metadata }: Json, grants: ClusterContent['grants']): boolean {
  const plural =
    kind === 'Repository' ? 'repositories' : kind === 'GitRepository' ? 'gitrepositories' : `${kind.toLowerCase()}s`;
  const roles = new Map(grants!.flatMap(it => ('rules' in it ? [[it.name, it] as const] : [])));
  return grants!.some(
    it =>
      'subjects' in it &&
      (it.namespace === '' || it.namespace === metadata.namespace) &&
      roles
        .get(it.roleRef.name)!
        .rules.some(
          ({ resources, resourceNames: names }) =>
            resources.includes(plural) && (names.length === 0 || names.includes(metadata.name)),
        ),
  );
}
