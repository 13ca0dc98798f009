import { shownValue } from '../../../findings/secrets/shown-value';
import { type Fields, isMap } from '../../../kube/object';
import { atLeast } from '../../../kube/release';
import type { Found } from '../../rule';
import { fieldsOf, type KindCheck } from './kind-check';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmpool-admitter.go';

/** First releases that ask. */
const UNAVAILABLE_SINCE = '1.6';
const STRATEGIES_SINCE = '1.7';

/** What virt-api rejects in a VirtualMachinePool, its selector and its VMs apart. */
export const checkPool: KindCheck = function* ({ spec }, { target }) {
  if (!isMap(spec)) {
    return;
  }
  if (atLeast(target.kubevirt, UNAVAILABLE_SINCE)) {
    yield* checkUnavailable(spec.maxUnavailable);
  }
  if (atLeast(target.kubevirt, STRATEGIES_SINCE)) {
    yield* checkStrategy(fieldsOf(spec, 'updateStrategy'), 'spec.updateStrategy');
    yield* checkStrategy(fieldsOf(spec, 'scaleInStrategy'), 'spec.scaleInStrategy');
  }
};

function* checkUnavailable(value: unknown): Found {
  const isWell =
    typeof value === 'string'
      ? /^[+]?\d+%$/.test(value) && Number.parseInt(value, 10) >= 1 && Number.parseInt(value, 10) <= 100
      : typeof value !== 'number' || value > 0;
  if (!isWell) {
    yield {
      code: 'PV003',
      path: 'spec.maxUnavailable',
      what: `${shownValue(value)} is not a number of VMs`,
      fix: 'write a whole number, 1 or more, or 1% to 100%',
      source: SOURCE,
    };
  }
}

function* checkStrategy(strategy: Fields, path: string): Found {
  const said = ['unmanaged', 'opportunistic', 'proactive'].filter((key) => isMap(strategy[key]));
  if (said.length > 1) {
    yield {
      code: 'PV802',
      path,
      what: `${said.join(' and ')} are both set`,
      fix: 'keep one of them',
      source: SOURCE,
    };
  }
}
