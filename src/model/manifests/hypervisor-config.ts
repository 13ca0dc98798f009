import type { FeatureGate } from '../../gates/stages';
import { imageFor, imagesOf } from '../../hypervisors/image';
import { needsNativeField } from '../../hypervisors/profile';
import type { PlatformContext } from '../context';
import { hypervisorPlan, launcherArchitectures } from '../hypervisors';

/** What the KubeVirt resource says about the hypervisor of the whole cluster. */
interface HypervisorConfig {
  readonly gates: readonly FeatureGate[];
  readonly hypervisors?: { readonly name: 'kvm' | 'hyperv-direct' }[];
  readonly customizeComponents?: { readonly patches: ComponentPatch[] };
}

interface ComponentPatch {
  readonly resourceType: string;
  readonly resourceName: string;
  readonly type: 'json';
  readonly patch: string;
}

/** Configuration of the KubeVirt resource for the hypervisor that the platform chose. */
export function hypervisorConfig(platform: PlatformContext): HypervisorConfig {
  if (platform.hypervisors === undefined) {
    return { gates: [] };
  }
  const { cluster, choices } = hypervisorPlan(platform);
  const choice = choices.get(cluster);
  if (choice?.realisation === undefined) {
    return { gates: [] };
  }
  const { profile, declaration, realisation } = choice;
  const images = imagesOf(declaration);
  const [only] = launcherArchitectures(platform);
  const image = images?.all ?? (images === undefined || only === undefined ? undefined : imageFor(images, only));
  return {
    ...(needsNativeField(profile)
      ? { gates: ['ConfigurableHypervisor' as const], hypervisors: [{ name: 'hyperv-direct' as const }] }
      : { gates: [] }),
    ...(realisation === 'cluster-image' && image !== undefined
      ? { customizeComponents: { patches: launcherPatches(image) } }
      : {}),
  };
}

/**
 * Another launcher image for everything: the pods that virt-controller makes, and the node labeller in virt-handler.
 *
 * One patch per object, since KubeVirt applies several in the order of their length. Each first looks at what it is about
 * to replace, so that a KubeVirt that is built differently refuses it instead of starting with nonsense.
 */
function launcherPatches(image: string): ComponentPatch[] {
  return [
    component('Deployment', 'virt-controller', [
      { op: 'test', path: '/spec/template/spec/containers/0/args/0', value: '--launcher-image' },
      { op: 'replace', path: '/spec/template/spec/containers/0/args/1', value: image },
    ]),
    component('DaemonSet', 'virt-handler', [
      { op: 'test', path: '/spec/template/spec/initContainers/0/name', value: 'virt-launcher' },
      { op: 'replace', path: '/spec/template/spec/initContainers/0/image', value: image },
    ]),
  ];
}

function component(resourceType: string, resourceName: string, operations: readonly object[]): ComponentPatch {
  return { resourceType, resourceName, type: 'json', patch: JSON.stringify(operations) };
}
