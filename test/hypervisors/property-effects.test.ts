import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METHODS, propertiesOf, withTables } from '../../scripts/pages/hypervisor-tables';
import { profileOf } from '../../src/hypervisors/catalogue';
import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import { domainHooks } from '../../src/hypervisors/domain-hooks';
import { DOMAIN_PROPERTIES, PROPERTIES, type Property } from '../../src/hypervisors/profile';
import { PROPERTY_EFFECTS, policyEffect } from '../../src/hypervisors/property-effects';
import { QEMU_KVM } from '../../src/hypervisors/qemu-facts';
import { platformObjects } from '../../src/model/manifests/platform';
import { ROOT } from '../app-folder';

const PAGE = readFileSync(join(ROOT, 'docs/hypervisors.md'), 'utf8');

test('the tables of the page follow from the rows: npm run pages', () => {
  expect(withTables(PAGE)).toBe(PAGE);
  for (const property of PROPERTIES) {
    expect(PAGE).toContain(`| \`${property}\` |`);
  }
});

test('every one of the 20 methods of the proposal is a property with an effect', () => {
  const methods = Object.values(METHODS).flat();
  expect(methods).toHaveLength(20);
  expect(methods.filter((method) => propertiesOf(method).length === 0)).toEqual([]);
  const said = PROPERTIES.flatMap((property) => PROPERTY_EFFECTS[property].method ?? []);
  expect(said.filter((method) => !methods.includes(method))).toEqual([]);
  expect(PROPERTIES.filter((property) => PROPERTY_EFFECTS[property].places.length === 0)).toEqual([]);
});

/** Another value than Cloud Hypervisor has, for each property. */
const OTHER: { readonly [P in Property]: NonNullable<HypervisorDeclaration['properties']>[P] } = {
  launcherMonitorOverhead: '99Mi',
  launcherOverhead: '199Mi',
  virtlogdOverhead: '99Mi',
  daemonOverhead: '99Mi',
  vmmOverhead: '99Mi',
  iso: true,
  device: 'acme.example/vmm',
  privileged: true,
  vcpuThreads: '^vcpu(\\d+)$',
  socketPath: '/run/acme.sock',
  diskDriver: 'acme',
  bootOrder: true,
  ballooning: true,
  logFilters: '3:acme',
  processPrefixes: ['acme-vmm'],
  daemon: 'virtacmed',
  daemonMode: 'monolithic',
  virtlogd: true,
  root: true,
  uri: 'acme:///session',
  user: 'acme',
  pidFolder: '/run/acme',
  virtType: 'acme',
  emulator: '/opt/acme',
  machine: 'acme-1',
  firmware: '/opt/acme.fd',
  diskBus: 'scsi',
  controllers: true,
  smbios: true,
};

const BASE: HypervisorDeclaration = {
  name: 'acme',
  extends: 'cloud-hypervisor',
  realisation: 'plugin',
  image: { all: `registry.example/acme@sha256:${'a'.repeat(64)}` },
  properties: { daemonOverhead: '30Mi', vmmOverhead: '64Mi' },
};

/** Everything that a property can take effect in. */
function effects(properties: object) {
  const declaration: HypervisorDeclaration = { ...BASE, properties: { ...BASE.properties!, ...properties } };
  const profile = profileOf('acme', [declaration])!;
  const { environment, ...pod } = policyEffect({ profile, declaration }, '1.9', 'kvm');
  const { objects, findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes: '1.36' },
    kubevirt: {},
    hypervisors: [declaration],
    virtualMachines: [
      {
        name: 'web',
        architecture: 'amd64',
        memory: '1Gi',
        hypervisor: 'acme',
        disks: [{ name: 'os', containerDisk: { image: 'quay.io/containerdisks/fedora:42' } }],
      },
    ],
  });
  return {
    pod,
    environment,
    domain: domainHooks(profile).map(({ expression }) => expression),
    VM: objects.find(({ object }) => object.kind === 'VirtualMachine')?.object,
    finding: findings.map(({ finding }) => finding.what),
  };
}

const BEFORE = effects({});

test.each(PROPERTIES)('%s takes effect where its row says', (property) => {
  const after = effects({ [property]: OTHER[property] });
  const { places, variable } = PROPERTY_EFFECTS[property];
  const changed = (Object.keys(BEFORE) as (keyof typeof BEFORE)[]).filter(
    (place) => JSON.stringify(after[place]) !== JSON.stringify(BEFORE[place]),
  );
  if (places.join() === 'finding') {
    // It is rejected, and what is rejected has no label either.
    expect(changed).toContain('finding');
    return;
  }
  expect(changed.filter((place) => !places.includes(place) && place !== 'finding')).toEqual([]);
  // A driver that takes ISO images has CD drives too, which it says as a feature; the features of VMs have that test.
  const silent: readonly Property[] = ['iso'];
  expect(places.filter((place) => place !== 'finding' && !changed.includes(place))).toEqual(
    silent.includes(property) ? ['VM', 'domain'] : [],
  );
  if (variable !== undefined) {
    const isBuiltIn = OTHER[property] === QEMU_KVM.properties[property].value;
    expect(after.environment[variable]).toBe(isBuiltIn ? undefined : String(OTHER[property]));
  }
});

test('a property of the domain that is not said is not guessed', () => {
  const complete = Object.fromEntries(
    PROPERTIES.filter((property) => !(DOMAIN_PROPERTIES as readonly Property[]).includes(property)).map((property) => [
      property,
      OTHER[property],
    ]),
  );
  const { findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes: '1.36' },
    hypervisors: [
      {
        ...BASE,
        extends: undefined as never,
        driver: 'Acme',
        properties: { ...complete, root: false, privileged: false },
      },
    ],
  });
  expect(findings.map(({ finding }) => `${finding.code} ${finding.what}`)).toContain(
    'PV402 acme has no value for virtType and emulator and machine',
  );
});
