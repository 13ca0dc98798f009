import { isSet } from '../../../cluster/part';
import { fieldsOf, type KindCheck } from './kind-check';

/** Refusals of virt-api in an instance type; the CRD itself asks that a percentage is one. */
export const checkInstancetype: KindCheck = function* ({ spec }) {
  const { overcommitPercent, hugepages } = fieldsOf(spec, 'memory');
  if (typeof overcommitPercent === 'number' && overcommitPercent !== 0 && isSet(hugepages)) {
    yield {
      code: 'PV802',
      path: 'spec.memory.overcommitPercent',
      what: 'overcommitPercent and hugepages are both set',
      fix: 'keep one of them: huge pages are not shared',
      source: 'kubevirt pkg/instancetype/webhooks/admitter.go',
    };
  }
};
