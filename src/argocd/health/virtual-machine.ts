import { check, PATIENCE_ATTEMPTS } from './prelude';

/**
 * A machine is well when it is what was asked for: running, or stopped where it is not to run. What KubeVirt prints
 * as its status decides; the list is that of `VirtualMachinePrintableStatus`, each with the condition that has its cause
 * (virt-controller copies them from the VMI).
 *
 * The wait counts from when the VM was last ready, or changed why it is not: the conditions of an image that cannot be
 * pulled alternate between ErrImagePull and ImagePullBackOff, and begin anew each time.
 */
export const VIRTUAL_MACHINE = check(`local spec = obj.spec or {}
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
