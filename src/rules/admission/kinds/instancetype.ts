import { isSet } from '../../../cluster/part';
import { fieldsOf, type KindCheck } from './kind-check';

/** What virt-api refuses in an instance type; that a percentage is one the CRD asks. */
export const checkInstancetype: KindCheck = function* ({ spec }) {
  const { overcommitPercent, hugepages } = fieldsOf(spec, 'memory');
  if (typeof overcommitPercent === 'number' && overcommitPercent !== 0 && isSet(hugepages)) {
    yield {
      code: 'PV802',
      path: 'spec.memory.overcommitPercent',
      what: 'overcommitPercent and hugepages are both there',
      fix: 'keep one of them: huge pages are not shared',
      source: 'kubevirt pkg/instancetype/webhooks/admitter.go',
    };
  }
};
