import { fieldChanges, shownField } from '../../src/upgrade/fields';
import { facts } from '../facts-oracle';
import { testWhere } from '../test-where';

const kubevirt = (from: string, to: string) => fieldChanges({ kubevirt: from }, { kubevirt: to }, []);

test('a field that two versions of a kind have is told once', () => {
  const paths = kubevirt('1.6', '1.8').map(({ kind, path, change }) => `${change} ${kind} ${path}`);
  const fields = paths.filter((each) => !each.endsWith(' apiVersion'));
  expect(fields).toContain('appears VirtualMachineClone spec.volumeNamePolicy');
  expect(fields).toEqual([...new Set(fields)]);
});

test('the fields of 1.9, each where it is itself and not in every kind that has it inside', () => {
  expect(kubevirt('1.8', '1.9').map((field) => `${field.change} ${field.since} ${shownField(field)}`)).toEqual([
    'appears 1.9 VirtualMachineExport as export.kubevirt.io/v1',
    'disappears 1.9 VirtualMachineExport as export.kubevirt.io/v1alpha1',
    'appears 1.9 VirtualMachineClusterPreference spec.devices.preferredVideoType',
    'appears 1.9 VirtualMachineClusterPreference spec.preferredLaunchSecurity',
    'appears 1.9 KubeVirt spec.configuration.confidentialCompute',
    'appears 1.9 KubeVirt spec.configuration.migrations.maxDowntimeMs',
    'appears 1.9 KubeVirt spec.configuration.persistentReservationConfiguration',
    'appears 1.9 VirtualMachineInstance spec.domain.devices.interfaces[].portRanges',
    'appears 1.9 VirtualMachineInstance spec.networks[].resourceClaim',
    'appears 1.9 VirtualMachineInstance spec.serviceAccountName',
    'appears 1.9 MigrationPolicy spec.experimental',
    'appears 1.9 MigrationPolicy spec.maxDowntimeMs',
    'appears 1.9 Plugin as plugin.kubevirt.io/v1alpha1',
  ]);
});

test('going back, what appeared disappears', () => {
  const told = (from: string, to: string, change: string) =>
    // As recorded, from first patch to first patch: some fields were backported.
    kubevirt(`${from}.0`, `${to}.0`)
      .filter((field) => field.change === change)
      .map(shownField)
      .sort();
  expect(told('1.8', '1.3', 'disappears')).toEqual(told('1.3', '1.8', 'appears'));
  expect(told('1.8', '1.3', 'appears')).toEqual(told('1.3', '1.8', 'disappears'));
});

test('a version of a kind that is no longer served, and one that is new', () => {
  expect(
    kubevirt('1.5', '1.7')
      .filter(({ path }) => path === 'apiVersion')
      .map(shownField),
  ).toEqual([
    'VirtualMachineClusterInstancetype as instancetype.kubevirt.io/v1alpha1',
    'VirtualMachineClusterPreference as instancetype.kubevirt.io/v1alpha1',
    'VirtualMachineClusterInstancetype as instancetype.kubevirt.io/v1alpha2',
    'VirtualMachineClusterPreference as instancetype.kubevirt.io/v1alpha2',
    'VirtualMachinePool as pool.kubevirt.io/v1beta1',
  ]);
});

test('an object that uses a field is named, in its own kind', () => {
  const vm = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { serviceAccountName: 'web' } } },
  };
  const used = fieldChanges({ kubevirt: '1.9' }, { kubevirt: '1.8' }, [vm]).filter(({ usedBy }) => usedBy.length > 0);
  expect(used).toEqual([
    {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      path: 'spec.template.spec.serviceAccountName',
      change: 'disappears',
      since: '1.9',
      usedBy: ['VirtualMachine shop/web'],
    },
  ]);
});

const RELEASES = ['1.3', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9'];
const STEPS = RELEASES.slice(1).map((to, i) => [RELEASES[i]!, to] as const);

testWhere('facts').each(STEPS)('from %s to %s, fields are those that were read', (from, to) => {
  type Span = { since?: string; until?: string };
  const all = Object.entries(facts<Record<string, Span>>('field-history')).filter(
    ([key]) => !key.startsWith('$') && !key.startsWith('HyperConverged') && !key.includes(':status'),
  );
  // The facts are about these kinds only.
  const read = new Set(all.map(([key]) => key.split(':')[0]!));
  const path = (key: string) => key.replace(':', ' ');
  const having = (part: keyof Span, release: string) =>
    all.filter(([, span]) => span[part] === `v${release}.0`).map(([key]) => path(key));
  // Fields below a new one are not told again.
  const topmost = (paths: string[]) =>
    paths.filter(
      (each) =>
        !paths.some((other) => other !== each && /^[.[{]/.test(each.slice(other.length)) && each.startsWith(other)),
    );
  const told = (change: string) =>
    // As recorded, from first patch to first patch: some fields were backported.
    kubevirt(`${from}.0`, `${to}.0`)
      .filter((field) => field.change === change && field.path !== 'apiVersion' && read.has(field.kind))
      .map(shownField);
  expect(told('appears').sort()).toEqual(topmost(having('since', to)).sort());
  expect(told('disappears').sort()).toEqual(topmost(having('until', from)).sort());
});
