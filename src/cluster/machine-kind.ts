import { asCommon } from '../kube/as-common';
import type { KubeObject } from '../kube/object';
import { type Template, templateOf } from '../kube/yaml/template';
import type { ToldKind } from './told-machines';

/** A map or a list on the way to own texts, which each machine has for itself. */
interface Branch {
  readonly value: object;
  /** What is in it: another one, or the number of an own text. */
  readonly inner: readonly (readonly [step: string | number, inner: Branch | number])[];
}

/** Machines that differ in nothing but their own texts: made again from these, and written. */
export class MachineKind {
  private readonly _root: Branch;
  private readonly _templates = new Map<string, Template>();

  constructor({ machine, own }: ToldKind) {
    this._root = branchOf(
      machine,
      own.map((steps, number) => ({ steps, number })),
    );
  }

  public machine(own: readonly unknown[]): KubeObject {
    return filled(this._root, own) as KubeObject;
  }

  /** A machine as YAML. */
  public text(own: readonly string[], head: string): string {
    let template = this._templates.get(head);
    if (template === undefined) {
      template = templateOf((holes) => this.machine(holes), own.length, head);
      this._templates.set(head, template);
    }
    return template(own);
  }
}

interface OwnText {
  readonly steps: readonly (string | number)[];
  readonly number: number;
}

function branchOf(value: object, texts: readonly OwnText[]): Branch {
  const byStep = new Map<string | number, OwnText[]>();
  for (const { steps, number } of texts) {
    const [step, ...rest] = steps;
    byStep.set(step!, [...(byStep.get(step!) ?? []), { steps: rest, number }]);
  }
  const fields = value as Record<string | number, object>;
  const inner = [...byStep].map(([step, below]) => {
    const [first] = below;
    return [step, first!.steps.length === 0 ? first!.number : branchOf(fields[step]!, below)] as const;
  });
  return { value: commonBut(value, new Set([...byStep.keys()].map(String))), inner };
}

/** A map or a list whose parts are common, but for some. */
function commonBut(value: object, others: ReadonlySet<string>): object {
  const parts = Object.entries(value).map(([key, part]: [string, unknown]) => [
    key,
    typeof part === 'object' && part !== null && !others.has(key) ? asCommon(part) : part,
  ]);
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** Key by key: a spread takes ten times as long where so many maps are different. */
function filled({ value, inner }: Branch, own: readonly unknown[]): object {
  let copy: Record<string | number, unknown>;
  if (Array.isArray(value)) {
    copy = value.slice() as unknown as typeof copy;
  } else {
    copy = {};
    for (const key in value) {
      copy[key] = (value as typeof copy)[key];
    }
  }
  for (let i = 0; i < inner.length; i++) {
    const [step, below] = inner[i]!;
    copy[step] = typeof below === 'number' ? own[below] : filled(below, own);
  }
  return copy;
}
