import { isArchitecture } from '../architectures/architecture';
import { listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { NOTHING_FILLS_IT } from '../golden-images/data-sources';
import { ARCHITECTURE_LABEL as LABEL } from '../golden-images/facts';
import { findingObject, nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { namedSource, pointedTo } from './data-source';
import { instanceOf } from './instance-of';
import { machineOf } from './machine';

/** A reference of a machine to a data source. */
interface SourceUse {
  readonly reference: Readonly<Record<string, unknown>>;
  readonly path: string;
}

/** Machines whose disks come from a data source of another architecture, or from one that nothing fills. */
export function checkDataSources(object: KubeObject, cluster: ClusterView): Finding[] {
  const uses = usesOf(object, cluster);
  if (uses.length === 0) {
    return [];
  }
  const around = namespaceOf(object);
  return uses.flatMap(({ reference, path }): Finding[] => {
    const first = namedSource(reference, around, cluster);
    if (first === undefined) {
      return [];
    }
    const last = pointedTo(reference, around, cluster);
    if ([first, last].some((source) => source !== undefined && isUnfilled(source))) {
      return [unfilled(object, path, first, last)];
    }
    const has = last?.metadata?.labels?.[LABEL];
    const machine = machineOf(object, cluster);
    return machine?.architecture === undefined || !isArchitecture(has) || has === machine.architecture
      ? []
      : [mismatch(object, path, last!, has, machine.architecture, machine.because)];
  });
}

/** What the machine makes its disks of, and the data volumes beside it that it names. */
function usesOf(object: KubeObject, cluster: ClusterView): SourceUse[] {
  const instance = instanceOf(object);
  if (instance === undefined) {
    return [];
  }
  const templates = listAt(instance.machine?.spec ?? {}, 'dataVolumeTemplates').flatMap(({ spec }, i) =>
    isMap(spec) && isMap(spec.sourceRef)
      ? [{ reference: spec.sourceRef, path: `${instance.machine!.path}.dataVolumeTemplates[${i}].spec.sourceRef` }]
      : [],
  );
  const volumes = listAt(instance.spec, 'volumes').flatMap(({ dataVolume }, i) => {
    const name = isMap(dataVolume) ? dataVolume.name : undefined;
    const found =
      typeof name === 'string'
        ? cluster.find('cdi.kubevirt.io', 'DataVolume', name, namespaceOf(object) ?? '')
        : undefined;
    const reference = isMap(found?.spec) ? found.spec.sourceRef : undefined;
    return isMap(reference) ? [{ reference, path: `${instance.path}.volumes[${i}].dataVolume.name` }] : [];
  });
  return [...templates, ...volumes];
}

function isUnfilled({ status }: KubeObject): boolean {
  const conditions = isMap(status) && Array.isArray(status.conditions) ? (status.conditions as unknown[]) : [];
  return conditions.some((condition) => isMap(condition) && condition.reason === NOTHING_FILLS_IT);
}

function mismatch(
  object: KubeObject,
  path: string,
  source: KubeObject,
  has: string,
  architecture: string,
  because: string | undefined,
): Finding {
  return {
    code: 'PV316',
    severity: 'error',
    object: findingObject(object),
    path,
    what: `the data source ${nameOf(source)} is for ${has}, the machine is ${architecture}${because === undefined ? '' : ` (${because})`}`,
    why: 'Nothing refuses it: the machine starts on a disk that its processor cannot boot',
    fix: `name the data source for ${architecture}, or write architecture: ${has} into the machine`,
    source: `the label ${LABEL}, which SSP sets; kubevirt pkg/defaults/defaults.go`,
  };
}

function unfilled(object: KubeObject, path: string, first: KubeObject, last: KubeObject | undefined): Finding {
  const leads = last === undefined || last === first ? '' : `, which leads to ${nameOf(last)}`;
  return {
    code: 'PV317',
    severity: 'warning',
    object: findingObject(object),
    path,
    what: `nothing fills the data source ${nameOf(first)}${leads}`,
    why: 'No golden image is imported into it, so it never becomes ready, the disk is never made, and the machine does not start',
    fix: 'name a data source that polyvirt images shows as filled, or import an image for it; one that a volume of its name filled before is well',
    source: 'SSP internal/operands/data-sources/reconcile.go',
  };
}
