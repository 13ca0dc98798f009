import type { NodePoolDeclaration } from '../target/node-pool';
import { COMPANIONS, type CompanionDeclarations } from './companions';
import { DATA_VOLUME } from './data-volume';
import { GOLDEN_IMAGE } from './golden-image-rows';
import { HYPER_CONVERGED } from './hyper-converged';
import { HYPERVISOR } from './hypervisor';
import { KUBEVIRT } from './kubevirt';
import { MACHINE_POOL } from './machine-pool';
import type { PlatformDeclaration } from './platform';
import { ENFORCEMENT, INFRA_LABELS, NODE_POOL, NODES_FILE, type NodesFile, PLATFORM_SETTINGS } from './platform-parts';
import { described } from './read/shapes';
import * as z from './read/zod';
import {
  type AnyTable,
  type Row,
  type Rows,
  required,
  reshaped,
  setting,
  settings,
  type Table,
  table,
} from './rows/row';
import { byName, either, hinted, listOf, once, type Shape, text, word } from './rows/shapes';
import { VIRTUAL_MACHINE_CLASS, VIRTUAL_MACHINE_ENTRY, VIRTUAL_MACHINE_INSTANCE } from './virtual-machine';

/** Something that may be set from outside. */
export interface DeclaredParameter {
  /** Its name. */
  readonly name: string;

  /** What a person reads. */
  readonly title?: string;

  /** What a person reads who looks longer. */
  readonly tooltip?: string;

  /**
   * What it holds.
   *
   * @default 'string'
   */
  readonly type?: 'string' | 'number' | 'boolean' | 'array' | 'map';

  /** What it is where neither this file nor anything else says it. */
  readonly default?: unknown;

  /** The key of this file that it sets, as a path. */
  readonly sets: string;
}

/** Placement that may be set from outside. */
interface PlacedParameter {
  /** A pool of machines whose six inputs of placement may be set from outside. */
  readonly placementOf: string;
}

/** What `spec` of a document of `polyvirt.yaml` may say. */
export interface PlatformKeys extends Omit<PlatformDeclaration, 'name' | 'nodes'> {
  /** The nodes of the cluster: pools of nodes that are alike, or a file that holds them; unknown where absent. */
  readonly nodes?: readonly NodePoolDeclaration[] | NodesFile;

  /** Objects of any kind, as they are: files, folders and globs beside this file, or objects written out. */
  readonly manifests?: readonly (string | Readonly<Record<string, unknown>>)[];

  /** What may be set from outside. */
  readonly parameters?: readonly (DeclaredParameter | PlacedParameter)[];
}

const PARAMETER = table<DeclaredParameter>('DeclaredParameter', () => ({
  name: required(setting(text, 'size')),
  title: setting(text, 'Size'),
  tooltip: setting(text, 'How much memory a VM has'),
  type: setting(word('string', 'number', 'boolean', 'array', 'map'), 'number'),
  default: setting(once(() => z.unknown()) as Shape<unknown>, '4Gi') as never,
  sets: required(setting(text, 'virtualMachines[web].memory')),
}));

const PLACED = table<PlacedParameter>('PlacedParameter', () => ({ placementOf: required(setting(text, 'workers')) }));

/** An object is known by its kind; everything else of it is for rules. */
const manifest = once(() =>
  z.looseObject({
    apiVersion: described(text(), 'API group and version.'),
    kind: described(text(), 'Kind of the object.'),
  }),
) as unknown as Shape<Readonly<Record<string, unknown>>>;

/** A list of what a table says. */
function each<T, C>(below: Table<T, C>): Row<readonly T[]> {
  return settings(below as unknown as Table<T>).list;
}

/** The kinds that a platform declares beside VMs: each brings its sentence. */
const COMPANION_ROWS = Object.fromEntries(
  Object.entries(COMPANIONS).map(([key, [{ table: below }, sentence]]) => {
    const row = each(below as unknown as Table<never>);
    const shape = once(() => hinted(z.lazy(row.shape), { description: sentence }));
    return [key, reshaped(row, shape as unknown as typeof row.shape)];
  }),
) as unknown as Rows<CompanionDeclarations, unknown>;

/** `spec` of a document. */
export const PLATFORM_FILE = table<PlatformKeys>('PlatformKeys', () => ({
  ...PLATFORM_SETTINGS,
  nodes: setting(
    either(listOf(NODE_POOL.shape), NODES_FILE.shape),
    [{ pool: 'intel', architecture: 'amd64' }],
    NODE_POOL as unknown as AnyTable,
  ),
  hypervisors: each(HYPERVISOR),
  kubevirt: settings(KUBEVIRT as unknown as Table<object>).map as never,
  hyperConverged: settings(HYPER_CONVERGED as unknown as Table<object>).map as never,
  goldenImages: setting(listOf(GOLDEN_IMAGE.shape), [{ name: 'mine' }] as never) as never,
  ...COMPANION_ROWS,
  dataVolumes: each(DATA_VOLUME),
  classes: setting(byName(VIRTUAL_MACHINE_CLASS.shape), { big: { memory: '8Gi' } }) as never,
  virtualMachines: each(VIRTUAL_MACHINE_ENTRY) as never,
  virtualMachineInstances: each(VIRTUAL_MACHINE_INSTANCE) as never,
  manifests: setting(listOf(either(text, manifest)), ['manifests/']),
  machines: each(MACHINE_POOL),
  infraLabels: settings(INFRA_LABELS).map,
  enforce: settings(ENFORCEMENT).map,
  parameters: setting(
    listOf(either(PARAMETER.shape, PLACED.shape)),
    [{ name: 'size', sets: 'namespace' }],
    PARAMETER as unknown as AnyTable,
  ),
}));
