import { realpathSync } from 'node:fs';
import type { Clusters } from '../../../src/cluster/cluster';
import { isWorkspaceError } from '../../../src/sources/host/open-text';
import { findApp } from '../../../src/sources/program/find-app';
import { runApp } from '../../../src/sources/program/run-app';
import type { WallLimits } from '../../../src/sources/program/wall/wall-messages';
import { appFolder } from '../../app-folder';

/** The tree of a program in the wall. */
export async function walled(folder: string, limits: Partial<WallLimits> = {}): Promise<Clusters> {
  const hear = () => undefined;
  return runApp(findApp(folder), { wall: { within: { root: realpathSync(folder), packages: [] }, limits, hear } });
}

/** How a program in the wall was rejected. */
export async function refusal(body: string, limits: Partial<WallLimits> = {}, files: Record<string, string> = {}) {
  try {
    await walled(appFolder({ 'main.ts': body, ...files }), limits);
  } catch (error) {
    if (isWorkspaceError(error)) {
      const [{ code, what, line, fix }] = error.findings as [(typeof error.findings)[0]];
      return { code, what, line, fix };
    }
    throw error;
  }
  return 'it ran';
}
