/**
 * Does work while the environment of this process is empty, for a process that it starts at once.
 *
 * The bundler is one: it needs nothing of the environment, and what it does not have it cannot be talked into using.
 */
export function withoutEnvironment<T>(work: () => T): T {
  const { env } = process;
  process.env = {};
  try {
    return work();
  } finally {
    process.env = env;
  }
}
