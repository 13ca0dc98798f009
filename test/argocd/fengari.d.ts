/** The part of fengari that the tests use; it brings no types of its own. */
declare module 'fengari' {
  export interface LuaState {
    readonly _state: never;
  }
  type Bytes = Uint8Array;
  export const lua: {
    readonly LUA_OK: number;
    lua_pushcfunction(state: LuaState, call: (state: LuaState) => number): void;
    lua_setglobal(state: LuaState, name: Bytes): void;
    lua_getfield(state: LuaState, index: number, name: Bytes): void;
    lua_setfield(state: LuaState, index: number, name: Bytes): void;
    lua_rawgeti(state: LuaState, index: number, at: number): void;
    lua_rawseti(state: LuaState, index: number, at: number): void;
    lua_newtable(state: LuaState): void;
    lua_pushnil(state: LuaState): void;
    lua_pushboolean(state: LuaState, value: boolean): void;
    lua_pushinteger(state: LuaState, value: number): void;
    lua_pushstring(state: LuaState, text: Bytes): void;
    lua_pushvalue(state: LuaState, index: number): void;
    lua_tointeger(state: LuaState, index: number): number;
    lua_tostring(state: LuaState, index: number): Bytes;
    lua_isnil(state: LuaState, index: number): boolean;
    lua_pcall(state: LuaState, args: number, results: number, handler: number): number;
    lua_gettop(state: LuaState): number;
    lua_pop(state: LuaState, count: number): void;
  };
  export const lauxlib: {
    luaL_newstate(): LuaState;
    luaL_loadstring(state: LuaState, text: Bytes): number;
  };
  export function to_luastring(text: string): Bytes;
  export function to_jsstring(bytes: Bytes): string;
}
