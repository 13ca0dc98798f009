import { Testing } from 'cdk8s';
import { overheadSum, overheadsOf, profileOf } from '../../src/hypervisors/catalogue';
import { checkDeclaredHypervisor } from '../../src/hypervisors/check-declared';
import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import { LAUNCHER_PROPERTIES } from '../../src/hypervisors/profile';
import { Hypervisor, Platform } from '../../src/index';

const ACME: HypervisorDeclaration = {
  name: 'acme',
  extends: 'cloud-hypervisor',
  properties: { daemonOverhead: '30Mi', vmmOverhead: '64.5Mi', uri: 'acme:///system' },
  features: { tpm: true },
};

/** Findings about all that a platform declares. */
const checkDeclared = (declared: readonly HypervisorDeclaration[]) =>
  declared.flatMap((each, i) => checkDeclaredHypervisor(each, declared, i, []));

test('your own is like what it extends but for what it says', () => {
  const profile = profileOf('acme', [ACME])!;
  expect(profile).toMatchObject({ name: 'acme', driver: 'Cloud Hypervisor', runsInLauncher: true });
  expect(profile.native).toBeUndefined();
  expect(profile.properties.uri).toEqual({
    value: 'acme:///system',
    confidence: 'documented',
    source: 'as this platform says',
  });
  expect(profile.properties.iso.value).toBe(false);
  expect(profile.features.tpm.value).toBe(true);
  expect(profile.features.sound.value).toBe(false);
  expect(overheadSum(overheadsOf(profile, '1.9'))).toBe(25 + 100 + 25 + 30 + 65);
});

test('your own can extend your own', () => {
  const child = { name: 'acme-lite', extends: 'acme', properties: { vmmOverhead: '20Mi' } };
  expect(profileOf('acme-lite', [child, ACME])!.properties.uri.value).toBe('acme:///system');
  expect(checkDeclared([child, ACME])).toEqual([]);
});

test('what is a property and a feature is said once, either way', () => {
  const own = (more: Partial<HypervisorDeclaration>) => {
    const { properties, features } = profileOf('acme', [{ name: 'acme', extends: 'cloud-hypervisor', ...more }])!;
    return [properties.iso.value, features.iso.value, properties.ballooning.value, features.ballooning.value];
  };
  expect(own({})).toEqual([false, false, false, false]);
  expect(own({ properties: { iso: true } })).toEqual([true, true, false, false]);
  expect(own({ features: { iso: true, ballooning: true } })).toEqual([true, true, true, true]);
});

test('who extends nothing is told everything that is missing', () => {
  const [finding, ...others] = checkDeclared([{ name: 'acme', properties: { iso: false } }]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code: 'PV402', path: 'hypervisors[acme]' });
  for (const property of LAUNCHER_PROPERTIES.filter((each) => each !== 'iso')) {
    expect(finding?.what).toContain(`properties.${property}`);
  }
  expect(finding?.what).not.toContain('properties.iso');
});

