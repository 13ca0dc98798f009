import { ARCH_LABEL, type Architecture } from '../architectures/facts';
import { isMap } from '../kube/object';
import { keysOf } from '../kube/path';
import type { Toleration } from '../kube/toleration';
import type { PlacedComponent } from '../placement/affinity';
import type { PlacementDeclaration } from '../placement/declaration';
import type { Placement } from '../placement/placement';
import { placementOf } from './instance-placement';
import { PLACEMENT } from './placement';
import { type ComponentPlacement, placementSpec } from './placement-spec';
import * as z from './read/zod';
import type { Plain } from './rows/plain';
import { type AnyTable, field, isSame, put, type Row, type Table, table } from './rows/row';
import { architecture, int, listOf, once, type Shape, textMap } from './rows/shapes';
import { TOLERATION } from './toleration';

/** Which nodes a component runs on. */
interface ComponentNodes {
  /**
   * Only nodes with these labels.
   *
   * @default - any
   */
  readonly nodeSelector?: Readonly<Record<string, string>>;

  /**
   * Tolerations of its pods.
   *
   * @default - none
   */
  readonly tolerations?: readonly Toleration[];

  /**
   * Further nodes that it goes to or keeps away from.
   *
   * @default - none
   */
  readonly placement?: Placement | PlacementDeclaration;
}

/** Which nodes a part of KubeVirt runs on. */
export interface NodePlacement extends ComponentNodes {
  /**
   * Only nodes of this architecture.
   *
   * @default - any
   */
  readonly architecture?: Architecture;

  /**
   * How many replicas its deployments have. For `infra` only.
   *
   * @default - KubeVirt's
   */
  readonly replicas?: number;
}

/** Which nodes a part of HyperConverged runs on. */
export interface HyperConvergedPlacement extends ComponentNodes {
  /**
   * Only nodes of these architectures.
   *
   * @default - any
   */
  readonly architectures?: readonly Architecture[];
}

/** Demands become fields all together: see `componentRow`. */
const NODES_ROWS = {
  nodeSelector: field('nodeSelector', textMap, { disk: 'ssd' }),
  tolerations: field('tolerations', listOf(TOLERATION.shape), [{ key: 'gpu', operator: 'Exists' }]),
  placement: field('affinity!', PLACEMENT.shape, { hard: [{ zones: ['a', 'b'] }] }),
};

const NODE_PLACEMENT = table<Plain<NodePlacement>>('NodePlacement', () => ({
  architecture: field(`nodeSelector["${ARCH_LABEL}"]!`, architecture, 'amd64'),
  ...NODES_ROWS,
  replicas: field('replicas', int, 3),
}));

const HYPER_CONVERGED_PLACEMENT = table<Plain<HyperConvergedPlacement>>('HyperConvergedPlacement', () => ({
  architectures: field(
    'affinity!',
    once(() => z.array(architecture()).check(z.minLength(1))) as unknown as Shape<readonly Architecture[]>,
    ['amd64', 'arm64'],
  ),
  ...NODES_ROWS,
}));

/** Where a part of KubeVirt runs: `nodePlacement` and `replicas` of a map. */
export function nodePlacementRow(path: string, component: PlacedComponent): Row<Plain<NodePlacement>> {
  const keys = keysOf(path);
  const nodes = componentRow<Plain<NodePlacement>>(`${path}.nodePlacement`, NODE_PLACEMENT, component);
  return {
    ...nodes,
    fields: [path],
    example: { nodeSelector: { disk: 'ssd' } },
    place: (below) => [below === 'replicas' ? `${path}.replicas` : `${path}.nodePlacement.${below}`],
    write: (value, out, context) => {
      nodes.write(value, out, context);
      if (value.replicas !== undefined) {
        put(out, [...keys, 'replicas'], value.replicas);
      }
    },
    read: (from, context, said) => {
      const replicas = from.take([...keys, 'replicas']) as number | undefined;
      const placed = nodes.read(from, context, said);
      return replicas === undefined ? placed : { ...placed, replicas };
    },
  };
}

/** Where a part of HyperConverged runs. */
export function hyperConvergedPlacementRow(
  path: string,
  component: PlacedComponent,
): Row<Plain<HyperConvergedPlacement>> {
  return componentRow<Plain<HyperConvergedPlacement>>(path, HYPER_CONVERGED_PLACEMENT, component);
}

/** One value of a label is a selector, several are an affinity, wherever they are said: all of it is one row. */
function componentRow<T extends ComponentPlacement>(path: string, below: Table<T>, component: PlacedComponent): Row<T> {
  const keys = keysOf(path);
  return {
    fields: [path],
    shape: below.shape,
    example: { nodeSelector: { disk: 'ssd' } } as unknown as T,
    below: below as unknown as AnyTable,
    place: (inner) => [`${path}.${inner}`],
    write: (value, out) => {
      const written = isMap(value) ? placementSpec(value as T, component) : undefined;
      if (written !== undefined) {
        put(out, keys, written);
      }
    },
    read: (from) => {
      const found = from.peek(keys);
      const said = isMap(found) ? saidBy(found, below as unknown as AnyTable) : undefined;
      if (said === undefined || !isSame(placementSpec(said as T, component), found)) {
        return undefined;
      }
      from.take(keys);
      return said as T;
    },
  };
}

/** What would be written as this, if anything is: the caller tries. */
function saidBy({ nodeSelector, tolerations, affinity }: Readonly<Record<string, unknown>>, { rows }: AnyTable) {
  const { [ARCH_LABEL]: only, ...labels } = (isMap(nodeSelector) ? nodeSelector : {}) as Record<string, string>;
  const { hard = [], ...others } = isMap(affinity) ? placementOf({ affinity }) : {};
  const several = Object.hasOwn(rows, 'architectures') ? hard.find((each) => each.architectures) : undefined;
  const rest = hard.filter((each) => each !== several);
  return withoutEmpty({
    ...(only === undefined
      ? {}
      : Object.hasOwn(rows, 'architecture')
        ? { architecture: only }
        : { architectures: [only] }),
    ...(several === undefined ? {} : { architectures: several.architectures }),
    nodeSelector: labels,
    ...(tolerations === undefined ? {} : { tolerations }),
    placement: withoutEmpty({ hard: rest, ...others }),
  });
}

function withoutEmpty(map: object): object {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => Object.keys(value as object).length > 0));
}
