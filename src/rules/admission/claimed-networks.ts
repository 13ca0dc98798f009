import { isSet, type Part, partsOf, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import type { Found } from '../rule';

const SOURCE = 'kubevirt pkg/network/admitter/dra.go';

/**
 * What virt-api rejects in networks whose device is a resource claim (dynamic resource allocation, since 1.9).
 *
 * Without the gate NetworkDevicesWithDRA it rejects all of them; the gates say that.
 */
export function* checkClaimedNetworks(
  networks: readonly Part[],
  interfaces: readonly Part[],
  resourceClaims: unknown,
): Found {
  const claimed = networks.filter(({ item }) => isSet(item.resourceClaim));
  if (networks.some(({ item }) => isSet(item.multus))) {
    yield {
      code: 'PV802',
      path: 'networks',
      what: 'there are Multus networks and networks with a resource claim',
      fix: 'use one of the two for all secondary networks',
      source: SOURCE,
    };
    return;
  }
  const claims = new Set(partsOf(resourceClaims, 'resourceClaims').map(({ name }) => name));
  const pairs = new Set<string>();
  for (const { item, name, path } of claimed) {
    const card = interfaces.find((each) => each.name === name);
    if (card !== undefined && !isSet(card.item.sriov) && !isSet(card.item.binding)) {
      yield {
        code: 'PV003',
        path: card.path,
        what: `the network ${shownValue(name)} has a resource claim, so its interface needs sriov or binding`,
        fix: 'write sriov: {}, or a binding plugin',
        source: SOURCE,
      };
    }
    yield* checkClaim(isMap(item.resourceClaim) ? item.resourceClaim : {}, path, claims, pairs);
  }
}

function* checkClaim(
  claim: Readonly<Record<string, unknown>>,
  path: string,
  claims: ReadonlySet<string>,
  pairs: Set<string>,
): Found {
  const [claimName, requestName] = [textOf(claim.claimName), textOf(claim.requestName)];
  for (const key of ['claimName', 'requestName'] as const) {
    if (textOf(claim[key]) === '') {
      yield {
        code: 'PV004',
        path: `${path}.resourceClaim.${key}`,
        what: `the resource claim of the network has no ${key}`,
        fix: key === 'claimName' ? 'name one of resourceClaims' : 'name one of the requests of the claim',
        source: SOURCE,
      };
    }
  }
  if (claimName === '' || requestName === '') {
    return;
  }
  if (!claims.has(claimName)) {
    yield {
      code: 'PV004',
      path: `${path}.resourceClaim.claimName`,
      what: `there is no resource claim ${shownValue(claimName)}`,
      fix: 'add it to resourceClaims',
      source: SOURCE,
    };
  }
  const pair = `${claimName}/${requestName}`;
  if (pairs.has(pair)) {
    yield {
      code: 'PV802',
      path: `${path}.resourceClaim`,
      what: `the request ${shownValue(pair)} is used twice`,
      fix: 'give each network a request of its own',
      source: SOURCE,
    };
  }
  pairs.add(pair);
}
