import { isDnsLabel, isDnsSubdomain } from '../kube/names';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { type Admitter, partsOf, textOf } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const LABEL = 'use at most 63 lower-case letters, digits and -';
const DOMAIN = 'use lower-case letters, digits, - and dots';

/** First KubeVirt that has serviceAccountName. */
const SERVICE_ACCOUNT_SINCE = '1.9';

/** What virt-api refuses in the names that an instance gives its guest and its pod. */
export const checkNames: Admitter = function* (spec, { kubevirt }) {
  const [hostname, subdomain, account] = [spec.hostname, spec.subdomain, spec.serviceAccountName].map(textOf) as [
    string,
    string,
    string,
  ];
  if (hostname !== '' && !isDnsLabel(hostname)) {
    yield {
      code: 'PV002',
      path: 'hostname',
      what: `${shownValue(hostname)} is not a host name`,
      fix: LABEL,
      source: SOURCE,
    };
  }
  if (subdomain !== '' && !isDnsSubdomain(subdomain)) {
    yield {
      code: 'PV002',
      path: 'subdomain',
      what: `${shownValue(subdomain)} is not a domain`,
      fix: DOMAIN,
      source: SOURCE,
    };
  }
  if (account === '' || !atLeast(kubevirt, SERVICE_ACCOUNT_SINCE)) {
    return;
  }
  if (!isDnsSubdomain(account)) {
    yield {
      code: 'PV002',
      path: 'serviceAccountName',
      what: `${shownValue(account)} is not a name of a service account`,
      fix: DOMAIN,
      source: SOURCE,
    };
  }
  const other = partsOf(spec.volumes, 'volumes').find(
    ({ item }) => isMap(item.serviceAccount) && textOf(item.serviceAccount.serviceAccountName) !== account,
  );
  if (other !== undefined) {
    yield {
      code: 'PV802',
      path: `${other.path}.serviceAccount.serviceAccountName`,
      what: `the volume is of another service account than serviceAccountName, ${shownValue(account)}`,
      fix: 'name the same service account in both',
      source: SOURCE,
    };
  }
};
