// The objects that polyvirt makes of a folder, cluster by cluster, for the target that it declares or for another one.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from '../../scripts/baseline/inputs.mjs';

const require = createRequire(import.meta.url);
require('../../lib/src/in-node.js');
const { readSource } = require('../../lib/src/sources/open-source.js');
const { judgeAll } = require('../../lib/src/cluster/judge/judge.js');
const { fileText } = require('../../lib/src/kube/yaml/files.js');

const TODAY = '2026-01-01';

/** A folder where programs find cdk8s and polyvirt. */
export function workFolder(scratch) {
  const folder = join(scratch, 'work');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/polyvirt'));
  for (const name of ['cdk8s', 'constructs']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** Runs the built program, and gives what it printed. */
export function polyvirt(cwd, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'lib/src/cli/start/bin.js'), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, POLYVIRT_CACHE: 'off' },
  });
  return { status, stdout, stderr };
}

/** Writes files to a new folder below the work folder. */
export function writeFolder(work, files) {
  const folder = mkdtempSync(join(work, 'input-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/**
 * The clusters of a platform with their targets, their objects and the bytes of those; errors where polyvirt rejects it.
 *
 * @param retarget another target in the place of the declared one: for platform files only
 */
export async function made(id, path, retarget) {
  let tree;
  try {
    tree = await readSource({ paths: [path], target: {} });
  } catch (error) {
    return { clusters: [], errors: [String(error.message)] };
  }
  const read = [...tree.clusters];
  // A program makes what it makes: only a platform file can be asked again.
  const asked = retarget === undefined ? read : read.flatMap((each) => each.retargeted?.(retarget) ?? []);
  const { judged, findings } = judgeAll(asked, tree.findings, { today: TODAY, tellsMissing: false });
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ code, what }) => `${code} ${what}`);
  return { clusters: errors.length > 0 ? [] : judged.map((cluster) => madeCluster(id, cluster, asked)), errors };
}

function madeCluster(id, { name, objects }, clusters) {
  const context = clusters.find((each) => each.name === name);
  return {
    id: clusters.length === 1 ? id : `${id}/${name}`,
    target: context.target,
    context,
    objects: objects.map((object) => ({ object, text: fileText(object, 'yaml') })),
  };
}

/**
 * What is made of each input as it declares it, with its path.
 *
 * What the docs show has to be made: otherwise nothing of it would be judged.
 */
export async function everythingMade(inputs) {
  const clusters = [];
  const failures = [];
  for (const { id, path, mayFail } of inputs) {
    const { clusters: found, errors } = await made(id, path);
    clusters.push(...found.map((cluster) => ({ ...cluster, path })));
    if (errors.length > 0 && !mayFail) {
      failures.push(`${id}: polyvirt does not make it: ${errors.join('; ')}`);
    }
  }
  return { clusters, failures };
}

/** A program and its twin make the same bytes: one of them is enough. */
export function distinct(clusters) {
  const seen = new Set();
  return clusters.filter(({ objects, namespace }) => {
    const key = JSON.stringify([namespace, ...objects.map(({ text }) => text)]);
    return !seen.has(key) && seen.add(key);
  });
}
