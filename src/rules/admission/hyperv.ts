import { HYPERV_NEEDS } from '../../architectures/defaulting';
import { at, type InstanceSpec } from '../../architectures/instance-view';
import { isSet, partsOf } from '../../cluster/part';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/hyperv.go';
const FEATURES = 'domain.features';

/** What virt-api rejects in the Hyper-V features of an instance. */
export const hyperv: Rule = () => ({
  instance: ({ spec }) => {
    const features = at(spec, FEATURES);
    return isMap(features) && isMap(features.hyperv)
      ? checkHyperv(features.hyperv, isSet(features.hypervPassthrough), spec)
      : NOTHING_WRONG;
  },
});

type Features = Readonly<Record<string, unknown>>;

function* checkHyperv(features: Features, isPassedThrough: boolean, spec: InstanceSpec): Found {
  if (isPassedThrough) {
    yield late('PV802', 'hypervPassthrough', 'hyperv and hypervPassthrough are both set', 'keep one of the two');
  }
  for (const [feature, needed] of HYPERV_NEEDS) {
    if (isOn(features, feature) && isOff(features, needed)) {
      yield late(
        'PV802',
        `hyperv.${needed}`,
        `${feature} needs ${needed}, which is turned off`,
        `leave ${needed} out, or turn ${feature} off too`,
      );
    }
  }
  yield* checkVmx(spec, features);
}

/** Who asks for the timer of synic asks for synic. */
function isOn(features: Features, feature: string): boolean {
  const own = features[feature];
  return isMap(own) ? own.enabled !== false : feature === 'synic' && isOn(features, 'synictimer');
}

function isOff(features: Features, feature: string): boolean {
  const own = features[feature];
  return isMap(own) && own.enabled === false;
}

/** KubeVirt adds the CPU feature that evmcs needs, and corrects the first one of its name only. */
function* checkVmx(spec: InstanceSpec, features: Features): Found {
  if (!isOn(features, 'evmcs')) {
    return;
  }
  const vmx = partsOf(at(spec, 'domain.cpu.features'), 'domain.cpu.features').filter(({ name }) => name === 'vmx');
  const wrong = vmx.slice(1).find(({ item }) => item.policy !== 'require');
  if (wrong !== undefined) {
    yield {
      code: 'PV802',
      path: `${wrong.path}.policy`,
      what: 'evmcs needs the CPU feature vmx, which appears twice',
      fix: 'keep one, with the policy require',
      isLate: true,
      source: SOURCE,
    };
  }
}

function late(code: string, key: string, what: string, fix: string): Said {
  return { code, path: `${FEATURES}.${key}`, what, fix, isLate: true, source: SOURCE };
}
