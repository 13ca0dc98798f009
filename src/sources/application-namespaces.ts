import { relative, resolve } from 'node:path';
import { isClusterScoped } from '../argocd/facts';
import { groupOf, namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { slashed } from './cluster-destinations';
import { type DeployedApplication, folderOf } from './deployed-applications';
import type { FileDocuments, SideDocument } from './side-documents';

/** A folder that one or more Applications deploy, and the namespace that all of them give to objects without one. */
interface NamespacedFolder {
  readonly below: string;
  readonly namespace: string | undefined;
}

/**
 * Files with the namespaces that Applications give to objects that name none: another destination is another object.
 *
 * Where two Applications deploy a folder to different namespaces, its objects stay as they are.
 */
export function inNamespaces(
  files: readonly FileDocuments[],
  applications: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): FileDocuments[] {
  if (applications.every(({ namespace }) => namespace === '')) {
    return [...files];
  }
  const byName = new Map(applications.map(({ name, namespace }) => [name, namespace]));
  const folders = namespacedFolders(applications, asked, boundary);
  return files.map((file) => {
    const namespace =
      file.application === undefined
        ? folders.find(({ below }) => below === '' || file.below.startsWith(`${below}/`))?.namespace
        : byName.get(file.application);
    return namespace === undefined || namespace === ''
      ? file
      : { ...file, documents: file.documents.map((document) => inNamespace(document, namespace)) };
  });
}

/** The innermost first. */
function namespacedFolders(
  applications: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): NamespacedFolder[] {
  const found = new Map<string, Set<string>>();
  for (const { namespace, sources } of applications) {
    for (const source of sources.filter(({ helm, kustomize }) => helm === undefined && kustomize === undefined)) {
      const folder = folderOf(source, asked, boundary)?.folder;
      const below = folder === undefined ? undefined : relative(resolve(asked), folder);
      if (below !== undefined && !below.startsWith('..')) {
        found.set(slashed(below), (found.get(slashed(below)) ?? new Set()).add(namespace));
      }
    }
  }
  return [...found]
    .map(([below, names]) => ({ below, namespace: names.size === 1 ? [...names][0] : undefined }))
    .sort((a, b) => b.below.length - a.below.length);
}

/** The text tells the sides of a review apart, so that it has to say the namespace too. */
function inNamespace(document: SideDocument, namespace: string): SideDocument {
  return {
    ...document,
    text: `# namespace of the Application: ${namespace}\n${document.text}`,
    objects: () => document.objects().map((each) => ({ ...each, object: placed(each.object, namespace) })),
  };
}

function placed(object: KubeObject, namespace: string): KubeObject {
  const { apiVersion, metadata } = object;
  const isElsewhere = metadata === undefined || namespaceOf(object) !== undefined || isClusterScoped(object);
  return isElsewhere || groupOf(apiVersion) === 'argoproj.io'
    ? object
    : { ...object, metadata: { ...metadata, namespace } };
}
