import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Cluster, Clusters } from '../cluster/cluster';
import type { OutputFile } from '../kube/yaml/files';
import { findSource } from './find-source';
import { OWN_PACKAGE } from './host/own-folder';
import { openPlatform } from './open-platform';

/**
 * The result of a platform before it is written where it belongs: it is read from a folder of its own, by the way that `synth` takes,
 * and that folder is gone afterwards.
 *
 * @param others files that the platform names and that are there already, by their paths below the folder
 */
export async function stagedPlatforms(
  files: readonly OutputFile[],
  folder: string,
  others: readonly string[],
): Promise<Clusters> {
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
    if (files.some(({ path }) => path === 'cdk8s.yaml')) {
      lendPackages(stage);
    }
    return await clustersIn(stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** All clusters of the platform of a folder. */
export async function clustersIn(folder: string): Promise<Clusters> {
  const opened = openPlatform(findSource(folder));
  const clusters: Cluster[] = [];
  for await (const cluster of opened) {
    clusters.push(cluster);
  }
  return { clusters, findings: await opened.locate([...opened.findings]) };
}

/** A program that was just written has no packages yet: it is run with those that polyvirt itself uses. */
function lendPackages(stage: string): void {
  mkdirSync(join(stage, 'node_modules'));
  symlinkSync(OWN_PACKAGE, join(stage, 'node_modules/polyvirt'));
  for (const name of ['cdk8s', 'constructs']) {
    symlinkSync(dirname(require.resolve(`${name}/package.json`)), join(stage, 'node_modules', name));
  }
}
