import { join, resolve } from 'node:path';

// Stands for src/sources/host/own-folder in all tests (jest.config.js): children, threads and bundles need what was compiled, and what is
// kept in a cache belongs to a build.

export const OWN_PACKAGE = resolve(__dirname, '..');

export const OWN_SOURCE = join(OWN_PACKAGE, 'lib/src');
