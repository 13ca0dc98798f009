// The build takes this in place of `node:child_process`, which brings sockets and streams with it: commander imports it in
// every run, and next to none starts a process.
type ChildProcess = typeof import('node:child_process');

const loaded = (): ChildProcess => process.getBuiltinModule('node:child_process');

export const spawn = ((...args: Parameters<ChildProcess['spawn']>) => loaded().spawn(...args)) as ChildProcess['spawn'];

export const spawnSync = ((...args: Parameters<ChildProcess['spawnSync']>) =>
  loaded().spawnSync(...args)) as ChildProcess['spawnSync'];