test.each<[string, HypervisorDeclaration[], string[]]>([
  ['an unknown base', [{ name: 'acme', extends: 'chyp' }], ['PV403']],
  [
    'a circle',
    [
      { name: 'a', extends: 'b' },
      { name: 'b', extends: 'a' },
    ],
    ['PV403', 'PV403'],
  ],
  ['a name of the catalogue that extends', [{ name: 'xen', extends: 'qemu-kvm' }], ['PV403']],
  ['a name that is no label', [{ name: 'Acme Inc', extends: 'xen' }], ['PV403']],
  ['one name twice', [ACME, ACME], ['PV403']],
  ['an overhead that is no quantity', [{ ...ACME, properties: { vmmOverhead: '30 MB' } }], ['PV001']],
  ['a negative overhead', [{ ...ACME, properties: { vmmOverhead: '-1Mi' } }], ['PV001']],
  ['an overhead in the wrong unit', [{ ...ACME, properties: { vmmOverhead: '30Pi' } }], ['PV001']],
  ['no overhead', [{ ...ACME, properties: { vmmOverhead: '0' } }], []],
  ['a device', [{ ...ACME, properties: { device: 'acme.example/vmm' } }], []],
  ['no device', [{ ...ACME, properties: { device: 'none' } }], []],
  ['a device without a domain', [{ ...ACME, properties: { device: 'vmm' } }], ['PV403']],
  ['a device that is a path', [{ ...ACME, properties: { device: '/dev/vmm' } }], ['PV403']],
  ['a URI that is none', [{ ...ACME, properties: { uri: 'acme' } }], ['PV403']],
  ['a URI with a transport', [{ ...ACME, properties: { uri: 'acme+unix:///session?socket=/run/s' } }], []],
  ['no regular expression', [{ ...ACME, properties: { vcpuThreads: '(' } }], ['PV403']],
  ['one as Go writes it', [{ ...ACME, properties: { vcpuThreads: '(?i)^vcpu(\\d+)$' } }], []],
  ['words that are two', [{ ...ACME, properties: { virtType: 'a b', user: 'c d' } }], ['PV403', 'PV403']],
  ['a device with two slashes', [{ ...ACME, properties: { device: 'a.b/c/d' } }], ['PV403']],
  [
    'a PCI device that KubeVirt offers',
    [{ ...ACME, properties: { device: 'a.b/c' }, hostDevice: { pci: '10DE:1db6' } }],
    [],
  ],
  ['a selector that is none', [{ ...ACME, properties: { device: 'a.b/c' }, hostDevice: { pci: '10DE' } }], ['PV403']],
  ['no selector', [{ ...ACME, properties: { device: 'a.b/c' }, hostDevice: {} }], ['PV403']],
  ['a selector without a resource', [{ ...ACME, hostDevice: { mediated: 'GRID T4-1Q' } }], ['PV403']],
  ['a program that is no path', [{ ...ACME, properties: { emulator: 'acme-vmm' } }], ['PV403']],
  ['no firmware', [{ ...ACME, properties: { firmware: 'none' } }], []],
  ['a variable', [{ ...ACME, environment: { ACME_LOG: '' } }], []],
  [
    'variables that are none',
    [{ ...ACME, environment: { '1A': 'x', 'A=B': 'x', '': 'x' } }],
    ['PV403', 'PV403', 'PV403'],
  ],
  ['an image', [{ ...ACME, image: `reg:5000/a/b-c@sha256:${'0'.repeat(64)}` }], []],
  ['an image by tag and digest', [{ ...ACME, image: { all: `reg.io/a:v1@sha256:${'0'.repeat(64)}` } }], []],
  ['a digest that is too short', [{ ...ACME, image: 'reg.io/a@sha256:0000' }], ['PV403']],
  ['a scheme', [{ ...ACME, image: { amd64: 'https://reg.io/a:v1' } }], ['PV403', 'PV410']],
  ['capitals', [{ ...ACME, image: 'reg.io/Acme:v1' }], ['PV403', 'PV410']],
  ['a space', [{ ...ACME, image: ' reg.io/acme:v1' }], ['PV403', 'PV410']],
  [
    'one thing said twice and differently',
    [{ ...ACME, properties: { iso: true }, features: { iso: false } }],
    ['PV403'],
  ],
  ['one thing said twice alike', [{ ...ACME, properties: { iso: true }, features: { iso: true } }], []],
  ['measured values for one of the catalogue', [{ name: 'cloud-hypervisor', properties: { vmmOverhead: '40Mi' } }], []],
])('%s gives %j', (_what, declared, codes) => {
  expect(checkDeclared(declared).map(({ code }) => code)).toEqual(codes);
});

