/**
 * How long a failure that may still come right is Progressing before it is Degraded: as long as a Deployment waits by
 * default (`progressDeadlineSeconds`). Argo CD ends a sync as failed at the first Degraded.
 */
const PATIENCE_S = 600;

/**
 * Failed attempts in a row after which a failure is Degraded, where a retry resets every time in the status. virt-controller
 * waits 10 s times the square of the count, the kubelet doubles from 10 s: five take five minutes or more.
 */
export const PATIENCE_ATTEMPTS = 5;

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
export function check(body: string): string {
  return PRELUDE + (body.includes('failing(') ? PATIENCE : '') + body;
}

/**
 * For an operator that says `Available`, `Progressing` and `Degraded`.
 *
 * Progressing comes first: while they update, KubeVirt and CDI say that they are degraded too.
 */
export function operatorCheck(operator: string, more = ''): string {
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
