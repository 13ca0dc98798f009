import { makesGuests } from '../cluster/instance-of';
import { subjectText } from '../findings/text';
import { findingObject, identityOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { destinationOf, pathsDeployed } from './cluster-destinations';
import { isWorkspaceError } from './host/workspace-error';
import type { ReadSide } from './read-side';
import type { SideDocument } from './side-documents';

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
    const { files = [], folder = '' } = sides[side];
    const paths = pathsDeployed(spec);
    const isDeployed = (below: string) =>
      paths.some((path) => path === '' || below.startsWith(`${path}/`) || `${folder}/${below}`.startsWith(`${path}/`));
    const name = subjectText(findingObject(object));
    const rendered = files.filter(({ application }) => application === name);
    const own =
      rendered.length > 0 ? rendered : files.filter((file) => file.application === undefined && isDeployed(file.below));
    const vms = own.flatMap(({ documents }) => documents.flatMap(vmsIn));
    return { cluster: destinationOf(spec), vms: [...new Set(vms)].sort() };
  };
}

function vmsIn({ objects }: SideDocument): string[] {
  try {
    return objects()
      .filter(({ object }) => makesGuests(object))
      .map(({ object }) => {
        const { namespace, name } = identityOf(object);
        return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
      });
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    // Its reader says what is wrong with it.
    return [];
  }
}
