import { asCommon, isCommon } from '../kube/common-part';
import { isMap, type KubeObject } from '../kube/object';

/** Which parts of a machine are told apart from it: by their keys, in its instance and in the domain of that. */
export interface PartNumbers {
  readonly instance: Readonly<Record<string, number>>;
  readonly domain: Readonly<Record<string, number>>;
}

/** A machine as it is told. */
export interface ToldMachine {
  /** What it has for itself. */
  readonly object: KubeObject;
  /** What it has in common with others. */
  readonly parts: PartNumbers;
}

type Fields = Record<string, unknown>;

/** Both sides keep all of them. */
const MOST_PARTS = 10_000;

/**
 * Tells machines without the parts that were told before: the machines of a fleet are alike in most of what they are.
 *
 * Whoever takes them gets the same object for the same part, and need not look at it twice.
 */
export class PartTeller {
  private readonly _numbers = new Map<object, number>();

  /** @param tellPart tells one part; they are numbered as they come, from 0 */
  constructor(private readonly tellPart: (part: object) => void) {}

  /** Nothing where the object is no machine, or not like one. */
  public told(object: KubeObject): ToldMachine | undefined {
    const { spec } = object;
    if (!isPlain(spec)) {
      return undefined;
    }
    switch (object.kind) {
      case 'VirtualMachineInstance': {
        const { own, parts } = this._split(spec);
        return { object: { ...object, spec: own }, parts };
      }
      case 'VirtualMachine': {
        const { template } = spec;
        if (!isPlain(template) || !isPlain(template.spec)) {
          return undefined;
        }
        const { own, parts } = this._split(template.spec);
        return { object: { ...object, spec: { ...spec, template: { ...template, spec: own } } }, parts };
      }
      default:
        return undefined;
    }
  }

  private _split(instance: Fields): { own: Fields; parts: PartNumbers } {
    const parts = { instance: {}, domain: {} };
    const own = this._without(instance, parts.instance);
    if (isPlain(own.domain)) {
      own.domain = this._without(own.domain, parts.domain);
    }
    return { own, parts };
  }

  /** A map without its common parts, whose numbers are noted. */
  private _without(map: Fields, numbers: Record<string, number>): Fields {
    const own: Fields = {};
    for (const key in map) {
      const value = map[key];
      const number = typeof value === 'object' && value !== null ? this._numberOf(value) : undefined;
      if (number === undefined) {
        own[key] = value;
      } else {
        numbers[key] = number;
      }
    }
    return own;
  }

  private _numberOf(part: object): number | undefined {
    const known = this._numbers.get(part);
    if (known !== undefined || this._numbers.size === MOST_PARTS || !isCommon(part)) {
      return known;
    }
    const number = this._numbers.size;
    this._numbers.set(part, number);
    this.tellPart(part);
    return number;
  }
}

/** Puts machines together again. */
export class PartTaker {
  private readonly _parts: object[] = [];

  public take(part: object): void {
    this._parts.push(asCommon(part));
  }

  /** A machine with all of its parts. */
  public whole(machine: KubeObject, { instance, domain }: PartNumbers): KubeObject {
    const outer = machine.spec as Fields;
    const spec = (machine.kind === 'VirtualMachine' ? (outer.template as Fields).spec : outer) as Fields;
    for (const key in instance) {
      spec[key] = this._parts[instance[key]!];
    }
    for (const key in domain) {
      (spec.domain as Fields)[key] = this._parts[domain[key]!];
    }
    return machine;
  }
}

/** Whether JSON writes a map as what it looks like. */
function isPlain(value: unknown): value is Fields {
  return isMap(value) && !('toJSON' in value);
}
