/** What the guest is told at its first boot, as plain data. */
export interface CloudInitDeclaration extends CloudInitData {
  readonly type: 'noCloud' | 'configDrive';
}

/** What the guest is told: as text in the manifest, or in a Secret beside it. */
export interface CloudInitData {
  /**
   * The user data, as text. It is in the manifest for everyone to read: passwords and keys belong into a Secret.
   *
   * @default - none
   */
  readonly userData?: string;

  /**
   * Secret with the user data under the key `userdata`.
   *
   * @default - none
   */
  readonly userDataSecret?: string;

  /**
   * The network configuration, as text.
   *
   * @default - none
   */
  readonly networkData?: string;

  /**
   * Secret with the network configuration under the key `networkdata`.
   *
   * @default - none
   */
  readonly networkDataSecret?: string;
}

/** What the guest is told at its first boot. */
export class CloudInit {
  /** For guests that look for the NoCloud data source: most Linux images. */
  public static noCloud(data: CloudInitData): CloudInit {
    return new CloudInit({ type: 'noCloud', ...data });
  }

  /** For guests that look for an OpenStack config drive, as Windows with cloudbase-init and Ignition do. */
  public static configDrive(data: CloudInitData): CloudInit {
    return new CloudInit({ type: 'configDrive', ...data });
  }

  private constructor(public readonly declaration: CloudInitDeclaration) {}
}

/** Name of the disk that carries it. */
export const CLOUD_INIT_DISK = 'cloudinit';
