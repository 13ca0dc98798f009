import type { Toleration } from '../kube/toleration';
import type { PlacementDeclaration } from '../placement/declaration';
import type { Placement } from '../placement/placement';
import { ACCESS_CREDENTIAL, type AccessCredential } from './access-credential';
import { type Affinity, affinityRow, spreadRow, type TopologySpreadConstraint } from './instance-affinity';
import { placementRow } from './instance-placement';
import { PROBE, type Probe } from './probe';
import { field, group, items, notEmpty, type Rows, required, table } from './rows/row';
import { anyText, flag, int, known, listOf, quantityMap, text, textMap } from './rows/shapes';
import { TOLERATION } from './toleration';

/** How the pod of a guest runs, and where. */
export interface InstancePod {
  /**
   * Requests and limits of the launcher pod.
   *
   * @default - what KubeVirt makes of processors and memory
   */
  readonly resources?: GuestResources;

  /**
   * Keys and passwords that go into the guest.
   *
   * @default - none
   */
  readonly accessCredentials?: readonly AccessCredential[];

  /**
   * When the guest is taken for dead, and started anew.
   *
   * @default - never
   */
  readonly livenessProbe?: Probe;

  /**
   * When the guest is taken for ready.
   *
   * @default - as soon as it runs
   */
  readonly readinessProbe?: Probe;

  /**
   * Host name that the guest is told.
   *
   * @default - its name
   */
  readonly hostname?: string;

  /**
   * Domain of the host name.
   *
   * @default - none
   */
  readonly subdomain?: string;

  /**
   * Where the guest asks for names.
   *
   * @default - Kubernetes': `ClusterFirst`
   */
  readonly dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None';

  /**
   * Servers and domains for names.
   *
   * @default - the cluster's
   */
  readonly dnsConfig?: DnsConfig;

  /**
   * Only nodes with these labels.
   *
   * @default - any node of the architecture
   */
  readonly nodeSelector?: Readonly<Record<string, string>>;

  /**
   * Tolerations of the launcher pod.
   *
   * @default - none
   */
  readonly tolerations?: readonly Toleration[];

  /**
   * Which nodes it goes to, and how it gets along with other VMs.
   *
   * @default - any node of the architecture
   */
  readonly placement?: Placement | PlacementDeclaration;

  /**
   * Affinity as Kubernetes spells it, for what `placement` cannot say. With both, both hold.
   *
   * @default - none
   */
  readonly affinity?: Affinity;

  /**
   * Spread constraints as Kubernetes spells them, for what `placement` cannot say. With both, both hold.
   *
   * @default - none
   */
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];

  /**
   * Priority class of its pod.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * What happens to it when its node is drained.
   *
   * @default - what KubeVirt is told
   */
  readonly evictionStrategy?: EvictionStrategy;

  /**
   * How long it may take to shut down.
   *
   * @default - KubeVirt's: 30 seconds
   */
  readonly terminationGracePeriodSeconds?: number;

  /**
   * Whether it is paused when it starts.
   *
   * @default - it runs
   */
  readonly startStrategy?: 'Paused';

  /**
   * Scheduler of its pod.
   *
   * @default - the cluster's
   */
  readonly schedulerName?: string;

  /**
   * Service account of its pod.
   *
   * @default - KubeVirt's: none
   */
  readonly serviceAccountName?: string;

  /**
   * Claims that are mounted into the pod, not into the guest.
   *
   * @default - none
   */
  readonly utilityVolumes?: readonly UtilityVolume[];
}

/** What happens to a guest when its node is drained. */
export type EvictionStrategy = 'LiveMigrate' | 'LiveMigrateIfPossible' | 'External' | 'None';

/** Requests and limits of the launcher pod. */
export interface GuestResources {
  /** What it is sure to get. */
  readonly requests?: Readonly<Record<string, string>>;
  /** What it can get at most. */
  readonly limits?: Readonly<Record<string, string>>;
  /** Whether the memory of the launcher itself is not asked for. */
  readonly overcommitGuestOverhead?: boolean;
}

