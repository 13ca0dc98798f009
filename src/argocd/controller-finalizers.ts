/** Finalizers that a controller adds to every object of a kind. */
export interface ControllerFinalizers {
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
