// Runs the commands that are called most, once, so that what V8 compiles of them is kept beside the program from the start,
// and is that of a usual platform: the first run decides what is kept, and somebody's first platform may have next to nothing.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Nothing depends on it: where it does not work, the first runs do it. */
export function warmUp(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-build-'));
  try {
    copyFileSync(join(here, 'usual-platform.yaml'), join(folder, 'polyvirt.yaml'));
    for (const words of [
      ['synth', folder],
      ['check', join(folder, 'dist')],
      ['argocd', 'generate', folder],
    ]) {
      spawnSync(process.execPath, [bin, ...words], {
        cwd: folder,
        stdio: 'ignore',
        env: { ...process.env, POLYVIRT_CACHE: 'off' },
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
