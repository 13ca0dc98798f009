import { groupOf } from './identity';
import { type Fields, isMap, type KubeObject, type MutableFields } from './object';
import { shownQuantity } from './quantity';

/** Where a kind has quantities: a key, every key of a map or item of a list, or a quantity itself. */
type Quantities = true | { readonly [key: string]: Quantities };

const EVERY = '*';

/** A kind whose objects pass through Go's types on the cluster and come back with every quantity in its canonical spelling. */
interface Respelled {
  /** Who writes it. */
  readonly by: string;
  readonly at: Quantities;
  readonly source: string;
}

const AMOUNTS: Quantities = { [EVERY]: true };
const RESOURCES: Quantities = { requests: AMOUNTS, limits: AMOUNTS };
const CLAIM: Quantities = { pvc: { resources: RESOURCES }, storage: { resources: RESOURCES } };
const INSTANCE: Quantities = {
  domain: {
    memory: { guest: true, maxGuest: true, reservedOverhead: { addedOverhead: true } },
    resources: RESOURCES,
  },
  volumes: {
    [EVERY]: {
      emptyDisk: { capacity: true },
      hostDisk: { capacity: true },
      downwardAPI: { fields: { [EVERY]: { resourceFieldRef: { divisor: true } } } },
    },
  },
};
const BINDINGS: Quantities = { [EVERY]: { computeResourceOverhead: RESOURCES } };
const BOOT_IMAGES: Quantities = { [EVERY]: { spec: { template: { spec: CLAIM } } } };

/**
 * The kinds, as `Kind.group`. Kubernetes stores a custom resource as it was written; these are written once more by their own controllers.
 *
 * Kubernetes' own kinds are respelled too: there Argo CD knows the types and compares amounts.
 */
const RESPELLED: Readonly<Record<string, Respelled>> = {
  'VirtualMachine.kubevirt.io': {
    by: 'virt-api',
    at: { spec: { template: { spec: INSTANCE }, dataVolumeTemplates: { [EVERY]: { spec: CLAIM } } } },
    source: 'kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vm-mutator.go replaces spec and metadata',
  },
  'VirtualMachineInstance.kubevirt.io': {
    by: 'virt-api',
    at: { spec: INSTANCE },
    source: 'kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vmi-mutator.go replaces spec and metadata',
  },
  'VirtualMachineInstanceReplicaSet.kubevirt.io': {
    by: 'virt-controller',
    at: { spec: { template: { spec: INSTANCE } } },
    source: 'kubevirt pkg/virt-controller/watch/replicaset SetLatestApiVersionAnnotation and an update',
  },
  'KubeVirt.kubevirt.io': {
    by: 'virt-operator',
    at: {
      spec: {
        configuration: {
          cpuRequest: true,
          developerConfiguration: { diskVerification: { memoryLimit: true } },
          liveUpdateConfiguration: { maxGuest: true },
          migrations: { bandwidthPerMigration: true },
          network: { binding: BINDINGS },
          supportContainerResources: { [EVERY]: { resources: RESOURCES } },
        },
      },
    },
    source: 'kubevirt pkg/virt-operator/kubevirt.go execute: SetLatestApiVersionAnnotation and an update',
  },
  'DataVolume.cdi.kubevirt.io': {
    by: 'the controller of CDI',
    at: { spec: CLAIM },
    source: 'containerized-data-importer pkg/controller/datavolume/controller-base.go updateDataVolume',
  },
  'HyperConverged.hco.kubevirt.io': {
    by: 'the operator of HyperConverged',
    at: {
      spec: {
        dataImportCronTemplates: BOOT_IMAGES,
        liveUpdateConfiguration: { maxGuest: true },
        networkBinding: BINDINGS,
        resourceRequirements: { storageWorkloads: RESOURCES },
        workloadSources: { dataImportCronTemplates: BOOT_IMAGES },
        networking: { networkBinding: BINDINGS },
        storage: { workloadResourceRequirements: RESOURCES },
        virtualization: { liveUpdateConfiguration: { maxGuest: true } },
      },
    },
    source:
      'hyperconverged-cluster-operator hyperconverged_controller.go checkFinalizers, updateHyperConvergedSpecMetadata',
  },
};

/** A quantity as it is written, and as it is stored. */
export interface RespelledQuantity {
  readonly path: string;
  readonly written: string | number;
  readonly stored: string;
  readonly by: string;
  readonly source: string;
}

/** The quantities of an object that a cluster stores in another spelling. */
export function respelledQuantities(object: KubeObject): RespelledQuantity[] {
  const row = rowOf(object);
  const found: RespelledQuantity[] = [];
  if (row !== undefined) {
    const { at, by, source } = row;
    respell(object, at, '', (path, written, stored) => found.push({ path, written, stored, by, source }));
  }
  return found;
}

/** The same object with quantities as the cluster stores them: otherwise Argo CD would show a difference forever. */
export function withStoredQuantities(object: KubeObject): KubeObject {
  const row = rowOf(object);
  return row === undefined ? object : (respell(object, row.at, undefined, () => undefined) as KubeObject);
}

function rowOf({ apiVersion, kind }: KubeObject): Respelled | undefined {
  const name = `${kind}.${groupOf(apiVersion)}`;
  return Object.hasOwn(RESPELLED, name) ? RESPELLED[name] : undefined;
}

type See = (path: string, written: string | number, stored: string) => unknown;

/**
 * The value itself where nothing in it is spelled otherwise; else a copy of what leads there.
 *
 * @param path to it; nothing where paths are not asked for: every VM is written this way
 */
function respell(value: unknown, at: Quantities, path: string | undefined, see: See): unknown {
  if (at === true) {
    return respelled(value, path, see);
  }
  if (Array.isArray(value)) {
    return at[EVERY] === undefined ? value : respellList(value, at[EVERY], path, see);
  }
  return isMap(value) ? respellMap(value, at, path, see) : value;
}

function respellList(
  items: readonly unknown[],
  at: Quantities,
  path: string | undefined,
  see: See,
): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [i, item] of items.entries()) {
    const stored = respell(item, at, path === undefined ? undefined : `${path}[${i}]`, see);
    if (stored !== item) {
      copy ??= [...items];
      copy[i] = stored;
    }
  }
  return copy ?? items;
}

function respellMap(map: Fields, at: Exclude<Quantities, true>, path: string | undefined, see: See): Fields {
  let copy: MutableFields | undefined;
  for (const key in at[EVERY] === undefined ? at : map) {
    const value = map[key];
    if (value !== undefined && Object.hasOwn(map, key)) {
      const stored = respell(value, at[EVERY] ?? at[key]!, stepTo(path, key), see);
      if (stored !== value) {
        copy ??= { ...map };
        copy[key] = stored;
      }
    }
  }
  return copy ?? map;
}

function respelled(value: unknown, path: string | undefined, see: See): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return value;
  }
  const stored = shownQuantity(String(value));
  // A number that is no quantity is a mistake of its own.
  if (stored === value || (typeof value === 'number' && !/^\d/.test(stored))) {
    return value;
  }
  see(path ?? '', value, stored);
  return stored;
}

function stepTo(path: string | undefined, key: string): string | undefined {
  if (path === undefined) {
    return undefined;
  }
  return /^[\w$-]+$/.test(key) ? `${path}${path === '' ? '' : '.'}${key}` : `${path}[${JSON.stringify(key)}]`;
}
