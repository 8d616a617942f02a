// Jest starts the slowest suites first, according to its record of earlier runs. Without a record, as in a fresh
// checkout, Jest sorts by file size. A long suite might then start last and run alone. So the suites below always start
// first.
import TestSequencer from '@jest/test-sequencer';
import { sep } from 'node:path';

/** Long suites, the longest first. */
export const LONGEST = [
  'e2e/explorer.test.ts',
  'e2e/explorer-people.test.ts',
  'conformance/rbac/edge-cases.test.ts',
  'agent/agent.real.test.ts',
  'e2e/commands.test.ts',
  'e2e/chaos.test.ts',
  'e2e/explorer-acts.test.ts',
  'e2e/explorer-overview.test.ts',
  'e2e/explorer-reach.test.ts',
  'e2e/explorer-views.test.ts',
  'e2e/people.test.ts',
  'cli/client/login.real.test.ts',
  'e2e/walk-through.test.ts',
  'e2e/main-job.test.ts',
  'store/redis.real.test.ts',
  'e2e/demo-move.test.ts',
  'e2e/packages.test.ts',
  'e2e/explorer-kinds.test.ts',
  'e2e/explorer-graphs.test.ts',
  'conformance/failclosed/api-server.test.ts',
  'e2e/login.test.ts',
  'e2e/demo.test.ts',
  'subgraphs/fleet/changes-elsewhere.real.test.ts',
  'e2e/clients.test.ts',
  'conformance/noninterference/on-redis.test.ts',
  'collector/metrics.real.test.ts',
  'e2e/store-check.test.ts',
  'conformance/failclosed/failclosed.test.ts',
  'gateway/ingest.real.test.ts',
  'e2e/access.test.ts',
  'conformance/noninterference/noninterference.test.ts',
  'conformance/policy/picture.test.ts',
  'e2e/own-kubeconfig.test.ts',
  'kubernetes/leaf-contract.real.test.ts',
  'e2e/flux-tree.test.ts',
  'e2e/sources.test.ts',
  'collector/collector.real.test.ts',
  'collector/reports.real.test.ts',
  'e2e/public-path.test.ts',
];

function rank({ path }) {
  const index = LONGEST.findIndex(suite => path.replaceAll(sep, '/').endsWith(`/test/${suite}`));
  return index < 0 ? LONGEST.length : index;
}

export default class extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
