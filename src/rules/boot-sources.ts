import { isArchitecture } from '../architectures/architecture';
import { mapsIn } from '../architectures/instance-view';
import type { ClusterView } from '../cluster/cluster-view';
import { namedSource, pointedTo } from '../cluster/data-source';
import type { Instance } from '../cluster/instance-of';
import type { Finding } from '../findings/finding';
import { NOTHING_FILLS_IT } from '../golden-images/data-sources';
import { ARCHITECTURE_LABEL as LABEL } from '../golden-images/facts';
import { findingObject, nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { NOTHING_WRONG, type Subject } from './subject';

/** A reference of a machine to a data source. */
interface SourceUse {
  readonly reference: Readonly<Record<string, unknown>>;
  readonly path: string;
}

/** Machines whose disks come from a data source of another architecture, or from one that nothing fills. */
export function checkDataSources(subject: Subject, cluster: ClusterView): readonly Finding[] {
  const { object, instance } = subject;
  const uses = instance === undefined ? [] : usesOf(object, instance, cluster);
  if (uses.length === 0) {
    return NOTHING_WRONG;
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
    const { machine } = subject;
    return machine?.architecture === undefined || !isArchitecture(has) || has === machine.architecture
      ? []
      : [mismatch(object, path, last!, has, machine.architecture, machine.because)];
  });
}

/** What the machine makes its disks of, and the data volumes beside it that it names. */
function usesOf(object: KubeObject, { spec, path, machine }: Instance, cluster: ClusterView): SourceUse[] {
  const uses: SourceUse[] = [];
  const templates = machine === undefined ? NOTHING_WRONG : mapsIn(machine.spec.dataVolumeTemplates);
  for (let i = 0; i < templates.length; i++) {
    const reference = sourceRefOf(templates[i]);
    if (reference !== undefined) {
      uses.push({ reference, path: `${machine!.path}.dataVolumeTemplates[${i}].spec.sourceRef` });
    }
  }
  const volumes = mapsIn(spec.volumes);
  for (let i = 0; i < volumes.length; i++) {
    const { dataVolume } = volumes[i]!;
    const name = isMap(dataVolume) ? dataVolume.name : undefined;
    const reference =
      typeof name === 'string'
        ? sourceRefOf(cluster.find('cdi.kubevirt.io', 'DataVolume', name, namespaceOf(object) ?? ''))
        : undefined;
    if (reference !== undefined) {
      uses.push({ reference, path: `${path}.volumes[${i}].dataVolume.name` });
    }
  }
  return uses;
}

function sourceRefOf(dataVolume: Readonly<Record<string, unknown>> | undefined): SourceUse['reference'] | undefined {
  const reference = isMap(dataVolume?.spec) ? dataVolume.spec.sourceRef : undefined;
  return isMap(reference) ? reference : undefined;
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
