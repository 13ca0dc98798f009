import { basename } from 'node:path';
import { judgeAll } from '../../../src/cluster/judge/judge';
import type { Finding } from '../../../src/findings/finding';
import { findApp } from '../../../src/sources/program/find-app';
import { runApp } from '../../../src/sources/program/run-app';
import { app, appFolder } from '../../app-folder';
import { polyvirt } from '../../run-cli';

const VM = "{ architecture: 'amd64', memory: '1Gi', disks: [Disk.container('os', 'quay.io/a/b:1')] }";

const INCLUDED = `# comments count
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: {}
---
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: included }
spec:
  runStrategy: Always
  template:
    spec:
      architecture: amd64
      terminationGracePeriodSeconds: -4
      domain:
        memory: { guest: 1Gi }
        devices: {}
`;

const GRACE = '/spec/template/spec/terminationGracePeriodSeconds';
const GRACE_FIELD = 'spec.template.spec.terminationGracePeriodSeconds';

/** The body begins on the fifth line of a program. */
const BODY = `const web = ApiObject.of(new VirtualMachine(edge, 'web', ${VM}));
web.addJsonPatch(JsonPatch.add('${GRACE}', -4));
web.addJsonPatch(JsonPatch.add('/spec/template/metadata', { labels: { app: 'web' } }));
`;

/** Code and place, and the path. */
type Shown = readonly [string, string | undefined];

async function foundIn(body: string, files: Record<string, string> = {}): Promise<Shown[]> {
  const folder = appFolder({ 'main.ts': app(body), ...files });
  const { clusters, findings } = await runApp(findApp(folder));
  const judged = judgeAll(clusters, findings, { today: '2026-01-01', tellsMissing: false });
  return judged.findings.map(shown);
}

function shown({ code, file, line, path }: Finding): Shown {
  return [`${code} ${file === undefined ? 'nowhere' : `${basename(file)}:${line}`}`, path];
}

test('a value that a patch wrote is at the patch, by its path in the object', async () => {
  expect(await foundIn(BODY)).toEqual([['PV003 main.ts:6', GRACE_FIELD]]);
});

test('a value is at the last patch after which it was another', async () => {
  expect(
    await foundIn(`${BODY}
web.addJsonPatch(JsonPatch.replace('${GRACE}', -5));
web.addJsonPatch(JsonPatch.replace('${GRACE}', -5));`),
  ).toEqual([['PV003 main.ts:9', GRACE_FIELD]]);
});

test('a value that no patch wrote is at the construct, by its prop', async () => {
  expect(
    await foundIn(`const vm = new VirtualMachine(edge, 'web', { ...${VM}, terminationGracePeriodSeconds: -4 });
ApiObject.of(vm).addJsonPatch(JsonPatch.add('/spec/template/metadata', { labels: { app: 'web' } }));`),
  ).toEqual([['PV003 main.ts:5', 'terminationGracePeriodSeconds']]);
});

test('what is missing is at the patch that took it away, or that made what it is missing in', async () => {
  const found =
    await foundIn(`const web = ApiObject.of(new VirtualMachine(edge, 'web', ${VM.replace('amd64', 'arm64')}));
web.addJsonPatch(JsonPatch.remove('/spec/runStrategy'));
web.addJsonPatch(JsonPatch.add('/spec/template/spec/domain/devices/disks/-', { name: 'tools', cdrom: {} }));
web.addJsonPatch(JsonPatch.add('/spec/template/spec/domain/devices/disks/1/serial', 'a'));
web.addJsonPatch(JsonPatch.add('/spec/template/spec/volumes/-', { name: 'tools', containerDisk: { image: 'quay.io/a/b:1' } }));`);
  expect(found.filter(([code]) => !code.startsWith('PV107'))).toEqual([
    ['PV004 main.ts:6', 'spec.runStrategy'],
    ['PV105 main.ts:7', 'spec.template.spec.domain.devices.disks[tools].cdrom.bus'],
  ]);
});

test('metadata is at the call that added it', async () => {
  expect(
    await foundIn(`const web = ApiObject.of(new VirtualMachine(edge, 'web', ${VM}));
web.metadata.addLabel('fine', 'yes');
web.metadata.addLabel('not fine', 'yes');
web.metadata.addAnnotation('fine', 'yes');`),
  ).toEqual([['PV003 main.ts:7', 'metadata.labels["not fine"]']]);
});

test('an object of the program is where it was made, and in an included file at its line', async () => {
  expect(
    await foundIn(
      `import { Include, Yaml } from 'cdk8s';
new Include(edge, 'files', { url: 'included.yaml' });
const [, vm] = Yaml.load('included.yaml');
new ApiObject(edge, 'copy', { ...vm, metadata: { name: 'copy' } });
class Renamed extends ApiObject {}
new Renamed(edge, 'sub', { ...vm, metadata: { name: 'sub' } });
const patched = new ApiObject(edge, 'patched', vm);
patched.addJsonPatch(JsonPatch.replace('/metadata/name', 'patched'));
patched.addJsonPatch(JsonPatch.replace('${GRACE}', -5));`,
      { 'included.yaml': INCLUDED },
    ),
  ).toEqual([
    ['PV003 included.yaml:16', GRACE_FIELD],
    ['PV003 main.ts:8', GRACE_FIELD],
    ['PV003 main.ts:10', GRACE_FIELD],
    ['PV003 main.ts:13', GRACE_FIELD],
  ]);
});

test('what JSON cannot say is at the patch that says it', async () => {
  expect(
    await foundIn(`${BODY.replace('-4', '4')}web.addJsonPatch(JsonPatch.add('/spec/x', Infinity));`),
  ).toContainEqual(['PV005 main.ts:8', 'spec.x']);
});

test('synth, which asks a program when it is over, shows the same places', async () => {
  const folder = appFolder({
    'main.ts': app(`${BODY}import { Include } from 'cdk8s';\nnew Include(edge, 'files', { url: 'included.yaml' });`),
    'included.yaml': INCLUDED,
  });
  const { stderr } = await polyvirt(folder, ['synth']);
  expect(stderr.match(/PV003 \S+ \S+ at [^:]+:\d+:\d+, \S+:/g)).toEqual([
    `PV003 VirtualMachine shop/included at included.yaml:16:38, ${GRACE_FIELD}:`,
    `PV003 VirtualMachine shop/web at main.ts:6:5, ${GRACE_FIELD}:`,
  ]);
});
