import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet } from '../../cluster/part';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const HANDLERS = ['httpGet', 'tcpSocket', 'exec', 'guestAgentPing'];

/** Handlers that reach the guest through the pod network. */
const OF_THE_NETWORK = ['httpGet', 'tcpSocket'];

/** What virt-api rejects in the probes of an instance. */
export const probes: Rule = () => ({
  instance: (instance) =>
    instance.spec.readinessProbe === undefined && instance.spec.livenessProbe === undefined
      ? NOTHING_WRONG
      : checkProbes(instance),
});

function* checkProbes(instance: CreatedInstance): Found {
  for (const path of ['readinessProbe', 'livenessProbe']) {
    const probe = instance.spec[path];
    if (isMap(probe)) {
      yield* checkProbe(probe, path, instance);
    }
  }
}

function* checkProbe(probe: Readonly<Record<string, unknown>>, path: string, instance: CreatedInstance): Found {
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
  if (needing !== undefined && !hasPodNetwork(instance)) {
    yield {
      code: 'PV004',
      path: `${path}.${needing}`,
      what: `${needing} needs the pod network, but the instance is not connected to it`,
      fix: 'add a network with pod: {}, or use exec or guestAgentPing',
      wants: 'networks',
      source: SOURCE,
    };
  }
}

/** An instance that says nothing of networks gets the pod network, unless it does not want that. */
function hasPodNetwork({ networks, interfaces, devices }: CreatedInstance): boolean {
  return networks.length === 0 && interfaces.length === 0
    ? devices.autoattachPodInterface !== false
    : networks.some(({ item }) => isSet(item.pod));
}
