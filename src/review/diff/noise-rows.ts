/** A part that writes itself into every object that was on a cluster, and says nothing about what is wanted. */
interface NoiseRow {
  readonly path: readonly string[];
  /** Who writes it. */
  readonly by: string;
  readonly source: string;
}

const OBJECT_META = 'kubernetes/apimachinery pkg/apis/meta/v1/types.go ObjectMeta: populated by the system, read-only';

export const NOISE_ROWS: readonly NoiseRow[] = [
  { path: ['status'], by: 'controllers', source: 'Kubernetes API conventions, spec and status' },
  { path: ['metadata', 'managedFields'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'creationTimestamp'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'resourceVersion'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'uid'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'generation'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'selfLink'], by: 'the API server', source: OBJECT_META },
  {
    path: ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'],
    by: 'kubectl apply',
    source: 'kubernetes/api core/v1/annotation_key_constants.go LastAppliedConfigAnnotation',
  },
  {
    path: ['metadata', 'annotations', 'argocd.argoproj.io/tracking-id'],
    by: 'Argo CD',
    source: 'argoproj/argo-cd common/common.go AnnotationKeyAppInstance',
  },
  ...['kubevirt.io/latest-observed-api-version', 'kubevirt.io/storage-observed-api-version'].map((key) => ({
    path: ['metadata', 'annotations', key],
    by: 'virt-controller, virt-operator',
    source: 'kubevirt/kubevirt pkg/controller/controller.go SetLatestApiVersionAnnotation',
  })),
];
