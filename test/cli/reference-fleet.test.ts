import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '../../src/kube/object';
import { appFolder, ROOT, textsBelow } from '../app-folder';
import { structuralErrors } from '../crd-oracle';
import { polyvirt } from '../run-cli';
import { testWhere } from '../test-where';

/** Which KubeVirt each cluster of the reference fleet runs. */
const RELEASES: Record<string, string> = { edge: '1.9', mainframe: '1.8', warehouse: '1.6' };

const key = (object: KubeObject) =>
  `${object.apiVersion} ${object.kind} ${object.metadata.namespace} ${object.metadata.name}`;
const sorted = (objects: KubeObject[]) => objects.sort((a, b) => (key(a) < key(b) ? -1 : 1));

function documentsOf(text: string): KubeObject[] {
  return (parseAllDocuments(text) as { toJS(): KubeObject }[]).map((document) => document.toJS());
}

async function fleet(): Promise<Record<string, KubeObject[]>> {
  const folder = appFolder();
  const { code, stderr } = await polyvirt(ROOT, ['synth', '--output', join(folder, 'dist')]);
  expect({ code, findings: /^findings: .*$/m.exec(stderr)?.[0] }).toEqual({ code: 0, findings: 'findings: none' });
  return Object.fromEntries(
    Object.keys(RELEASES).map((cluster) => [
      cluster,
      Object.values(textsBelow(join(folder, 'dist', cluster))).flatMap(documentsOf),
    ]),
  );
}

test('cdk8s synth gives the same objects as polyvirt synth', async () => {
  const folder = appFolder();
  const output = join(folder, 'cdk8s');
  execFileSync(join(ROOT, 'node_modules/.bin/cdk8s'), ['synth', '--output', output, '--no-check-upgrade'], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  const ours = await fleet();
  expect(readdirSync(output).sort()).toEqual(Object.keys(ours).map((cluster) => `${cluster}.k8s.yaml`));
  for (const [cluster, objects] of Object.entries(ours)) {
    expect(sorted(objects)).toEqual(sorted(documentsOf(readFileSync(join(output, `${cluster}.k8s.yaml`), 'utf8'))));
  }
});

const oracleTest = testWhere('crds');

oracleTest('every object of the fleet is valid for the CRDs that its cluster runs', async () => {
  const errors = Object.entries(await fleet()).flatMap(([cluster, objects]) =>
    objects.flatMap((object) =>
      structuralErrors(object, RELEASES[cluster]!).map(
        (error) => `${cluster} ${object.kind} ${object.metadata.name}: ${error}`,
      ),
    ),
  );
  expect(errors).toEqual([]);
});

test('the fleet has what the documents of the project speak of', async () => {
  const { edge, mainframe, warehouse } = await fleet();
  const architectures = (objects: KubeObject[] | undefined) =>
    [
      ...new Set(
        objects?.map(
          ({ spec }) => (spec as { template?: { spec?: { architecture?: string } } }).template?.spec?.architecture,
        ),
      ),
    ]
      .filter(Boolean)
      .sort();
  expect([architectures(edge), architectures(mainframe), architectures(warehouse)]).toEqual([
    ['amd64', 'arm64'],
    ['amd64', 's390x'],
    ['arm64'],
  ]);
  const gates = (objects: KubeObject[] | undefined) =>
    JSON.stringify(objects?.find(({ kind }) => kind === 'KubeVirt')).includes('MultiArchitecture');
  expect([gates(edge), gates(mainframe), gates(warehouse)]).toEqual([false, false, true]);
});
