import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

/** Sources that know how large they are. */
const SIZED = ['pvc', 'snapshot'];

/** DataVolumes, and those that a VM makes, for which CDI cannot create a claim. */
export const dataVolumes: Rule = () => ({
  object: ({ kind, apiVersion, spec }) =>
    kind === 'DataVolume' && apiVersion.startsWith('cdi.kubevirt.io/') ? checkSize(spec) : NOTHING_WRONG,
  dataVolumeTemplate: ({ item }) => checkSize(item.spec),
});

function checkSize(spec: unknown): Found {
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
          path: `spec.${isMap(spec.storage) ? 'storage' : 'pvc'}.resources.requests.storage`,
          what: `a volume with the source ${kind} has no size`,
          why: 'CDI cannot create a claim without one: only clones take the size of what they clone',
          fix: "write a size, for example '30Gi'",
          source: 'containerized-data-importer pkg/apiserver/webhooks/datavolume-validate.go',
        },
      ];
}
