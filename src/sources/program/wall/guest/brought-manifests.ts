import type { readBroughtHere as readThere } from '../../../host/brought-manifests';
import { host } from './host';
import { processShim } from './process';

/** Reads for `Manifests`: the host does that as for a platform file, so no reader of YAML is in the wall. */
export const readBroughtHere: typeof readThere = (paths) =>
  JSON.parse(host.manifests(JSON.stringify({ paths, folder: processShim.cwd() }))) as ReturnType<typeof readThere>;
