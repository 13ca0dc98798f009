import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseCdk8sConfig } from '../config/cdk8s-config';
import { reasonOf, WorkspaceError } from './workspace-error';

/** A cdk8s app on disk. */
export interface AppLocation {
  /** Folder of `cdk8s.yaml`; the app runs there. */
  readonly folder: string;
  /** Absolute path of the program. */
  readonly entry: string;
  /** Absolute path of the output folder. */
  readonly output: string;
}

/** No configuration is longer; what is, is another file by mistake. */
const LONGEST_CONFIG = 1 << 20;

/** Finds the app of a folder by its `cdk8s.yaml`. */
export function findApp(folder: string): AppLocation {
  const absolute = resolve(folder);
  const configFile = join(absolute, 'cdk8s.yaml');
  const shown = relative(process.cwd(), configFile) || configFile;
  const config = parseCdk8sConfig(readConfig(absolute, configFile, folder));
  if ('findings' in config) {
    throw new WorkspaceError(config.findings.map((finding) => ({ ...finding, file: shown })));
  }
  const entry = resolve(absolute, config.entry);
  if (!isFile(entry)) {
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

function readConfig(folder: string, configFile: string, asked: string): string {
  try {
    if (statSync(configFile).size > LONGEST_CONFIG) {
      throw Object.assign(new Error('it is larger than 1 MiB'));
    }
    return readFileSync(configFile, 'utf8');
  } catch (error) {
    const missing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    const what = !missing
      ? `${configFile} cannot be read: ${reasonOf(error)}`
      : isFolder(folder)
        ? `there is no cdk8s.yaml in ${asked}`
        : `${asked} is not a folder`;
    throw new WorkspaceError(
      [
        {
          code: 'PV010',
          severity: 'error',
          what,
          why: 'polyvirt synth runs the app that cdk8s.yaml names',
          fix: 'name the folder of your app, as in polyvirt synth path/to/app, or add a cdk8s.yaml with app: npx ts-node main.ts',
        },
      ],
      true,
    );
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
