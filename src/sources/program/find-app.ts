import { join, resolve } from 'node:path';
import { foundAt } from '../../host/open-text';
import { readText } from '../../host/read-text';
import { shownPath, WorkspaceError } from '../../host/workspace-error';
import { parseCdk8sConfig } from './cdk8s-config';

/** A cdk8s app on disk. */
export interface AppLocation {
  /** Folder of `cdk8s.yaml`; the app runs there. */
  readonly folder: string;
  /** Absolute path of the program. */
  readonly entry: string;
  /** Absolute path of the output folder. */
  readonly output: string;
}

/** Finds the app of a folder by its `cdk8s.yaml`. */
export function findApp(folder: string): AppLocation {
  const absolute = resolve(folder);
  const configFile = join(absolute, 'cdk8s.yaml');
  const shown = shownPath(configFile);
  const config = parseCdk8sConfig(readText(configFile));
  if ('findings' in config) {
    throw new WorkspaceError(config.findings.map((finding) => ({ ...finding, file: shown })));
  }
  const entry = resolve(absolute, config.entry);
  if (foundAt(entry)?.isFile() !== true) {
    throw new WorkspaceError([
      {
        code: 'PV011',
        severity: 'error',
        file: shown,
        path: 'app',
        what: `the program ${config.entry} does not exist`,
        why: 'It is what makes the manifests',
        fix: 'correct app in cdk8s.yaml, or add the file',
      },
    ]);
  }
  return { folder: absolute, entry, output: resolve(absolute, config.output) };
}
