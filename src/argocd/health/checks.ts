/** How Argo CD tells whether an object of a kind is well. */
interface HealthCheck {
  readonly group: string;
  readonly kind: string;
  readonly lua: string;
  /** Where what the status says was read. */
  readonly source: string;
}

/**
 * What every check begins with. Argo CD runs Lua 5.1 with neither `string` nor `math`, for one second at most, and takes
 * a table with a status of its own list.
 */
const PRELUDE = `local status = obj.status or {}
local conditions = {}
for _, condition in ipairs(status.conditions or {}) do
  conditions[condition.type or ""] = condition
end
local function is(kind, value)
  return conditions[kind] ~= nil and conditions[kind].status == value
end
local function said(kind, otherwise)
  local condition = conditions[kind] or {}
  if condition.message ~= nil and condition.message ~= "" then
    return condition.message
  end
  if condition.reason ~= nil and condition.reason ~= "" then
    return condition.reason
  end
  return otherwise
end
local function health(name, message)
  return { status = name, message = message }
end
if obj.metadata ~= nil and obj.metadata.deletionTimestamp ~= nil then
  return health("Progressing", "Being deleted")
end
`;

/** A check: what all have in common, then what the kind needs. */
function check(body: string): string {
  return PRELUDE + body;
}

/**
 * For an operator that says `Available`, `Progressing` and `Degraded`.
 *
 * Progressing comes first: while they update, KubeVirt and CDI say that they are degraded too, and Degraded would end the
 * sync as failed.
 */
function operatorCheck(operator: string, more = ''): string {
  return check(`if obj.status == nil or status.conditions == nil then
  return health("Progressing", "Waiting for ${operator}")
end
local generation = (obj.metadata or {}).generation
if generation ~= nil and status.observedGeneration ~= nil and status.observedGeneration < generation then
  return health("Progressing", "Waiting for ${operator} to see the change")
end
if is("Progressing", "True") then
  return health("Progressing", said("Progressing", "Progressing"))
end
if is("Degraded", "True") then
  return health("Degraded", said("Degraded", "Degraded"))
end
${more}if is("Available", "True") then
  return health("Healthy", said("Available", "Available"))
end
return health("Progressing", said("Available", "Not available yet"))
`);
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

const DATA_IMPORT_CRON = check(`local import = conditions.Progressing or {}
if is("UpToDate", "True") then
  return health("Healthy", said("UpToDate", "Up to date"))
end
if import.reason == "Failed" or import.reason == "Unknown" or import.reason == "NotAuthorized" then
  return health("Degraded", said("Progressing", "The import failed"))
end
if conditions.UpToDate == nil then
  return health("Progressing", "Waiting for CDI")
end
return health("Progressing", said("UpToDate", "Importing"))
`);

// A source that is not there yet is what a DataImportCron fills in, so only what cannot become well is degraded.
const DATA_SOURCE = check(`local hopeless = {
  Failed = true, Unknown = true, MaxReferenceDepthReached = true, SelfReference = true, CrossNamespaceReference = true,
}
if conditions.Ready == nil then
  return health("Progressing", "Waiting for CDI")
end
if is("Ready", "True") then
  return health("Healthy", said("Ready", "Ready"))
end
if hopeless[conditions.Ready.reason or ""] then
  return health("Degraded", said("Ready", "Not ready"))
end
return health("Progressing", said("Ready", "Not ready yet"))
`);

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
 * A machine is well when it is what was asked for: running, or stopped where it is not to run. What KubeVirt prints
 * as its status decides; the list is that of `VirtualMachinePrintableStatus`.
 */
const VIRTUAL_MACHINE = check(`local spec = obj.spec or {}
local shown = status.printableStatus or ""
local strategy = spec.runStrategy
if strategy == nil then
  strategy = spec.running == false and "Halted" or "Always"
end
local broken = {
  CrashLoopBackOff = true, ErrorUnschedulable = true, ErrImagePull = true, ImagePullBackOff = true,
  ErrorPvcNotFound = true, DataVolumeError = true, Unknown = true,
}
if obj.status == nil then
  return health("Progressing", "Waiting for virt-controller")
end
if broken[shown] or is("Failure", "True") then
  return health("Degraded", said("Failure", said("Ready", shown)))
end
if is("Paused", "True") or shown == "Paused" then
  return health("Suspended", "Paused")
end
if shown == "Stopped" and strategy ~= "Always" then
  return health("Healthy", "Stopped, as " .. strategy .. " allows")
end
if is("Ready", "True") and strategy ~= "Halted" then
  return health("Healthy", shown == "" and "Running" or shown)
end
return health("Progressing", shown == "" and "Waiting for virt-controller" or shown)
`);

/**
 * The checks that Argo CD lacks, and the one for machines, which it has: there a machine that is meant to be off is
 * Suspended, and every later wave waits for it for ever.
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
    source: 'kubevirt/kubevirt v1.9.0 staging/src/kubevirt.io/api/core/v1/types.go',
  },
  {
    group: 'cluster.k8s.io',
    kind: 'MachineDeployment',
    lua: MACHINE_DEPLOYMENT,
    source: 'kubermatic/machine-controller sdk/apis/cluster/v1alpha1/machinedeployment_types.go',
  },
];
