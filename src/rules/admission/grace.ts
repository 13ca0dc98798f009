import { ARCHITECTURE_FACTS } from '../../architectures/facts';
import { at } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { type Part, partsOf, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { atLeast } from '../../kube/release';
import type { Found, Rule, Said } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/grace_io_virtualization.go';

/** First KubeVirt that knows NVIDIA's Grace GPUs. */
const SINCE = '1.9';

const GATE = 'GraceIOVirtualization';

/** Vendor and device of NVIDIA's Grace GPUs, as a KubeVirt resource writes them. */
const IS_GRACE = /^\s*(?:0x)?10de\s*:\s*(?:0x)?(?:2342|2348|2941)\s*$/i;

/** Every device of NVIDIA. */
const IS_ANY = /^\s*(?:0x)?10de\s*:\s*\*\s*$/i;

const LISTS = ['domain.devices.gpus', 'domain.devices.hostDevices'];

/**
 * What virt-api rejects in an instance with a Grace GPU; the KubeVirt resource says which resources are some.
 *
 * The three gates that it needs are asked for by the gates.
 */
export const grace: Rule = ({ target, configuration = {} }) => {
  const permitted = valueAt(configuration, 'permittedHostDevices.pciHostDevices');
  return Array.isArray(permitted) && atLeast(target.kubevirt, SINCE)
    ? { instance: (instance) => checkDevices(instance, permitted, configuration) }
    : {};
};

type Configuration = NonNullable<ClusterView['configuration']>;

function* checkDevices(instance: CreatedInstance, permitted: readonly unknown[], configuration: Configuration): Found {
  const { spec } = instance;
  const devices = LISTS.flatMap((list) => partsOf(at(spec, list), list));
  const selector = (device: Part) => selectorOf(permitted, textOf(device.item.deviceName));
  if (isOn(configuration)) {
    for (const { item, path } of devices.filter((device) => IS_ANY.test(selector(device)))) {
      const what = `the KubeVirt resource does not say which device of NVIDIA ${shownValue(item.deviceName)} is`;
      const fix = 'write vendor and device in pciVendorSelector of permittedHostDevices';
      yield { code: 'PV003', path: `${path}.deviceName`, what, fix, source: SOURCE };
    }
  }
  const found = devices.find((device) => IS_GRACE.test(selector(device)));
  if (found !== undefined) {
    yield* checkGuest(instance, configuration, found);
  }
}

function* checkGuest({ spec, architecture }: CreatedInstance, configuration: Configuration, { path }: Part): Found {
  const needs = (what: string, fix: string, wants?: string): Said => ({
    code: 'PV003',
    path: `${path}.deviceName`,
    what: `a Grace GPU needs ${what}`,
    fix,
    ...(wants === undefined ? {} : { wants }),
    source: SOURCE,
  });
  if (architecture !== undefined && architecture !== 'arm64') {
    yield needs('an arm64 guest', 'write architecture: arm64');
  }
  const own = architecture === undefined ? '' : ARCHITECTURE_FACTS[architecture].machineType;
  const written = [at(spec, 'domain.machine.type'), configuration.machineType].map(textOf).find((type) => type !== '');
  const type = written ?? (textOf(at(configuration, `architectureConfiguration.${architecture}.machineType`)) || own);
  if (type !== '' && !type.startsWith('virt')) {
    yield needs('the machine type virt', 'leave the machine type out, or write virt');
  }
  if (at(spec, 'domain.cpu.dedicatedCpuPlacement') !== true) {
    const fix = 'write cpu.dedicatedCpuPlacement: true';
    yield needs('dedicated CPUs', fix, 'domain.cpu.dedicatedCpuPlacement');
  }
}

/** Of two with one name the last counts. */
function selectorOf(permitted: readonly unknown[], resourceName: string): string {
  const found = permitted.findLast(
    (device) => isMap(device) && device.resourceName === resourceName && textOf(device.pciVendorSelector) !== '',
  );
  return resourceName !== '' && isMap(found) ? textOf(found.pciVendorSelector) : '';
}

function isOn(configuration: Configuration): boolean {
  const gates = at(configuration, 'developerConfiguration.featureGates');
  return Array.isArray(gates) && gates.includes(GATE);
}
