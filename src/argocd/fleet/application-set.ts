import { compact, type KubeObject } from '../../kube/object';
import type { OutputFile } from '../../kube/yaml/files';
import type { ArgocdDeclaration } from '../declaration';
import {
  ARGOCD_API,
  ARGOCD_NAMESPACE,
  type DeliveryDeclaration,
  deliveryAnnotations,
  deliverySpec,
} from './application';

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

/** Beside the folders of clusters. Clusters are DNS labels, so none is called like this. */
export const INDEX_FOLDER = '_index';

/** By this an entry is known as ours. */
const MARK = { writtenBy: 'polyvirt' };

/** What an entry says of what is in the folder of its cluster. */
interface IndexedFolder {
  readonly objects: number;
  /** Another one where anything in the folder is another. */
  readonly digest: string;
}

/**
 * The entry of one cluster: a file of its own, so that a change of one cluster is a change of its files only.
 *
 * Every key is there in every entry: a template that asks for a missing one is an error.
 */
export function indexFile(
  cluster: string,
  { destination = {}, labels = {} }: ArgocdDeclaration,
  { objects, digest }: IndexedFolder,
): OutputFile {
  const entry = {
    ...MARK,
    cluster,
    destination: {
      name: destination.name ?? '',
      server: destination.server ?? '',
      namespace: destination.namespace ?? '',
    },
    labels: Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))),
    objects,
    digest,
  };
  return { path: `${INDEX_FOLDER}/${cluster}.json`, text: `${JSON.stringify(entry, undefined, 2)}\n` };
}

/** Whether what a file of the index folder holds is an entry. */
export function isIndexEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as { writtenBy?: unknown }).writtenBy === MARK.writtenBy;
}
