import { resolve } from 'node:path';
import type { Message } from 'esbuild';
import type { Finding } from '../../findings/finding';
import { isWorkspaceError, shownPath, WorkspaceError } from '../host/open-text';
import { type BundleBounds, isOfRepository } from './bundle-bounds';
import { NOT_READ } from './bundle-within';
import type { AppLocation } from './find-app';

/** The file that stands around a program; it is never written. */
export const WRAPPER = 'polyvirt-app.js';

/** The message about a bundler that did not end. */
export const TOO_LATE = 'the bundler did not end in time';

/**
 * What the bundler found wrong with a program; anything else is passed on as it is.
 *
 * @param bounds where it is not the user's own: then nothing is quoted but what is imported, since a message is shown to
 *   others than those who may read the files
 */
export function bundleError(error: unknown, app: AppLocation, bounds: BundleBounds | undefined): unknown {
  const { errors, message } = error as { errors?: Message[]; message?: string };
  if (errors !== undefined) {
    return new WorkspaceError(errors.map((each) => bundleFinding(each, app, bounds)).filter(unique));
  }
  return bounds === undefined || isWorkspaceError(error) ? error : new WorkspaceError([ended(message ?? '', app)]);
}

function bundleFinding({ text, location }: Message, app: AppLocation, bounds: BundleBounds | undefined): Finding {
  const missing = /^Could not resolve "([^"]+)"/.exec(text)?.[1];
  const isPackage = missing !== undefined && !/^[./]/.test(missing);
  const path = location === null || location.file === WRAPPER ? undefined : resolve(app.folder, location.file);
  const isOwn = bounds === undefined || path === undefined || isOfRepository(path, bounds);
  const what = missing === undefined ? text : `"${missing}" cannot be found`;
  return {
    code: 'PV012',
    severity: 'error',
    ...(path === undefined || location === null || !isOwn
      ? { file: shownPath(app.entry) }
      : { file: shownPath(path), line: location.line, column: location.column + 1 }),
    what: !isOwn ? `${NOT_READ}what lies outside of the repository` : bounds === undefined ? what : withoutTokens(what),
    why: text.startsWith(NOT_READ) || !isOwn ? FOREIGN : 'The program does not start, so there are no manifests',
    fix: isPackage
      ? `run npm install ${missing === 'cdk8s' ? 'cdk8s constructs' : missing}`
      : text.startsWith(NOT_READ) || !isOwn
        ? 'put what is needed into the repository, as a plain file, and import it by its name'
        : 'correct the line',
  };
}

const FOREIGN =
  'A program of another author is made of its repository only: anything else of this machine could end up in its manifests';

/** A message of the bundler’s without words of a file: names that are imported, and punctuation, stay. */
function withoutTokens(text: string): string {
  return text.endsWith('cannot be found')
    ? text
    : text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => (/^"[^\w\s]{1,3}"$/.test(quoted) ? quoted : '"…"'));
}

function unique({ what, file, line }: Finding, i: number, all: readonly Finding[]): boolean {
  return all.findIndex((other) => other.what === what && other.file === file && other.line === line) === i;
}

/** It ends silently where it runs out of stack or memory. */
function ended(message: string, app: AppLocation): Finding {
  return {
    code: 'PV012',
    severity: 'error',
    file: shownPath(app.entry),
    what: message === TOO_LATE ? message : 'the bundler ended before it was done',
    why: 'The program does not start, so there are no manifests',
    fix: 'import less, and nothing that is nested without end or put together while the program runs',
  };
}
