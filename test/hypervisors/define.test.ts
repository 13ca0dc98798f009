import { checkDeclaredHypervisors } from '../../src/hypervisors/check-declared';
import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import { overheadSum, overheadsOf } from '../../src/hypervisors/overheads';
import { PROPERTIES } from '../../src/hypervisors/profile';
import { profileOf } from '../../src/hypervisors/resolve';

const ACME: HypervisorDeclaration = {
  name: 'acme',
  extends: 'cloud-hypervisor',
  properties: { daemonOverhead: '30Mi', vmmOverhead: '64.5Mi', uri: 'acme:///system' },
  features: { tpm: true },
};

test('one’s own is like what it extends but for what it says', () => {
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

test('one’s own can extend one’s own', () => {
  const child = { name: 'acme-lite', extends: 'acme', properties: { vmmOverhead: '20Mi' } };
  expect(profileOf('acme-lite', [child, ACME])!.properties.uri.value).toBe('acme:///system');
  expect(checkDeclaredHypervisors([child, ACME], [])).toEqual([]);
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
  const [finding, ...others] = checkDeclaredHypervisors([{ name: 'acme', properties: { iso: false } }], []);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code: 'PV402', path: 'hypervisors[acme]' });
  for (const property of PROPERTIES.filter((each) => each !== 'iso')) {
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
  ['a property that nobody reads', [{ ...ACME, properties: { vcpu: 'x' } as never }], ['PV403']],
  ['a feature that nobody has', [{ ...ACME, features: { floppy: true } as never }], ['PV403']],
  ['measured values for one of the catalogue', [{ name: 'cloud-hypervisor', properties: { vmmOverhead: '40Mi' } }], []],
])('%s gives %j', (_what, declared, codes) => {
  expect(checkDeclaredHypervisors(declared, []).map(({ code }) => code)).toEqual(codes);
});
