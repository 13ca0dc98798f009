import { asNumber } from '../kube/as-text';
import { parseQuantity } from '../kube/quantity';
import type { Release } from '../kube/release';
import type { EffectiveImage } from './effective-images';
import { mapAt } from './hyper-converged-view';
import { templateDefaults } from './template-defaults';

/** What the imports of one image take. */
export interface ImageStorage {
  /** Of one import, as it is written; unknown where the template says nothing. */
  readonly size?: string;
  /** How many imports of each cron are kept. */
  readonly kept: number;
  /** In bytes, of all crons with all that they keep; unknown where the size is. */
  readonly total?: bigint;
}

/** What an image takes that so many crons import. The next import comes on top while it runs. */
export function imageStorage({ spec }: EffectiveImage, crons: number, hco: Release): ImageStorage {
  const kept =
    Number.isSafeInteger(spec.importsToKeep) && asNumber(spec.importsToKeep) > 0
      ? asNumber(spec.importsToKeep)
      : templateDefaults(hco).importsToKeep;
  const size = requestedSize(spec);
  const quantity = size === undefined ? undefined : parseQuantity(size);
  return size === undefined || quantity === undefined
    ? { kept }
    : { size, kept, total: (quantity.nano / NANO) * BigInt(crons) * BigInt(kept) };
}

const NANO = 1_000_000_000n;
const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Bytes as a quantity in the largest unit that leaves no more than a tenth over. */
export function bytesText(bytes: bigint): string {
  let unit = 0;
  let tenths = (bytes < 0n ? -bytes : bytes) * 10n;
  while (unit < UNITS.length - 1 && tenths >= 10_240n) {
    tenths = (tenths + 512n) / 1024n;
    unit++;
  }
  const whole = tenths / 10n;
  const rest = tenths % 10n;
  return `${bytes < 0n ? '-' : ''}${whole}${rest === 0n ? '' : `.${rest}`}${UNITS[unit]}`;
}

function requestedSize(spec: Readonly<Record<string, unknown>>): string | undefined {
  const volume = mapAt(spec, 'template', 'spec');
  const requests = mapAt(volume, 'storage', 'resources', 'requests') ?? mapAt(volume, 'pvc', 'resources', 'requests');
  const size = requests?.storage;
  return typeof size === 'string' || typeof size === 'number' ? String(size) : undefined;
}
