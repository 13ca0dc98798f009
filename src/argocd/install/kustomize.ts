import type { OutputFile } from '../../kube/yaml/files';
import type { InstallOptions } from './options';
import { installText, pluginConfigMap } from './plugin';
import { commandParameters, customizations } from './settings';
import { networkPolicy, podAnnotations, REPO_SERVER_ENV, sidecar, sidecarVolumes } from './sidecar';

/** A component for the kustomization that installs Argo CD. */
export function kustomizeComponent(options: InstallOptions): OutputFile[] {
  return [
    {
      path: 'kustomization.yaml',
      text: installText('In the kustomization that installs Argo CD:\n  components: [argocd/kustomize]', {
        apiVersion: 'kustomize.config.k8s.io/v1alpha1',
        kind: 'Component',
        resources: ['plugin.yaml', 'network-policy.yaml'],
        patches: [{ path: 'repo-server.yaml' }, { path: 'argocd-cm.yaml' }, { path: 'argocd-cmd-params-cm.yaml' }],
      }),
    },
    {
      path: 'plugin.yaml',
      text: installText(
        'The configuration of the plugin, and what programs and output may be.',
        pluginConfigMap(options),
      ),
    },
    {
      path: 'repo-server.yaml',
      text: installText('The sidecar: joined into the Deployment of repo-server by names of containers and volumes.', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'argocd-repo-server' },
        spec: {
          template: {
            metadata: { annotations: podAnnotations(options) },
            spec: {
              automountServiceAccountToken: false,
              containers: [{ name: 'argocd-repo-server', env: REPO_SERVER_ENV }, sidecar(options)],
              volumes: sidecarVolumes(options),
            },
          },
        },
      }),
    },
    {
      path: 'argocd-cm.yaml',
      text: installText(
        'Health of kinds that Argo CD does not know, what operators write, and what is not worth a refresh.',
        configMap('argocd-cm', customizations()),
      ),
    },
    {
      path: 'argocd-cmd-params-cm.yaml',
      text: installText(
        'The two timeouts belong together, and with POLYVIRT_DEADLINE of the sidecar.\nWhat is excluded is excluded for every plugin.',
        configMap('argocd-cmd-params-cm', commandParameters(options)),
      ),
    },
    {
      path: 'network-policy.yaml',
      text: installText('Where repo-server and the sidecar may connect to.', networkPolicy('argocd')),
    },
  ];
}

function configMap(name: string, data: Readonly<Record<string, string>>) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}
