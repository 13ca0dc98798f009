import { relative, resolve, sep } from 'node:path';
import { HEADER } from '../../kube/yaml/files';
import { isProblem, readYaml, splitDocuments } from '../../kube/yaml/reader';
import type { Source } from '../find-source';
import { isObject } from '../host/manifest-files';
import { isWorkspaceError } from '../host/open-text';
import { readText } from '../host/read-text';
import { documentUnits, isToolFile } from './document-units';
import { type Scanning, scanFiles } from './scan';
import { contentPrint, textPrint, type Unit } from './unit';

/**
 * What lies in the folder of a platform and is no part of it.
 *
 * A program may read any YAML while it runs, and what becomes of that is seen; of a file it is known what it reads.
 *
 * @param reads files that the platform is made of, by their absolute paths
 */
export function besidePlatform(folder: string, source: Source, reads: readonly string[], scanning: Scanning): Unit[] {
  const { files, units } = scanFiles([folder], scanning);
  const own = new Set(['files' in source ? source.files : [], reads].flat().map((path) => resolve(path)));
  const isOther = (path: string) => !own.has(resolve(path)) && !resolve(path).startsWith(resolve(source.output) + sep);
  const data = 'files' in source ? files.filter(isOther).flatMap((path) => unitsIn(path, folder)) : [];
  return [...units.filter(({ path }) => isOther(path)), ...data];
}

function unitsIn(path: string, folder: string): Unit[] {
  const key = relative(folder, path);
  const unit = (sort: Unit['sort'], print: () => string): Unit => ({
    sort,
    key,
    path,
    prints: () => new Map([['', print()]]),
  });
  try {
    const text = readText(path);
    const parts = [...splitDocuments(text)].map((part) => part.text);
    const values = [...readYaml(text)];
    if (values.some(isProblem)) {
      return [unit('template', () => textPrint(text, path))];
    }
    // What polyvirt wrote comes from the platform itself.
    const isManifest = !text.startsWith(HEADER) && values.some((read) => 'value' in read && isObject(read.value));
    return isManifest
      ? [unit('beside-platform', () => textPrint(text, path))]
      : documentUnits({ path, text, parts }, folder);
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    return [unit('unreadable', () => contentPrint(path))];
  }
}

/** Files of a platform, by their names. */
const OWN = /(^|\/)(polyvirt|cdk8s)\.yaml$|(^|\/)clusters\/[^/]+\.ya?ml$|(^|\/)(dist|node_modules)\//;

const OTHERS =
  /\.(ya?ml|json|jsonnet|libsonnet|cue|pkl|k|star|dhall|tpl|gotmpl|tgz|tf|enc|age|gpg|asc|sops|j2|jinja2?|tmpl|template|erb|in|mustache|hbs|ejs|envsubst|gz)$|(^|\/)([Kk]ustomization|Kptfile|\.gitmodules)$/i;

/** Whether there may be anything beside a platform, by the names of the files of its folder alone. */
export function mayHaveOthers(names: readonly string[]): boolean {
  return names.some((name) => OTHERS.test(name) && !OWN.test(name) && (name === '.gitmodules' || !isToolFile(name)));
}
