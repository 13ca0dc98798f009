import { DRIFT } from '../argocd/drift';
import { subjectText } from '../findings/text';
import { findingObject, groupOf, identityKey, identityOf, nameOf, namespaceOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import { unwritableIn } from '../kube/plain-data';
import { itemName } from '../model/object-steps';
import { isSame } from '../model/rows/row';
import { isLive, ownerOf } from '../review/diff/noise-rows';
import type { Target } from '../target/target';
import { type AuthoredInput, type InputObject, type NotAdopted, withoutServerFields } from './input';
import { type DifferingField, differingFields } from './proof';

/** An object that is another in Git than on the cluster. */
export interface DriftedObject {
  readonly input: AuthoredInput;
  readonly fields: readonly DifferingField[];
}

/** The objects of one cluster, sorted by what becomes of them. */
interface SortedObjects {
  readonly adopted: readonly AuthoredInput[];
  readonly notAdopted: readonly NotAdopted[];
  readonly drift: readonly DriftedObject[];
  /** Objects whose identity is that of the cluster, with the paths that came from there. */
  readonly kept: readonly { readonly input: AuthoredInput; readonly paths: readonly string[] }[];
  /** Objects that were read from a cluster, or have a twin there. */
  readonly live: ReadonlySet<AuthoredInput>;
}

/** Sorts objects, and brings together files and live objects of one identity. */
export function sortObjects(inputs: readonly InputObject[], target: Target, prefer?: Preference): SortedObjects {
  const notAdopted: NotAdopted[] = [];
  const drift: DriftedObject[] = [];
  const kept: { input: AuthoredInput; paths: readonly string[] }[] = [];
  const live = new Set<AuthoredInput>();
  const files = new Map<string, AuthoredInput>();
  const exported = new Map<string, AuthoredInput>();
  for (const input of inputs) {
    const { object } = input;
    const reason = refusal(input) ?? leftToCluster(object, isLive(object));
    if (reason !== undefined) {
      notAdopted.push(notAdoptedOf(input, reason));
      continue;
    }
    const { object: wanted, leftOut } = withoutServerFields(object);
    const authored = { ...input, wanted, leftOut };
    const side = isLive(object) ? exported : files;
    const key = identityKey(identityOf(object));
    const other = side.get(key);
    if (other !== undefined) {
      notAdopted.push(overwritten(other, authored));
    }
    side.delete(key);
    side.set(key, authored);
  }
  const adopted: AuthoredInput[] = [];
  for (const file of files.values()) {
    const twin = takeTwin(file, exported);
    if (twin === undefined) {
      adopted.push(file);
      continue;
    }
    const { git, drift: fields, identity } = reconcile(file.wanted, twin.wanted, target);
    const chosen =
      prefer === 'live' ? { ...file, wanted: twin.wanted, leftOut: twin.leftOut } : { ...file, wanted: git };
    if (fields.length > 0) {
      drift.push({ input: chosen, fields });
    }
    if (prefer !== 'live' && identity.length > 0) {
      kept.push({ input: chosen, paths: identity });
    }
    live.add(chosen);
    adopted.push(chosen);
  }
  for (const object of exported.values()) {
    live.add(object);
    adopted.push(object);
  }
  return { adopted, notAdopted, drift, kept, live };
}

/** The live object of a file. One without a namespace is where it was applied: the only one of its name. */
function takeTwin(file: AuthoredInput, exported: Map<string, AuthoredInput>): AuthoredInput | undefined {
  const identity = identityOf(file.wanted);
  const key = identityKey(identity);
  const direct = exported.get(key);
  if (direct !== undefined || identity.namespace !== '') {
    exported.delete(key);
    return direct;
  }
  const others = [...exported].filter(([, { wanted }]) => {
    const { group, kind, name } = identityOf(wanted);
    return group === identity.group && kind === identity.kind && name === identity.name;
  });
  if (others.length !== 1) {
    return undefined;
  }
  exported.delete(others[0]![0]);
  return others[0]![1];
}

/** Why an object cannot be applied at all; nothing where it can. */
function refusal({ object }: InputObject): string | undefined {
  if (unwritableIn(object).length > 0) {
    return 'it holds a number that no manifest can say, as .inf or .nan';
  }
  if (!isMap(object.metadata)) {
    return 'it has no metadata, so no cluster would take it';
  }
  if (nameOf(object) === undefined) {
    return nameRefusal(object.metadata);
  }
  if (/\{\{.*\}\}/.test(`${nameOf(object)} ${namespaceOf(object) ?? ''}`)) {
    return 'its name is a template that was not rendered: helm template CHART | polyvirt adopt -';
  }
  const { namespace } = object.metadata as { readonly namespace?: unknown };
  return namespace !== undefined && namespace !== null && typeof namespace !== 'string'
    ? `its namespace is not a string: YAML 1.1 reads it as ${JSON.stringify(namespace)}; put it in quotes`
    : undefined;
}

/** Why an object without a usable name has none. */
function nameRefusal({ name, generateName }: Readonly<Record<string, unknown>>): string {
  if (name === undefined || name === null) {
    return generateName === undefined
      ? 'it has no name, so no cluster would take it'
      : 'generateName gives it a new name whenever it is created, so there is no object to be the same as';
  }
  return `its name is not a string: YAML 1.1 reads it as ${JSON.stringify(name)}; put it in quotes`;
}

export function notAdoptedOf(input: InputObject, reason: string, fix?: string): NotAdopted {
  const { file, line } = input;
  return {
    name: subjectText(findingObject(input.object)),
    file,
    ...(line === undefined ? {} : { line }),
    reason,
    ...(fix === undefined ? {} : { fix }),
  };
}

function placeText({ file, line }: InputObject): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** A cluster has room for one of an identity: of files that are applied in order, the last one stays. */
function overwritten(earlier: AuthoredInput, later: AuthoredInput): NotAdopted {
  return isSame(earlier.wanted, later.wanted)
    ? notAdoptedOf(earlier, `it is in ${placeText(later)} too, just the same`)
    : notAdoptedOf(
        earlier,
        `another object of this identity in ${placeText(later)} is applied after it and overwrites it`,
        'remove one of them; or, where they are for two clusters, say so with --clusters',
      );
}

/** Kinds that a cluster makes by itself, and no author writes. */
const MADE: Readonly<Record<string, string>> = {
  Node: 'a node joins a cluster by itself; the platform says its nodes under nodes',
  Pod: 'pods come from what runs them',
  Event: 'events come and go by themselves',
  'ReplicaSet.apps': 'replica sets come from their Deployment',
  'ControllerRevision.apps': 'revisions are kept by virt-controller',
  Endpoints: 'endpoints come from their Service',
  'EndpointSlice.discovery.k8s.io': 'endpoints come from their Service',
  'Lease.coordination.k8s.io': 'leases are held by who runs',
  PersistentVolume: 'volumes are made by their provisioner for a claim',
  'VolumeAttachment.storage.k8s.io': 'attachments are made by the cluster',
  'VirtualMachineInstanceMigration.kubevirt.io': 'a migration is something that happens once',
  'StorageProfile.cdi.kubevirt.io': 'CDI makes one for each storage class',
};

/** Of these only what was read from a cluster is left to it: a person may well write them. */
const ALSO_WRITTEN: ReadonlySet<string> = new Set([
  'StorageProfile.cdi.kubevirt.io',
  'VirtualMachineInstanceMigration.kubevirt.io',
  'Pod',
  'PersistentVolume',
  'Endpoints',
  'ReplicaSet.apps',
]);

/** Why an object is left to the cluster instead of being declared; nothing where it has an author. */
function leftToCluster(object: KubeObject, isLive: boolean): string | undefined {
  const group = groupOf(object.apiVersion);
  const kind = group === '' ? object.kind : `${object.kind}.${group}`;
  if (Object.hasOwn(MADE, kind) && (isLive || !ALSO_WRITTEN.has(kind))) {
    return MADE[kind];
  }
  const owner = ownerOf(object);
  return owner === undefined ? undefined : `${asText(owner.kind)} ${asText(owner.name)} makes it`;
}

/** Which side counts where a file and the cluster differ. */
export type Preference = 'live' | 'git';

/** A file and the live object that it became. */
interface Reconciled {
  /** The object of the file, with the identity that the cluster gave it. */
  readonly git: KubeObject;
  readonly live: KubeObject;
  /** What an apply of the file would change on the cluster: `read` is live, `made` the file's. */
  readonly drift: readonly DifferingField[];
  /** Paths whose values came from the cluster. */
  readonly identity: readonly string[];
}

/** What makes a guest itself is taken from the cluster; the rest of what a webhook fills in may be filled in again. */
const IDENTITY = /^(uuid|serial|macAddress)$/;

/** Brings a file and its live object together. Both without what servers write. */
function reconcile(git: KubeObject, live: KubeObject, target: Target): Reconciled {
  let file: unknown = git;
  let there: unknown = live;
  const identity: string[] = [];
  for (const { group, kind, paths, alsoInGit } of DRIFT) {
    if (kind !== git.kind || group !== groupOf(git.apiVersion) || alsoInGit !== true) {
      continue;
    }
    for (const path of paths) {
      if (IDENTITY.test(path.at(-1)!)) {
        const filled = withFrom(file, there, path, 0);
        if (filled !== file) {
          identity.push(path.join('.').replaceAll('.*', '[]'));
          file = filled;
        }
      } else {
        there = withoutMissing(there, file, path, 0);
      }
    }
  }
  const named = file as KubeObject;
  // A file without a namespace goes where it is applied.
  const place = namespaceOf(named) === undefined ? namespaceOf(live) : undefined;
  const compared = place === undefined ? named : { ...named, metadata: { ...named.metadata, namespace: place } };
  return { git: named, live, drift: differingFields(there as KubeObject, compared, target), identity };
}

/** A value with what another has at a path and it lacks itself. */
function withFrom(value: unknown, other: unknown, path: readonly string[], at: number): unknown {
  if (at === path.length) {
    return value ?? other;
  }
  const step = path[at]!;
  if (step === '*') {
    return Array.isArray(value) ? mapped(value, (item) => withFrom(item, twin(item, other), path, at + 1)) : value;
  }
  if (!isMap(other) || other[step] === undefined || !(isMap(value) || value === undefined)) {
    return value;
  }
  const own = value?.[step];
  const filled = withFrom(own, other[step], path, at + 1);
  return filled === own ? value : { ...value, [step]: filled };
}

/** A value without what another lacks at a path. */
function withoutMissing(value: unknown, other: unknown, path: readonly string[], at: number): unknown {
  const step = path[at]!;
  if (step === '*') {
    return Array.isArray(value)
      ? mapped(value, (item) => withoutMissing(item, twin(item, other), path, at + 1))
      : value;
  }
  if (!isMap(value) || value[step] === undefined) {
    return value;
  }
  const said = isMap(other) ? other[step] : undefined;
  const { [step]: part, ...rest } = value;
  if (at === path.length - 1) {
    return said === undefined ? rest : value;
  }
  const left = withoutMissing(part, said, path, at + 1);
  if (left === part) {
    return value;
  }
  return isMap(left) && Object.keys(left).length === 0 && said === undefined ? rest : { ...value, [step]: left };
}

function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const items = list.map(change);
  return items.every((item, i) => item === list[i]) ? list : items;
}

/** The item of a list that has the name of another. */
function twin(item: unknown, others: unknown): unknown {
  const name = itemName(item);
  return Array.isArray(others) && name !== undefined ? others.find((other) => itemName(other) === name) : undefined;
}
