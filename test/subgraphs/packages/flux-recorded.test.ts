/**
 * A rollout as the real Flux reports it. The recording holds each status of a Kustomization and of its GitRepository,
 * as watched while test/engines/rollout.long.test.ts ran (kustomize-controller and source-controller 1.9.6). The steps
 * are: published, published again, broken health, repaired, broken manifest, repaired.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { PackageFleet, type Json } from './package-fleet.ts';

const RECORDED = readFileSync(new URL('./flux-recorded.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(
    line =>
      JSON.parse(line) as {
        readonly kind: 'GitRepository' | 'Kustomization';
        readonly generation: number;
        readonly status: Json;
      },
  );

const SPECS = {
  GitRepository: {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    spec: { url: 'https://git.example/org/fleet.git', ref: { branch: 'main' } },
  },
  Kustomization: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    spec: { path: './apps/web', wait: true, sourceRef: { kind: 'GitRepository', name: 'fleet' } },
  },
};

/**
 * The last changes of a successful rollout. Flux reports them within milliseconds: first the successful checks, then
 * readiness, then the revision.
 */
const ENDS = (before: string, after: string) => [
  `SYNCING Progressing ${before}`,
  `OUTDATED OtherRevision ${before}`,
  `READY ReconciliationSucceeded ${after}`,
];

it('is told in phases: nothing fails that does not fail, and what fails is FAILED or SYNC_FAILED', async () => {
  await using fleet = await PackageFleet.open({ leaf: {} });
  const commits: string[] = [];
  const numberOf = (revision: string | null): string => {
    if (!revision) return '-';
    if (!commits.includes(revision)) commits.push(revision);
    return String(1 + commits.indexOf(revision));
  };
  const reported: string[] = [];
  for (const { kind, generation, status } of RECORDED) {
    const metadata = { namespace: 'shop', name: kind === 'GitRepository' ? 'fleet' : 'web', generation };
    await fleet.write('leaf', { objects: [{ kind, ...SPECS[kind], metadata, status }] });
    const { data } = await fleet.ask('{ packageDeployments { nodes { phase reason expectedRevision revision } } }');
    for (const { phase, reason, expectedRevision, revision } of data.packageDeployments.nodes as Json[]) {
      const line = `${phase} ${reason} ${numberOf(revision)}/${numberOf(expectedRevision)}`;
      if (reported.at(-1) !== line) reported.push(line);
    }
  }
  expect(reported).toEqual([
    'SYNCING NotReconciled -/-',
    // Flux fetches the source for the first time.
    'SYNC_FAILED ArtifactFailed -/-',
    'SYNC_FAILED ArtifactFailed -/1',
    'SYNCING Progressing -/1',
    'RECONCILING Progressing -/1',
    ...ENDS('-/1', '1/1'),
    // Flux checks the revision twice more. These checks change no reported value. Then a new revision appears.
    'OUTDATED OtherRevision 1/2',
    'SYNCING Progressing 1/2',
    'RECONCILING Progressing 1/2',
    ...ENDS('1/2', '2/2'),
    // An object breaks. A new revision appears while the object is broken.
    'FAILED HealthCheckFailed 2/2',
    'OUTDATED OtherRevision 2/3',
    'SYNCING Progressing 2/3',
    'RECONCILING Progressing 2/3',
    'FAILED HealthCheckFailed 2/3',
    'SYNCING Progressing 2/3',
    'RECONCILING Progressing 2/3',
    ...ENDS('2/3', '3/3'),
    // Revision 4 contains a manifest that the API server refuses. Flux tries to apply it twice. Revision 5 repairs it.
    'OUTDATED OtherRevision 3/4',
    'SYNCING Progressing 3/4',
    'SYNC_FAILED ReconciliationFailed 3/4',
    'SYNCING Progressing 3/4',
    'SYNC_FAILED ReconciliationFailed 3/4',
    'SYNC_FAILED ReconciliationFailed 3/5',
    'SYNCING Progressing 3/5',
    'RECONCILING Progressing 3/5',
    ...ENDS('3/5', '5/5'),
  ]);
});
