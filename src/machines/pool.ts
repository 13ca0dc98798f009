import type { Release } from '../kube/release';
import type { PlacementDeclaration, WrittenPlacement } from '../placement/declaration';
import { allDemands, type Demands, demandsOf } from '../placement/demands';
import { type MachinePlacement, machinePlacement } from '../placement/machine-dialect';
import { demandsOfPresets, type Generation, generationOf, type PresetsDeclaration } from '../placement/presets';
import type { DNS_POLICIES, EVICTION_STRATEGIES } from './facts';
import type {
  ClusterApiOptions,
  MachineDialect,
  MachineDns,
  MachineLocation,
  MachineMatcher,
  MachineMetadata,
  MachineNetwork,
  MachineNode,
  MachineSubnet,
  PrimaryDisk,
  SecondaryDisk,
  SecretKeyReference,
} from './pool-parts';

/** A pool of machines that are alike and become nodes of a cluster, as plain data. */
export interface MachinePoolDeclaration {
  /** Its name: no dots, at most 45 characters. */
  readonly name: string;

  /**
   * Its namespace.
   *
   * @default 'kube-system'
   */
  readonly namespace?: string;

  /**
   * Labels of the object.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the object.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /**
   * Who makes the machines.
   *
   * @default 'machine-controller'
   */
  readonly dialect?: MachineDialect;

  /**
   * Name of the cluster that the machines become nodes of.
   *
   * @default - what the controller is told by its environment
   */
  readonly clusterName?: string;

  /**
   * Project of the cluster.
   *
   * @default - what the controller is told by its environment
   */
  readonly projectID?: string;

  /**
   * Namespace of the virtual machines in the infra cluster. The webhook would note it in the template.
   *
   * @default - that of the controller, unknown here
   */
  readonly infraNamespace?: string;

  /**
   * How many machines there are.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * How many more machines there may be while they are replaced, as a number or a percentage.
   *
   * @default 1
   */
  readonly maxSurge?: number | string;

  /**
   * How many machines may be missing while they are replaced, as a number or a percentage.
   *
   * @default 0
   */
  readonly maxUnavailable?: number | string;

  /**
   * How long a machine must be ready before it counts.
   *
   * @default 0
   */
  readonly minReadySeconds?: number;

  /**
   * When a change counts as stuck.
   *
   * @default 600
   */
  readonly progressDeadlineSeconds?: number;

  /**
   * How many old sets of machines are kept.
   *
   * @default 1
   */
  readonly revisionHistoryLimit?: number;

  /**
   * Whether changes wait.
   *
   * @default false
   */
  readonly paused?: boolean;

  /**
   * Labels by which the pool knows its machines. Never change them: the machines would be orphaned.
   *
   * @default - `machine: md-<clusterName>-<name>`
   */
  readonly selector?: Readonly<Record<string, string>>;

  /**
   * Labels and annotations of the machines; from controller 1.65 on those of the virtual machines too.
   *
   * @default - none but the selector
   */
  readonly template?: MachineMetadata;

  /**
   * Labels, annotations and taints of the nodes that machines become.
   *
   * @default - none
   */
  readonly node?: MachineNode;

  /** Version of the kubelet, with all three parts. */
  readonly kubelet: string;

  /**
   * Operating system of the machines.
   *
   * @default 'ubuntu'
   */
  readonly operatingSystem?: string;

  /**
   * What differs from the defaults of the operating system.
   *
   * @default - what the webhook would write
   */
  readonly operatingSystemSpec?: Readonly<Record<string, unknown>>;

  /**
   * Who may log in.
   *
   * @default - none
   */
  readonly sshPublicKeys?: readonly string[];

  /**
   * Authority whose keys may log in.
   *
   * @default - none
   */
  readonly caPublicKey?: string;

  /**
   * The network that the guest is told about.
   *
   * @default - what it finds by itself
   */
  readonly network?: MachineNetwork;

  /**
   * Secret that leads to the infra cluster. There is no way to write the kubeconfig itself.
   *
   * @default - the environment of the controller
   */
  readonly kubeconfig?: SecretKeyReference;

