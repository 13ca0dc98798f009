import { at, type InstanceSpec } from '../../architectures/instance-view';
import { shownValue } from '../../findings/secrets/shown-value';
import { atLeast, type Release } from '../../kube/release';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** First KubeVirt that has a pool of I/O threads. */
const POOL_SINCE = '1.5';

/** What virt-api rejects in the I/O threads of an instance. */
export const ioThreads: Rule = ({ target }) => ({
  instance: ({ spec }) => {
    const policy = at(spec, 'domain.ioThreadsPolicy');
    return typeof policy === 'string' ? checkPolicy(policy, spec, target.kubevirt) : NOTHING_WRONG;
  },
});

function* checkPolicy(policy: string, spec: InstanceSpec, kubevirt: Release): Found {
  const policies = atLeast(kubevirt, POOL_SINCE) ? ['shared', 'auto', 'supplementalPool'] : ['shared', 'auto'];
  if (!policies.includes(policy)) {
    yield {
      code: 'PV003',
      path: 'domain.ioThreadsPolicy',
      what: `${shownValue(policy)} is not a policy of I/O threads`,
      fix: `write one of ${policies.join(', ')}`,
      source: SOURCE,
    };
    return;
  }
  const count = at(spec, 'domain.ioThreads.supplementalPoolThreadCount');
  if (policy === 'supplementalPool' && !(typeof count === 'number' && count >= 1)) {
    yield {
      code: 'PV004',
      path: 'domain.ioThreads.supplementalPoolThreadCount',
      what: 'supplementalPool needs the number of threads in the pool',
      fix: 'write a number from 1 on',
      wants: 'domain.ioThreads',
      source: SOURCE,
    };
  }
}
