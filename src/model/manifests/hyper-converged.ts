import type { FeatureGate } from '../../../imports/hco';
import { hcoGateOf } from '../../gates/hco';
import { COMMON_FIELD_SINCE, HYPERCONVERGED_NAME, MULTI_ARCH_SWITCH } from '../../golden-images/facts';
import { switchPlace } from '../../golden-images/switch';
import { WORKER_LABEL } from '../../inventory/workload-nodes';
import { compact, type KubeObject, nonEmpty } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import { preferredVersion, storesHcoV1 } from '../../target/hco-api';
import { hcoRelease, type PlatformContext } from '../context';
import type { GoldenImageDeclaration } from '../golden-image';
import type { HyperConvergedDeclaration } from '../hyper-converged';
import { placementSpec } from '../placement-spec';
import { dataImportCronTemplate } from './golden-image';
import { hypervisorConfig } from './hypervisor-config';
import { metadataOf } from './metadata';

/** First release whose webhook adds an empty configuration of KSM. */
const KSM_SINCE = '1.17';

/** The HyperConverged resource of a cluster, in the version that its release stores. */
export function hyperConverged(
  declaration: HyperConvergedDeclaration,
  images: readonly GoldenImageDeclaration[],
  platform: PlatformContext,
): KubeObject {
  const hco = hcoRelease(platform);
  const { version = preferredVersion(hco), namespace = HYPERCONVERGED_NAME } = declaration;
  const parts: Parts = {
    declaration,
    hco,
    multiArch: declaration.enableMultiArchBootImageImport,
    templates: nonEmpty(images.map((image) => dataImportCronTemplate(image, hco))),
    evictionStrategy: declaration.evictionStrategy ?? defaultEvictionStrategy(platform),
    // HyperConverged turns the gate on itself where the list is there.
    hypervisors: hypervisorConfig({ ...platform, hyperConverged: declaration }).hypervisors,
    workloadUpdateStrategy: declaration.workloadUpdateMethods && {
      workloadUpdateMethods: [...declaration.workloadUpdateMethods],
    },
  };
  return {
    apiVersion: `hco.kubevirt.io/${version}`,
    kind: 'HyperConverged',
    metadata: metadataOf({ ...declaration, name: HYPERCONVERGED_NAME, namespace }, platform),
    spec: { ...(version === 'v1' ? specV1(parts) : specV1beta1(parts)) },
  };
}

interface Parts {
  readonly declaration: HyperConvergedDeclaration;
  readonly hco: Release;
  readonly multiArch: boolean | undefined;
  readonly templates: object[] | undefined;
  readonly evictionStrategy: string | undefined;
  readonly hypervisors: object[] | undefined;
  readonly workloadUpdateStrategy: object | undefined;
}

function specV1beta1(parts: Parts): object | undefined {
  const { declaration, hco, multiArch, templates, evictionStrategy } = parts;
  const { enableCommonBootImageImport: common } = declaration;
  const asField = atLeast(hco, COMMON_FIELD_SINCE);
  const infra = placementSpec(declaration.infra, 'infra');
  const workloads = placementSpec(declaration.workloads);
  return compact({
    featureGates: compact({
      ...Object.fromEntries(gatesOf(declaration).map(({ name, on }) => [name, on])),
      [MULTI_ARCH_SWITCH]: switchPlace('v1beta1', hco) === 'gate' ? multiArch : undefined,
      enableCommonBootImageImport: asField ? undefined : common,
    }),
    commonBootImageNamespace: declaration.commonBootImageNamespace,
    dataImportCronTemplates: templates,
    defaultCPUModel: declaration.defaultCPUModel,
    enableCommonBootImageImport: asField ? common : undefined,
    evictionStrategy,
    hypervisors: parts.hypervisors,
    infra: infra && { nodePlacement: infra },
    ksmConfiguration: atLeast(hco, KSM_SINCE) ? {} : undefined,
    workloads: workloads && { nodePlacement: workloads },
    workloadUpdateStrategy: parts.workloadUpdateStrategy,
  });
}

function specV1(parts: Parts): object | undefined {
  const { declaration, hco, multiArch, templates, evictionStrategy } = parts;
  return compact({
    deployment: compact({
      nodePlacements: compact({
        infra: placementSpec(declaration.infra, 'infra'),
        workload: placementSpec(declaration.workloads),
      }),
    }),
    featureGates: nonEmpty(gateList(parts)),
    virtualization: compact({
      evictionStrategy,
      hypervisors: parts.hypervisors,
      ksmConfiguration: atLeast(hco, KSM_SINCE) ? {} : undefined,
      virtualMachineOptions: compact({ defaultCPUModel: declaration.defaultCPUModel }),
      workloadUpdateStrategy: parts.workloadUpdateStrategy,
    }),
    workloadSources: compact({
      commonBootImageNamespace: declaration.commonBootImageNamespace,
      dataImportCronTemplates: templates,
      enableCommonBootImageImport: declaration.enableCommonBootImageImport,
      [MULTI_ARCH_SWITCH]: switchPlace('v1', hco) === 'field' ? multiArch : undefined,
    }),
  });
}

/**
 * The gates as v1 lists them.
 *
 * 1.18 stores v1beta1 and reads back in an order of its own, without the state of what is on; what is off by default
 * vanishes. Later releases keep what is written.
 */
function gateList({ declaration, hco, multiArch }: Parts): FeatureGate[] {
  if (storesHcoV1(hco)) {
    return gatesOf(declaration).map(({ name, on }) => ({ name, state: on ? 'Enabled' : 'Disabled' }));
  }
  const all = [...gatesOf(declaration), ...(multiArch === true ? [{ name: MULTI_ARCH_SWITCH, on: true }] : [])];
  const rank = (name: string) => (ORDER_OF_1_18.includes(name) ? ORDER_OF_1_18.indexOf(name) : ORDER_OF_1_18.length);
  return all
    .filter(({ name, on }) => on !== (hcoGateOf(name, hco)?.default ?? false))
    .sort((a, b) => rank(a.name) - rank(b.name))
    .map(({ name, on }) => (on ? { name } : { name, state: 'Disabled' }));
}

/** Source: HCO v1.18.1 api/v1beta1/zz_generated.featuregates_conversion.go. */
const ORDER_OF_1_18: readonly string[] = [
  'downwardMetrics',
  'deployKubeSecondaryDNS',
  'disableMDevConfiguration',
  'persistentReservation',
  'alignCPUs',
  MULTI_ARCH_SWITCH,
  'decentralizedLiveMigration',
  'declarativeHotplugVolumes',
  'videoConfig',
  'objectGraph',
  'incrementalBackup',
  'containerPathVolumes',
];

/** The gates of a declaration without the switch, which has a place of its own. */
function gatesOf({ featureGates = [], disabledFeatureGates = [] }: HyperConvergedDeclaration) {
  return [
    ...featureGates.map((name) => ({ name, on: true })),
    ...disabledFeatureGates.map((name) => ({ name, on: false })),
  ].filter(({ name }) => name !== MULTI_ARCH_SWITCH);
}

/** What the operator writes into the resource: guests migrate where there is another worker to migrate to. */
function defaultEvictionStrategy({ nodes }: PlatformContext): string | undefined {
  const workers = nodes?.filter(({ labels }) => WORKER_LABEL in labels).length;
  return workers === undefined ? undefined : workers > 1 ? 'LiveMigrate' : 'None';
}
