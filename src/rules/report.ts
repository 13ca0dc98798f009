import type { CreatedInstance } from '../cluster/created-instance';
import type { Part } from '../cluster/part';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { type Found, NOTHING_WRONG, type Said } from './rule';
import { unlessFilled } from './unless-filled';

export const AT_ONCE = 'virt-api rejects the object';
export const LATE =
  'virt-api accepts the VirtualMachine and rejects its instance: it is shown as synced, and never starts';

const NO_ERRORS: ReadonlySet<string> = new Set();

/** What is said of one object. */
export class Report {
  private _errors: Set<string> | undefined;
  private _findings: Finding[] | undefined;

  constructor(private readonly object: KubeObject) {}

  /** Codes of what is wrong with the instance, so that no pod will be made of it. */
  public get errors(): ReadonlySet<string> {
    return this._errors ?? NO_ERRORS;
  }

  public get findings(): readonly Finding[] {
    return this._findings ?? NOTHING_WRONG;
  }

  /** Takes what is said of a part: the item of a list below a path of the object, or what is at the path itself. */
  public take(found: Found, path: string, item?: Part): void {
    if (found === NOTHING_WRONG) {
      return;
    }
    for (const said of found) {
      this._add(said, joined(path, item?.path, said.path));
    }
  }

  /** Takes what is said of the spec of an instance, or of an item of one of its lists. */
  public takeOfSpec(found: Found, instance: CreatedInstance, item?: Part): void {
    if (found === NOTHING_WRONG) {
      return;
    }
    for (const said of found) {
      if ((said.severity ?? 'error') === 'error') {
        this._errors ??= new Set();
        this._errors.add(said.code);
      }
      const path = joined(item?.path, said.path) ?? '';
      this._add(unlessFilled({ ...said, path }, instance), joined(instance.path, path));
    }
  }

  private _add({ wants: _, isLate, ...said }: Said, path: string | undefined): void {
    const isOfVm = this.object.kind !== 'VirtualMachineInstance';
    this._findings ??= [];
    this._findings.push({
      severity: 'error',
      why: isLate === true && isOfVm ? LATE : AT_ONCE,
      object: findingObject(this.object),
      ...said,
      ...(path === undefined ? {} : { path }),
    });
  }
}

/** Paths below each other as one; nothing where all of them are the object itself. */
function joined(...paths: readonly (string | undefined)[]): string | undefined {
  const parts = paths.filter((path) => path !== undefined && path !== '');
  return parts.length === 0 ? undefined : parts.join('.').replaceAll('.[', '[');
}
