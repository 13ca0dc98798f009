import { check } from './lua';

/**
 * A machine is well when it is what was asked for: running, or stopped where it is not to run. What KubeVirt prints
 * as its status decides; the list is that of `VirtualMachinePrintableStatus`.
 */
export const VIRTUAL_MACHINE = check(`local spec = obj.spec or {}
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
