import { fitsCloudInit, isSerial } from './own-texts';
import { HYPERVISOR_LABEL } from '../hypervisors/label';
import { isCommon } from '../kube/common-part';
import { ContentTrie, END, follow, type TrieNode } from '../kube/content-trie';
import { nameOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { Instance } from './instance-of';

type Fields = Readonly<Record<string, unknown>>;

/** Where something is in an object. */
export type Steps = readonly (string | number)[];

/** What a machine is like, and what it has for itself. */
export interface KindOfMachine {
  /** The same for machines that differ in nothing but their own texts. */
  readonly kind: object;
  /** Its name, its identity, what it is told at its first boot, what the volumes are called that it makes. */
  readonly own: readonly string[];
}

/**
 * The kind of a machine.
 *
 * Nothing where its devices are not a common part, as those of one that was read from a file: to find its kind would cost more
 * than to judge it. Nothing either where it leaves its architecture open, which may follow from a volume by its name.
 */
export function kindOfMachine(object: KubeObject, instance: Instance | undefined): KindOfMachine | undefined {
  const walk = walked(object, instance, undefined);
  return walk?.place === undefined ? undefined : { kind: walk.place, own: walk.own };
}

/** Where the own texts of a machine are that has a kind, in their order. */
export function ownPlaces(object: KubeObject, instance: Instance | undefined): readonly Steps[] {
  const places: Steps[] = [];
  walked(object, instance, places);
  return places;
}

function walked(object: KubeObject, instance: Instance | undefined, places: Steps[] | undefined): Walk | undefined {
  const { spec } = instance ?? {};
  const { domain } = spec ?? {};
  const devices = isMap(domain) ? domain.devices : undefined;
  if (!isMap(devices) || !isCommon(devices) || typeof spec!.architecture !== 'string' || spec!.architecture === '') {
    return undefined;
  }
  // Who looks for others by their labels may find itself.
  const isSocial = isMap(spec!.affinity) && spec!.affinity.podAffinity !== undefined;
  const walk = new Walk(isSocial ? undefined : nameOf(object), places);
  walk.follow(object, instance!.machine === undefined ? INSTANCE : MACHINE);
  return walk;
}

/** What is looked into on the way to own texts. */
interface Branch {
  /** Keys of own texts. */
  readonly own?: ReadonlySet<string>;
  /** Whether values are own texts that are the name of the machine. */
  readonly isLabels?: true;
  readonly keys?: ReadonlyMap<string, Branch>;
  readonly items?: Branch;
}

const LABELS: Branch = { isLabels: true };
const VOLUMES: Branch = {
  items: {
    keys: new Map<string, Branch>([
      ['dataVolume', { own: new Set(['name']) }],
      ['cloudInitNoCloud', { own: new Set(['userData', 'networkData']) }],
      ['cloudInitConfigDrive', { own: new Set(['userData', 'networkData']) }],
    ]),
  },
};
const SPEC: Branch = {
  keys: new Map<string, Branch>([
    ['domain', { keys: new Map([['firmware', { own: new Set(['uuid', 'serial']) }]]) }],
    ['volumes', VOLUMES],
  ]),
};
const METADATA: Branch = { own: new Set(['name']), keys: new Map([['labels', LABELS]]) };
const INSTANCE: Branch = {
  keys: new Map<string, Branch>([
    ['metadata', METADATA],
    ['spec', SPEC],
  ]),
};
const MACHINE: Branch = {
  keys: new Map<string, Branch>([
    ['metadata', METADATA],
    [
      'spec',
      {
        keys: new Map<string, Branch>([
          ['dataVolumeTemplates', { items: { keys: new Map([['metadata', { own: new Set(['name']) }]]) } }],
          [
            'template',
            {
              keys: new Map<string, Branch>([
                ['metadata', { keys: new Map([['labels', LABELS]]) }],
                ['spec', SPEC],
              ]),
            },
          ],
        ]),
      },
    ],
  ]),
};

/** Whether no rule objects to an own text by itself: one that is empty, too long or not a serial number is not like others. */
function isUnremarkable(key: string, text: string): boolean {
  return text !== '' && fitsCloudInit(text) && (key !== 'serial' || isSerial(text));
}

/** Some thousand kinds. */
const ALL = new ContentTrie(100_000);
/** In place of an own text, and around what is looked into. */
const OWN = Symbol('own');
const INSIDE = Symbol('inside');

/** Follows everything that is not a machine's own. */
class Walk {
  public place: TrieNode | undefined = ALL.root;
  public readonly own: string[] = [];
  private readonly _steps: (string | number)[] = [];

  /**
   * @param name what labels may repeat
   * @param places takes where own texts are
   */
  constructor(
    private readonly name: string | undefined,
    private readonly places: Steps[] | undefined,
  ) {}

  public follow(value: unknown, branch: Branch): void {
    const { items } = branch;
    if (Array.isArray(value) && items !== undefined) {
      this.place = this.place?.next(INSIDE);
      for (let i = 0; i < value.length; i++) {
        this._below(i, value[i], items);
      }
      this.place = this.place?.next(END);
    } else if (isMap(value) && !isCommon(value) && items === undefined) {
      this._map(value, branch);
    } else {
      this.place = follow(this.place, value);
    }
  }

  private _map(map: Fields, { own, keys, isLabels }: Branch): void {
    this.place = this.place?.next(INSIDE);
    for (const key in map) {
      const value = map[key];
      const next = keys?.get(key);
      this.place = this.place?.next(key);
      if (next !== undefined) {
        this._below(key, value, next);
      } else if (
        typeof value === 'string' &&
        (own?.has(key) ? isUnremarkable(key, value) : isLabels && this._repeatsName(key, value))
      ) {
        // Which of its own names is which other one decides whether volumes find what they are made of.
        this.place = this.place?.next(OWN)?.next(key === 'name' ? this.own.indexOf(value) : OWN);
        this.own.push(value);
        this.places?.push([...this._steps, key]);
      } else {
        this.place = follow(this.place, value);
      }
    }
    this.place = this.place?.next(END);
  }

  private _below(step: string | number, value: unknown, branch: Branch): void {
    this._steps.push(step);
    this.follow(value, branch);
    this._steps.pop();
  }

  private _repeatsName(key: string, value: string): boolean {
    return value === this.name && key !== HYPERVISOR_LABEL;
  }
}
