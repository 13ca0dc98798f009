import { relative } from 'node:path';
import type { Cluster } from '../../../src/cluster/cluster';
import { type Receive, startChildRpc } from '../../../src/sources/program/authors';
import { findApp } from '../../../src/sources/program/find-app';
import { appClusters } from '../../../src/sources/program/run-app';
import { startNode } from '../../../src/sources/program/spawn-node';
import { app, appFolder } from '../../app-folder';

/** What was taken, and what is known at the end. */
async function stream(main: string) {
  const folder = appFolder({ 'main.ts': main });
  const taken: Cluster[] = [];
  const running = appClusters(findApp(folder));
  for await (const cluster of running.clusters) {
    taken.push(cluster);
  }
  return { folder, taken, end: await running.end() };
}

test('clusters come one by one, inner ones before those around them, each whole', async () => {
  const { taken, end } = await stream(
    app(`new VirtualMachine(edge, 'first', { memory: '1Gi' });
const inner = new Platform(edge, 'inner');
new VirtualMachine(inner, 'nested', { memory: '1Gi' });
new VirtualMachine(edge, 'last', { memory: '1Gi' });
new VirtualMachine(new Platform(app, 'other'), 'alone', { memory: '1Gi' });`),
  );
  end.close();
  expect(taken.map(({ name, objects }) => [name, objects.map(({ object }) => object.metadata.name)])).toEqual([
    ['inner', ['nested']],
    ['edge', ['first', 'last']],
    ['other', ['alone']],
  ]);
  expect(end.findings).toEqual([]);
});

test('places are told when they are asked for, of what lies inside too, and of what is not known none', async () => {
  const { folder, taken, end } = await stream(
    app(
      "new VirtualMachine(edge, 'web', { memory: '1Gi', hypervisor: 'none-such' });\nedge.node.addValidation({ validate: () => ['no'] });",
    ),
  );
  const line = ({ file = '', line: at }: { file?: string; line?: number } = {}) => `${relative(folder, file)}:${at}`;
  expect(taken[0]?.findings).toMatchObject([{ code: 'PV401', owner: 'edge/web' }]);
  expect(taken[0]?.findings[0]?.line).toBeUndefined();
  expect(end.findings.map((finding) => `${finding.code} ${line(finding)}`)).toEqual(['PV017 main.ts:4']);

  const paths = ['edge/web', 'edge/findings/allow/1', 'nowhere'];
  const authors = await end.authors(paths);
  expect(paths.map((path) => authors.placeIn({ path })).map((place) => place && line(place))).toEqual([
    'main.ts:5',
    'main.ts:4',
    undefined,
  ]);
  expect((await end.authors(['edge'])).placeIn({ path: 'edge' })).toBeDefined();
  end.close();
});

test('VMs of one group arrive with what was done to some of them, and with what is wrong with others', async () => {
  const { taken, end } = await stream(
    app(`const vms = [0, 1, 2, 3, 4, 5, 6].map((i) => new VirtualMachine(edge, \`vm-\${i}\`, { architecture: 'amd64', memory: '1Gi',
  disks: [Disk.container('os', 'a')], hypervisor: i === 6 ? 'none-such' : undefined }));
ApiObject.of(vms[3]!).addJsonPatch(JsonPatch.add('/spec/running', true));
ApiObject.of(vms[4]!).metadata.addAnnotation('a', 'b');
vms[5]!.addDisk(Disk.container('more', 'b'));`),
  );
  end.close();
  const [cluster] = taken;
  const objects = cluster!.objects.map(({ object }) => JSON.parse(JSON.stringify(object)));
  const groups = cluster!.objects.map(({ membership }) => membership?.group);
  expect(groups.map((group) => groups.indexOf(group))).toEqual([0, 0, 0, 3, 4, 5, 0]);
  expect(
    objects.map(({ metadata, spec: { running, template } }) => [
      metadata.name,
      metadata.annotations?.a,
      running,
      template.spec.volumes.length,
      template.spec.domain.firmware.uuid.length,
    ]),
  ).toEqual([
    ['vm-0', undefined, undefined, 1, 36],
    ['vm-1', undefined, undefined, 1, 36],
    ['vm-2', undefined, undefined, 1, 36],
    ['vm-3', undefined, true, 1, 36],
    ['vm-4', 'b', undefined, 1, 36],
    ['vm-5', undefined, undefined, 2, 36],
    ['vm-6', undefined, undefined, 1, 36],
  ]);
  expect(new Set(objects.map(({ spec }) => spec.template.spec.domain.firmware.uuid)).size).toBe(7);
  expect(cluster!.findings).toMatchObject([{ code: 'PV401', owner: 'edge/vm-6' }]);
});

test('a name that is used twice is a finding of the second', async () => {
  const { taken, end } = await stream(app("new Platform(new Chart(app, 'region'), 'edge');"));
  end.close();
  expect(taken.map(({ path, findings }) => [path, findings.map(({ code, owner }) => `${code} ${owner}`)])).toEqual([
    ['edge', []],
    ['region/edge', ['PV801 region/edge']],
    ['region', []],
  ]);
});

test.each([
  ['throws after synth()', "app.synth();\nthrow new Error('late');", ['PV013']],
  ['throws on its way out', "process.on('exit', () => { throw new Error('late'); });", ['PV013']],
  ['ends with another code', 'app.synth();\nprocess.exit(3);', ['PV013']],
  ['kills itself', "app.synth();\nprocess.kill(process.pid, 'SIGKILL');", ['PV013']],
  ['synthesizes two apps', "const second = new App();\nnew Chart(second, 'more');\nsecond.synth();", ['PV015']],
  ['ends before synth()', 'process.exit(0);', ['PV014']],
])('a program that %s is rejected', async (_what, body, codes) => {
  await expect(stream(app(body))).rejects.toMatchObject({ findings: codes.map((code) => ({ code })) });
});

test('a program that synthesizes on its way out is heard', async () => {
  const { taken, end } = await stream(app("process.on('exit', () => app.synth());").replace(/app\.synth\(\);\n$/, ''));
  end.close();
  expect(taken.map(({ name }) => name)).toEqual(['edge']);
});

test('what goes wrong with taking is passed on, and ends the program', async () => {
  const folder = appFolder({ 'main.ts': app('setInterval(() => undefined, 1000);') });
  const failing = async () => {
    for await (const _ of appClusters(findApp(folder)).clusters) {
      throw new RangeError('no room');
    }
  };
  await expect(failing()).rejects.toThrow('no room');
});

test('that all went well, said in one breath with what could not be taken, does not count', async () => {
  const script = `require('node:fs').writeSync(3, '{"type":"app"}\\n{"type":"exit","code":0}\\n')`;
  const receive = () => {
    throw new Error('cannot be taken');
  };
  const start = (take: Receive) => startNode({ args: ['-e', script], folder: '.', receive: take });
  await expect(startChildRpc(start, receive)).rejects.toThrow('cannot be taken');
});
