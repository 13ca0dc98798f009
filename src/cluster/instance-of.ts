import { groupOf, PerKind } from '../kube/identity';
import { type Fields, isMap, type KubeObject, own } from '../kube/object';
import { valueAt } from '../kube/path';

/** The instance that an object is or makes. */
export interface Instance {
  readonly spec: Fields;
  /** Where it is in the object. */
  readonly path: string;
  /** What has its metadata beside its spec: the object itself, or the template in it. */
  readonly template: Fields;
  /** Where that is in the object; empty for an instance, which is its own template. */
  readonly templatePath: string;
  /** What makes it, for what only a VM has: an instance type, templates of data volumes. */
  readonly vm:
    | {
        readonly spec: Fields;
        /** Where its spec is in the object. */
        readonly path: string;
        /** False for machines of Cluster API, whose controller fills in what is missing. */
        readonly isOfKubeVirt: boolean;
      }
    | undefined;
}

/** The instance that an object is or makes; nothing where it makes none. */
export function instanceOf(object: KubeObject): Instance | undefined {
  const { apiVersion, kind, spec } = object;
  if (!isMap(spec)) {
    return undefined;
  }
  if (apiVersion.startsWith('kubevirt.io/')) {
    switch (kind) {
      case 'VirtualMachineInstance':
        return { spec, path: 'spec', template: object, templatePath: '', vm: undefined };
      case 'VirtualMachine':
        return made(spec.template, 'spec.template', 'spec.template.spec', { spec, path: 'spec', isOfKubeVirt: true });
      case 'VirtualMachineInstanceReplicaSet':
        return made(spec.template, 'spec.template', 'spec.template.spec', undefined);
      default:
        return undefined;
    }
  }
  const path = VM_TEMPLATES.has(kind) ? own(PATHS, `${kind}.${groupOf(apiVersion)}`) : undefined;
  const vm = path === undefined ? undefined : valueAt(object, path);
  return isMap(vm)
    ? made(vm.template, `${path}.template`, `${path}.template.spec`, {
        spec: vm,
        path: path!,
        isOfKubeVirt: groupOf(apiVersion).endsWith('kubevirt.io'),
      })
    : undefined;
}

/** Where the spec of a VM is in what makes VMs. */
const PATHS: Readonly<Record<string, string>> = {
  'VirtualMachinePool.pool.kubevirt.io': 'spec.virtualMachineTemplate.spec',
  'KubevirtMachine.infrastructure.cluster.x-k8s.io': 'spec.virtualMachineTemplate.spec',
  'KubevirtMachineTemplate.infrastructure.cluster.x-k8s.io': 'spec.template.spec.virtualMachineTemplate.spec',
};
const VM_TEMPLATES: ReadonlySet<string> = new Set(Object.keys(PATHS).map((name) => name.split('.')[0]!));

/** Of every object of a fleet: paths are written out, since putting them together costs more than all the rest. */
function made(template: unknown, templatePath: string, path: string, vm: Instance['vm']): Instance | undefined {
  // CRDs ask for a template, and for nothing in it: an instance without one is accepted.
  const spec = isMap(template) ? (template.spec ?? NO_FIELDS) : undefined;
  return isMap(template) && isMap(spec) ? { spec, path, template, templatePath, vm } : undefined;
}

const NO_FIELDS: Fields = {};

const KINDS: ReadonlySet<string> = new Set([
  'VirtualMachineInstance.kubevirt.io',
  'VirtualMachine.kubevirt.io',
  'VirtualMachineInstanceReplicaSet.kubevirt.io',
  'VirtualMachinePool.pool.kubevirt.io',
  'KubevirtMachine.infrastructure.cluster.x-k8s.io',
  'KubevirtMachineTemplate.infrastructure.cluster.x-k8s.io',
]);

const kinds = new PerKind(({ kind, apiVersion }) => `${kind}.${groupOf(apiVersion)}`);

/** `VirtualMachine.kubevirt.io`: what an object is, whatever its version. */
export function kindOf(object: KubeObject): string {
  return kinds.of(object);
}

/** Whether objects of its kind are guests or make some. */
export function makesGuests(object: KubeObject): boolean {
  return KINDS.has(kindOf(object));
}

/** What a cluster has many of, and nothing refers to. */
export function isVm({ kind }: Pick<KubeObject, 'kind'>): boolean {
  return kind === 'VirtualMachine' || kind === 'VirtualMachineInstance';
}

/** Whether an object is a VM of KubeVirt. */
export function isVirtualMachine({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return kind === 'VirtualMachine' && apiVersion.startsWith('kubevirt.io/');
}

/** The run strategy of a VM, also where it is said by `running`. */
export function runStrategyOf(spec: unknown): string | undefined {
  const said = valueAt(spec, 'runStrategy');
  if (typeof said === 'string') {
    return said;
  }
  const running = valueAt(spec, 'running');
  return running === true ? 'Always' : running === false ? 'Halted' : undefined;
}

/** The longest serial number that virt-api takes, in characters. */
export const LONGEST_SERIAL = 256;

/** Whether virt-api takes it as the serial number of a disk or of a guest. */
export function isSerial(text: string): boolean {
  return /^[A-Za-z0-9_.+-]+$/.test(text) && text.length <= LONGEST_SERIAL;
}

/** Longest data of cloud-init in bytes, as every object is handed to many nodes; a Secret holds more. */
export const LONGEST_CLOUD_INIT = 2048;

/** Whether virt-api takes it as data of cloud-init. No character has more than three bytes for each of its units. */
export function fitsCloudInit(text: string): boolean {
  return (
    text.length * 3 <= LONGEST_CLOUD_INIT || (text.length <= LONGEST_CLOUD_INIT && bytesOf(text) <= LONGEST_CLOUD_INIT)
  );
}

/** How many bytes a text has. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
