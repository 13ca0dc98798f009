import type { Finding, FindingObject } from './finding';
import { KnownSecrets } from './secrets/known-secrets';
import { withoutForms } from './secrets/secret-text';

declare const SHOWN: unique symbol;

/**
 * A finding that may be shown: no secret is in it.
 *
 * Only `shownFindings` makes one, and whatever writes findings takes no others, so that the compiler asks for the guard
 * wherever findings leave.
 */
export type ShownFinding<F extends Finding = Finding> = F & { readonly [SHOWN]: true };

/** Findings as they may be shown: without anything that is a secret by its form, wherever it came from. */
export function shownFindings<F extends Finding>(findings: readonly F[]): ShownFinding<F>[] {
  return findings.map(shownFinding);
}

/** The same of one. Its keys come in the order of docs/schemas, whichever rule made it: JSON is read by people too. */
export function shownFinding<F extends Finding>(finding: F): ShownFinding<F> {
  const { code, severity, object, path, what, why, fix, source, file, line, column, ...rest } = finding;
  return {
    code,
    severity,
    ...(object === undefined ? {} : { object: shownObject(object) }),
    ...(path === undefined ? {} : { path: withoutForms(path) }),
    what: withoutForms(what),
    why: withoutForms(why),
    fix: withoutForms(fix),
    ...(source === undefined ? {} : { source }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...rest,
  } as unknown as ShownFinding<F>;
}

function shownObject(object: FindingObject): FindingObject {
  const { namespace, name } = object;
  // A file may have anything in the place of a name.
  const text = <T>(value: T): T => (typeof value === 'string' ? (withoutForms(value) as T) : value);
  const shown = { name: text(name), ...(namespace === undefined ? {} : { namespace: text(namespace) }) };
  return shown.name === name && shown.namespace === namespace ? object : { ...object, ...shown };
}

/**
 * Findings without the secrets of what they are about, however a rule came by them.
 *
 * To be asked where the objects are at hand, with the objects that rules were given. Nothing is looked at where nothing was found.
 */
export function guarded(findings: readonly Finding[], ...subjects: readonly unknown[]): readonly Finding[] {
  return findings.length === 0 ? findings : guardedBy(findings, new KnownSecrets().learn(...subjects));
}

/** Findings without secrets that are known. */
export function guardedBy(findings: readonly Finding[], known: KnownSecrets): readonly Finding[] {
  return findings.map((finding) => {
    const [what, why, fix] = [known.without(finding.what), known.without(finding.why), known.without(finding.fix)];
    const path = finding.path === undefined ? undefined : known.withoutLong(finding.path);
    return what === finding.what && why === finding.why && fix === finding.fix && path === finding.path
      ? finding
      : { ...finding, what, why, fix, ...(path === undefined ? {} : { path }) };
  });
}

/** A file as repositories name it: with forward slashes, and without the `./` that a shell may have put before it. */
export function slashed(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(\.\/+)+/, '');
}

/**
 * A file as a URI: relative as it was given, so that a viewer finds it in its own clone; absolute only where it was.
 *
 * A lone surrogate, which a file name can hold, has no UTF-8 and would make the encoding throw.
 */
export function fileUri(file: string): string {
  const path = slashed(file.toWellFormed());
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]:\//.test(path)) {
    return `file:///${encoded.replace('%3A', ':')}`;
  }
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
