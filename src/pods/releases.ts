import { holdsIn, type Release, type Releases } from '../kube/release';

const RESOURCES = 'kubevirt pkg/virt-controller/services/renderresources.go';
const TEMPLATE = 'kubevirt pkg/virt-controller/services/template.go';
const VELERO = 'kubevirt pkg/storage/velero/annotations.go';

/** What is true of launcher pods in some releases of KubeVirt only. Read at every tag from v1.3.0 to v1.9.0. */
export const LAUNCHER_FACTS = {
  /** The mutating webhook no longer writes a memory request where the user wrote none: page tables are then not counted. */
  memoryRequestLeftOut: { kubevirt: { since: '1.6.4' }, source: 'kubevirt pkg/defaults/defaults.go' },
  /** Threads of the supplemental pool are known at all; until they are counted, they are put on the CPU limit. */
  poolThreadsKnown: { kubevirt: { since: '1.5' }, source: RESOURCES },
  /** Threads of the supplemental pool count as CPUs, of the request too. */
  poolThreadsCounted: { kubevirt: { since: '1.5.2' }, source: RESOURCES },
  /** What Guaranteed pods get is multiplied by additionalGuestMemoryOverheadRatio too. */
  ratioOfAll: { kubevirt: { since: '1.5.3' }, source: RESOURCES },
  /** 32Mi instead of 16Mi. */
  graphicsTakeMore: { kubevirt: { since: '1.6' }, source: RESOURCES },
  reservedOverhead: { kubevirt: { since: '1.8' }, source: RESOURCES },
  /** passtBinding is a field of an interface. */
  passtBinding: { kubevirt: { since: '1.8' }, source: 'kubevirt pkg/network/admitter' },
  /** A TPM can be there and turned off. */
  tpmEnabled: {
    kubevirt: [{ since: '1.4.1', before: '1.5' }, { since: '1.5.1' }],
    source: 'kubevirt pkg/tpm/tpm.go',
  },
  /** AMD SNP counts as SEV. */
  snpIsSev: { kubevirt: { since: '1.7' }, source: 'kubevirt pkg/util/util.go' },
  resourceClaims: { kubevirt: { since: '1.6' }, source: TEMPLATE },
  /** The pod runs under a service account that the VM names. */
  serviceAccountOfVm: { kubevirt: { since: '1.9' }, source: TEMPLATE },
  /** Pods whose disk is reserved over SCSI keep apart. */
  reservationAntiAffinity: { kubevirt: { since: '1.9' }, source: TEMPLATE },
  /** The pod has an fsGroup although the gate Root is on. */
  fsGroupAlways: { kubevirt: { since: '1.6' }, source: TEMPLATE },
  /** The log of the serial console is an init container that stays. */
  nativeSidecar: { kubevirt: { since: '1.6' }, source: 'kubevirt pkg/virt-controller/services/serialconsolelog.go' },
  /** A container that does nothing tells the digest of an image that is a volume. */
  imageVolumePull: { kubevirt: { since: '1.7' }, source: 'kubevirt pkg/container-disk/container-disk.go' },
  /** Labels `vmi.kubevirt.io/id` and that of Istio's injector. */
  instanceLabels: { kubevirt: { since: '1.7' }, source: TEMPLATE },
  istioReroute: { kubevirt: { since: '1.6.2' }, source: 'kubevirt pkg/network/istio/decorators.go' },
  veleroTimeout: { kubevirt: [{ since: '1.6.4', before: '1.7' }, { since: '1.7.2' }], source: VELERO },
  veleroSkipped: { kubevirt: [{ since: '1.6.6', before: '1.7' }, { since: '1.7.3' }], source: VELERO },
} as const satisfies Record<string, { readonly kubevirt: Releases; readonly source: string }>;

/** Something that launcher pods have in some releases only. */
export type LauncherFact = keyof typeof LAUNCHER_FACTS;

/** Whether launcher pods are so in a release. */
export function launcherHas(fact: LauncherFact, kubevirt: Release): boolean {
  return holdsIn(LAUNCHER_FACTS[fact].kubevirt, kubevirt);
}
