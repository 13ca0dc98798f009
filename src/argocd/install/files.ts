import { emitYaml } from '../../kube/yaml/emit';
import type { OutputFile } from '../../kube/yaml/files';
import { usualDifferences } from '../drift';
import { HEALTH_CHECKS } from '../health';
import { imageFiles } from './image';
import {
  type InstallOptions,
  installText,
  networkPolicy,
  pluginConfigMap,
  podAnnotations,
  REPO_SERVER_ENV,
  sidecar,
  sidecarVolumes,
} from './sidecar';

/**
 * What a plugin never reads. A pattern is matched against the path from the top, and `*` stops at a slash, so that nested
 * folders need one for each depth. Source: argoproj/argo-cd v3.5.1 util/cmp/stream.go.
 */
export const TAR_EXCLUSIONS = ['.git', ...[0, 1, 2, 3].map((depth) => `${'*/'.repeat(depth)}node_modules`)];

/** `argocd-cmd-params-cm`, as far as it matters here. */
function commandParameters({ timeoutS }: InstallOptions): Record<string, string> {
  return {
    // Two callers, two limits: one alone gives an Application that syncs and cannot be shown, or the other way round.
    'controller.repo.server.timeout.seconds': String(timeoutS),
    'server.repo.server.timeout.seconds': String(timeoutS),
    'reposerver.plugin.tar.exclusions': TAR_EXCLUSIONS.join(';'),
  };
}

/** Kinds whose status changes all the time; a change of health counts all the same. */
const RESTLESS: readonly (readonly [group: string, kind: string])[] = [
  ['kubevirt.io', 'VirtualMachine'],
  ['kubevirt.io', 'VirtualMachineInstance'],
  ['cdi.kubevirt.io', 'DataVolume'],
  ['cdi.kubevirt.io', 'DataImportCron'],
  ['cluster.k8s.io', 'Machine'],
  ['cluster.k8s.io', 'MachineDeployment'],
];

/** `argocd-cm`: health, what operators write, what is not worth a refresh. */
function customizations(): Record<string, string> {
  return Object.fromEntries([
    ...HEALTH_CHECKS.map(({ group, kind, lua }) => [`resource.customizations.health.${group}_${kind}`, lua]),
    ...usualDifferences().map(({ group, kind, jsonPointers }) => [
      `resource.customizations.ignoreDifferences.${group}_${kind}`,
      emitYaml({ jsonPointers }),
    ]),
    ...restlessUpdates(),
  ]);
}

/** The part of `argocd-cm` about updates of restless kinds. */
function restlessUpdates(): (readonly [key: string, text: string])[] {
  return RESTLESS.map(
    ([group, kind]) =>
      [
        `resource.customizations.ignoreResourceUpdates.${group}_${kind}`,
        emitYaml({ jsonPointers: ['/status'] }),
      ] as const,
  );
}

/** A way of installing. */
export type InstallForm = 'kustomize' | 'helm' | 'openshift' | 'docker' | 'health';

/** Every way. */
export const INSTALL_FORMS: readonly InstallForm[] = ['kustomize', 'helm', 'openshift', 'docker', 'health'];

const FILES: Readonly<Record<InstallForm, (options: InstallOptions) => OutputFile[]>> = {
  kustomize: (options) => below('kustomize', kustomizeComponent(options)),
  helm: (options) => below('helm', [helmValues(options)]),
  openshift: (options) => below('openshift', openshiftObjects(options)),
  docker: imageFiles,
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
        // Not configs.cmp: its ConfigMap has one name forever.
        extraObjects: [pluginConfigMap(options), networkPolicy('argocd')],
      },
    ),
  };
}

/** What OpenShift GitOps, or the Argo CD operator elsewhere, is given. */
function openshiftObjects(options: InstallOptions): OutputFile[] {
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

/** A component for the kustomization that installs Argo CD. */
function kustomizeComponent(options: InstallOptions): OutputFile[] {
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
