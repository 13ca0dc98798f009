import { mapsIn } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { NOTHING_WRONG, type Subject } from './subject';

/** Sources that know how large they are. */
const SIZED = ['pvc', 'snapshot'];

/** DataVolumes, and those that a machine makes, for which CDI cannot create a claim. */
export function checkDataVolumes({ object, instance }: Subject): readonly Finding[] {
  if (object.kind === 'DataVolume' && object.apiVersion.startsWith('cdi.kubevirt.io/')) {
    return checkSize(object, object.spec, 'spec');
  }
  const machine = instance?.machine;
  const templates = machine === undefined ? NOTHING_WRONG : mapsIn(machine.spec.dataVolumeTemplates);
  return templates.length === 0
    ? NOTHING_WRONG
    : templates.flatMap(({ spec, metadata }, i) => {
        const name = isMap(metadata) && typeof metadata.name === 'string' ? metadata.name : i;
        return checkSize(object, spec, `${machine!.path}.dataVolumeTemplates[${name}].spec`);
      });
}

function checkSize(object: KubeObject, spec: unknown, path: string): readonly Finding[] {
  const storage = isMap(spec) ? (spec.storage ?? spec.pvc) : undefined;
  if (!isMap(spec) || !isMap(storage) || isMap(spec.sourceRef)) {
    return NOTHING_WRONG;
  }
  const [kind = 'nothing'] = Object.keys(isMap(spec.source) ? spec.source : {});
  const requests = isMap(storage.resources) ? storage.resources.requests : undefined;
  const size = isMap(requests) ? requests.storage : undefined;
  return SIZED.includes(kind) || (size !== undefined && size !== null)
    ? NOTHING_WRONG
    : [
        {
          code: 'PV004',
          severity: 'error',
          object: findingObject(object),
          path: `${path}.${isMap(spec.storage) ? 'storage' : 'pvc'}.resources.requests.storage`,
          what: `a volume with the source ${kind} has no size`,
          why: 'CDI cannot create a claim without one: only clones take the size of what they clone',
          fix: "write a size, for example '30Gi'",
          source: 'containerized-data-importer pkg/apiserver/webhooks/datavolume-validate.go',
        },
      ];
}
