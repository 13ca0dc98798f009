import { nameOf } from '../kube/identity';
import { isMap } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { textOf } from '../pods/traits';
import type { ClusterView } from './cluster-view';

const FLAG = '--launcher-image';
const CONTROLLER = 'virt-controller';
const ARGS = '/spec/template/spec/containers/0/args';

/**
 * The image of every launcher of a cluster; nothing where it cannot be told.
 *
 * What a patch of the KubeVirt resource makes virt-controller say; else what a virt-controller at hand is told; else what
 * virt-operator wrote down; else where the KubeVirt resource takes its images from.
 */
export function launcherImage(cluster: ClusterView): string | undefined {
  const patched = patchedImage(cluster);
  if (patched !== undefined) {
    return patched.image;
  }
  for (const deployment of cluster.ofKind('apps', 'Deployment')) {
    const told = nameOf(deployment) === CONTROLLER ? imageInContainers(deployment) : undefined;
    if (told !== undefined) {
      return told;
    }
  }
  const said = (path: string) => textOf(valueAt(cluster.kubevirt, path));
  const { image, prefix = '', ...observed } = observedConfig(cluster);
  const registry = said('spec.imageRegistry') ?? observed.registry ?? said('status.observedKubeVirtRegistry');
  const tag = said('spec.imageTag');
  const version = observed.version ?? said('status.observedKubeVirtVersion');
  const suffix = tag === undefined && observed.sha !== undefined ? `@${observed.sha}` : `:${tag ?? version ?? ''}`;
  return (
    image ?? (registry === undefined || suffix === ':' ? undefined : `${registry}/${prefix}virt-launcher${suffix}`)
  );
}

/** What virt-operator made of its environment and of the KubeVirt resource. */
interface ObservedConfig {
  /** By its environment, whatever the KubeVirt resource says: under HyperConverged by a digest. */
  readonly image?: string | undefined;
  readonly registry?: string | undefined;
  readonly prefix?: string | undefined;
  readonly version?: string | undefined;
  /** Up to 1.8. */
  readonly sha?: string | undefined;
}

/**
 * What virt-operator wrote down in JSON.
 *
 * @see kubevirt pkg/virt-operator/util/config.go KubeVirtDeploymentConfig, components/deployments.go NewControllerDeployment
 */
function observedConfig({ kubevirt }: ClusterView): ObservedConfig {
  const text = textOf(valueAt(kubevirt, 'status.observedDeploymentConfig'));
  const config = text === undefined ? undefined : parsed(text);
  return isMap(config)
    ? {
        image: textOf(config.virtLauncherImage),
        registry: textOf(config.registry),
        prefix: textOf(config.imagePrefix),
        version: textOf(config.kubeVirtVersion),
        sha: textOf(config.virtLauncherSha),
      }
    : {};
}

/** The image after a patch: another one, or nothing that can be told. */
interface Patched {
  readonly image: string | undefined;
}

/** KubeVirt applies patches of one component by the length of their texts, the longest last. */
function patchedImage({ kubevirt }: ClusterView): Patched | undefined {
  return valuesAt(kubevirt, 'spec.customizeComponents.patches[]')
    .map(({ value }) => value)
    .filter(isMap)
    .filter(({ resourceType, resourceName }) => names(resourceType, 'Deployment') && names(resourceName, CONTROLLER))
    .flatMap(({ type, patch }) => (typeof patch === 'string' ? [{ type, patch }] : []))
    .sort((a, b) => a.patch.length - b.patch.length)
    .map(({ type, patch }) => imageByPatch(type, patch))
    .findLast((found) => found !== undefined);
}

function names(written: unknown, name: string): boolean {
  return written === '*' || (typeof written === 'string' && written.toLowerCase() === name.toLowerCase());
}

function imageByPatch(type: unknown, text: string): Patched | undefined {
  const patch = parsed(text);
  if (type === 'json') {
    return Array.isArray(patch)
      ? patch
          .filter(isMap)
          .map(imageByOperation)
          .findLast((found) => found !== undefined)
      : undefined;
  }
  // Both kinds of merging take the list of arguments as a whole.
  return valuesAt(patch, 'spec.template.spec.containers[].args').length === 0
    ? undefined
    : { image: imageInContainers(patch) };
}

/** The two first arguments are the flag and the image, in every release; what else is done to them cannot be told. */
function imageByOperation({ op, path, value }: Readonly<Record<string, unknown>>): Patched | undefined {
  if (op === 'test' || typeof path !== 'string' || !(path === ARGS || path.startsWith(`${ARGS}/`))) {
    return undefined;
  }
  if (path === `${ARGS}/1` && op === 'replace') {
    return { image: textOf(value) };
  }
  // Later arguments leave it alone, and so does one that is appended.
  return /\/(-|[2-9]|\d{2,})$/.test(path) ? undefined : { image: path === ARGS ? imageInArgs(value) : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // KubeVirt's webhook rejects it.
    return undefined;
  }
}

function imageInContainers(deployment: unknown): string | undefined {
  return valuesAt(deployment, 'spec.template.spec.containers[].args')
    .map(({ value }) => imageInArgs(value))
    .find((image) => image !== undefined);
}

function imageInArgs(args: unknown): string | undefined {
  const at = Array.isArray(args) ? args.indexOf(FLAG) : -1;
  return Array.isArray(args) && at >= 0 ? textOf(args[at + 1]) : undefined;
}
