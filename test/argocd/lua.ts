import { lauxlib, lua, type LuaState as State, to_jsstring, to_luastring } from 'fengari';

/** What a check says of an object. */
export interface Health {
  readonly status: string;
  readonly message: string;
}

/** When the checks are run, in seconds since 1970, and how far east of UTC the controller is. */
export interface Clock {
  readonly now: number;
  readonly zone: number;
}

/** Noon in Greenwich. */
export const NOON: Clock = { now: Date.UTC(2026, 10, 18, 12) / 1000, zone: 0 };

/**
 * Runs a check as Argo CD does, with nearly no library: `ipairs` and `require` of the base library, and of `os` what
 * Argo CD leaves of it.
 */
export function runHealth(script: string, object: unknown, clock: Clock = NOON): Health {
  const state = lauxlib.luaL_newstate();
  lua.lua_pushcfunction(state, ipairs);
  lua.lua_setglobal(state, to_luastring('ipairs'));
  lua.lua_pushcfunction(state, (inner: State) => safeOs(inner, clock));
  lua.lua_setglobal(state, to_luastring('require'));
  push(state, object);
  lua.lua_setglobal(state, to_luastring('obj'));
  const failed =
    lauxlib.luaL_loadstring(state, to_luastring(script)) !== lua.LUA_OK || lua.lua_pcall(state, 0, 1, 0) !== lua.LUA_OK;
  if (failed) {
    throw new Error(to_jsstring(lua.lua_tostring(state, -1)));
  }
  const field = (name: string) => {
    lua.lua_getfield(state, -1, to_luastring(name));
    const text = to_jsstring(lua.lua_tostring(state, -1));
    lua.lua_pop(state, 1);
    return text;
  };
  return { status: field('status'), message: field('message') };
}

/** `require("os")`, with the two functions of argo-cd v3.5.1 util/lua/oslib_safe.go, as far as a check uses them. */
function safeOs(state: State, { now, zone }: Clock): number {
  const wanted = to_jsstring(lua.lua_tostring(state, 1));
  if (wanted !== 'os') {
    throw new Error(`no library ${wanted}`);
  }
  lua.lua_newtable(state);
  lua.lua_pushcfunction(state, (inner: State) => {
    lua.lua_pushinteger(inner, lua.lua_gettop(inner) === 0 ? now : secondsOf(inner) - zone);
    return 1;
  });
  lua.lua_setfield(state, -2, to_luastring('time'));
  lua.lua_pushcfunction(state, (inner: State) => {
    const format = to_jsstring(lua.lua_tostring(inner, 1));
    if (format === '!*t') {
      const [year, month, day, hour, min, sec] = partsOf(now);
      push(inner, { year, month, day, hour, min, sec });
    } else {
      // A time that is given is printed in the zone of the controller.
      const [year, month, day, hour, min, sec] = partsOf(lua.lua_tointeger(inner, 2) + zone).map((part) =>
        part.toString().padStart(2, '0'),
      );
      const values: Record<string, string | undefined> = { Y: year, m: month, d: day, H: hour, M: min, S: sec };
      push(
        inner,
        format.replace(/%(.)/g, (_all, flag: string) => values[flag] ?? `%${flag}`),
      );
    }
    return 1;
  });
  lua.lua_setfield(state, -2, to_luastring('date'));
  return 1;
}

function partsOf(seconds: number): number[] {
  const date = new Date(seconds * 1000);
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
}

/** What the table on the stack says, read as UTC. */
function secondsOf(state: State): number {
  const [year, month, day, hour, min, sec] = ['year', 'month', 'day', 'hour', 'min', 'sec'].map((name) => {
    lua.lua_getfield(state, 1, to_luastring(name));
    const value = lua.lua_tointeger(state, -1);
    lua.lua_pop(state, 1);
    return value;
  });
  return Date.UTC(year!, month! - 1, day, hour, min, sec) / 1000;
}

/** `ipairs` of Lua 5.1: stops at the first hole. */
function ipairs(state: State): number {
  lua.lua_pushcfunction(state, (inner: State) => {
    const next = lua.lua_tointeger(inner, 2) + 1;
    lua.lua_pushinteger(inner, next);
    lua.lua_rawgeti(inner, 1, next);
    return lua.lua_isnil(inner, -1) ? 1 : 2;
  });
  lua.lua_pushvalue(state, 1);
  lua.lua_pushinteger(state, 0);
  return 3;
}

function push(state: State, value: unknown): void {
  if (value === null || value === undefined) {
    lua.lua_pushnil(state);
  } else if (typeof value === 'boolean') {
    lua.lua_pushboolean(state, value);
  } else if (typeof value === 'number') {
    // Lua 5.1 has one kind of number and prints 3 as 3; the Lua at hand is 5.3, where a float would be 3.0.
    lua.lua_pushinteger(state, value);
  } else if (typeof value === 'string') {
    lua.lua_pushstring(state, to_luastring(value));
  } else if (Array.isArray(value)) {
    lua.lua_newtable(state);
    value.forEach((item, i) => {
      push(state, item);
      lua.lua_rawseti(state, -2, i + 1);
    });
  } else {
    lua.lua_newtable(state);
    for (const [key, item] of Object.entries(value)) {
      push(state, item);
      lua.lua_setfield(state, -2, to_luastring(key));
    }
  }
}
