import { lauxlib, lua, type LuaState as State, to_jsstring, to_luastring } from 'fengari';

/** What a check says of an object. */
export interface Health {
  readonly status: string;
  readonly message: string;
}

/**
 * Runs a check as Argo CD does, but with no library at all: only `ipairs`, which is of the base library, is there.
 */
export function runHealth(script: string, object: unknown): Health {
  const state = lauxlib.luaL_newstate();
  lua.lua_pushcfunction(state, ipairs);
  lua.lua_setglobal(state, to_luastring('ipairs'));
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
