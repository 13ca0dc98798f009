/** How a guest's network card meets the network. */
export type NetworkBinding = 'masquerade' | 'bridge' | 'sriov';

/** A network and the guest's card on it, as plain data: `pod` or `multus`. */
export type NetworkDeclaration = NetworkCard &
  (
    | { readonly pod: Record<string, never> }
    | { readonly multus: { readonly networkName: string; readonly default?: boolean } }
  );

/** The guest's card. */
export interface NetworkCard extends NetworkOptions {
  readonly name: string;
  readonly binding: NetworkBinding;
}

/** A port that is reachable from outside; all are where none is listed. */
export interface Port {
  readonly port: number;
  readonly protocol?: 'TCP' | 'UDP';
  readonly name?: string;
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
}

/** A network that a virtual machine is on. */
export class Network {
  /** The pod network, behind address translation: the guest keeps its own address. */
  public static pod(name = 'default', options: NetworkOptions = {}): Network {
    return new Network({ name, pod: {}, binding: 'masquerade', ...options });
  }

  /** A network of Multus, bridged: `name` of a NetworkAttachmentDefinition, or `namespace/name`. */
  public static multus(name: string, networkName: string, options: NetworkOptions = {}): Network {
    return new Network({ name, multus: { networkName }, binding: 'bridge', ...options });
  }

  /** A network of Multus on a virtual function of its own. */
  public static sriov(name: string, networkName: string, options: NetworkOptions = {}): Network {
    return new Network({ name, multus: { networkName }, binding: 'sriov', ...options });
  }

  private constructor(public readonly declaration: NetworkDeclaration) {}
}
