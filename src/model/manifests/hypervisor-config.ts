import type { FeatureGate } from '../../gates/stages';
import type { Choice } from '../../hypervisors/choose';
import type { HostDeviceSelector } from '../../hypervisors/declaration';
import { imageFor, imagesOf } from '../../hypervisors/image';
import { needsNativeField } from '../../hypervisors/profile';
import type { PlatformContext } from '../context';
import { hypervisorPlan, launcherArchitectures } from '../hypervisors';
import type { ComponentPatch } from '../kubevirt-operation';
import { policyKinds } from './hypervisor-policy';

/** What the KubeVirt resource says about the hypervisor of the whole cluster. */
interface HypervisorConfig {
  readonly gates: readonly FeatureGate[];
  readonly hypervisors?: { readonly name: 'kvm' | 'hyperv-direct' }[];
  /** Patches of KubeVirt's own components. */
  readonly patches?: readonly ComponentPatch[];
  /** Devices of hypervisors that KubeVirt offers itself. */
  readonly permitted?: readonly PermittedHypervisorDevice[];
}

/** A device of a hypervisor, and how virt-handler finds it on a node. */
export interface PermittedHypervisorDevice extends HostDeviceSelector {
  readonly resourceName: string;
}

/** Configuration of the KubeVirt resource for the hypervisors that the platform chose. */
export function hypervisorConfig(platform: PlatformContext): HypervisorConfig {
  if (platform.hypervisors === undefined) {
    return { gates: [] };
  }
  const { cluster, choices } = hypervisorPlan(platform);
  // As the Plugins themselves, also of one that cannot work: else its gate would be missed beside what is in the way.
  const hasPlugin = [...choices.values()].some(({ declaration }) =>
    policyKinds(declaration, platform.target).includes('Plugin'),
  );
  const gates = hasPlugin ? (['Plugins'] as const) : [];
  const permitted = permittedDevices([...choices.values()]);
  const rest = permitted.length === 0 ? {} : { permitted };
  const choice = choices.get(cluster);
  if (choice?.realisation === undefined) {
    return { gates, ...rest };
  }
  const { profile, declaration, realisation } = choice;
  const images = imagesOf(declaration);
  const [only] = launcherArchitectures(platform);
  const image = images?.all ?? (images === undefined || only === undefined ? undefined : imageFor(images, only));
  return {
    ...rest,
    ...(needsNativeField(profile)
      ? { gates: [...gates, 'ConfigurableHypervisor' as const], hypervisors: [{ name: 'hyperv-direct' as const }] }
      : { gates }),
    ...(realisation === 'cluster-image' && image !== undefined ? { patches: [launcherPatch(image)] } : {}),
  };
}

/** Devices of hypervisors that virt-handler offers once it is told how to find them. */
function permittedDevices(choices: readonly Choice[]): PermittedHypervisorDevice[] {
  return choices.flatMap(({ realisation, profile, declaration: { hostDevice } }) => {
    const resourceName = profile.properties.device.value;
    return hostDevice === undefined || realisation === undefined || resourceName === undefined
      ? []
      : [{ resourceName, ...hostDevice }];
  });
}

/**
 * Another launcher image for every VM: the argument of virt-controller, which makes their pods.
 *
 * virt-handler has the same image in its init container virt-launcher, and keeps KubeVirt's there: it runs node-labeller.sh, which
 * starts virtqemud on the node, so that with an image without QEMU virt-handler would not start on any node. The patch first looks at
 * what it is about to replace, so that a KubeVirt that is built differently rejects it instead of starting with nonsense.
 */
function launcherPatch(image: string): ComponentPatch {
  return component('Deployment', 'virt-controller', [
    { op: 'test', path: '/spec/template/spec/containers/0/args/0', value: '--launcher-image' },
    { op: 'replace', path: '/spec/template/spec/containers/0/args/1', value: image },
  ]);
}

function component(resourceType: string, resourceName: string, operations: readonly object[]): ComponentPatch {
  return { resourceType, resourceName, type: 'json', patch: JSON.stringify(operations) };
}
