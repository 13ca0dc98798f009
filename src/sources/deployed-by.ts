import { makesGuests } from '../cluster/instance-of';
import { subjectText } from '../findings/text';
import { findingObject, identityKey, identityOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { destinationOf, pathsDeployed } from './cluster-destinations';
import { isWorkspaceError } from './host/workspace-error';
import type { ReadSide } from './read-side';
import type { FileDocuments, SideDocument } from './side-documents';

/** What an Application deploys from the files of a side. */
interface Deployed {
  readonly cluster: string;
  /** `shop/web`, in order. */
  readonly vms: readonly string[];
}

/** Tells which VMs an Application deploys: those of the folders that it names, as both sides have them. */
export function deployedBy(
  sides: Readonly<Record<'before' | 'after', ReadSide>>,
): (application: KubeObject, side: 'before' | 'after') => Deployed {
  return (object, side) => {
    const { spec } = object;
    if (!isMap(spec)) {
      return { cluster: '', vms: [] };
    }
    const own = filesOf(subjectText(findingObject(object)), pathsDeployed(spec), sides[side]);
    const vms = own.flatMap(({ documents }) => documents.flatMap(vmsIn));
    return { cluster: destinationOf(spec), vms: [...new Set(vms)].sort() };
  };
}

/** The files of an Application: what was rendered for it, else those of its folders. */
function filesOf(name: string, paths: readonly string[], { files = [], folder = '' }: ReadSide): FileDocuments[] {
  const isDeployed = (below: string) =>
    paths.some((path) => path === '' || below.startsWith(`${path}/`) || `${folder}/${below}`.startsWith(`${path}/`));
  const rendered = files.filter(({ application }) => application === name);
  return rendered.length > 0
    ? rendered
    : files.filter((file) => file.application === undefined && isDeployed(file.below));
}

/**
 * Tells which Application left an object behind: one that goes without the finalizer by which what it deployed would go too.
 *
 * What goes from Git with it is pruned by nothing.
 */
export function leftBehind({
  before,
  after,
}: Readonly<Record<'before' | 'after', ReadSide>>): (cluster: string, object: KubeObject) => string | undefined {
  const kept = new Set((after.shape?.applications ?? []).map(({ name }) => name));
  const owners = new Map<string, { readonly name: string; readonly cluster: string }>();
  for (const { name, cluster, goesWithResources, sources } of before.shape?.applications ?? []) {
    if (!kept.has(name) && !goesWithResources) {
      const paths = sources.map(({ path }) => path);
      for (const object of filesOf(name, paths, before).flatMap(({ documents }) => documents.flatMap(objectsIn))) {
        owners.set(`${cluster} ${identityKey(identityOf(object))}`, { name, cluster });
      }
    }
  }
  const clusters = [...new Set([...owners.values()].map(({ cluster }) => cluster))];
  return (cluster, object) => {
    const key = identityKey(identityOf(object));
    const among = cluster === '' ? clusters : [cluster, ''];
    return among.map((each) => owners.get(`${each} ${key}`)?.name).find((name) => name !== undefined);
  };
}

function vmsIn(document: SideDocument): string[] {
  return objectsIn(document)
    .filter(makesGuests)
    .map((object) => {
      const { namespace, name } = identityOf(object);
      return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
    });
}

function objectsIn({ objects }: SideDocument): KubeObject[] {
  try {
    return objects().map(({ object }) => object);
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    // Its reader says what is wrong with it.
    return [];
  }
}