/** Servers and domains for names. */
export interface DnsConfig {
  /** Addresses of servers. */
  readonly nameservers?: readonly string[];
  /** Domains that are tried. */
  readonly searches?: readonly string[];
  /** Options of the resolver. */
  readonly options?: readonly DnsOption[];
}

/** An option of the resolver. */
interface DnsOption {
  /** Its name. */
  readonly name?: string;
  /** Its value. */
  readonly value?: string;
}

/** A claim that is mounted into the pod, not into the guest. */
interface UtilityVolume {
  /** Its name. */
  readonly name: string;
  /** Name of the claim. */
  readonly claimName: string;
  /** Whether it is mounted to be read only. */
  readonly readOnly?: boolean;
  /** What it is for. */
  readonly type?: string;
}

/** The same as plain data. */
export interface DeclaredPod extends Omit<InstancePod, 'placement'> {
  readonly placement?: PlacementDeclaration;
}

/** What an instance says of its pod, with the path of its spec in the object. */
export function podRows(base: string): Rows<DeclaredPod, unknown> {
  return {
    resources: group(
      `${base}.domain.resources`,
      table<GuestResources>('GuestResources', () => ({
        requests: field('requests', quantityMap, { memory: '1Gi' }),
        limits: field('limits', quantityMap, { memory: '4Gi' }),
        overcommitGuestOverhead: field('overcommitGuestOverhead', flag, true),
      })),
    ),
    accessCredentials: items(`${base}.accessCredentials`, ACCESS_CREDENTIAL),
    livenessProbe: group(`${base}.livenessProbe`, PROBE),
    readinessProbe: group(`${base}.readinessProbe`, PROBE),
    hostname: field(`${base}.hostname`, text, 'front'),
    subdomain: field(`${base}.subdomain`, text, 'vms'),
    dnsPolicy: field(
      `${base}.dnsPolicy`,
      known('ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'),
      'Default',
    ),
    dnsConfig: group(
      `${base}.dnsConfig`,
      table<DnsConfig>('DnsConfig', () => ({
        nameservers: field('nameservers', listOf(text), ['192.0.2.1']),
        searches: field('searches', listOf(text), ['example.org']),
        options: items(
          'options',
          table<DnsOption>('DnsOption', () => ({
            name: field('name', text, 'ndots'),
            value: field('value', anyText, '2'),
          })),
        ),
      })),
    ),
    nodeSelector: field(`${base}.nodeSelector`, textMap, { disk: 'ssd' }),
    tolerations: notEmpty(field(`${base}.tolerations`, listOf(TOLERATION.shape), [{ key: 'gpu', operator: 'Exists' }])),
    placement: placementRow(base),
    affinity: affinityRow(`${base}.affinity`),
    topologySpreadConstraints: notEmpty(spreadRow(`${base}.topologySpreadConstraints`)),
    priorityClassName: field(`${base}.priorityClassName`, text, 'high'),
    evictionStrategy: field(
      `${base}.evictionStrategy`,
      known('LiveMigrate', 'LiveMigrateIfPossible', 'External', 'None'),
      'None',
    ),
    terminationGracePeriodSeconds: field(`${base}.terminationGracePeriodSeconds`, int, 7),
    startStrategy: field(`${base}.startStrategy`, known('Paused'), 'Paused'),
    schedulerName: field(`${base}.schedulerName`, text, 'other'),
    serviceAccountName: field(`${base}.serviceAccountName`, text, 'vm'),
    utilityVolumes: items(
      `${base}.utilityVolumes`,
      table<UtilityVolume>('UtilityVolume', () => ({
        name: required(field('name', text, 'dump')),
        claimName: required(field('claimName', text, 'dump')),
        readOnly: field('readOnly', flag, true),
        type: field('type', text, 'MemoryDump'),
      })),
    ),
  };
}
