import type { Architecture } from '../architectures/facts';
import { type Fields, isMap } from '../kube/object';
import type { Toleration } from '../kube/toleration';
import { checkChoices } from './check-written';
import type { PeersDeclaration, PlacementDeclaration, SpreadDeclaration, Strength } from './declaration';
import { demandsOf } from './demands';
import { instancePlacement } from './instance-dialect';

/** What can be said further about other VMs. */
export type PeersOptions = Omit<PeersDeclaration, 'type'>;

/** What can be said further about a spread. */
export type SpreadOptions = Omit<SpreadDeclaration, 'type'>;

/** An ApiObject of cdk8s, as far as a placement has to know it. */
interface PodOwner {
  readonly kind: string;
  readonly name: string;
  readonly node: { addValidation(validation: { validate(): string[] }): void };
  toJson(): unknown;
  addJsonPatch(...operations: never[]): void;
}

/** Where VMs go. Several are one with `Placement.all`, and all of them must hold at once. */
export class Placement {
  /** Only nodes with this label, of one of these values or of any. */
  public static hard(key: string, ...values: string[]): Placement {
    return new Placement({ hard: [labelled(key, values)] });
  }

  /** Rather nodes with this label, of one of these values or of any. */
  public static soft(key: string, ...values: string[]): Placement {
    return new Placement({ soft: [labelled(key, values)] });
  }

  /** Rather nodes with this label, and how much rather: from 1 to 100. */
  public static weighted(weight: number, key: string, ...values: string[]): Placement {
    return new Placement({ soft: [{ ...labelled(key, values), weight }] });
  }

  /** Not nodes with this label, of one of these values or of any. A node without the label is welcome. */
  public static avoid(type: Strength, key: string, ...values: string[]): Placement {
    return new Placement({ avoid: [{ type, ...labelled(key, values) }] });
  }

  /** Only nodes of these architectures. */
  public static onArchitecture(...architectures: Architecture[]): Placement {
    return new Placement({ hard: [{ architectures }] });
  }

  /** Rather nodes of these architectures. */
  public static preferArchitecture(...architectures: Architecture[]): Placement {
    return new Placement({ soft: [{ architectures }] });
  }

  /** Only nodes in these zones. */
  public static inZones(...zones: string[]): Placement {
    return new Placement({ hard: [{ zones }] });
  }

  /** These zones if there is room, anywhere otherwise. */
  public static preferZones(...zones: string[]): Placement {
    return new Placement({ soft: [{ zones }] });
  }

  /** In one place with other VMs. */
  public static together(type: Strength, options: PeersOptions = {}): Placement {
    return new Placement({ together: [{ type, ...options }] });
  }

  /** In another place than other VMs. */
  public static apart(type: Strength, options: PeersOptions = {}): Placement {
    return new Placement({ apart: [{ type, ...options }] });
  }

  /** Evenly over hosts, or over other places. */
  public static spread(type: Strength, options: SpreadOptions = {}): Placement {
    return new Placement({ spread: [{ type, ...options }] });
  }

  /** Also on nodes with these taints. */
  public static tolerate(...tolerations: Toleration[]): Placement {
    return new Placement({ tolerations });
  }

  /** Several placements as one. */
  public static all(...placements: readonly Placement[]): Placement {
    const lists: Record<string, unknown[]> = {};
    for (const { declaration } of placements) {
      for (const [key, list] of Object.entries(declaration)) {
        lists[key] ??= [];
        lists[key].push(...((list as readonly unknown[] | undefined) ?? []));
      }
    }
    return new Placement(lists);
  }

  private constructor(
    /** The same as plain data. */
    public readonly declaration: PlacementDeclaration,
  ) {}

  /**
   * Puts it into the pods of any object that has some: a Deployment of cdk8s-plus (`ApiObject.of(deployment)`), a plain ApiObject.
   *
   * What the object says already stays and has to hold as well. Call it after everything else that places its pods.
   */
  public applyTo(object: PodOwner): void {
    const operations = placedPods(object.toJson() as Fields, this.declaration);
    if (operations === undefined) {
      throw new Error(
        `${object.kind} '${object.name}' has no pods to place: give applyTo() a Pod, or an object with a template of pods, ` +
          'as a Deployment, a StatefulSet, a DaemonSet, a Job or a CronJob.',
      );
    }
    object.addJsonPatch(...(operations.map((operation) => ({ _toJson: () => operation })) as never[]));
    object.node.addValidation({
      validate: () => checkChoices(this.declaration).map(({ what, fix }) => `${what}. Fix: ${fix}.`),
    });
  }

  /** This placement and another one at once. */
  public and(other: Placement): Placement {
    return Placement.all(this, other);
  }
}

function labelled(key: string, values: readonly string[]): { key: string; values?: readonly string[] } {
  return values.length === 0 ? { key } : { key, values };
}

/** One operation that sets a field. */
interface SetField {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

/** Where objects hold a pod, or the template of one: the first that is there. */
const TEMPLATES = [['spec', 'jobTemplate', 'spec', 'template'], ['spec', 'template'], []] as const;

const NODES = ['nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms'];

/**
 * What puts a placement into the pods of an object beside what it says already; nothing where it has no pods.
 *
 * Pods of one template are about each other, as the VMs of one pool are.
 */
function placedPods(object: Fields, placement: PlacementDeclaration): readonly SetField[] | undefined {
  const at = TEMPLATES.find((keys) => {
    const holder = valueAt(object, keys);
    return isMap(holder) && isMap(holder.spec) && (keys.length > 0 || object.kind === 'Pod');
  });
  if (at === undefined) {
    return undefined;
  }
  const { metadata, spec } = valueAt(object, at) as { readonly metadata?: Fields; readonly spec: Fields };
  const labels = isMap(metadata?.labels) ? (metadata.labels as Readonly<Record<string, string>>) : undefined;
  const { written = {} } = instancePlacement(demandsOf(placement), labels);
  return Object.entries(written).map(
    ([key, value]): SetField => ({
      op: 'add',
      path: `/${[...at, 'spec', key].join('/')}`,
      value: key === 'affinity' ? both(spec[key], value) : [...listOf(spec[key]), ...(value as readonly unknown[])],
    }),
  );
}

/** Two affinities at once. Terms of nodes are alternatives, so that what must hold as well is added to each of them. */
function both(existing: unknown, added: unknown): unknown {
  if (!isMap(existing) || !isMap(added)) {
    return Array.isArray(existing) && Array.isArray(added)
      ? [...(existing as unknown[]), ...(added as unknown[])]
      : added;
  }
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(existing), ...Object.keys(added)])].map((key) => [
      key,
      added[key] === undefined ? existing[key] : both(existing[key], added[key]),
    ]),
  );
  const [before, after] = [valueAt(existing, NODES), valueAt(added, NODES)];
  if (!Array.isArray(before) || before.length === 0 || !Array.isArray(after)) {
    return merged;
  }
  const asked = after.flatMap((term: Fields) => listOf(term.matchExpressions));
  const terms = before.map((term: Fields) => ({
    ...term,
    matchExpressions: [...listOf(term.matchExpressions), ...asked],
  }));
  const { nodeAffinity } = merged as { readonly nodeAffinity: Fields };
  return { ...merged, nodeAffinity: { ...nodeAffinity, [NODES[1]!]: { nodeSelectorTerms: terms } } };
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce((found, key) => (isMap(found) ? found[key] : undefined), value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
