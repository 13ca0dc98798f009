import { textOf } from '../../../cluster/part';
import { shownValue } from '../../../findings/secrets/shown-value';
import { isMap } from '../../../kube/object';
import { atLeast } from '../../../kube/release';
import { fieldsOf, type KindCheck } from './kind-check';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/migration-create-admitter.go';

/** First release with a queue of migrations. */
const QUEUE_SINCE = '1.7';

/** What virt-api rejects in a VirtualMachineInstanceMigration; of the instance it asks the cluster. */
export const checkMigration: KindCheck = function* ({ spec }, { target }) {
  if (!isMap(spec)) {
    return;
  }
  if (textOf(spec.vmiName) === '') {
    yield {
      code: 'PV004',
      path: 'spec.vmiName',
      what: 'the migration names no instance',
      fix: 'write vmiName',
      source: SOURCE,
    };
  }
  if (typeof spec.priority === 'string' && atLeast(target.kubevirt, QUEUE_SINCE)) {
    yield {
      code: 'PV003',
      path: 'spec.priority',
      what: 'only virt-controller may set the priority of a migration',
      fix: 'leave it out',
      source: SOURCE,
    };
  }
  const [sent, received] = [fieldsOf(spec, 'sendTo').migrationID, fieldsOf(spec, 'receive').migrationID];
  if (isMap(spec.sendTo) && isMap(spec.receive) && sent !== received) {
    yield {
      code: 'PV802',
      path: 'spec.receive.migrationID',
      what: `${shownValue(received)} is not the migrationID of sendTo, ${shownValue(sent)}`,
      fix: 'write the same in both',
      source: SOURCE,
    };
  }
};
