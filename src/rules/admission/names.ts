import type { CreatedInstance } from '../../cluster/created-instance';
import { textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isDnsLabel, isDnsSubdomain } from '../../kube/names';
import { isMap } from '../../kube/object';
import { atLeast } from '../../kube/release';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const LABEL = 'use at most 63 lower-case letters, digits and -';
const DOMAIN = 'use lower-case letters, digits, - and dots';

/** First KubeVirt that has serviceAccountName. */
const SERVICE_ACCOUNT_SINCE = '1.9';

/** Refusals of virt-api in the names that an instance gives its guest and its pod. */
export const guestNames: Rule = ({ target }) => ({
  instance: (instance) =>
    instance.spec.serviceAccountName === undefined || !atLeast(target.kubevirt, SERVICE_ACCOUNT_SINCE)
      ? NOTHING_WRONG
      : checkServiceAccount(textOf(instance.spec.serviceAccountName), instance),
  member: {
    instance: ({ written: { spec } }) =>
      spec.hostname === undefined && spec.subdomain === undefined
        ? NOTHING_WRONG
        : checkHost(textOf(spec.hostname), textOf(spec.subdomain)),
  },
});

function* checkHost(hostname: string, subdomain: string): Found {
  if (hostname !== '' && !isDnsLabel(hostname)) {
    const what = `${shownValue(hostname)} is not a host name`;
    yield { code: 'PV002', path: 'hostname', what, fix: LABEL, source: SOURCE };
  }
  if (subdomain !== '' && !isDnsSubdomain(subdomain)) {
    const what = `${shownValue(subdomain)} is not a domain`;
    yield { code: 'PV002', path: 'subdomain', what, fix: DOMAIN, source: SOURCE };
  }
}

function* checkServiceAccount(account: string, { volumes }: CreatedInstance): Found {
  if (account === '') {
    return;
  }
  if (!isDnsSubdomain(account)) {
    const what = `${shownValue(account)} is not a name of a service account`;
    yield { code: 'PV002', path: 'serviceAccountName', what, fix: DOMAIN, source: SOURCE };
  }
  const other = volumes.find(
    ({ item }) => isMap(item.serviceAccount) && textOf(item.serviceAccount.serviceAccountName) !== account,
  );
  if (other !== undefined) {
    yield {
      code: 'PV802',
      path: `${other.path}.serviceAccount.serviceAccountName`,
      what: `the volume uses another service account than serviceAccountName, ${shownValue(account)}`,
      fix: 'name the same service account in both',
      source: SOURCE,
    };
  }
}
