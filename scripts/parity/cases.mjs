// Compares `polyvirt check` with what KubeVirt's own mutators and admitters said of the same objects.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kindOfCase } from './kinds.mjs';

/** What is said of several objects together, or of the pod: no admitter asks for it. */
const NOT_OF_ADMISSION = new Set(['PV801', 'PV804', 'PV516']);
const BATCH = 400;

/**
 * Figures by release and kind of rule: how many cases there are, how many are rejected, and of both how many agree.
 *
 * A case is one line of JSON: id, release, config (of the KubeVirt), object, extras (that are on the cluster), tag,
 * upstream.allowed. Name and namespace of the object are its id.
 */
export function figuresOf(file, bin) {
  const cases = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const figures = {};
  const differing = [];
  for (const batch of batchesOf(cases)) {
    const refused = refusedOf(batch, bin);
    for (const each of batch) {
      const isRefused = refused.has(each.id);
      const isAgreed = isRefused !== each.upstream.allowed;
      figures[each.release] ??= {};
      const ofRelease = figures[each.release];
      const kind = kindOfCase(each);
      ofRelease[kind] ??= { cases: 0, refused: 0, found: 0, falseAlarms: 0 };
      const row = ofRelease[kind];
      row.cases++;
      row.refused += each.upstream.allowed ? 0 : 1;
      row.found += isRefused && !each.upstream.allowed ? 1 : 0;
      row.falseAlarms += isRefused && each.upstream.allowed ? 1 : 0;
      if (!isAgreed) {
        differing.push(
          `${each.release} ${each.id} ${each.tag}: ${isRefused ? 'refused here only' : 'refused upstream only'}`,
        );
      }
    }
  }
  return { figures, differing };
}

/** Cases that one call can judge: of one release and one KubeVirt. */
function* batchesOf(cases) {
  const groups = new Map();
  for (const each of cases) {
    const key = JSON.stringify([each.release, each.config ?? {}]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  for (const group of groups.values()) {
    for (let i = 0; i < group.length; i += BATCH) {
      yield group.slice(i, i + BATCH);
    }
  }
}

function refusedOf(batch, bin) {
  const [{ release, config = {} }] = batch;
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-parity-'));
  try {
    const defaultArchitecture = config.architectureConfiguration?.defaultArchitecture ?? 'amd64';
    const kubevirt = {
      apiVersion: 'kubevirt.io/v1',
      kind: 'KubeVirt',
      metadata: { name: 'kubevirt', namespace: 'kubevirt' },
      spec: { configuration: config },
      status: { phase: 'Deployed', defaultArchitecture, observedKubeVirtVersion: `v${release}` },
    };
    const extras = new Map(
      batch.flatMap(({ extras = [] }) => extras.map((each) => [JSON.stringify([each.kind, each.metadata]), each])),
    );
    const items = [kubevirt, ...extras.values()];
    writeFileSync(join(folder, 'cluster.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    writeFileSync(join(folder, 'cases.yaml'), batch.map(({ object }) => JSON.stringify(object)).join('\n---\n'));
    const args = ['check', '--no-platform', '--kubevirt', release, '--cluster', 'cluster.json', '--format', 'json'];
    const { stdout, stderr } = spawnSync(process.execPath, [bin, ...args, 'cases.yaml'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    if (stdout === '') {
      throw new Error(`polyvirt check said nothing of ${batch[0].id} and others: ${stderr}`);
    }
    const errors = JSON.parse(stdout).findings.filter(
      ({ code, severity }) => severity === 'error' && !NOT_OF_ADMISSION.has(code),
    );
    return new Set(errors.map(({ object }) => object?.name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
