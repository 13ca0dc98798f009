import type { CreatedInstance } from '../../cluster/created-instance';
import { type Part, partsOf, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/dra/admitter/dra_admitter.go';

/** First KubeVirt that looks at GPUs of dynamic resource allocation. */
const GPUS_SINCE = '1.6';
/** First one that looks at host devices as well, and at requests. */
const HOST_DEVICES_SINCE = '1.8';
/** First one that looks at all devices together. */
const TOGETHER_SINCE = '1.8.3';
/** First one in which a name that is empty counts as absent, and networks have claims. */
const EMPTY_IS_ABSENT_SINCE = '1.9';

/**
 * What virt-api rejects in GPUs and host devices: each has a device name, or a request of a resource claim.
 *
 * Without the gates GPUsWithDRA and HostDevicesWithDRA it rejects every claim; the gates say that.
 */
export const claimedDevices: Rule = ({ target }) => ({
  instance: (instance) => {
    const { gpus, hostDevices } = instance.devices;
    return (gpus === undefined && hostDevices === undefined) || !atLeast(target.kubevirt, GPUS_SINCE)
      ? NOTHING_WRONG
      : checkDevices(instance, target.kubevirt);
  },
});

function* checkDevices({ spec, devices, networks }: CreatedInstance, kubevirt: Release): Found {
  const gpus = partsOf(devices.gpus, 'domain.devices.gpus');
  const others = partsOf(devices.hostDevices, 'domain.devices.hostDevices');
  const claims = new Set(partsOf(spec.resourceClaims, 'resourceClaims').map(({ name }) => name));
  const pairs = new Set<string>();
  if (atLeast(kubevirt, TOGETHER_SINCE) && isMixed(gpus, kubevirt)) {
    yield {
      code: 'PV802',
      path: 'domain.devices.gpus',
      what: 'there are GPUs with a device name and GPUs with a resource claim',
      fix: 'use one of the two for all GPUs',
      source: SOURCE,
    };
  } else {
    yield* checkAll(gpus, kubevirt, claims, pairs);
  }
  if (atLeast(kubevirt, HOST_DEVICES_SINCE)) {
    const known = atLeast(kubevirt, TOGETHER_SINCE) ? pairs : new Set<string>();
    yield* checkAll(others, kubevirt, claims, known);
  }
  if (pairs.size > 0 && atLeast(kubevirt, EMPTY_IS_ABSENT_SINCE)) {
    yield* checkNetworks(networks, pairs);
  }
}

function isMixed(devices: readonly Part[], kubevirt: Release): boolean {
  const claimed = devices.filter((device) => textOf(device.item.deviceName) === '' && hasClaim(device, kubevirt));
  return claimed.length > 0 && claimed.length < devices.length;
}

function hasClaim({ item }: Part, kubevirt: Release): boolean {
  const isThere = atLeast(kubevirt, EMPTY_IS_ABSENT_SINCE)
    ? (value: unknown) => textOf(value) !== ''
    : (value: unknown) => typeof value === 'string';
  return isThere(item.claimName) || isThere(item.requestName);
}

function* checkAll(
  devices: readonly Part[],
  kubevirt: Release,
  claims: ReadonlySet<string>,
  pairs: Set<string>,
): Found {
  for (const device of devices) {
    const isNamed = textOf(device.item.deviceName) !== '';
    const isClaimed = hasClaim(device, kubevirt);
    if (isNamed === isClaimed) {
      yield {
        code: isNamed ? 'PV802' : 'PV004',
        path: device.path,
        what: isNamed ? 'the device has a device name and a resource claim' : 'the device has no device name',
        fix: 'write either deviceName, or claimName and requestName',
        source: SOURCE,
      };
    } else if (isClaimed) {
      yield* checkClaim(device, kubevirt, claims, pairs);
    }
  }
}

function* checkClaim({ item, path }: Part, kubevirt: Release, claims: ReadonlySet<string>, pairs: Set<string>): Found {
  const claimName = textOf(item.claimName);
  const requestName = textOf(item.requestName);
  const hasRequests = atLeast(kubevirt, HOST_DEVICES_SINCE);
  for (const key of ['claimName', 'requestName'] as const) {
    if (textOf(item[key]) === '' && (key === 'claimName' || hasRequests)) {
      const what = `the resource claim of the device has no ${key}`;
      const fix = key === 'claimName' ? 'name one of resourceClaims' : 'name one of the requests of the claim';
      yield { code: 'PV004', path: `${path}.${key}`, what, fix, source: SOURCE };
    }
  }
  if (claimName === '' || (hasRequests && requestName === '')) {
    return;
  }
  if (!claims.has(claimName)) {
    const what = `there is no resource claim ${shownValue(claimName)}`;
    yield { code: 'PV004', path: `${path}.claimName`, what, fix: 'add it to resourceClaims', source: SOURCE };
  }
  const pair = `${claimName}/${requestName}`;
  if (hasRequests && pairs.has(pair)) {
    const what = `the request ${shownValue(pair)} is used twice`;
    yield { code: 'PV802', path, what, fix: 'give each device a request of its own', source: SOURCE };
  }
  pairs.add(pair);
}

function* checkNetworks(networks: readonly Part[], pairs: ReadonlySet<string>): Found {
  for (const { item, path } of networks) {
    const { resourceClaim } = item;
    const pair = isMap(resourceClaim) ? `${textOf(resourceClaim.claimName)}/${textOf(resourceClaim.requestName)}` : '';
    if (pairs.has(pair)) {
      yield {
        code: 'PV802',
        path: `${path}.resourceClaim`,
        what: `the request ${shownValue(pair)} is also used by a device`,
        fix: 'give the network a request of its own',
        source: SOURCE,
      };
    }
  }
}
