import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_PACKAGE } from './own-folder';

/**
 * The package of the polyvirt that runs, as npm packs it: of a clone, or of where it is installed; nothing where npm is not
 * there, or cannot.
 *
 * Without scripts: what runs is built already, and an installed package has none of what they would call.
 */
export function ownTarball(version: string): Buffer | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-pack-'));
  try {
    const { status } = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: OWN_PACKAGE,
      stdio: 'ignore',
      timeout: 600_000,
    });
    return status === 0 ? readFileSync(join(folder, `polyvirt-${version}.tgz`)) : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
