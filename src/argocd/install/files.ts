import type { OutputFile } from '../../kube/yaml/files';
import { HEALTH_CHECKS } from '../health/checks';
import { dockerfile } from './dockerfile';
import { helmValues } from './helm';
import { kustomizeComponent } from './kustomize';
import { openshiftObjects } from './openshift';
import type { InstallOptions } from './options';

/** A way of installing. */
export type InstallForm = 'kustomize' | 'helm' | 'openshift' | 'docker' | 'health';

/** Every way. */
export const INSTALL_FORMS: readonly InstallForm[] = ['kustomize', 'helm', 'openshift', 'docker', 'health'];

const FILES: Readonly<Record<InstallForm, (options: InstallOptions) => OutputFile[]>> = {
  kustomize: (options) => below('kustomize', kustomizeComponent(options)),
  helm: (options) => below('helm', [helmValues(options)]),
  openshift: (options) => below('openshift', openshiftObjects(options)),
  docker: (options) => [{ path: 'Dockerfile', text: dockerfile(options) }],
  health: () =>
    below(
      'health',
      HEALTH_CHECKS.map(({ group, kind, lua }) => ({ path: `${group}_${kind}.lua`, text: lua })),
    ),
};

/** What an administrator applies, by path. */
export function installFiles(options: InstallOptions, forms: readonly InstallForm[]): OutputFile[] {
  return forms.flatMap((form) => FILES[form](options));
}

function below(folder: string, files: readonly OutputFile[]): OutputFile[] {
  return files.map(({ path, text }) => ({ path: `${folder}/${path}`, text }));
}
