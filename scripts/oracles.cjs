// Where upstream's CRDs, facts and cases are, which are not a part of the project: one place for tests and scripts.
const { existsSync } = require('node:fs');
const { join, resolve } = require('node:path');

/** As the environment names it, for messages. */
const named = process.env.POLYVIRT_ORACLES || '../shared';
const folder = resolve(__dirname, '..', named);

/** @param {string[]} parts */
const oracle = (...parts) => join(folder, ...parts);

/** @param {string[]} parts */
const hasOracle = (...parts) => existsSync(oracle(...parts));

module.exports = { named, oracle, hasOracle };
