import type { KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import type { GateLists } from './enablement';
import { LISTS_PATH } from './judge';

/** What a KubeVirt says about its gates. */
export function listsOf(kubevirt: KubeObject): GateLists {
  const list = (name: string) =>
    valuesAt(kubevirt, `${LISTS_PATH}.${name}[]`)
      .map(({ value }) => value)
      .filter((value) => typeof value === 'string');
  const reservation = valueAt(kubevirt, 'spec.configuration.persistentReservationConfiguration.enabled');
  return {
    featureGates: list('featureGates'),
    disabledFeatureGates: list('disabledFeatureGates'),
    ...(typeof reservation === 'boolean' ? { persistentReservation: reservation } : {}),
  };
}
