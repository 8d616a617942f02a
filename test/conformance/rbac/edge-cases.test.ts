/**
 * Edge cases of the visibility rule, by number. Cases that a real API server can represent run on a real server. The
 * server's own reviews, the evaluator and the product then have to agree. The remaining cases run on the evaluator, the
 * store or a simulated leaf.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { resourceName } from '../../../collector/kinds.ts';
import { DISCOVERED_LATER } from './edge-cases/late-kind.ts';
import { loadAndTrust } from './edge-cases/load-and-trust.ts';
import { rulesAndScope } from './edge-cases/rules-and-scope.ts';
import { MIXED, ODD_NAME, PREFIXED, Scene } from './edge-cases/scene.ts';
import { subjectsAndRoles } from './edge-cases/subjects-and-roles.ts';
import { everySurface } from './edge-cases/every-surface.ts';
import { Stage } from './stage.ts';

const CASES = [...subjectsAndRoles, ...rulesAndScope, ...everySurface, ...loadAndTrust].sort(
  (a, b) => a.number - b.number,
);

/** Edge cases without a test in this suite, and the reasons. */
const WITHOUT_A_FEATURE = new Map([
  [
    38,
    'what a stream tells is held against lists without a real server: test/access/changes, test/subgraphs/fleet/changes.long.test.ts',
  ],
  [42, 'there are no saved searches and no exports'],
]);

describe('edge case', () => {
  let stage: Stage;
  let scene: Scene;
  const log: string[] = [];

  beforeAll(async () => {
    stage = await Stage.start({
      users: [{ name: 'collector' }],
      also: server => [
        {
          name: PREFIXED,
          kubeconfig: server.kubeconfig(),
          identity: { usernamePrefix: 'fleet:', groupPrefix: 'fleet:' },
        },
        {
          name: MIXED,
          kubeconfig: server.kubeconfig(),
          authorization: 'mixed',
          identity: { usernamePrefix: 'mixed:', groupPrefix: 'mixed:' },
        },
        { name: ODD_NAME, kubeconfig: server.kubeconfig(), identity: { usernamePrefix: 'odd:', groupPrefix: 'odd:' } },
      ],
      kinds: [
        resourceName(DISCOVERED_LATER),
        'kustomizations.kustomize.toolkit.fluxcd.io',
        'gitrepositories.source.toolkit.fluxcd.io',
      ],
      log: pino({ level: 'debug' }, { write: (line: string) => log.push(line) }),
    });
    scene = await Scene.start(stage, log);
  }, 600_000);
  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]();
  });

  it.each(CASES)('$number: $what', async ({ run }) => run(scene));

  it('numbers 1 to 50 are all here, or about something that fleetgraph does not do', () => {
    const numbers = [...CASES.map(({ number }) => number), ...WITHOUT_A_FEATURE.keys()].sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });
});
