import { isMap, type MutableFields } from '../kube/object';
import { field, group, notEmpty, type Row, required, table } from './rows/row';
import { anyText, count, either, flag, int, known, listOf, text } from './rows/shapes';
import { namedTwice, split } from './rows/split';

/** How a guest's network card meets the network. `passt`, `macvtap` and `slirp` are of older releases. */
export type NetworkBinding = 'masquerade' | 'bridge' | 'sriov' | 'passt' | 'passtBinding' | 'macvtap' | 'slirp';

/** A binding that a plugin of KubeVirt brings. */
interface BindingPlugin {
  /** Its name in the configuration of KubeVirt. */
  readonly name: string;
}

/** A network and the guest's card on it, as plain data: `pod` or `multus`. */
export interface NetworkDeclaration extends NetworkOptions {
  /** The name by which the guest's definition knows it. */
  readonly name: string;
  /**
   * How the guest's card meets the network: a word, or `{ name }` of a plugin.
   *
   * @default - `masquerade` on the pod network, `bridge` on one of Multus
   */
  readonly binding?: NetworkBinding | BindingPlugin;
  /** The pod network. */
  readonly pod?: PodNetwork;
  /** A network of Multus. */
  readonly multus?: MultusNetwork;
  /** A network that a resource claim brings. */
  readonly resourceClaim?: NetworkClaim;
}

/** The pod network. */
interface PodNetwork {
  /** Addresses of the guest behind `masquerade`. */
  readonly vmNetworkCIDR?: string;
  /** The same for IPv6. */
  readonly vmIPv6NetworkCIDR?: string;
}

/** A network of Multus. */
interface MultusNetwork {
  /** Name of a NetworkAttachmentDefinition, or namespace/name. */
  readonly networkName: string;
  /** Whether it replaces the pod network. */
  readonly default?: boolean;
}

/** A network that a resource claim brings. */
interface NetworkClaim {
  /** Name of the claim in `resourceClaims`. */
  readonly claimName?: string;
  /** Name of the request in the claim. */
  readonly requestName?: string;
}

/** A port that is reachable from outside; all are where none is listed. */
export interface Port {
  /** Its number. */
  readonly port: number;
  /**
   * Its protocol.
   *
   * @default 'TCP'
   */
  readonly protocol?: 'TCP' | 'UDP';
  /** Its name. */
  readonly name?: string;
}

/** Several ports that are reachable from outside. */
interface PortRange {
  /** The first. */
  readonly start: number;
  /** The last. */
  readonly end: number;
  /** Their protocol. */
  readonly protocol: string;
}

/** What the guest is told by DHCP. */
interface DhcpOptions {
  /** File that it boots from over the network. */
  readonly bootFileName?: string;
  /** Server of that file. */
  readonly tftpServerName?: string;
  /** Servers of the time. */
  readonly ntpServers?: readonly string[];
  /** Options from 224 to 254. */
  readonly privateOptions?: readonly DhcpPrivateOption[];
}

/** An option of DHCP for private use. */
interface DhcpPrivateOption {
  /** Its number, from 224 to 254. */
  readonly option: number;
  /** Its value. */
  readonly value: string;
}

/** How the guest's card is made. */
export interface NetworkOptions {
  /**
   * MAC address of the card.
   *
   * @default - one that the cluster makes up
   */
  readonly macAddress?: string;

  /**
   * Model of the card that the guest sees.
   *
   * @default - KubeVirt's: `virtio`
   */
  readonly model?: 'virtio' | 'e1000' | 'e1000e' | 'rtl8139' | 'ne2k_pci' | 'pcnet' | 'igb';

  /**
   * Ports that are reachable. With `masquerade` only.
   *
   * @default - all
   */
  readonly ports?: readonly Port[];

  /**
   * Its place in the order of booting, 1 first, for a boot over the network.
   *
   * @default - not booted from
   */
  readonly bootOrder?: number;

  /**
   * Ranges of ports that are reachable.
   *
   * @default - none
   */
  readonly portRanges?: readonly PortRange[];

  /**
   * Whether the card is plugged in: `up`, `down`, or `absent` to unplug it while the guest runs.
   *
   * @default - KubeVirt's: `up`
   */
  readonly state?: 'up' | 'down' | 'absent';

  /**
   * Address on the guest's PCI bus.
   *
   * @default - one that KubeVirt chooses
   */
  readonly pciAddress?: string;

  /**
   * Number in the guest's ACPI tables, from which it takes the name of the card.
   *
   * @default - none
   */
  readonly acpiIndex?: number;

  /**
   * Tag by which the guest finds it in its metadata.
   *
   * @default - none
   */
  readonly tag?: string;

  /**
   * What the guest is told by DHCP.
   *
   * @default - its address
   */
  readonly dhcpOptions?: DhcpOptions;
}

/** A network that a virtual machine is on. */
export class Network {
  /** The pod network, behind address translation: the guest keeps its own address. */
  public static pod(name = 'default', options: NetworkOptions = {}): Network {
    return new Network({ name, pod: {}, ...options });
  }

