import { groupOf, nameOf, namespaceOf } from '../kube/identity';
import { selectsLabels } from '../kube/label-selector';
import { isMap, type KubeObject } from '../kube/object';
import { POOL_LABEL } from '../machines/facts';
import { isMachineDeployment } from '../machines/view';
import type { Running } from '../pods/place';
import type { PodView } from '../pods/pod-view';
import { textMap, textOf } from '../pods/traits';

/** A VM, an instance or the pod of one, as far as who made it can be told from it. */
interface Child {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly owners: readonly { readonly kind?: unknown; readonly name?: unknown }[];
}

/** Existing VMs of a set, so that they are not counted a second time. */
export interface SpawnedAlready {
  /** Names of those among the objects, which are looked at by themselves. */
  readonly written: readonly string[];
  /** Those that only their pods tell of. */
  readonly others: readonly { readonly namespace: string; readonly name: string }[];
  /** Launcher pods of all of them. */
  readonly running: readonly PodView[];
}

/** The namespace of objects that name none, as kubectl has it. */
const NAMESPACE = 'default';

/** Looks for VMs whose maker is at hand too, as in `kubectl get vm,vmi,vmpool -A -o yaml`. */
export class Spawned {
  private readonly _children: readonly Child[];
  private readonly _vms: ReadonlySet<string>;
  private readonly _launchers: readonly PodView[];

  constructor(objects: readonly KubeObject[], running: Running) {
    const vms = objects.filter(({ kind }) => kind === 'VirtualMachine');
    this._vms = new Set(vms.map(keyOf));
    const lonely = objects.filter((object) => object.kind === 'VirtualMachineInstance' && !this.isInstanceOfVm(object));
    this._children = [...vms, ...lonely].map(childOf);
    this._launchers = [...running.values()].flat().filter(({ vm }) => vm !== undefined);
  }

  /** Whether an object is the instance of a VM that is at hand: it has its name. */
  public isInstanceOfVm(object: KubeObject): boolean {
    return object.kind === 'VirtualMachineInstance' && this._vms.has(keyOf(object));
  }

  /** Existing VMs that an object makes. */
  public by(maker: KubeObject): SpawnedAlready {
    const written = this._children.filter((child) => isOf(maker, child));
    const names = new Set(written.map(({ namespace, name }) => `${namespace}/${name}`));
    const others = new Map<string, { namespace: string; name: string }>();
    const running: PodView[] = [];
    for (const pod of this._launchers) {
      const { namespace, labels, vm: name = '' } = pod;
      const key = `${namespace}/${name}`;
      const isWritten = names.has(key);
      if (isWritten || isOf(maker, { name, namespace, labels, owners: [] })) {
        running.push(pod);
        if (!isWritten) {
          others.set(key, { namespace, name });
        }
      }
    }
    return { written: written.map(({ name }) => name), others: [...others.values()], running };
  }
}

function keyOf(object: KubeObject): string {
  return `${namespaceOf(object) ?? NAMESPACE}/${nameOf(object) ?? ''}`;
}

function childOf(object: KubeObject): Child {
  const metadata: Readonly<Record<string, unknown>> = isMap(object.metadata) ? object.metadata : {};
  return {
    name: nameOf(object) ?? '',
    namespace: namespaceOf(object) ?? NAMESPACE,
    labels: textMap(metadata.labels),
    owners: Array.isArray(metadata.ownerReferences) ? metadata.ownerReferences.filter(isMap) : [],
  };
}

/** By who owns it; where that is not told, or is another cluster's, by how its maker names and labels what it makes. */
function isOf(maker: KubeObject, { name, namespace, labels, owners }: Child): boolean {
  const own = nameOf(maker) ?? '';
  const rest = name.startsWith(own) ? name.slice(own.length) : undefined;
  if (isMachineDeployment(maker)) {
    // Its VMs are in the cluster that they run in, whichever namespace that is; before the label, only the name tells.
    return (
      labels[POOL_LABEL] === own || (labels[POOL_LABEL] === undefined && /^-[a-z0-9]+-[a-z0-9]{5}$/.test(rest ?? ''))
    );
  }
  if (namespace !== (namespaceOf(maker) ?? NAMESPACE)) {
    return false;
  }
  if (owners.some((owner) => owner.kind === maker.kind && textOf(owner.name) === own)) {
    return true;
  }
  if (groupOf(maker.apiVersion) === 'pool.kubevirt.io') {
    return /^-\d+$/.test(rest ?? '');
  }
  const selector = isMap(maker.spec) ? maker.spec.selector : undefined;
  return /^[a-z0-9]{5}$/.test(rest ?? '') && selectsLabels(selector, labels);
}
