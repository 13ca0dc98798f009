import { HEADER, type OutputFile } from '../../kube/yaml/files';
import { HEALTH_CHECKS } from '../health/checks';
import { kustomizeComponent } from './kustomize';
import { openshiftObjects } from './openshift';
import type { InstallOptions } from './options';
import { installText, pluginConfigMap } from './plugin';
import { commandParameters, customizations } from './settings';
import { networkPolicy, podAnnotations, REPO_SERVER_ENV, sidecar, sidecarVolumes } from './sidecar';

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

/** The image of the sidecar. */
function dockerfile({ version, image }: InstallOptions): string {
  return `${HEADER}# docker build --tag ${image} .
FROM node:22-bookworm-slim

# tini buries what a killed render leaves behind. 999 is the user of Argo CD, whose socket the sidecar shares.
RUN apt-get update \\
 && apt-get install --yes --no-install-recommends tini \\
 && rm -rf /var/lib/apt/lists/* \\
 && groupadd --gid 999 argocd \\
 && useradd --uid 999 --gid 999 --home-dir /home/argocd --create-home --shell /usr/sbin/nologin argocd

# Everything that a render needs is in the image: nothing is installed when Argo CD asks for one. Packages that your own
# programs import, add here.
WORKDIR /opt/polyvirt
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund --save-exact polyvirt@${version} cdk8s@2 constructs@10 \\
 && npm cache clean --force \\
 && rm -rf /usr/local/lib/node_modules/npm /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack
ENV NODE_PATH=/opt/polyvirt/node_modules
ENV PATH=/opt/polyvirt/node_modules/.bin:$PATH

# Before the user: what is above belongs to root, so that no render can change it.
USER 999
WORKDIR /home/argocd
ENTRYPOINT ["/usr/bin/tini", "--", "/var/run/argocd/argocd-cmp-server"]
`;
}

/** Values for the chart argo-cd of argoproj/argo-helm, from 5.0. */
function helmValues(options: InstallOptions): OutputFile {
  return {
    path: 'values.yaml',
    text: installText(
      'helm upgrade --install argocd argo/argo-cd --namespace argocd --values values.yaml\nHelm replaces lists: what you have in extraContainers, volumes, env and extraObjects already, repeat here.',
      {
        configs: { cm: customizations(), params: commandParameters(options) },
        repoServer: {
          automountServiceAccountToken: false,
          podAnnotations: podAnnotations(options),
          env: REPO_SERVER_ENV,
          extraContainers: [sidecar(options)],
          volumes: sidecarVolumes(options),
        },
        // Not configs.cmp: its ConfigMap has one name for ever.
        extraObjects: [pluginConfigMap(options), networkPolicy('argocd')],
      },
    ),
  };
}
