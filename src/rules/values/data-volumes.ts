import { checkArchitecture } from '../../architectures/architecture';
import type { Finding } from '../../findings/finding';
import { asText, isMap } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { isPositiveQuantity, parseQuantity } from '../../kube/quantity';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

/** DataVolumes, and those that a VM makes, that CDI rejects or cannot fill. */
export const dataVolumes: Rule = () => ({
  object: ({ kind, apiVersion, spec }) =>
    kind === 'DataVolume' && apiVersion.startsWith('cdi.kubevirt.io/') ? below(checkDataVolume(spec)) : NOTHING_WRONG,
  // virt-api takes the VM without a size: CDI rejects the volume when it is made.
  dataVolumeTemplate: ({ item }) =>
    below(checkDataVolume(item.spec).map((said) => (said.code === 'PV004' ? { ...said, severity: 'warning' } : said))),
});

function below(findings: readonly Finding[]): Found {
  return findings.length === 0
    ? NOTHING_WRONG
    : findings.map((finding) => ({ ...finding, path: `spec.${finding.path}` }));
}

/** What CDI rejects in the spec of a DataVolume, or of what becomes one. Paths are below the spec. */
export function checkDataVolume(spec: unknown): readonly Finding[] {
  if (!isMap(spec)) {
    return NOTHING_WRONG;
  }
  const found = [...checkSize(spec), ...checkImported(spec)];
  return found.length === 0 ? NOTHING_WRONG : found;
}

/** Sources that know how large they are. */
const SIZED = ['pvc', 'snapshot'];
const SOURCE = 'containerized-data-importer pkg/apiserver/webhooks/datavolume-validate.go';

function checkSize(spec: Readonly<Record<string, unknown>>): readonly Finding[] {
  const storage = spec.storage ?? spec.pvc;
  if (!isMap(storage)) {
    return NOTHING_WRONG;
  }
  const path = `${isMap(spec.storage) ? 'storage' : 'pvc'}.resources.requests.storage`;
  const size = valueAt(storage, 'resources.requests.storage');
  if (size !== undefined) {
    return isNothing(size) ? [noAmount(path, asText(size))] : NOTHING_WRONG;
  }
  const [kind = 'nothing'] = Object.keys(isMap(spec.source) ? spec.source : {});
  return SIZED.includes(kind) || isMap(spec.sourceRef) ? NOTHING_WRONG : [noSize(path, kind)];
}

/** What is no quantity at all is a matter of structure, and told there. */
function isNothing(size: unknown): boolean {
  const text = asText(size);
  return parseQuantity(text) !== undefined && !isPositiveQuantity(text);
}

function noAmount(path: string, size: string): Finding {
  return {
    code: 'PV001',
    severity: 'error',
    path,
    what: `a volume of size ${size} holds nothing`,
    why: 'CDI rejects a volume without a positive size',
    fix: "write a size, for example '30Gi'",
    source: SOURCE,
  };
}

function noSize(path: string, kind: string): Finding {
  return {
    code: 'PV004',
    severity: 'error',
    path,
    what: `a volume with the source ${kind} has no size`,
    why: 'CDI cannot create a PVC without one: only clones take the size of their source',
    fix: "write a size, for example '30Gi'",
    source: SOURCE,
  };
}

/** Of an image with several architectures the importer looks for the one that is named, by its name in the image. */
function checkImported(spec: Readonly<Record<string, unknown>>): readonly Finding[] {
  const path = 'source.registry.platform.architecture';
  const architecture = isMap(spec.source) ? valueAt(spec, path) : undefined;
  return architecture === undefined || architecture === ''
    ? NOTHING_WRONG
    : checkArchitecture(architecture, path).map((finding) => ({
        ...finding,
        why: 'No bootable image is listed under such a name: the import fails, and the volume is never filled',
        source: 'containerized-data-importer pkg/importer/transport.go',
      }));
}
