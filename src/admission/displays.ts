import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { type Admitter, type Part, partsOf } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** First KubeVirt that asks this. */
const SINCE = '1.4';

/** What virt-api refuses in the displays of virtual GPUs: a guest shows its boot on one of them. */
export const checkDisplays: Admitter = function* (spec, { kubevirt }) {
  const gpus = at(spec, 'domain.devices.gpus');
  if (gpus === undefined || !atLeast(kubevirt, SINCE)) {
    return;
  }
  const [, second] = partsOf(gpus, 'domain.devices.gpus').filter(showsBoot);
  if (second !== undefined) {
    yield {
      code: 'PV802',
      path: `${second.path}.virtualGPUOptions.display`,
      what: 'more than one GPU has a display with ramFB',
      fix: 'write ramFB: { enabled: false } in all displays but one',
      source: SOURCE,
    };
  }
};

/** A display has ramFB unless that is turned off, or named without being turned on. */
function showsBoot({ item: { virtualGPUOptions: options } }: Part): boolean {
  const display = isMap(options) ? options.display : undefined;
  return isMap(display) && display.enabled !== false && (!isMap(display.ramFB) || display.ramFB.enabled === true);
}
