import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { BUNDLED_INSTANCETYPES, BUNDLED_PREFERENCES } from '../../src/instancetypes/bundled';
import { bundledObject } from '../../src/instancetypes/expand';
import type { KubeObject } from '../../src/kube/object';
import { appFolder } from '../app-folder';
import { kubevirtObject, vmObject } from '../objects';
import { polyvirt } from '../run-cli';

const TYPE = 'VirtualMachineClusterInstancetype';
const PREFERENCE = 'VirtualMachineClusterPreference';

test.each([
  ['1.9', 65, 54],
  ['1.3.0', 39, 32],
])('KubeVirt %s installs %i instance types and %i preferences', (release, types, preferences) => {
  const count = (kind: string, names: readonly string[]) =>
    names.filter((name) => bundledObject(kind, name, release) !== undefined).length;
  expect([count(TYPE, BUNDLED_INSTANCETYPES), count(PREFERENCE, BUNDLED_PREFERENCES)]).toEqual([types, preferences]);
});

test('a spec is that of its release, patch releases included', () => {
  const sockets = (release: string) => bundledObject(TYPE, 'cx1.large', release)?.spec;
  expect(sockets('1.6.2')).not.toHaveProperty('cpu.maxSockets');
  expect(sockets('1.6.3')).toHaveProperty('cpu.maxSockets', 2);
  expect(bundledObject(PREFERENCE, 'fedora.arm64', '1.9')?.spec).toMatchObject({
    preferredArchitecture: 'arm64',
    requirements: { architecture: 'arm64' },
  });
});

test('kinds are taken as KubeVirt takes them, and names of a namespace are not installed', () => {
  expect(bundledObject('virtualmachineclusterinstancetypes', 'u1.medium', '1.9')).toBeDefined();
  expect(bundledObject('VirtualMachineInstancetype', 'u1.medium', '1.9')).toBeUndefined();
  expect(bundledObject(TYPE, 'constructor', '1.9')).toBeUndefined();
});

const vm: KubeObject = (() => {
  const made = vmObject({ architecture: 'amd64', domain: { devices: {} } });
  return {
    ...made,
    spec: { ...(made.spec as object), instancetype: { name: 'u1.medium' }, preference: { name: 'fedora.arm64' } },
  };
})();

const codes = (objects: KubeObject[], kubevirt: string) =>
  checkObjects(objects, { target: { kubevirt } }).map(({ code, severity }) => `${code} ${severity}`);

test('a preference for arm64 on amd64 is an error from 1.9 on', () => {
  expect(codes([vm], '1.9')).toContain('PV111 error');
  expect(codes([vm], '1.8')).not.toContain('PV111 error');
});

test('where they are switched off, or need a gate, they are not at hand', () => {
  const off = kubevirtObject({ configuration: { commonInstancetypesDeployment: { enabled: false } } });
  expect(codes([vm, off], '1.9')).toEqual(expect.arrayContaining(['PV112 info', 'PV112 info']));
  expect(codes([vm], '1.3')).toContain('PV112 info');
  const gated = kubevirtObject({
    configuration: { developerConfiguration: { featureGates: ['CommonInstancetypesDeploymentGate'] } },
  });
  expect(codes([vm, gated], '1.3')).not.toContain('PV112 info');
});

test('a name alone is a reference by name, and place knows what it takes', async () => {
  const platform = (instancetype: string) => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  nodes: [{ pool: intel, architecture: amd64, cpu: 8, memory: 16Gi }]
  virtualMachines:
  - name: a
    architecture: amd64
    instancetype: ${instancetype}
    disks: [{ name: os, containerDisk: { image: registry.example.org/os } }]
`;
  const of = async (instancetype: string, ...args: string[]) =>
    polyvirt(appFolder({ 'polyvirt.yaml': platform(instancetype) }), args);
  const synthesized = await of('u1.medium', 'synth', 'polyvirt.yaml', '--stdout');
  expect(synthesized.stdout).toBe((await of('{ name: u1.medium }', 'synth', 'polyvirt.yaml', '--stdout')).stdout);
  expect(synthesized.stdout).toContain('name: u1.medium');
  const pending = async (name: string) =>
    JSON.parse((await of(name, 'place', 'polyvirt.yaml', '--format', 'json')).stdout).pending as unknown[];
  expect(await pending('u1.medium')).toHaveLength(0);
  expect(await pending('u1.8xlarge')).toHaveLength(1);
});
