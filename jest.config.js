// TypeScript is stripped by Node itself, so that tests run the very code that production runs.
const shared = {
  testEnvironment: '<rootDir>/test/harness/node-environment.js',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/harness/strip-types.js' },
  modulePathIgnorePatterns: ['<rootDir>/ui/(dist|node_modules)/', '<rootDir>/bench/node_modules/'],
  setupFiles: ['<rootDir>/test/harness/environment.js'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/harness/seeded-fast-check.js' },
};

// A test's tier follows from its path, so that a new one needs no entry anywhere. CONTRIBUTING.md says it in words.
const e2e = '/test/e2e/(?!.*\\.long\\.test\\.ts$).*\\.test\\.ts$';
const conformance = '/test/(conformance|harness)/.*\\.test\\.ts$|\\.real\\.test\\.ts$';
const proof = '/test/(attacks|chaos|fuzz)/.*\\.test\\.ts$|\\.long\\.test\\.ts$';

export default {
  // A busy neighbour makes no test fail. What hangs costs five minutes.
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
    { ...shared, displayName: 'conformance', testRegex: conformance, testPathIgnorePatterns: [e2e, proof] },
    { ...shared, displayName: 'proof', testRegex: proof, testPathIgnorePatterns: [e2e] },
    { ...shared, displayName: 'e2e', testRegex: e2e },
  ],
};
