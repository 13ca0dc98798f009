import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { check, type KubeObject, launcherPod } from '../../src/index';

const preset = (name: string, domain: object | undefined, selector: object = { matchLabels: { size: 'small' } }) =>
  ({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstancePreset',
    metadata: { name, namespace: 'shop' },
    spec: { selector, ...(domain === undefined ? {} : { domain: { devices: {}, ...domain } }) },
  }) as KubeObject;

function vm(domain: object, metadata: object = { labels: { size: 'small' } }, namespace = 'shop'): KubeObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web', namespace },
    spec: {
      runStrategy: 'Always',
      template: { metadata, spec: { architecture: 'amd64', domain: { devices: {}, ...domain } } },
    },
  };
}

/** CPUs that the pod requests, and the presets that its annotations name. */
function podWith(object: KubeObject, ...presets: KubeObject[]) {
  const { pod, unknown } = launcherPod(object, { target: { kubevirt: '1.9' }, existing: presets });
  const { metadata, spec } = (pod ?? { metadata: {}, spec: { containers: [{}] } }) as {
    metadata: { annotations?: Record<string, string> };
    spec: { containers: { resources?: { requests: Record<string, string> } }[] };
  };
  return {
    cpu: spec.containers[0]!.resources?.requests.cpu,
    named: Object.keys(metadata.annotations ?? {}).filter((key) => key.startsWith('virtualmachinepreset.')),
    unknown: unknown.filter((text) => text.includes('preset')),
  };
}

const MEMORY = { memory: { guest: '1Gi' } };
const CPU = { cpu: { cores: 4 } };
const NAMED = ['virtualmachinepreset.kubevirt.io/small'];

test.each<[what: string, object: KubeObject, domain: object, cpu: string, named: string[]]>([
  ['CPUs, where it has none', vm(MEMORY), CPU, '400m', NAMED],
  ['no CPUs, where it says some', vm({ ...MEMORY, cpu: { cores: 2 } }), CPU, '200m', []],
  ['its name, where both say the same', vm({ ...MEMORY, ...CPU }), CPU, '400m', NAMED],
  ['nothing, where its labels are others', vm(MEMORY, { labels: { size: 'large' } }), CPU, '100m', []],
  ['nothing in another namespace', vm(MEMORY, undefined, 'mall'), CPU, '100m', []],
  [
    'nothing, where it is excluded',
    vm(MEMORY, {
      labels: { size: 'small' },
      annotations: { 'virtualmachineinstancepresets.admission.kubevirt.io/exclude': 'true' },
    }),
    CPU,
    '100m',
    [],
  ],
  ['whole requests', vm(MEMORY), { resources: { requests: { cpu: '3' } } }, '3', NAMED],
  [
    'no request beside others',
    vm({ ...MEMORY, resources: { requests: { memory: '1Gi' } } }),
    { resources: { requests: { cpu: '3' } } },
    '100m',
    [],
  ],
  [
    'no firmware, which an instance of a VM has already',
    vm(MEMORY),
    { firmware: { bootloader: { efi: {} } } },
    '100m',
    [],
  ],
])('an instance gets %s', (_what, object, domain, cpu, named) => {
  expect(podWith(object, preset('small', domain))).toEqual({ cpu, named, unknown: [] });
});

test('memory of a preset is memory', () => {
  const codes = (...existing: KubeObject[]) =>
    check([vm({})], { target: { kubevirt: '1.9' }, existing })
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);
  expect(codes()).toEqual(['PV004']);
  expect(codes(preset('small', MEMORY))).toEqual(['PV004']);
  expect(codes(preset('small', { resources: { requests: { memory: '1Gi' } } }))).toEqual([]);
});

test('presets that contradict each other', () => {
  const others = [preset('small', CPU), preset('other', { cpu: { cores: 2 } })];
  expect(podWith(vm(MEMORY), ...others).unknown).toEqual([
    'there will be no pod: the presets small and other differ in cpu',
  ]);
  const findings = check([vm(MEMORY), ...others], { target: { kubevirt: '1.9' } });
  expect(findings.map(({ code, what }) => `${code} ${what}`)).toContain(
    'PV802 the presets small and other select it, and differ in cpu',
  );
});

test.each<[what: string, object: KubeObject, said: string[]]>([
  ['nothing wrong', preset('small', CPU), []],
  ['no domain', preset('small', undefined), ['PV004 spec.domain']],
  [
    'a disk that no guest may have',
    preset('small', { devices: { disks: [{ name: 'a', disk: { bus: 'scsi' }, cache: 'some' }] } }),
    ['PV003 spec.domain.devices.disks[a].cache'],
  ],
  [
    'two firmwares',
    preset('small', { firmware: { bootloader: { efi: {}, bios: {} } } }),
    ['PV802 spec.domain.firmware.bootloader'],
  ],
  [
    'a selector that is none',
    preset('small', CPU, { matchExpressions: [{ key: 'size', operator: 'Is', values: ['small'] }] }),
    ['PV006 spec.selector.matchExpressions[0].operator'],
  ],
])('a preset with %s', (_what, object, said) => {
  const findings = check([object], { target: { kubevirt: '1.9' } });
  expect(findings.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`)).toEqual(
    said,
  );
});

test('VMs that a label with their name tells apart are not judged as one', () => {
  const named = (name: string) => ({
    ...vm({}, { labels: { vm: name } }),
    metadata: { name, namespace: 'shop' },
  });
  const withoutMemory = (selector: object, ...objects: KubeObject[]) =>
    checkObjects([...objects, preset('small', { resources: { requests: { memory: '1Gi' } } }, selector)], {
      target: { kubevirt: '1.9' },
    })
      .filter(({ code }) => code === 'PV004')
      .map(({ object }) => object?.name)
      .sort();
  const all = [named('web'), named('db'), named('app')];
  const byName = { matchExpressions: [{ key: 'vm', operator: 'In', values: ['db'] }] };
  expect(withoutMemory(byName, ...all)).toEqual(['app', 'web']);
  expect(withoutMemory({ matchLabels: { vm: 'db' } }, ...all)).toEqual(['app', 'web']);
  expect(withoutMemory({ matchLabels: { vm: 'web' } }, ...all)).toEqual(['app', 'db']);
  expect(withoutMemory({ matchLabels: { tier: 'db' } }, ...all)).toEqual(['app', 'db', 'web']);
});
