import { join, resolve } from 'node:path';
import type { Finding } from '../../findings/finding';
import { placeOf } from '../../kube/yaml/place';
import { isProblem, readYaml } from '../../kube/yaml/reader';
import * as z from '../../model/read/zod';
import { foundAt, shownPath, WorkspaceError } from '../host/open-text';
import { readText } from '../host/read-text';

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

/** The part of `cdk8s.yaml` that polyvirt reads; the rest belongs to cdk8s. */
interface Cdk8sConfig {
  /** Entry of the app, relative to the file. */
  readonly entry: string;
  /** Output folder, relative to the file. */
  readonly output: string;
}

const schema = () =>
  z.looseObject({
    app: z.string(),
    output: z.optional(z.string()),
  });

const SCRIPT = /\.[cm]?[jt]s$/;

/** Reads `cdk8s.yaml`; the findings say at which line something is wrong. */
export function parseCdk8sConfig(text: string): Cdk8sConfig | { readonly findings: readonly Finding[] } {
  const [document = { value: {}, text: '', firstLine: 1 }] = readYaml(text);
  if (isProblem(document)) {
    const { problem, line, column } = document;
    return { findings: [{ ...unreadable(problem, 'correct the YAML'), line, column }] };
  }
  const parsed = schema().safeParse(document.value);
  if (!parsed.success) {
    return {
      findings: parsed.error.issues.map((issue) => ({
        ...unreadable(
          `${issue.path.join('.') || 'the file'} is missing or of the wrong kind`,
          'write app: npx ts-node main.ts',
        ),
        path: issue.path.join('.'),
        ...placeOf(document, issue.path as string[]),
      })),
    };
  }
  const { app, output = 'dist' } = parsed.data;
  const words = [...app.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  );
  const entry = words.findLast((word) => SCRIPT.test(word));
  if (entry === undefined) {
    return {
      findings: [
        {
          ...unreadable(
            `app: "${app}" names no .ts or .js file`,
            'name the file that calls app.synth(), as in app: npx ts-node main.ts',
          ),
          path: 'app',
          ...placeOf(document, ['app']),
        },
      ],
    };
  }
  return { entry, output };
}

function unreadable(what: string, fix: string): Finding {
  return {
    code: 'PV011',
    severity: 'error',
    what,
    why: 'Without it, polyvirt does not know which program to run',
    fix,
  };
}
