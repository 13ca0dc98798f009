const { rmSync } = require('node:fs');

/** Removes what global-setup.js made in memory. */
module.exports = () => {
  if (globalThis.polyvirtTestFolder !== undefined) {
    rmSync(globalThis.polyvirtTestFolder, { recursive: true, force: true });
  }
};
