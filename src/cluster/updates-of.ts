import { isHyperConverged, versionOf } from '../golden-images/hyper-converged-view';
import { valueAt } from '../kube/path';
import { textOf } from '../pods/traits';
import type { ClusterView } from './cluster-view';

/** What a cluster does to running guests by itself. */
interface Updates {
  /** The eviction strategy of guests that set none; absent where it is not said. */
  readonly evictionStrategy?: string;
  /** How launchers are kept up to date: empty where they are not, absent where it is not known. */
  readonly workloadUpdateMethods?: readonly string[];
  /** Where that is said. */
  readonly by?: 'KubeVirt' | 'HyperConverged';
}

/** The setting of the KubeVirt resource at hand, or of the HyperConverged that makes it. */
export function updatesOf(cluster: ClusterView): Updates {
  const { kubevirt } = cluster;
  if (kubevirt !== undefined) {
    return {
      ...eviction(valueAt(kubevirt, 'spec.configuration.evictionStrategy')),
      workloadUpdateMethods: texts(valueAt(kubevirt, 'spec.workloadUpdateStrategy.workloadUpdateMethods')) ?? [],
      by: 'KubeVirt',
    };
  }
  const managed = cluster.ofKind('hco.kubevirt.io', 'HyperConverged').find(isHyperConverged);
  if (managed === undefined) {
    return {};
  }
  const at = versionOf(managed) === 'v1' ? 'spec.virtualization' : 'spec';
  return {
    ...eviction(valueAt(managed, `${at}.evictionStrategy`)),
    // Its API writes this where nothing is said.
    workloadUpdateMethods: texts(valueAt(managed, `${at}.workloadUpdateStrategy.workloadUpdateMethods`)) ?? [
      'LiveMigrate',
    ],
    by: 'HyperConverged',
  };
}

function eviction(value: unknown): Pick<Updates, 'evictionStrategy'> {
  const text = textOf(value);
  return text === undefined ? {} : { evictionStrategy: text };
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}
