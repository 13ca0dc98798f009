import type { Hash } from '../../kube/hash';

/** The hash of Node. `node:crypto` takes 3 ms to load, so it is loaded with the first digest. */
export const hash: Hash = (algorithm, data, encoding = 'hex') =>
  process.getBuiltinModule('node:crypto').hash(algorithm, data, encoding);
