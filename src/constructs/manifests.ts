import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Finding } from '../findings/finding';
import { nameOf, namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { type BroughtObject, readBroughtHere } from '../sources/host/brought-manifests';
import { addFindings, isHandingOver } from './findings';
import { noteReadFrom } from './history';
import { Resource } from './resource';

/** Which files to bring. */
export interface ManifestsProps {
  /**
   * A file, a folder, or a glob with `*`, `?`, `**` and `{a,b}`; or several of them. Relative to the folder in which the program runs,
   * which is that of `cdk8s.yaml`, and within its repository.
   */
  readonly path: string | readonly string[];
}

/**
 * Objects of any kind from YAML and JSON files, as they are: read as Kubernetes reads them, and judged with everything else.
 *
 * The namespace and the labels of the platform are not added to them. Findings are shown at the lines of the files.
 */
export class Manifests extends Construct {
  /** The objects, in the order of the files. Patches and what is added to their metadata count. */
  public readonly apiObjects: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: ManifestsProps) {
    super(scope, id);
    const paths = [props?.path].flat() as unknown[];
    const { objects, findings } = readBroughtHere(
      paths.filter((path) => typeof path === 'string'),
      isHandingOver() ? 'absolute' : 'shown',
    );
    const ids = new Set<string>();
    this.apiObjects = objects.map((brought) => new BroughtResource(this, freeId(brought.object, ids), brought));
    const wrong = paths.filter((path) => typeof path !== 'string' || path === '').length;

    addFindings(this, () => [...(wrong === 0 ? [] : [NO_PATH]), ...findings.map(({ finding }) => finding)]);
  }
}

const NO_PATH: Finding = {
  code: 'PV032',
  severity: 'error',
  path: 'path',
  what: 'it is not text',
  why: 'polyvirt cannot tell which files this means',
  fix: 'write a file, a folder or a glob, or a list of them',
};

/** An object that comes out as it was read. */
class BroughtResource extends Resource {
  constructor(scope: Construct, id: string, { object, file, number, at }: BroughtObject) {
    const { apiVersion, kind } = object;
    super(scope, { id, apiVersion, kind, name: nameOf(object), namespace: namespaceOf(object) }, () => object);
    noteReadFrom(this, { file, document: number, at });
  }

  protected override _labelled(object: KubeObject): KubeObject {
    return object;
  }
}

/** Ids are paths of cdk8s, by which other constructs may find an object: `VirtualMachine-shop-web`. */
function freeId(object: KubeObject, taken: Set<string>): string {
  const wanted = [object.kind, namespaceOf(object), nameOf(object)].filter((part) => part !== undefined).join('-');
  let id = wanted;
  for (let n = 2; taken.has(id); n++) {
    id = `${wanted}-${n}`;
  }
  taken.add(id);
  return id;
}
