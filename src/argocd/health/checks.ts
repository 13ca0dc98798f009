import { DATA_IMPORT_CRON, DATA_SOURCE, DATA_VOLUME } from './images';
import { check, operatorCheck } from './prelude';
import { VIRTUAL_MACHINE } from './virtual-machine';

/** How Argo CD tells whether an object of a kind is well. */
interface HealthCheck {
  readonly group: string;
  readonly kind: string;
  readonly lua: string;
  /** Where what the status says was read. */
  readonly source: string;
}

const KUBEVIRT = operatorCheck(
  'virt-operator',
  `if is("Synchronized", "False") then
  return health("Degraded", said("Synchronized", "Not synchronized"))
end
`,
);

const CDI = operatorCheck(
  'cdi-operator',
  `if status.phase == "Error" then
  return health("Degraded", said("Degraded", "cdi-operator gave up"))
end
`,
);

// Its status has numbers only: what keeps a machine from coming up is told by the Machine. It then stays progressing.
const MACHINE_DEPLOYMENT = check(`local spec = obj.spec or {}
local wanted = spec.replicas or 1
local updated = status.updatedReplicas or 0
local available = status.availableReplicas or 0
if obj.status == nil then
  return health("Progressing", "Waiting for the machine-controller")
end
if (status.observedGeneration or 0) < ((obj.metadata or {}).generation or 0) then
  return health("Progressing", "Waiting for the machine-controller to see the change")
end
if spec.paused then
  return health("Suspended", "Paused")
end
if updated < wanted then
  return health("Progressing", updated .. " of " .. wanted .. " machines are of the new kind")
end
if (status.replicas or 0) > updated then
  return health("Progressing", (status.replicas - updated) .. " old machines are still there")
end
if available < wanted then
  return health("Progressing", available .. " of " .. wanted .. " machines are available")
end
return health("Healthy", available .. " machines are available")
`);

/**
 * The checks that Argo CD lacks, and two that it has. By its own a VM that is meant to be off is Suspended, and every later
 * wave waits for it forever; a DataVolume is Degraded at the first error of an importer that CDI starts again.
 */
export const HEALTH_CHECKS: readonly HealthCheck[] = [
  {
    group: 'kubevirt.io',
    kind: 'KubeVirt',
    lua: KUBEVIRT,
    source: 'kubevirt/kubevirt v1.9.0 pkg/virt-operator/util/client.go',
  },
  {
    group: 'hco.kubevirt.io',
    kind: 'HyperConverged',
    lua: operatorCheck('hyperconverged-cluster-operator'),
    source: 'kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go',
  },
  {
    group: 'cdi.kubevirt.io',
    kind: 'CDI',
    lua: CDI,
    source: 'kubevirt.io/controller-lifecycle-operator-sdk pkg/sdk/cr-status.go, as CDI 1.65 vendors it',
  },
  {
    group: 'cdi.kubevirt.io',
    kind: 'DataVolume',
    lua: DATA_VOLUME,
    source: 'kubevirt/containerized-data-importer pkg/controller/datavolume/conditions.go, controller-base.go',
  },
  {
    group: 'cdi.kubevirt.io',
    kind: 'DataImportCron',
    lua: DATA_IMPORT_CRON,
    source: 'kubevirt/containerized-data-importer pkg/controller/dataimportcron-controller.go',
  },
  {
    group: 'cdi.kubevirt.io',
    kind: 'DataSource',
    lua: DATA_SOURCE,
    source: 'kubevirt/containerized-data-importer pkg/controller/datasource-controller.go',
  },
  {
    group: 'kubevirt.io',
    kind: 'VirtualMachine',
    lua: VIRTUAL_MACHINE,
    source: 'kubevirt/kubevirt v1.9.0 pkg/virt-controller/watch/vm/vm.go setPrintableStatus, syncConditions',
  },
  {
    group: 'cluster.k8s.io',
    kind: 'MachineDeployment',
    lua: MACHINE_DEPLOYMENT,
    source: 'kubermatic/machine-controller sdk/apis/cluster/v1alpha1/machinedeployment_types.go',
  },
];
