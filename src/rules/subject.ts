import type { ClusterView } from '../cluster/cluster-view';
import { type Instance, instanceOf } from '../cluster/instance-of';
import { type Machine, machineFrom } from '../cluster/machine-of';
import type { Finding } from '../findings/finding';
import type { KubeObject } from '../kube/object';

/** An object that is judged, with what rule after rule asks about it: found once for all of them. */
export class Subject {
  /** The instance that the object is or makes; nothing where it makes none. */
  public readonly instance: Instance | undefined;
  private _machine: Machine | undefined;

  constructor(
    public readonly object: KubeObject,
    private readonly cluster: ClusterView,
  ) {
    this.instance = instanceOf(object);
  }

  /** The instance with its instance type, its preference and its architecture. */
  public get machine(): Machine | undefined {
    if (this._machine === undefined && this.instance !== undefined) {
      this._machine = machineFrom(this.object, this.instance, this.cluster);
    }
    return this._machine;
  }
}

/** What can be said of one object while it is at hand. One that compares objects remembers those that it saw. */
export type Rule = (subject: Subject) => readonly Finding[];

/** What nearly every rule says of nearly every object. */
export const NOTHING_WRONG: readonly never[] = [];
