/** Milliseconds since the process began: what `performance` says too, which takes one of them to load. */
export function elapsedMs(): number {
  return process.uptime() * 1000;
}
