import type { OutputFile } from '../../kube/yaml/files';
import { networkPolicy } from './network-policy';
import type { InstallOptions } from './options';
import { installText, pluginConfigMap } from './plugin';
import { commandParameters, customizations } from './settings';
import { REPO_SERVER_ENV, sidecar, sidecarVolumes } from './sidecar';

/** Values for the chart argo-cd of argoproj/argo-helm, from 5.0. */
export function helmValues(options: InstallOptions): OutputFile {
  return {
    path: 'values.yaml',
    text: installText(
      'helm upgrade --install argocd argo/argo-cd --namespace argocd --values values.yaml\nHelm replaces lists: what you have in extraContainers, volumes, env and extraObjects already, repeat here.',
      {
        configs: { cm: customizations(), params: commandParameters(options) },
        repoServer: {
          automountServiceAccountToken: false,
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
