import { FeatureGates } from '../../src/gates/registry';
import { checkLeftOut, emittedGates, type WantedGates } from '../../src/model/manifests/kubevirt';

const on = (...featureGates: string[]): WantedGates => ({ featureGates });
const off = (...disabledFeatureGates: string[]): WantedGates => ({ disabledFeatureGates });

test.each<[WantedGates, string, string[], string[], string[]]>([
  [on('HostDisk'), '1.9', ['HostDisk'], [], []],
  [on('LiveMigration'), '1.9', [], [], ['PV201 featureGates[0]']],
  [on('HostDisk', 'Snapshot'), '1.9', ['HostDisk'], [], ['PV201 featureGates[1]']],
  [on('Snapshot'), '1.8', ['Snapshot'], [], []],
  [on('HotplugVolumes'), '1.9', ['HotplugVolumes'], [], []],
  [on('Passt'), '1.9', [], [], ['PV204 featureGates[0]']],
  [on('ConfigurableHypervisor'), '1.7', [], [], ['PV205 featureGates[0]']],
  [on('ObjectGraph'), '1.7', ['ObjectGraph'], [], []],
  [on('ObjectGraph'), '1.5', [], [], ['PV205 featureGates[0]']],
  [on('Snapshots'), '1.9', ['Snapshots'], [], []],
  [on('PersistentReservation'), '1.9', ['PersistentReservation'], [], []],
  [off('Snapshot'), '1.9', [], ['Snapshot'], []],
  [off('Snapshot'), '1.8', [], ['Snapshot'], []],
  [off('Snapshot'), '1.7', [], [], ['PV201 disabledFeatureGates[0]']],
  [off('HostDisk'), '1.9', [], ['HostDisk'], []],
  [off('VMExport'), '1.8', [], ['VMExport'], []],
  [off('VMExport'), '1.9', [], [], ['PV206 disabledFeatureGates[0]']],
  [off('PersistentReservation'), '1.9', [], [], ['PV201 disabledFeatureGates[0]']],
  [off('Passt'), '1.9', [], [], ['PV201 disabledFeatureGates[0]']],
  [{ ...on('Snapshot'), ...off('Snapshot') }, '1.9', ['Snapshot'], ['Snapshot'], []],
])('%j on KubeVirt %s lists %j and %j, and says %j', (wanted, kubevirt, featureGates, disabledFeatureGates, said) => {
  const gates = FeatureGates.of(kubevirt);
  expect(emittedGates(wanted, gates)).toEqual({ featureGates, disabledFeatureGates });
  expect(checkLeftOut(wanted, gates).map(({ code, path }) => `${code} ${path}`)).toEqual(said);
});
