import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Clusters } from '../cluster/cluster';
import type { OutputFile } from '../kube/yaml/files';
import { platformFiles } from './find-source';
import { readPlatforms } from './read-platforms';

/**
 * What platform files come to before they are written where they belong: they are read from a folder of their own, by the way that
 * `synth` takes, and that folder is gone afterwards.
 *
 * @param others files that the platform names and that are there already, by their paths below the folder
 */
export function stagedPlatforms(files: readonly OutputFile[], folder: string, others: readonly string[]): Clusters {
  // Only this user may look into it: files that a platform names may hold secrets.
  const stage = mkdtempSync(join(tmpdir(), 'polyvirt-adopt-'));
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      writeFileSync(join(stage, path), text, { mode: 0o600 });
    }
    for (const path of others) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      copyFileSync(join(folder, path), join(stage, path));
    }
    return readPlatforms(platformFiles(stage));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
