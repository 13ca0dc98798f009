import { at } from '../../architectures/instance-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, partsOf, textOf } from '../../cluster/part';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

const GPUS = 'domain.devices.gpus';

/** What virt-api rejects in displays of virtual GPUs, and in a sound device. */
export const devices: Rule = () => ({
  instance: (instance) =>
    instance.devices.gpus === undefined && instance.devices.sound === undefined
      ? NOTHING_WRONG
      : checkDevices(instance.devices),
});

function* checkDevices({ gpus: listed, sound }: CreatedInstance['devices']): Found {
  const gpus = partsOf(listed, GPUS);
  const shown = gpus.length < 2 ? gpus : gpus.filter(({ item }) => hasBootDisplay(item));
  if (shown.length > 1) {
    yield {
      code: 'PV802',
      path: `${shown[1]!.path}.virtualGPUOptions.display`,
      what: 'more than one GPU has a display with ramFB',
      fix: 'write ramFB: { enabled: false } in all but one',
      source: SOURCE,
    };
  }
  if (isMap(sound) && textOf(sound.name) === '') {
    const what = 'the sound device has no name';
    yield { code: 'PV004', path: 'domain.devices.sound.name', what, fix: 'write one', source: SOURCE };
  }
}

/** A display shows the boot by ramFB unless either is turned off. */
function hasBootDisplay(gpu: Readonly<Record<string, unknown>>): boolean {
  const display = at(gpu, 'virtualGPUOptions.display');
  if (!isMap(display) || display.enabled === false) {
    return false;
  }
  return !isSet(display.ramFB) || (isMap(display.ramFB) && display.ramFB.enabled === true);
}
