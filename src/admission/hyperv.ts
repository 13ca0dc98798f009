import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { type Admitter, isSet, partsOf, type Refused } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/hyperv.go';
const FEATURES = 'domain.features';

/** Which feature needs which other; KubeVirt turns that one on unless it is turned off. */
const NEEDS: readonly (readonly [feature: string, needed: string])[] = [
  ['evmcs', 'vapic'],
  ['ipi', 'vpindex'],
  ['tlbflush', 'vpindex'],
  ['synictimer', 'synic'],
  ['synic', 'vpindex'],
];

/** What virt-api refuses in the Hyper-V features of an instance. */
export const checkHyperv: Admitter = function* (spec) {
  const features = at(spec, FEATURES);
  if (!isMap(features) || !isMap(features.hyperv)) {
    return;
  }
  const { hyperv } = features;
  if (isSet(features.hypervPassthrough)) {
    yield late('PV802', 'hypervPassthrough', 'hyperv and hypervPassthrough are both there', 'keep one of the two');
  }
  for (const [feature, needed] of NEEDS) {
    if (isOn(hyperv, feature) && isOff(hyperv, needed)) {
      yield late(
        'PV802',
        `hyperv.${needed}`,
        `${feature} needs ${needed}, which is turned off`,
        `leave ${needed} out, or turn ${feature} off too`,
      );
    }
  }
  yield* checkVmx(spec, hyperv);
};

/** Who asks for the timer of synic asks for synic. */
function isOn(hyperv: Readonly<Record<string, unknown>>, feature: string): boolean {
  const own = hyperv[feature];
  return isMap(own) ? own.enabled !== false : feature === 'synic' && isOn(hyperv, 'synictimer');
}

function isOff(hyperv: Readonly<Record<string, unknown>>, feature: string): boolean {
  const own = hyperv[feature];
  return isMap(own) && own.enabled === false;
}

/** KubeVirt adds the CPU feature that evmcs needs, and corrects the first one of its name only. */
function* checkVmx(spec: Parameters<Admitter>[0], hyperv: Readonly<Record<string, unknown>>): Iterable<Refused> {
  if (!isOn(hyperv, 'evmcs')) {
    return;
  }
  const vmx = partsOf(at(spec, 'domain.cpu.features'), 'domain.cpu.features').filter(({ name }) => name === 'vmx');
  const wrong = vmx.slice(1).find(({ item }) => item.policy !== 'require');
  if (wrong !== undefined) {
    yield {
      code: 'PV802',
      path: `${wrong.path}.policy`,
      what: 'evmcs needs the CPU feature vmx, which is there twice',
      fix: 'keep one, with the policy require',
      isLate: true,
      source: SOURCE,
    };
  }
}

function late(code: Refused['code'], key: string, what: string, fix: string): Refused {
  return { code, path: `${FEATURES}.${key}`, what, fix, isLate: true, source: SOURCE };
}
