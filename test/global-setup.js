const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

/** Tests of the built program need it built from the source as it is now. */
module.exports = () => {
  const { status } = spawnSync(process.execPath, [join(__dirname, '../scripts/setup.mjs')], { stdio: 'inherit' });
  if (status !== 0) {
    throw new Error('the set-up failed; the reason is above');
  }
};
