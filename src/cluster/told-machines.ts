import type { KubeObject } from '../kube/object';
import type { AlikeMachine } from '../model/manifests/alike-machine';
import { instanceOf } from './instance-of';
import { kindOfMachine, ownPlaces, type Steps } from './kind-of-machine';

/** What all machines of a kind have in common, as it is told once. */
export interface ToldKind {
  /** One of them. */
  readonly machine: KubeObject;
  /** Where the texts are that each has for itself. */
  readonly own: readonly Steps[];
}

/** A machine of a kind that was told before. */
export interface ToldMachine {
  /** Kinds are numbered as they come, from 0. */
  readonly kind: number;
  readonly own: readonly string[];
}

/** Both sides keep all of them. */
const MOST_KINDS = 1000;

/** Tells machines by what each has for itself: the machines of a fleet are of a few kinds. */
export class MachineTeller {
  /** By what their objects are like. */
  private readonly _numbers = new Map<object, number>();
  /** By what they are like before anything is made. */
  private readonly _declared = new Map<object, number>();

  constructor(private readonly tellKind: (kind: ToldKind) => void) {}

  /**
   * A machine by its kind, or an object as it is.
   *
   * @param alike what it is known to be like before it is made
   */
  public told(make: () => KubeObject, alike?: AlikeMachine): ToldMachine | { readonly object: KubeObject } {
    const known = alike === undefined ? undefined : this._declared.get(alike.kind);
    if (alike !== undefined && known !== undefined) {
      return { kind: known, own: alike.own };
    }
    const object = make();
    const told = this._toldObject(object);
    if (told === undefined) {
      return { object };
    }
    // Those that have other texts for themselves than they were thought to have are made one by one.
    if (alike !== undefined && isSame(told.own, alike.own)) {
      this._declared.set(alike.kind, told.kind);
    }
    return told;
  }

  private _toldObject(object: KubeObject): ToldMachine | undefined {
    const instance = instanceOf(object);
    const found = kindOfMachine(object, instance);
    if (found === undefined) {
      return undefined;
    }
    const { kind, own } = found;
    let number = this._numbers.get(kind);
    if (number === undefined) {
      if (this._numbers.size === MOST_KINDS) {
        return undefined;
      }
      number = this._numbers.size;
      this._numbers.set(kind, number);
      this.tellKind({ machine: object, own: ownPlaces(object, instance) });
    }
    return { kind: number, own };
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
