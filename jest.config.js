import { sampleOf } from './test/harness/sampling.ts';

// Node strips the types, as in production.
const shared = {
  testEnvironment: '<rootDir>/test/harness/node-environment.js',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/harness/strip-types.js' },
  modulePathIgnorePatterns: ['<rootDir>/ui/(dist|node_modules)/', '<rootDir>/bench/node_modules/'],
  setupFiles: ['<rootDir>/test/harness/environment.js'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/harness/seeded-fast-check.js' },
};

// The path of a test determines its tier, so that new tests need no entry in this file. CONTRIBUTING.md describes the
// tiers.
const e2e = '/test/e2e/(?!.*\\.long\\.test\\.ts$).*\\.test\\.ts$';
const conformance = '/test/(conformance|harness)/.*\\.test\\.ts$|\\.real\\.test\\.ts$';
const proof = '/test/(attacks|chaos|fuzz)/.*\\.test\\.ts$|\\.long\\.test\\.ts$';

// Suites that start a server or a browser for few tests. `make test` runs every second one, and the seed decides which.
const costly = [
  ...['people', 'acts', 'overview', 'views', 'kinds', 'reach', 'graphs'].map(page => `e2e/explorer-${page}`),
  ...['mesh', 'public-path', 'demo-scenes', 'own-kubeconfig', 'graphiql', 'live-query'].map(name => `e2e/${name}`),
  ...['resource', 'usage', 'printed-columns', 'workload-logs', 'refused-groups', 'yaml', 'exact'].map(
    name => `subgraphs/live/${name}.real`,
  ),
  ...['conformance/identity/real-leaf', 'schema/kinds.real', 'cli/client/not-collected.real', 'deploy/chart.real'],
  ...['kubernetes/token-renewal.real', 'subgraphs/packages/leaf.real', 'mover/clusters.real'],
  'cli/client/administration.real',
];
const kept = sampleOf(costly.length / 2, costly);
const leftOut = costly
  .filter(name => !kept.includes(name))
  .map(name => `/test/${name.replaceAll('.', '\\.')}\\.test\\.ts$`);

export default {
  // The timeout is long, so that tests do not fail on a busy machine. A test that hangs costs five minutes.
  testTimeout: 300_000,
  testSequencer: '<rootDir>/test/harness/longest-first.js',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testRegex: '\\.test\\.ts$',
      testPathIgnorePatterns: [e2e, conformance, proof],
      setupFiles: [...shared.setupFiles, '<rootDir>/test/harness/unit-tier.js'],
    },
    { ...shared, displayName: 'conformance', testRegex: conformance, testPathIgnorePatterns: [e2e, proof, ...leftOut] },
    { ...shared, displayName: 'proof', testRegex: proof, testPathIgnorePatterns: [e2e] },
    { ...shared, displayName: 'e2e', testRegex: e2e, testPathIgnorePatterns: leftOut },
  ],
};
