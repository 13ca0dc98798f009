import { compact, type KubeObject } from '../../kube/object';
import {
  ARGOCD_API,
  ARGOCD_NAMESPACE,
  type DeliveryDeclaration,
  deliveryAnnotations,
  deliverySpec,
} from './application';
import { INDEX_FOLDER } from './index-entry';

/** One group of clusters of a roll-out, by a label of theirs. */
export interface RolloutStep {
  readonly label: string;
  readonly values: readonly string[];
  /**
   * How many at once: a number, or a share as `10%`.
   *
   * @default - all of the group
   */
  readonly maxUpdate?: number | string;
}

/** Applications for every cluster of the index that `polyvirt synth` writes. */
export interface ApplicationSetDeclaration extends DeliveryDeclaration {
  readonly name: string;
  /** The output folder of `polyvirt synth` in the repository, as `infra/dist`. */
  readonly output: string;
  /**
   * Folder of the platform in the repository, where the plugin renders.
   *
   * @default - what is committed below the output folder is read
   */
  readonly platform?: string;
  /**
   * Only clusters with these labels.
   *
   * @default - all
   */
  readonly matchLabels?: Readonly<Record<string, string>>;
  /**
   * One group of clusters after the other, each when the one before is healthy.
   *
   * @default - all at once
   */
  readonly rollout?: readonly RolloutStep[];
}

/** Labels are known for each cluster only, so they are joined to what the template makes. */
const LABELS = `metadata:
  labels: {{ .labels | toJson }}
`;

/**
 * An ApplicationSet over the index: one small object for any number of clusters, and a change of one entry changes one
 * Application.
 */
export function applicationSet(declaration: ApplicationSetDeclaration): KubeObject {
  const { name, namespace, output, platform, matchLabels, rollout = [], repoURL, targetRevision } = declaration;
  const folder = output.replace(/\/+$/, '');
  const path = platform ?? `${folder}/{{ .cluster }}`;
  return {
    apiVersion: ARGOCD_API,
    kind: 'ApplicationSet',
    metadata: { name, namespace: namespace ?? ARGOCD_NAMESPACE },
    spec: {
      goTemplate: true,
      goTemplateOptions: ['missingkey=error'],
      generators: [
        {
          git: {
            repoURL,
            revision: targetRevision ?? 'HEAD',
            files: [{ path: `${folder}/${INDEX_FOLDER}/*.json` }],
          },
          ...selection(matchLabels),
        },
      ],
      // An entry that disappears, or an ApplicationSet that is deleted, must not delete VMs.
      syncPolicy: { preserveResourcesOnDeletion: true, applicationsSync: 'create-update' },
      ...(rollout.length === 0 ? {} : { strategy: { type: 'RollingSync', rollingSync: { steps: rollout.map(step) } } }),
      template: {
        metadata: { name: '{{ .cluster }}', annotations: deliveryAnnotations(declaration) },
        spec: deliverySpec(withCluster(declaration), path, {
          name: '{{ .destination.name }}',
          server: '{{ .destination.server }}',
          namespace: '{{ .destination.namespace }}',
        }),
      },
      templatePatch: LABELS,
    },
  };
}

/** The plugin is told which cluster. */
function withCluster(declaration: ApplicationSetDeclaration): ApplicationSetDeclaration {
  const { plugin } = declaration;
  return plugin === undefined
    ? declaration
    : {
        ...declaration,
        plugin: {
          ...plugin,
          parameters: [{ name: 'cluster', string: '{{ .cluster }}' }, ...(plugin.parameters ?? [])],
        },
      };
}

/** Argo CD knows what an entry holds by names with dots in between. */
function selection(matchLabels: Readonly<Record<string, string>> | undefined): Record<string, unknown> {
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => [`labels.${key}`, value] as const);
  return labels.length === 0 ? {} : { selector: { matchLabels: Object.fromEntries(labels) } };
}

function step({ label, values, maxUpdate }: RolloutStep): Record<string, unknown> {
  return {
    matchExpressions: [{ key: label, operator: 'In', values: [...values] }],
    ...compact({ maxUpdate }),
  };
}
