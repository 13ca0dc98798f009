import type { OutputFile } from '../../kube/yaml/files';
import { usualDifferences } from '../drift';
import { HEALTH_CHECKS } from '../health/checks';
import type { InstallOptions } from './options';
import { installText, pluginConfigMap } from './plugin';
import { commandParameters, restlessUpdates } from './settings';
import { networkPolicy, podAnnotations, REPO_SERVER_ENV, sidecar, sidecarVolumes } from './sidecar';

/** What OpenShift GitOps, or the Argo CD operator elsewhere, is given. */
export function openshiftObjects(options: InstallOptions): OutputFile[] {
  const { namespace, instance } = options;
  const inNamespace = <T extends { metadata: object }>(object: T) => ({
    ...object,
    metadata: { ...object.metadata, namespace },
  });
  return [
    {
      path: 'argocd.yaml',
      text: installText(
        `oc apply --server-side --field-manager polyvirt --filename argocd.yaml\nJoined into the ArgoCD that is there; without --server-side it would replace what others set.`,
        {
          apiVersion: 'argoproj.io/v1beta1',
          kind: 'ArgoCD',
          metadata: { name: instance, namespace },
          spec: {
            cmdParams: commandParameters(options),
            extraConfig: Object.fromEntries(restlessUpdates()),
            repo: {
              annotations: podAnnotations(options),
              env: REPO_SERVER_ENV,
              mountsatoken: false,
              sidecarContainers: [sidecar(options, true)],
              volumes: sidecarVolumes(options),
            },
            resourceHealthChecks: HEALTH_CHECKS.map(({ group, kind, lua }) => ({ group, kind, check: lua })),
            resourceIgnoreDifferences: {
              resourceIdentifiers: usualDifferences().map(({ group, kind, jsonPointers }) => ({
                group,
                kind,
                customization: { jsonPointers },
              })),
            },
          },
        },
      ),
    },
    {
      path: 'plugin.yaml',
      text: installText(
        'The configuration of the plugin, and what programs and output may be.',
        inNamespace(pluginConfigMap(options)),
      ),
    },
    {
      path: 'network-policy.yaml',
      text: installText('Where repo-server and the sidecar may connect to.', inNamespace(networkPolicy(instance))),
    },
  ];
}
