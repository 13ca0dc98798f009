/**
 * How long a failure that may still come right is Progressing before it is Degraded: as long as a Deployment waits by
 * default (`progressDeadlineSeconds`). Argo CD ends a sync as failed at the first Degraded.
 */
const PATIENCE_S = 600;

/**
 * Failed attempts in a row after which a failure is Degraded, where a retry resets every time in the status. virt-controller
 * waits 10 s times the square of the count, the kubelet doubles from 10 s: five take five minutes or more.
 */
const PATIENCE_ATTEMPTS = 5;

/**
 * What every check begins with. Argo CD runs Lua 5.1 with neither `string` nor `math`, for one second at most, and takes
 * a table with a status of its own list. `require("os")` has `time` and `date` only (util/lua/oslib_safe.go).
 *
 * A timestamp cannot be parsed without `string`, but RFC 3339 in UTC sorts as text. `os.date` prints a given time in the
 * zone of the controller, even after "!", so the offset of that zone is taken away first.
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
local function since(kind)
  return (conditions[kind] or {}).lastTransitionTime
end
local function health(name, message)
  return { status = name, message = message }
end
if obj.metadata ~= nil and obj.metadata.deletionTimestamp ~= nil then
  return health("Progressing", "Being deleted")
end
`;

/** For checks that wait before they say Degraded; a failure without a time is Degraded at once. */
const PATIENCE = `local function failing(time, message)
  if time == nil then
    return health("Degraded", message)
  end
  local os = require("os")
  local now = os.time()
  local zone = now - os.time(os.date("!*t"))
  if time <= os.date("%Y-%m-%dT%H:%M:%SZ", now - ${PATIENCE_S} - zone) then
    return health("Degraded", message)
  end
  return health("Progressing", message)
end
`;

/** A check: what all have in common, then what the kind needs. */
function check(body: string): string {
  return PRELUDE + (body.includes('failing(') ? PATIENCE : '') + body;
}

/**
 * For an operator that says `Available`, `Progressing` and `Degraded`.
 *
 * Progressing comes first: while they update, KubeVirt and CDI say that they are degraded too.
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
  return failing(since("Degraded"), said("Degraded", "Degraded"))
end
${more}if is("Available", "True") then
  return health("Healthy", said("Available", "Available"))
end
return health("Progressing", said("Available", "Not available yet"))
`);
}

/**
 * A machine is well when it is what was asked for: running, or stopped where it is not to run. What KubeVirt prints
 * as its status decides; the list is that of `VirtualMachinePrintableStatus`, each with the condition that has its cause
 * (virt-controller copies them from the VMI).
 *
 * The wait counts from when the VM was last ready, or changed why it is not: the conditions of an image that cannot be
 * pulled alternate between ErrImagePull and ImagePullBackOff, and begin anew each time.
 */
const VIRTUAL_MACHINE = check(`local spec = obj.spec or {}
local shown = status.printableStatus or ""
local strategy = spec.runStrategy
if strategy == nil then
  strategy = spec.running == false and "Halted" or "Always"
end
local causes = {
  ErrorUnschedulable = "PodScheduled", ErrImagePull = "Synchronized", ImagePullBackOff = "Synchronized",
  ErrorPvcNotFound = "Synchronized", DataVolumeError = "DataVolumesReady", Unknown = "Ready",
}
local hints = { DataVolumeError = "see the DataVolumes of the VM" }
local function with(cause)
  if cause == nil or cause == "" or cause == shown then
    return shown
  end
  return shown == "" and cause or shown .. ": " .. cause
end
if obj.status == nil then
  return health("Progressing", "Waiting for virt-controller")
end
local failures = (status.startFailure or {}).consecutiveFailCount or 0
if failures > 0 and not is("Ready", "True") and strategy ~= "Halted" then
  local message = with(said("Failure", "failed starts in a row: " .. failures))
  if failures >= ${PATIENCE_ATTEMPTS} then
    return health("Degraded", message)
  end
  return health("Progressing", message)
end
if causes[shown] ~= nil then
  return failing(since("Ready") or since(causes[shown]), with(said(causes[shown], said("Failure", hints[shown]))))
end
if is("Failure", "True") then
  return failing(since("Failure"), with(said("Failure", "")))
end
if shown == "CrashLoopBackOff" then
  return health("Degraded", with(said("Ready", "")))
end
if is("Paused", "True") or shown == "Paused" then
  return health("Suspended", "Paused")
end
if shown == "Stopped" and strategy ~= "Always" then
  return health("Healthy", "Stopped, as " .. strategy .. " allows")
end
if shown == "WaitingForReceiver" and strategy == "WaitAsReceiver" then
  return health("Healthy", "Waits for a migration from another cluster, as " .. strategy .. " asks")
end
if is("Ready", "True") and strategy ~= "Halted" then
  local message = shown == "" and "Running" or shown
  if is("RestartRequired", "True") then
    message = message .. ", restart required: " .. said("RestartRequired", "a change waits for it")
  end
  return health("Healthy", message)
end
return health("Progressing", shown == "" and "Waiting for virt-controller" or shown)
`);

