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
export function check(body: string): string {
  return PRELUDE + body;
}

/**
 * For an operator that says `Available`, `Progressing` and `Degraded`.
 *
 * Progressing comes first: while they update, KubeVirt and CDI say that they are degraded too, and Degraded would end the
 * sync as failed.
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
  return health("Degraded", said("Degraded", "Degraded"))
end
${more}if is("Available", "True") then
  return health("Healthy", said("Available", "Available"))
end
return health("Progressing", said("Available", "Not available yet"))
`);
}
