import type { InstanceSpec } from '../../architectures/instance-view';
import { isSet } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const EVICTION = ['LiveMigrate', 'LiveMigrateIfPossible', 'None', 'External'];

/** What virt-api rejects in how an instance starts, and in what becomes of it when its node is drained. */
export const strategies: Rule = () => ({
  instance: ({ spec }) =>
    spec.evictionStrategy === undefined && spec.startStrategy === undefined ? NOTHING_WRONG : checkStrategies(spec),
});

function* checkStrategies({ evictionStrategy, startStrategy, livenessProbe }: InstanceSpec): Found {
  if (typeof evictionStrategy === 'string' && !EVICTION.includes(evictionStrategy)) {
    yield {
      code: 'PV003',
      path: 'evictionStrategy',
      what: `${shownValue(evictionStrategy)} is not an eviction strategy`,
      fix: `write one of ${EVICTION.join(', ')}`,
      source: SOURCE,
    };
  }
  if (typeof startStrategy !== 'string') {
    return;
  }
  if (startStrategy !== 'Paused') {
    yield {
      code: 'PV003',
      path: 'startStrategy',
      what: `${shownValue(startStrategy)} is not a start strategy`,
      fix: 'write Paused, or leave it out',
      source: SOURCE,
    };
  } else if (isSet(livenessProbe)) {
    yield {
      code: 'PV802',
      path: 'startStrategy',
      what: 'a guest that starts paused cannot have a livenessProbe',
      fix: 'leave one of the two out',
      source: SOURCE,
    };
  }
}
