/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/environment.cjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Types are checked once, by `tsc --noEmit`; checking them again in every worker costs ten times the run.
  transform: { '^.+\\.ts$': '<rootDir>/test/transform.cjs' },
  // The reference fleet imports the package by its name, as its users do; in tests that is the source.
  // What polyvirt starts or bundles is JavaScript: that of the build, which the set-up below makes of the same source.
  moduleNameMapper: { '^polyvirt$': '<rootDir>/src/index.ts', '/own-folder$': '<rootDir>/test/own-folder.ts' },
  modulePathIgnorePatterns: ['<rootDir>/lib', '<rootDir>/dist'],
  // Jest leaves a core free by default, which on two cores is half of them.
  maxWorkers: '100%',
  // Ends with how many tests were left out, and why.
  reporters: ['default', '<rootDir>/test/left-out-reporter.cjs'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  testSequencer: '<rootDir>/test/sequencer.cjs',
  // Tests import single rooms, which have nothing of Node by themselves.
  setupFiles: ['<rootDir>/src/in-node.ts'],
  // Generous: a slow machine must not fail what is right.
  testTimeout: 300_000,
};
