import { groupOf, nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';

/** A step into an object: a key, or every item of a list. */
type DriftStep = string;

const EVERY: DriftStep = '*';

/** A part of objects that another writer than git owns. */
interface Drift {
  readonly group: string;
  readonly kind: string;
  readonly paths: readonly (readonly DriftStep[])[];
  /** Who writes it. */
  readonly by: string;
  /** Whether git may say it too. Then it is ignored only for objects that do not. */
  readonly alsoInGit?: true;
  readonly source: string;
}

/** An entry of `ignoreDifferences` of an Application; `polyvirt review` reads the same. */
export interface IgnoreDifference {
  readonly group: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
}

const OBSERVED = ['kubevirt.io/latest-observed-api-version', 'kubevirt.io/storage-observed-api-version'].map((key) => [
  'metadata',
  'annotations',
  key,
]);

const TEMPLATE_PATHS = (templates: readonly DriftStep[]) => [
  [...templates, EVERY, 'metadata', 'annotations', 'cdi.kubevirt.io/storage.bind.immediate.requested'],
  [...templates, EVERY, 'spec', 'retentionPolicy'],
  [...templates, EVERY, 'spec', 'importsToKeep'],
];

/**
 * What operators and webhooks fill in.
 *
 * Argo CD tolerates keys that git does not have, but not in lists, not with server-side diff of webhooks, and not where
 * git has an empty map.
 */
export const DRIFT: readonly Drift[] = [
  {
    group: 'kubevirt.io',
    kind: 'VirtualMachine',
    paths: [
      ['spec', 'instancetype', 'revisionName'],
      ['spec', 'preference', 'revisionName'],
      ['spec', 'template', 'metadata', 'annotations', 'kubevirt.io/pci-topology-version'],
      ...OBSERVED,
    ],
    by: 'virt-controller, virt-api',
    source: 'kubevirt/kubevirt pkg/virt-controller/watch/vm/vm.go, pkg/virt-api/webhooks/mutating-webhook/mutators',
  },
  {
    group: 'kubevirt.io',
    kind: 'VirtualMachine',
    paths: [
      ['spec', 'template', 'spec', 'architecture'],
      ['spec', 'template', 'spec', 'domain', 'machine', 'type'],
      ['spec', 'template', 'spec', 'domain', 'firmware', 'uuid'],
      ['spec', 'template', 'spec', 'domain', 'firmware', 'serial'],
    ],
    by: 'virt-api, at creation',
    alsoInGit: true,
    source: 'kubevirt/kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vm-mutator.go',
  },
  {
    group: 'kubevirt.io',
    kind: 'VirtualMachine',
    paths: [['spec', 'template', 'spec', 'domain', 'devices', 'interfaces', EVERY, 'macAddress']],
    by: 'kubemacpool, where HyperConverged brings it',
    alsoInGit: true,
    source: 'k8snetworkplumbingwg/kubemacpool pkg/webhook/virtualmachine',
  },
  {
    group: 'kubevirt.io',
    kind: 'KubeVirt',
    paths: OBSERVED,
    by: 'virt-operator',
    source: 'kubevirt/kubevirt pkg/virt-operator/kubevirt.go',
  },
  {
    group: 'hco.kubevirt.io',
    kind: 'HyperConverged',
    paths: [
      ...TEMPLATE_PATHS(['spec', 'dataImportCronTemplates']),
      ...TEMPLATE_PATHS(['spec', 'workloadSources', 'dataImportCronTemplates']),
      ['spec', 'evictionStrategy'],
      ['spec', 'virtualization', 'evictionStrategy'],
      ['spec', 'ksmConfiguration'],
      ['spec', 'virtualization', 'ksmConfiguration'],
    ],
    by: 'the webhook of HyperConverged',
    alsoInGit: true,
    source: 'kubevirt/hyperconverged-cluster-operator pkg/webhooks/mutator/hyperConvergedMutator.go',
  },
  {
    group: 'cdi.kubevirt.io',
    kind: 'DataVolume',
    paths: [['metadata', 'annotations', 'cdi.kubevirt.io/storage.clone.token']],
    by: 'the webhook of CDI',
    source: 'kubevirt/containerized-data-importer pkg/apiserver/webhooks',
  },
  {
    group: 'cluster.k8s.io',
    kind: 'MachineDeployment',
    paths: [['metadata', 'annotations', 'machinedeployment.clusters.k8s.io/revision']],
    by: 'machine-controller',
    source: 'kubermatic/machine-controller pkg/controller/util/machine_deployment.go',
  },
];

/** More names than these make an Application large. */
const MOST_NAMES = 50;

/** What no git says: to be ignored in every Application. */
export function usualDifferences(): IgnoreDifference[] {
  return joined(DRIFT.filter(({ alsoInGit }) => alsoInGit !== true).map((drift) => entry(drift, drift.paths)));
}

/** What is to be ignored in the Application of these objects. */
export function ignoreDifferences(objects: readonly KubeObject[]): IgnoreDifference[] {
  const differences = new DifferencesToIgnore();
  differences.see(objects);
  return differences.entries();
}

/** What objects say at one path. */
interface SaidAtPath {
  readonly drift: Drift;
  readonly path: readonly DriftStep[];
  /** How many objects there are that could say it, and how many do not. */
  about: number;
  silent: number;
  /** Those that do not, as long as they are few. */
  readonly names: Pick<IgnoreDifference, 'name' | 'namespace'>[];
}

/**
 * Entries of ignoreDifferences for objects that come a few at a time, of which only a few names are kept.
 *
 * What an object says itself is never ignored: with RespectIgnoreDifferences a change of it would not arrive.
 */
export class DifferencesToIgnore {
  private readonly said: readonly SaidAtPath[] = DRIFT.flatMap((drift) =>
    drift.paths.map((path) => ({ drift, path, about: 0, silent: 0, names: [] })),
  );

  public see(objects: readonly KubeObject[]): void {
    for (const object of objects) {
      const group = groupOf(object.apiVersion);
      for (const said of this.said) {
        if (said.drift.kind === object.kind && said.drift.group === group) {
          note(said, object);
        }
      }
    }
  }

  public entries(): IgnoreDifference[] {
    return joined(
      this.said.flatMap(({ drift, path, about, silent, names }) => {
        if (silent === about) {
          return about === 0 ? [] : [entry(drift, [path])];
        }
        return silent > MOST_NAMES ? [] : names.map((name) => ({ ...entry(drift, [path]), ...name }));
      }),
    );
  }
}

function note(said: SaidAtPath, object: KubeObject): void {
  said.about += 1;
  if (says(object, said.path, 0)) {
    return;
  }
  said.silent += 1;
  if (said.silent <= MOST_NAMES) {
    const namespace = namespaceOf(object);
    const name = nameOf(object);
    said.names.push({ ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) });
  }
}

