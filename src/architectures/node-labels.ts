/**
 * Labels that virt-handler puts on nodes, by prefix or whole, each with the value `true`.
 *
 * @see kubevirt staging/src/kubevirt.io/api/core/v1/types.go, pkg/virt-handler/node-labeller
 */
export const NODE_LABELS = {
  /** One for each machine type that a node can give its guests; since KubeVirt 1.6 launcher pods ask for it. */
  machineType: 'machine-type.node.kubevirt.io/',
  cpuModel: 'cpu-model.node.kubevirt.io/',
  cpuFeature: 'cpu-feature.node.kubevirt.io/',
  cpuVendor: 'cpu-vendor.node.kubevirt.io/',
  /** The model of the node itself, and the features that a guest of this model must find elsewhere. */
  hostModel: 'host-model-cpu.node.kubevirt.io/',
  hostModelFeature: 'host-model-required-features.node.kubevirt.io/',
  /** The models that a guest may have been started with elsewhere. */
  migrationModel: 'cpu-model-migration.node.kubevirt.io/',
  hyperv: 'hyperv.node.kubevirt.io/',
  /** On a node whose own CPU model is outdated; guests with the model of their host keep away from it. */
  obsoleteModel: 'node-labeller.kubevirt.io/obsolete-host-model',
} as const;
