import { type ApiObject, type App, resolve } from 'cdk8s';
import type { Construct } from 'constructs';
import type { Finding } from '../findings/finding';
import { asText } from '../kube/object';
import { isSound, otherProps, propFindings, soundPart } from '../model/read/prop-findings';
import type { AnyTable, Table } from '../model/rows/row';
import { type LaidOver, noteLaidOver } from './history';

/** Those that every app has. */
const BUILT_IN_RESOLVERS = 3;

/**
 * What a construct of ours was given, as plain data.
 *
 * Copied at once, so that it does not change afterwards; what is known only at synthesis (`Lazy`, tokens, what resolvers of the
 * app make of values) is asked for then.
 */
export class Declared<D extends object> {
  private readonly copy: Record<string, unknown>;
  /** Whether there is something in it that is no data. */
  private isLate = false;
  /** The declaration, where it cannot change until something is added. */
  private sound: D | undefined;
  /** Props that are no keys of ours, by their names: what was given is not kept. */
  private readonly others: readonly string[];

  /**
   * @param construct whose props these are
   * @param table what the props may be
   */
  constructor(
    private readonly construct: Construct,
    props: object,
    private readonly table: Table<D, never>,
    own: Readonly<Record<string, unknown>> = {},
  ) {
    const copy: Record<string, unknown> = {};
    const { rows } = table as unknown as AnyTable;
    for (const [key, value] of Object.entries(props)) {
      if (value !== undefined && Object.hasOwn(rows, key)) {
        copy[key] = this.plain(value);
      }
    }
    this.copy = Object.assign(copy, own);
    this.others = otherProps(table as unknown as AnyTable, props);
    if (copy.spec !== undefined || copy.patches !== undefined) {
      noteLaidOver(construct, () => {
        const { spec, patches }: LaidOver = this.declaration;
        return { spec, patches };
      });
    }
  }

  /** As it is now, without what is of the wrong type: about that there is a finding. */
  public get declaration(): D {
    if (this.sound !== undefined) {
      return this.sound;
    }
    const table = this.table as unknown as AnyTable;
    const value = this.resolved();
    const sound = (isSound(table, value) ? value : this.named(soundPart(table, value))) as D;
    if (value === this.copy && this.isPlain()) {
      this.sound = sound;
    }
    return sound;
  }

  /** Of an object whose name is no text, about which there is a finding, the id of the construct is the name. */
  private named(sound: object): object {
    const { name } = (this.table as unknown as AnyTable).rows;
    return name?.isRequired === true ? { name: this.construct.node.id, ...sound } : sound;
  }

  private resolved(): object {
    // Which objects there are may have to be known before the first is made.
    const resource = this.isPlain()
      ? undefined
      : (this.construct.node.tryFindChild('Resource') as ApiObject | undefined);
    return resource === undefined ? this.copy : (resolve([], this.copy, resource) as object);
  }

  /** Whether there is nothing in it that is known only at synthesis. */
  private isPlain(): boolean {
    const { resolvers } = this.construct.node.root as Partial<App>;
    return !this.isLate && (resolvers === undefined || resolvers.length === BUILT_IN_RESOLVERS);
  }

  /** Adds an item to a list of it. */
  public add(key: keyof D & string, item: unknown): void {
    this.sound = undefined;
    const list = this.copy[key];
    this.copy[key] = [...(Array.isArray(list) ? (list as unknown[]) : []), this.plain(item)];
  }

  /**
   * What is wrong with the props themselves: unknown ones, and values of another type.
   *
   * A class that extends ours may pass its own props along: those are its own, unless they look like a slip.
   *
   * @param isOurs whether the construct is of our class, and not of one that extends it
   */
  public findings(isOurs: boolean): readonly Finding[] {
    const { declaration, others } = this;
    // As it was copied: then nothing is wrong with what our keys hold.
    return others.length === 0 && (declaration as object) === this.copy
      ? NOTHING
      : propFindings(this.table as unknown as AnyTable, this.resolved(), others, isOurs);
  }

  /** A value as data: factories become what they stand for, sizes become text. */
  private plain(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) {
      this.isLate ||= typeof value === 'function';
      return value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.plain(item));
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) {
      const copy: Record<string, unknown> = {};
      for (const key of Object.keys(value)) {
        const part = (value as Record<string, unknown>)[key];
        if (part !== undefined) {
          setOwn(copy, key, this.plain(part));
        }
      }
      return copy;
    }
    const { declaration, asString } = value as { readonly declaration?: unknown; readonly asString?: unknown };
    if (declaration !== undefined) {
      return this.plain(declaration);
    }
    if (typeof asString === 'function') {
      return asText(asString.call(value));
    }
    this.isLate = true;
    return value;
  }
}

const NOTHING: readonly never[] = [];

/** A key that is called `__proto__` is a key like any other. */
function setOwn(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    map[key] = value;
  }
}
