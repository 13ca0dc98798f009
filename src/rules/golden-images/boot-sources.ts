import { isArchitecture } from '../../architectures/architecture';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { namedSource, pointedTo } from '../../cluster/data-sources';
import { NOTHING_FILLS_IT } from '../../golden-images/data-sources';
import { ARCHITECTURE_LABEL as LABEL } from '../../golden-images/facts';
import { nameOf } from '../../kube/identity';
import { type Fields, isMap, type KubeObject } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

/** VMs whose disks come from a data source of another architecture, or from one that nothing fills. */
export const bootSources: Rule = (cluster) => ({
  member: {
    dataVolumeTemplate: ({ item }, instance) => checkReference(sourceRefOf(item), 'spec.sourceRef', instance, cluster),
    volume: ({ item: { dataVolume } }, instance) => {
      const name = isMap(dataVolume) ? dataVolume.name : undefined;
      const found =
        typeof name === 'string'
          ? cluster.find('cdi.kubevirt.io', 'DataVolume', name, instance.namespace ?? '')
          : undefined;
      return checkReference(sourceRefOf(found), 'dataVolume.name', instance, cluster);
    },
  },
});

function checkReference(
  reference: Fields | undefined,
  path: string,
  instance: CreatedInstance,
  cluster: ClusterView,
): Found {
  const { namespace } = instance;
  const first = reference === undefined ? undefined : namedSource(reference, namespace, cluster);
  if (reference === undefined || first === undefined) {
    return NOTHING_WRONG;
  }
  const { namedArchitecture, because } = instance;
  const last = pointedTo(reference, namespace, cluster);
  if ([first, last].some((source) => source !== undefined && isUnfilled(source))) {
    return [unfilled(path, first, last)];
  }
  const has = last?.metadata?.labels?.[LABEL];
  return namedArchitecture === undefined || !isArchitecture(has) || has === namedArchitecture
    ? NOTHING_WRONG
    : [mismatch(path, last!, has, namedArchitecture, because)];
}

function sourceRefOf(dataVolume: Fields | undefined): Fields | undefined {
  const reference = isMap(dataVolume?.spec) ? dataVolume.spec.sourceRef : undefined;
  return isMap(reference) ? reference : undefined;
}

function isUnfilled({ status }: KubeObject): boolean {
  const conditions = isMap(status) && Array.isArray(status.conditions) ? (status.conditions as unknown[]) : [];
  return conditions.some((condition) => isMap(condition) && condition.reason === NOTHING_FILLS_IT);
}

function mismatch(
  path: string,
  source: KubeObject,
  has: string,
  architecture: string,
  because: string | undefined,
): Said {
  return {
    code: 'PV316',
    severity: 'error',
    path,
    what: `the data source ${nameOf(source)} is for ${has}, but the VM is ${architecture}${because === undefined ? '' : ` (${because})`}`,
    why: 'Nothing rejects it: the VM starts with a disk that it cannot boot',
    fix: `name the data source for ${architecture}, or write architecture: ${has} into the VM`,
    source: `the label ${LABEL}, which SSP sets; kubevirt pkg/defaults/defaults.go`,
  };
}

function unfilled(path: string, first: KubeObject, last: KubeObject | undefined): Said {
  const leads = last === undefined || last === first ? '' : `, which leads to ${nameOf(last)}`;
  return {
    code: 'PV317',
    severity: 'warning',
    path,
    what: `nothing fills the data source ${nameOf(first)}${leads}`,
    why:
      'No golden image is imported into it, so it never becomes ready, the disk is never created, and the VM does ' +
      'not start',
    fix:
      'name a data source that polyvirt images shows as filled, or import an image for it; one that a volume of its ' +
      'name filled before is well',
    source: 'SSP internal/operands/data-sources/reconcile.go',
  };
}
