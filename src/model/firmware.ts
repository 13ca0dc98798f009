import { isMap } from '../kube/object';
import type { PlatformContext } from './context';
import { derivedSerial, derivedUuid, guestSeed } from './manifests/identity';
import { field, group, isSame, type Row, required, table } from './rows/row';
import { either, flag, known, text, word } from './rows/shapes';

/** What a guest starts from. `efi` is UEFI without secure boot. */
export type Bootloader = 'bios' | 'efi' | 'efi-secure-boot';

/** What a guest starts from, as KubeVirt spells it. */
interface BootloaderOptions {
  /** BIOS. */
  readonly bios?: Bios;
  /** UEFI; with secure boot, unless that is off. */
  readonly efi?: Efi;
}

/** BIOS. */
interface Bios {
  /** Whether its messages go to the serial console. */
  readonly useSerial?: boolean;
}

/** UEFI. */
export interface Efi {
  /**
   * Whether only what is signed is started. Needs the feature SMM.
   *
   * @default - KubeVirt's: true
   */
  readonly secureBoot?: boolean;
  /**
   * Whether its variables outlive a restart.
   *
   * @default false
   */
  readonly persistent?: boolean;
}

/** What a guest finds when it starts. */
export interface Firmware {
  /**
   * UUID of the machine. One that exists already keeps its own: a changed UUID is another machine for the guest.
   *
   * @default - derived from platform, namespace and name
   */
  readonly uuid?: string | null;

  /**
   * Serial number of the VM.
   *
   * @default - derived from platform, namespace and name
   */
  readonly serial?: string | null;

  /**
   * What it starts from: a word, or as KubeVirt spells it.
   *
   * @default - KubeVirt's: UEFI on arm64, BIOS on amd64, the architecture's own on s390x
   */
  readonly bootloader?: Bootloader | BootloaderOptions;

  /**
   * A kernel that is started without a bootloader.
   *
   * @default - none
   */
  readonly kernelBoot?: KernelBoot;

  /**
   * Tables that the guest finds beside its own.
   *
   * @default - none
   */
  readonly acpi?: AcpiTables;
}

/** A kernel that is started without a bootloader. */
interface KernelBoot {
  /** Its arguments. */
  readonly kernelArgs?: string;
  /** The image that holds it. */
  readonly container?: KernelContainer;
}

/** An image that holds a kernel. */
interface KernelContainer {
  /** The image. */
  readonly image: string;
  /** The kernel in it. */
  readonly kernelPath?: string;
  /** The initial RAM disk in it. */
  readonly initrdPath?: string;
  /** When a node pulls the image. */
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** Secret with the credentials of the registry. */
  readonly imagePullSecret?: string;
}

/** Tables of ACPI, each in a Secret that is a volume of the VM. */
interface AcpiTables {
  /** Volume with the table SLIC. */
  readonly slicNameRef?: string;
  /** Volume with the table MSDM. */
  readonly msdmNameRef?: string;
}

/** What makes a guest itself. */
export interface IdentityContext {
  readonly platform: PlatformContext;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Whether several guests are made of one definition, so that it cannot say who each of them is. */
  readonly isShared?: boolean;
}

const WORDS: Readonly<Record<Bootloader, BootloaderOptions>> = {
  bios: { bios: {} },
  // `efi` alone would mean secure boot, which KubeVirt rejects without the feature SMM: always say which.
  efi: { efi: { secureBoot: false } },
  'efi-secure-boot': { efi: { secureBoot: true } },
};

export const EFI = table<Efi>('Efi', () => ({
  secureBoot: field('secureBoot', flag, false),
  persistent: field('persistent', flag, true),
}));

const BOOTLOADER = table<BootloaderOptions>('BootloaderOptions', () => ({
  bios: group(
    'bios',
    table<Bios>('Bios', () => ({ useSerial: field('useSerial', flag, true) })),
  ),
  efi: group('efi', EFI),
}));

const bootloader: Row<Bootloader | BootloaderOptions> = {
  fields: ['bootloader'],
  shape: either(word<Bootloader>('bios', 'efi', 'efi-secure-boot'), BOOTLOADER.shape),
  example: 'efi',
  write: (value, out) => {
    out.bootloader = typeof value === 'string' ? structuredClone(WORDS[value]) : value;
  },
  read: (from) => {
    const found = from.take(['bootloader']);
    const known = (Object.keys(WORDS) as Bootloader[]).find((each) => isSame(WORDS[each], found));
    return known ?? (found as BootloaderOptions | undefined);
  },
};

/** Whether only what is signed is started. */
export function hasSecureBoot(firmware: unknown): boolean {
  const said = isMap(firmware) ? firmware.bootloader : undefined;
  return said === 'efi-secure-boot' || (isMap(said) && isMap(said.efi) && said.efi.secureBoot !== false);
}

export const FIRMWARE = table<Firmware, IdentityContext>('Firmware', () => ({
  uuid: {
    ...field('uuid', text, '5d307ca9-b3ef-428c-8861-06e72d69f223'),
    derive: (context) => (context.isShared ? undefined : derivedUuid(seedOf(context))),
  },
  serial: {
    ...field('serial', text, 'ours'),
    derive: (context) => (context.isShared ? undefined : derivedSerial(seedOf(context))),
  },
  bootloader,
  kernelBoot: group(
    'kernelBoot',
    table<KernelBoot>('KernelBoot', () => ({
      kernelArgs: field('kernelArgs', text, 'console=ttyS0'),
      container: group(
        'container',
        table<KernelContainer>('KernelContainer', () => ({
          image: required(field('image', text, 'quay.io/x/kernel:1')),
          kernelPath: field('kernelPath', text, '/boot/vmlinuz'),
          initrdPath: field('initrdPath', text, '/boot/initramfs'),
          imagePullPolicy: field('imagePullPolicy', known('Always', 'IfNotPresent', 'Never'), 'Always'),
          imagePullSecret: field('imagePullSecret', text, 'registry'),
        })),
      ),
    })),
  ),
  acpi: group(
    'acpi',
    table<AcpiTables>('AcpiTables', () => ({
      slicNameRef: field('slicNameRef', text, 'slic'),
      msdmNameRef: field('msdmNameRef', text, 'msdm'),
    })),
  ),
}));

function seedOf({ platform, namespace, name }: IdentityContext): string {
  return guestSeed(platform.identity ?? platform.name, namespace, name);
}