  /** A network of Multus, bridged: `name` of a NetworkAttachmentDefinition, or `namespace/name`. */
  public static multus(name: string, networkName: string, options: NetworkOptions = {}): Network {
    return new Network({ name, multus: { networkName }, ...options });
  }

  /** A network of Multus on a virtual function of its own. */
  public static sriov(name: string, networkName: string, options: NetworkOptions = {}): Network {
    return new Network({ name, multus: { networkName }, binding: 'sriov', ...options });
  }

  private constructor(public readonly declaration: NetworkDeclaration) {}
}

const BINDINGS = ['masquerade', 'bridge', 'sriov', 'passt', 'passtBinding', 'macvtap', 'slirp'] as const;

const PLUGIN = table<BindingPlugin>('BindingPlugin', () => ({ name: required(field('name', text, 'passt')) }));

const BINDING: Row<NetworkBinding | BindingPlugin> = {
  derive: (_context, { pod, multus }) => (isMap(multus) ? 'bridge' : isMap(pod) ? 'masquerade' : undefined),
  fields: [...BINDINGS.map((binding) => `card.${binding}!`), 'card.binding'],
  shape: either(known(...BINDINGS), PLUGIN.shape),
  example: 'sriov',
  write: (binding, out) => {
    const card = out.card as MutableFields;
    if (typeof binding === 'string') {
      card[binding] = {};
    } else {
      card.binding = binding;
    }
  },
  read: (from) => {
    const core = BINDINGS.find((binding) => from.peek(['card', binding]) !== undefined);
    if (core !== undefined) {
      from.take(['card', core]);
      return core;
    }
    return from.take(['card', 'binding']) as BindingPlugin | undefined;
  },
};

const PORT = table<Port>('Port', () => ({
  port: required(field('port', int, 80)),
  protocol: field('protocol', known('TCP', 'UDP'), 'UDP'),
  name: field('name', text, 'web'),
}));

const PORT_RANGE = table<PortRange>('PortRange', () => ({
  start: required(field('start', int, 8000)),
  end: required(field('end', int, 8100)),
  protocol: required(field('protocol', known('TCP', 'UDP'), 'TCP')) as never,
}));

const PRIVATE_OPTION = table<DhcpPrivateOption>('DhcpPrivateOption', () => ({
  option: required(field('option', int, 240)),
  value: required(field('value', anyText, 'yes')),
}));

/** A network: the guest's card, and the network behind it. */
const NETWORK = table<NetworkDeclaration>(
  'NetworkDeclaration',
  () => ({
    name: required(namedTwice('card', 'network')),
    pod: group(
      'network.pod',
      table<PodNetwork>('PodNetwork', () => ({
        vmNetworkCIDR: field('vmNetworkCIDR', text, '10.9.0.0/24'),
        vmIPv6NetworkCIDR: field('vmIPv6NetworkCIDR', text, 'fd10:9::2/120'),
      })),
    ),
    multus: group(
      'network.multus',
      table<MultusNetwork>('MultusNetwork', () => ({
        networkName: required(field('networkName', text, 'shop/lan')),
        default: field('default', flag, true),
      })),
    ),
    resourceClaim: group(
      'network.resourceClaim',
      table<NetworkClaim>('NetworkClaim', () => ({
        claimName: field('claimName', text, 'nic'),
        requestName: field('requestName', text, 'vf'),
      })),
    ),
    binding: BINDING,
    macAddress: field('card.macAddress', anyText, '02:00:00:00:00:01'),
    model: field('card.model', known('virtio', 'e1000', 'e1000e', 'rtl8139', 'ne2k_pci', 'pcnet', 'igb'), 'e1000e'),
    ports: notEmpty(field('card.ports', listOf(PORT.shape), [{ port: 80 }])),
    portRanges: field('card.portRanges', listOf(PORT_RANGE.shape), [{ start: 8000, end: 8100, protocol: 'TCP' }]),
    bootOrder: field('card.bootOrder', count, 7),
    state: field('card.state', known('up', 'down', 'absent'), 'down'),
    pciAddress: field('card.pciAddress', text, '0000:81:01.0'),
    acpiIndex: field('card.acpiIndex', int, 101),
    tag: field('card.tag', text, 'storage'),
    dhcpOptions: group(
      'card.dhcpOptions',
      table<DhcpOptions>('DhcpOptions', () => ({
        bootFileName: field('bootFileName', text, 'pxelinux.0'),
        tftpServerName: field('tftpServerName', text, 'tftp.example.org'),
        ntpServers: field('ntpServers', listOf(text), ['192.0.2.1']),
        privateOptions: field('privateOptions', listOf(PRIVATE_OPTION.shape), [{ option: 240, value: 'yes' }]),
      })),
    ),
  }),
  ['pod', 'multus', 'resourceClaim'],
);

/** The networks of an instance, below a path of its object. */
export function networkRow(base: string): Row<readonly NetworkDeclaration[]> {
  return split({ card: `${base}.domain.devices.interfaces`, network: `${base}.networks` }, NETWORK, {
    example: { name: 'lan', multus: { networkName: 'shop/lan' } },
  });
}