function says(value: unknown, path: readonly DriftStep[], at: number): boolean {
  if (at === path.length) {
    return value !== undefined;
  }
  const step = path[at]!;
  return step === EVERY
    ? Array.isArray(value) && value.some((item) => says(item, path, at + 1))
    : isMap(value) && says(value[step], path, at + 1);
}

function entry({ group, kind }: Drift, paths: readonly (readonly DriftStep[])[]): IgnoreDifference {
  const pointers = paths.filter((path) => !path.includes(EVERY)).map(pointerOf);
  const expressions = paths.filter((path) => path.includes(EVERY)).map(jqOf);
  return {
    group,
    kind,
    ...(pointers.length === 0 ? {} : { jsonPointers: pointers }),
    ...(expressions.length === 0 ? {} : { jqPathExpressions: expressions }),
  };
}

function pointerOf(path: readonly DriftStep[]): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function jqOf(path: readonly DriftStep[]): string {
  return path
    .map((step) => (step === EVERY ? '[]' : /^\w+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`))
    .join('');
}

/** One entry for each kind or object. */
function joined(entries: readonly IgnoreDifference[]): IgnoreDifference[] {
  const found = new Map<string, IgnoreDifference>();
  for (const each of entries) {
    const key = JSON.stringify([each.group, each.kind, each.namespace, each.name]);
    const before = found.get(key);
    const pointers = [...(before?.jsonPointers ?? []), ...(each.jsonPointers ?? [])];
    const expressions = [...(before?.jqPathExpressions ?? []), ...(each.jqPathExpressions ?? [])];
    found.set(key, {
      ...each,
      ...(pointers.length === 0 ? {} : { jsonPointers: pointers }),
      ...(expressions.length === 0 ? {} : { jqPathExpressions: expressions }),
    });
  }
  return [...found.values()];
}

/** Finalizers that a controller adds to every object of a kind. */
interface ControllerFinalizers {
  /** The newest first; older releases have others. */
  readonly finalizers: readonly string[];
  readonly by: string;
  readonly source: string;
}

/** By `Kind.group`. */
export const CONTROLLER_FINALIZERS: Readonly<Record<string, ControllerFinalizers>> = {
  'VirtualMachine.kubevirt.io': {
    finalizers: ['kubevirt.io/virtualMachineControllerFinalize'],
    by: 'virt-controller',
    source: 'kubevirt/kubevirt pkg/virt-controller/watch/vm/vm.go addVMFinalizer',
  },
  'VirtualMachineInstance.kubevirt.io': {
    finalizers: ['kubevirt.io/foregroundDeleteVirtualMachine', 'foregroundDeleteVirtualMachine'],
    by: 'virt-api',
    source: 'kubevirt/kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vmi-mutator.go',
  },
  'VirtualMachinePool.pool.kubevirt.io': {
    finalizers: ['pool.kubevirt.io/finalizer'],
    by: 'virt-controller',
    source: 'kubevirt/kubevirt pkg/virt-controller/watch/pool/pool.go addPoolFinalizer',
  },
  'KubeVirt.kubevirt.io': {
    finalizers: ['kubevirt.io/foregroundDeleteKubeVirt', 'foregroundDeleteKubeVirt'],
    by: 'virt-operator',
    source: 'kubevirt/kubevirt pkg/virt-operator/util/client.go AddFinalizer',
  },
  'VirtualMachineSnapshot.snapshot.kubevirt.io': {
    finalizers: ['snapshot.kubevirt.io/vmsnapshot-protection'],
    by: 'virt-controller',
    source: 'kubevirt/kubevirt pkg/storage/snapshot/snapshot.go addSnapshotFinalizer',
  },
  'VirtualMachineRestore.snapshot.kubevirt.io': {
    finalizers: ['snapshot.kubevirt.io/vmrestore-protection'],
    by: 'virt-controller',
    source: 'kubevirt/kubevirt pkg/storage/snapshot/restore.go',
  },
  'CDI.cdi.kubevirt.io': {
    finalizers: ['operator.cdi.kubevirt.io'],
    by: 'the operator of CDI',
    source: 'kubevirt/containerized-data-importer pkg/operator/controller/controller.go finalizerName',
  },
  'HyperConverged.hco.kubevirt.io': {
    finalizers: ['kubevirt.io/hyperconverged'],
    by: 'the operator of HyperConverged',
    source:
      'kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go FinalizerName',
  },
};