/**
 * CDI starts a failed importer again, and each start resets the condition Running: the restarts are counted instead. A
 * volume that binds with its first consumer has done all it can without one; Argo CD's own check waits forever there.
 */
const DATA_VOLUME = check(`local phase = status.phase or ""
local running = conditions.Running or {}
if phase == "" then
  return health("Progressing", "Waiting for CDI")
end
if phase == "Succeeded" then
  return health("Healthy", phase)
end
if phase == "Paused" then
  return health("Suspended", phase)
end
if phase == "Failed" or phase == "Unknown" then
  return health("Degraded", phase .. ": " .. said("Running", said("Ready", "see the events of the DataVolume")))
end
if running.status == "False" and running.reason == "Error" then
  local message = phase .. ": " .. said("Running", "Error")
  if (status.restartCount or 0) >= ${PATIENCE_ATTEMPTS} then
    return health("Degraded", message)
  end
  return health("Progressing", message)
end
if running.status == "False" and (running.reason == "ImagePullFailed" or running.reason == "Unschedulable") then
  return failing(since("Running"), phase .. ": " .. said("Running", "Error"))
end
if conditions.Bound ~= nil and conditions.Bound.reason == "ErrExceededQuota" then
  return failing(since("Bound"), phase .. ": " .. said("Bound", "ErrExceededQuota"))
end
if phase == "WaitForFirstConsumer" or phase == "PendingPopulation" then
  return health("Healthy", phase .. ": it is filled when a VM first uses it")
end
return health("Progressing", phase)
`);

const DATA_IMPORT_CRON = check(`local import = conditions.Progressing or {}
if is("UpToDate", "True") then
  return health("Healthy", said("UpToDate", "Up to date"))
end
if import.reason == "Failed" or import.reason == "Unknown" or import.reason == "NotAuthorized" then
  return failing(since("Progressing"), said("Progressing", "The import failed"))
end
if conditions.UpToDate == nil then
  return health("Progressing", "Waiting for CDI")
end
return health("Progressing", said("UpToDate", "Importing"))
`);

// A source that is not there yet is what a DataImportCron fills in. A reference that cannot be right does not wait.
const DATA_SOURCE = check(`local hopeless = {
  MaxReferenceDepthReached = true, SelfReference = true, CrossNamespaceReference = true,
}
if conditions.Ready == nil then
  return health("Progressing", "Waiting for CDI")
end
local reason = conditions.Ready.reason or ""
if is("Ready", "True") then
  return health("Healthy", said("Ready", "Ready"))
end
if hopeless[reason] then
  return health("Degraded", said("Ready", "Not ready"))
end
if reason == "Failed" or reason == "Unknown" then
  return failing(since("Ready"), said("Ready", "Not ready"))
end
return health("Progressing", said("Ready", "Not ready yet"))
`);

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