describe('whatever code hands over is read', () => {
  test('what is right is taken as it is, and copied', () => {
    const given = { ...ACME, image: { all: 'reg.io/a:1' }, environment: { A: '' }, realisation: 'pod-policy' as const };
    const { declaration, findings } = Hypervisor.define(given);
    expect(findings).toEqual([]);
    expect(declaration).toEqual(given);
    expect(declaration.image).not.toBe(given.image);
    expect(Hypervisor.of('xen', { image: 'reg.io/x:1' }).declaration).toEqual({ name: 'xen', image: 'reg.io/x:1' });
  });

  test.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['hypervisors[?]: a hypervisor is no object with a name']],
    ['a text', 'xen', ['hypervisors[?]: a hypervisor is no object with a name']],
    ['no name', { extends: 'xen' }, ['hypervisors[?]: a hypervisor has no name']],
    ['a name that is a number', { name: 7 }, ['hypervisors[?]: a hypervisor has no name']],
    ['a key that nobody reads', { name: 'a', img: 'x' }, ['hypervisors[a].img: there is no "img" of a hypervisor']],
    [
      'another realisation',
      { name: 'a', realisation: 'policy' },
      ['hypervisors[a].realisation: this is "policy", not one of native, cluster-image, pod-policy, plugin, proposal'],
    ],
    ['an image that is a number', { name: 'a', image: 7 }, ['hypervisors[a].image: this is 7, not a text or a map']],
    [
      'an image of another architecture',
      { name: 'a', image: { ppc64le: 'x' } },
      ['hypervisors[a].image.ppc64le: there is no architecture "ppc64le"'],
    ],
    [
      'a variable that is a number',
      { name: 'a', environment: { A: 1 } },
      ['hypervisors[a].environment.A: this is 1, not a text'],
    ],
    [
      'properties that are a list',
      { name: 'a', properties: [] },
      ['hypervisors[a].properties: this is a list, not a map'],
    ],
    [
      'a property that nobody reads',
      { name: 'a', properties: { vcpu: 'x' } },
      ['hypervisors[a].properties.vcpu: there is no property "vcpu"'],
    ],
    [
      'properties of other types',
      { name: 'a', properties: { iso: 'no', device: {}, processPrefixes: 'x', daemonMode: 'big', vmmOverhead: null } },
      [
        'hypervisors[a].properties.iso: this is "no", not true or false',
        'hypervisors[a].properties.device: this is a map, not a text',
        'hypervisors[a].properties.processPrefixes: this is "x", not a list of texts',
        'hypervisors[a].properties.daemonMode: this is "big", not one of modular, monolithic, none',
        'hypervisors[a].properties.vmmOverhead: this is null, not a quantity, as "30Mi"',
      ],
    ],
    [
      'features of other kinds',
      { name: 'a', features: { floppy: true, tpm: 'yes', sound: () => true } },
      [
        'hypervisors[a].features.floppy: there is no feature "floppy"',
        'hypervisors[a].features.tpm: this is "yes", not true or false',
        'hypervisors[a].features.sound: this is a function, not true or false',
      ],
    ],
  ])('%s', (_what, given, expected) => {
    const { findings } = Hypervisor.define(given as never);
    expect(findings.map(({ path, what }) => `${path}: ${what}`)).toEqual(expected);
    expect(findings.filter(({ code, severity }) => code !== 'PV403' || severity !== 'error')).toEqual([]);
  });

  test('a platform says it all at once, and nothing breaks', () => {
    const bad = [
      undefined,
      {},
      { name: 'plain', extends: 7 },
      Hypervisor.define({ name: 'acme', extends: 'cloud-hypervisor', realisation: 'pod-policy', image: 7 } as never),
      Hypervisor.define({
        name: 'acme',
        extends: 'cloud-hypervisor',
        realisation: 'pod-policy',
        environment: 'x',
      } as never),
    ];
    const chart = new Platform(Testing.app(), 'lab', {
      target: { kubevirt: '1.9', kubernetes: '1.36' },
      hypervisors: bad as never,
    });
    const errors = chart.node.validate();
    for (const what of [
      'a hypervisor is no object with a name',
      'a hypervisor has no name',
      'hypervisors[plain].extends: this is 7, not a text',
      'hypervisors[acme].image: this is 7, not a text or a map',
      'hypervisors[acme].environment: this is "x", not a map',
      'acme is declared twice',
      'plain extends nothing and lacks driver',
    ]) {
      expect(errors.join('\n')).toContain(what);
    }
    expect(() => Testing.synth(chart)).toThrow('Validation failed');
  });
});