  /**
   * Instance type that brings processors and memory.
   *
   * @default - none: `memory` and `cpus` or `cores` are required
   */
  readonly instancetype?: MachineMatcher;

  /**
   * Preference that fills in devices, and the architecture where it is not the default one.
   *
   * @default - none
   */
  readonly preference?: MachineMatcher;

  /**
   * Processors that a machine asks of its node, as a quantity.
   *
   * @default - none
   */
  readonly cpus?: string;

  /**
   * Cores of the guest, instead of `cpus`. From controller 1.61.1.
   *
   * @default - none
   */
  readonly cores?: number;

  /**
   * Memory of a machine, as a quantity such as `4Gi`.
   *
   * @default - none
   */
  readonly memory?: string;

  /**
   * The disk that a machine boots from.
   *
   * @default - none, which only an incomplete pool has
   */
  readonly primaryDisk?: PrimaryDisk;

  /**
   * Further disks. The controller fills each with the same image as the first.
   *
   * @default - none
   */
  readonly secondaryDisks?: readonly SecondaryDisk[];

  /**
   * How a machine finds names.
   *
   * @default - KubeVirt's
   */
  readonly dnsPolicy?: (typeof DNS_POLICIES)[number];

  /**
   * Name servers and the like.
   *
   * @default - none
   */
  readonly dnsConfig?: MachineDns;

  /**
   * What nodes say about where they are. It is a label only: the placement has to keep it.
   *
   * @default - what the storage class tells
   */
  readonly location?: MachineLocation;

  /**
   * Subnet of the infra cluster.
   *
   * @default - the pod network as it is
   */
  readonly providerNetwork?: MachineSubnet;

  /**
   * Several queues for the network card.
   *
   * @default - the controller's: true
   */
  readonly enableNetworkMultiQueue?: boolean;

  /**
   * What happens when the node of a machine is drained.
   *
   * @default - the controller's: `External`
   */
  readonly evictionStrategy?: (typeof EVICTION_STRATEGIES)[number];

  /**
   * Which nodes of the infra cluster machines go to, and how they get along with each other.
   *
   * @default - wherever there is room
   */
  readonly placement?: PlacementDeclaration;

  /**
   * The same in the words of the proposal.
   *
   * @default - none
   */
  readonly presets?: PresetsDeclaration;

  /**
   * What only `dialect: capk` asks for.
   *
   * @default - none
   */
  readonly clusterApi?: ClusterApiOptions;
}

/** Labels by which a MachineDeployment knows its machines: they must never change, so they follow from names only. */
export function selectorOf({
  name,
  clusterName,
  selector = {},
}: Pick<MachinePoolDeclaration, 'name' | 'clusterName' | 'selector'>): Readonly<Record<string, string>> {
  return Object.keys(selector).length > 0
    ? selector
    : { machine: ['md', clusterName, name].filter((part) => part !== undefined).join('-') };
}

/** What a provider spec is written for. */
export interface ProviderContext {
  readonly controller: Release;
  /** Values that the nodes have of a label; nothing where they are not known. */
  readonly valuesOf?: (key: string) => readonly string[] | undefined;
}

/** What of a pool its placement depends on. */
type Placed = Pick<MachinePoolDeclaration, 'dialect' | 'placement' | 'presets'>;

/** Everything that a pool asks of placement, in either spelling. */
export function poolDemands({ placement, presets }: Placed): Demands {
  return allDemands(demandsOf(placement), demandsOfPresets(presets));
}

/** Which kind of provider spec a pool gets. */
export function poolGeneration({ dialect }: Placed, controller: Release): Generation {
  return dialect === 'proposal' ? 'proposal' : generationOf(controller);
}

/** The placement of a pool as its controller takes it. */
export function poolPlacement(
  pool: Placed,
  { controller, valuesOf }: ProviderContext,
): WrittenPlacement<MachinePlacement> {
  return machinePlacement(poolDemands(pool), {
    generation: poolGeneration(pool, controller),
    ...(valuesOf === undefined ? {} : { valuesOf }),
  });
}
