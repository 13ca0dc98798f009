// Where things are: the project, the folder of a run, and what the peers were installed to.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
export const BIN = join(ROOT, 'lib/src/cli/start/bin.js');
export const CDK8S = join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s');

/** Outside of the project, since peers are no dependencies of it. */
export const PEERS = process.env.POLYVIRT_BENCH_PEERS ?? join(tmpdir(), 'polyvirt-bench-peers');

/** A folder for one run, in which programs find the packages of the project, and the project by its name. */
export function makeScratch() {
  const scratch = mkdtempSync(join(tmpdir(), 'polyvirt-bench-'));
  const packages = join(scratch, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  }
  symlinkSync(ROOT, join(packages, 'polyvirt'));
  return { folder: scratch, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}

/** Writes files below a folder, which is made where it is missing. */
export function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
