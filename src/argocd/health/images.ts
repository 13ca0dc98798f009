import { check, PATIENCE_ATTEMPTS } from './prelude';

/**
 * CDI starts a failed importer again, and each start resets the condition Running: the restarts are counted instead. A
 * volume that binds with its first consumer has done all it can without one; Argo CD's own check waits forever there.
 */
export const DATA_VOLUME = check(`local phase = status.phase or ""
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

export const DATA_IMPORT_CRON = check(`local import = conditions.Progressing or {}
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
export const DATA_SOURCE = check(`local hopeless = {
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
