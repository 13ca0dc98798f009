import { isSet } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vms-admitter.go';

/** Those that need no gate; WaitAsReceiver, which does, is a row of `src/gates`. */
const STRATEGIES = ['Always', 'Halted', 'Manual', 'RerunOnFailure', 'Once'];

/** What virt-api rejects in when a VirtualMachine runs. */
export const runStrategies: Rule = () => ({
  vm: ({ spec, isOfKubeVirt }) => (isOfKubeVirt ? checkRunStrategy(spec) : NOTHING_WRONG),
});

function* checkRunStrategy({ running, runStrategy }: Readonly<Record<string, unknown>>): Found {
  if (isSet(running) === isSet(runStrategy)) {
    yield {
      code: isSet(running) ? 'PV802' : 'PV004',
      path: isSet(running) ? 'running' : 'runStrategy',
      what: isSet(running) ? 'running and runStrategy are both set' : 'the VirtualMachine has no runStrategy',
      fix: isSet(running) ? 'keep runStrategy' : 'write Always, or Halted for one that does not start by itself',
      source: SOURCE,
    };
  }
  if (typeof runStrategy === 'string' && runStrategy !== 'WaitAsReceiver' && !STRATEGIES.includes(runStrategy)) {
    yield {
      code: 'PV003',
      path: 'runStrategy',
      what: `${shownValue(runStrategy)} is not a run strategy`,
      fix: `write one of ${STRATEGIES.join(', ')}`,
      source: SOURCE,
    };
  }
}
