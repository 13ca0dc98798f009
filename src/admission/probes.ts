import type { InstanceSpec } from '../architectures/instance-view';
import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { type Admitter, isSet, type Refused } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const HANDLERS = ['httpGet', 'tcpSocket', 'exec', 'guestAgentPing'];

/** Handlers that reach the guest through the pod network. */
const OF_THE_NETWORK = ['httpGet', 'tcpSocket'];

/** What virt-api refuses in the probes of an instance. */
export const checkProbes: Admitter = function* (spec) {
  for (const path of ['readinessProbe', 'livenessProbe']) {
    const probe = spec[path];
    if (isMap(probe)) {
      yield* checkProbe(probe, path, spec);
    }
  }
};

function* checkProbe(probe: Readonly<Record<string, unknown>>, path: string, spec: InstanceSpec): Iterable<Refused> {
  const handlers = HANDLERS.filter((handler) => isSet(probe[handler]));
  if (handlers.length !== 1) {
    yield {
      code: handlers.length === 0 ? 'PV004' : 'PV802',
      path,
      what:
        handlers.length === 0
          ? 'the probe does not say what to ask'
          : `the probe asks ${handlers.join(' and ')} at once`,
      fix: `write one of ${HANDLERS.join(', ')}`,
      source: SOURCE,
    };
  }
  const needing = OF_THE_NETWORK.find((handler) => isSet(probe[handler]));
  if (needing !== undefined && !hasPodNetwork(spec)) {
    yield {
      code: 'PV004',
      path: `${path}.${needing}`,
      what: `${needing} needs the pod network, and the instance is not on it`,
      fix: 'add a network with pod: {}, or use exec or guestAgentPing',
      wants: 'networks',
      source: SOURCE,
    };
  }
}

/** An instance that says nothing of networks gets the pod network, unless it does not want that. */
function hasPodNetwork(spec: InstanceSpec): boolean {
  const networks = Array.isArray(spec.networks) ? spec.networks : [];
  const interfaces = at(spec, 'domain.devices.interfaces');
  const isLeftOpen = networks.length === 0 && !(Array.isArray(interfaces) && interfaces.length > 0);
  return isLeftOpen
    ? at(spec, 'domain.devices.autoattachPodInterface') !== false
    : networks.some((network) => isMap(network) && isSet(network.pod));
}
