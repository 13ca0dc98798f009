const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } = require('node:fs');
const { join } = require('node:path');

/** A file system in memory, as Linux has it. */
const MEMORY = '/dev/shm';
const PREFIX = 'polyvirt-tests-';

/** More than all tests have at once; in a container there may be 64 MiB. */
const ENOUGH_BYTES = 2 ** 31;

module.exports = () => {
  // Tests of the built program need it built from the source as it is now.
  const { status } = spawnSync(process.execPath, [join(__dirname, '../scripts/setup.mjs')], { stdio: 'inherit' });
  if (status !== 0) {
    throw new Error('the set-up failed; the reason is above');
  }
  // Tests bundle some 300 programs, each by a process of esbuild that soon ends: it need not tidy up as often.
  process.env.GOGC ??= '400';
  const folder = folderInMemory();
  if (folder !== undefined) {
    process.env.TMPDIR = folder;
    globalThis.polyvirtTestFolder = folder;
  }
};

/** Where tests write: thousands of small files and dozens of repositories, which take a disk twice as long. */
function folderInMemory() {
  if (!existsSync(MEMORY)) {
    return undefined;
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH_BYTES) {
    return undefined;
  }
  for (const left of readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX) && !isRunning(name))) {
    rmSync(join(MEMORY, left), { recursive: true, force: true });
  }
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  return folder;
}

/** Whether the run is under way that a folder belongs to: one that was killed leaves its own behind. */
function isRunning(name) {
  try {
    process.kill(Number(name.slice(PREFIX.length)), 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
