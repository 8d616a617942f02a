// TypeScript is stripped by Node itself, so that tests run the very code that production runs.
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/harness/strip-types.js' },
  modulePathIgnorePatterns: ['<rootDir>/ui/', '<rootDir>/bench/node_modules/'],
  testTimeout: 30_000,
  setupFiles: ['<rootDir>/test/harness/environment.js'],
};
