import { ARCHITECTURE_FACTS, ARCHITECTURES, type Architecture, LIVE_UPDATE_SINCE } from '../architectures/facts';
import { TEMPLATE_DEFAULTS_WRITTEN_SINCE } from '../golden-images/facts';
import { valueAt } from '../kube/path';
import { atLeast, holdsIn, type Release } from '../kube/release';
import { LAUNCHER_FACTS } from '../pods/releases';
import type { Target } from '../target/target';

/** A default that another release has otherwise. */
export interface MovedDefault {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly since: Release;
  /** What comes of it. */
  readonly effect: string;
  readonly source: string;
}

/** A default as it is before and from a release on. */
interface DefaultFact extends MovedDefault {
  readonly component: 'kubevirt' | 'hco';
  /** Only for clusters with this architecture. */
  readonly architecture?: Architecture;
  /** HyperConverged writes the value itself, so that the default never counts. */
  readonly writtenByHco?: true;
  /** Where in the configuration of KubeVirt the value can be written, which makes the default irrelevant. */
  readonly configured?: string;
}

const DEFAULTS: readonly DefaultFact[] = [
  ...ovmfPaths(),
  {
    component: 'kubevirt',
    since: '1.9',
    architecture: 'amd64',
    path: 'the firmware of UEFI guests without secure boot',
    before: 'OVMF_CODE.fd',
    after: 'OVMF_CODE.secboot.fd, and OVMF_CODE.fd where that is missing',
    effect: 'A guest gets the other build of the firmware at its next start',
    source: 'kubevirt pkg/virt-launcher/virtwrap/efi/efi.go, 1.8 and 1.9',
  },
  {
    component: 'kubevirt',
    since: LAUNCHER_FACTS.memoryRequestLeftOut.kubevirt.since,
    path: 'spec.template.spec.domain.resources.requests.memory',
    before: 'filled in when an instance is created: the limit, or the memory of the guest by the overcommit',
    after: 'left as it is written',
    effect: 'The launcher pod of a guest that says nothing there is counted with less overhead for page tables',
    source: 'kubevirt, the mutating webhook of instances up to 1.6.3 and the rendering of launcher pods from 1.6.4',
  },
  {
    component: 'kubevirt',
    since: '1.7',
    path: 'spec.template.spec.domain.firmware.serial',
    before: 'left out of the VM',
    after: 'written into the VM when it is created',
    effect: 'Git does not have it, so a tool that compares shows a difference unless it is written there',
    source: 'kubevirt, the mutating webhook of VMs, 1.7',
  },
  {
    component: 'kubevirt',
    since: '1.6',
    path: 'spec.template.spec.domain.firmware.uuid',
    before: 'left out of the VM',
    after: 'written into the VM when it is created',
    effect: 'Git does not have it, so a tool that compares shows a difference unless it is written there',
    source: 'kubevirt, the mutating webhook of VMs, 1.6',
  },
  {
    component: 'kubevirt',
    since: LIVE_UPDATE_SINCE,
    path: 'spec.configuration.vmRolloutStrategy',
    before: 'Stage',
    after: 'LiveUpdate',
    configured: 'vmRolloutStrategy',
    writtenByHco: true,
    effect: 'A change of CPU, memory, node selector, affinity or tolerations reaches running guests at once',
    source: 'kubevirt pkg/virt-config/virt-config.go DefaultVMRolloutStrategy, 1.5 and 1.6',
  },
  {
    component: 'kubevirt',
    since: LAUNCHER_FACTS.graphicsTakeMore.kubevirt.since,
    path: 'the memory overhead of a guest with graphics',
    before: '16Mi for the graphics',
    after: '32Mi for the graphics',
    effect: 'Launcher pods that start from now on ask for more memory: nodes and quotas need room for it',
    source: 'kubevirt pkg/virt-controller/services/template.go, 1.5 and 1.6',
  },
  {
    component: 'kubevirt',
    since: '1.5',
    path: 'the memory overhead of every guest',
    before: '210Mi for the processes of the launcher',
    after: '220Mi for the processes of the launcher',
    effect: 'Launcher pods that start from now on ask for more memory: nodes and quotas need room for it',
    source: 'kubevirt pkg/virt-controller/services/template.go, 1.4 and 1.5',
  },
  {
    component: 'hco',
    since: TEMPLATE_DEFAULTS_WRITTEN_SINCE,
    path: 'spec.dataImportCronTemplates[].spec.retentionPolicy and importsToKeep',
    before: 'All and 3, as CDI has it',
    after: 'None and 1, which its webhook writes',
    effect: 'Older imports of boot images go, and Git does not have the two fields unless it writes them',
    source: 'HCO pkg/webhooks/mutator/hyperConvergedMutator.go, 1.17 and 1.18',
  },
];

/** Where the launcher looks for UEFI firmware: a row for each time that it moved. */
function ovmfPaths(): DefaultFact[] {
  return ARCHITECTURES.flatMap((architecture) => {
    const { ovmfPath, source } = ARCHITECTURE_FACTS[architecture];
    return ovmfPath.slice(1).map((row, i) => ({
      component: 'kubevirt' as const,
      since: row.since!,
      architecture,
      path: `spec.configuration.architectureConfiguration.${architecture}.ovmfPath`,
      before: ovmfPath[i]!.path,
      after: row.path,
      configured: `architectureConfiguration.${architecture}.ovmfPath`,
      effect: 'The launcher looks for UEFI firmware there; a path that is configured stays, and leads to nothing',
      source,
    }));
  });
}

/**
 * The defaults that are otherwise at another target, oldest release last. Going back, before and after change places.
 *
 * @param configuration `spec.configuration` of the KubeVirt resource, where there is one
 * @param architectures those of the cluster; empty where they are unknown
 */
export function movedDefaults(
  from: Target,
  to: Target,
  configuration: unknown,
  architectures: readonly Architecture[],
): MovedDefault[] {
  return DEFAULTS.filter(({ component, since, architecture, writtenByHco, configured }) => {
    const [old, young] = [from[component], to[component]];
    const moves = old !== undefined && young !== undefined && atLeast(old, since) !== atLeast(young, since);
    const concerns = architecture === undefined || architectures.length === 0 || architectures.includes(architecture);
    const isWritten =
      (writtenByHco === true && to.hco !== undefined) ||
      (configured !== undefined && valueAt(configuration, configured) !== undefined);
    return moves && concerns && !isWritten;
  }).map(({ component, path, before, after, since, effect, source }) => {
    const isBack = !holdsIn({ since }, to[component]!);
    return { path, before: isBack ? after : before, after: isBack ? before : after, since, effect, source };
  });
}
