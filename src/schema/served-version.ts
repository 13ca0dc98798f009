import type { FieldKind, FieldTable } from '../../imports/field-table';
import type { Finding } from '../findings/finding';
import { groupOf } from '../kube/identity';
import { atLeast, type Release } from '../kube/release';
import { comparedRelease, isBeyond, shownRelease } from './release-view';
import { versionsOf } from './tables';

/** Whether the wanted release of a component serves one version of a kind. */
export function isServed({ releases = [], since, until }: FieldKind, wanted: Release | undefined): boolean {
  if (since === undefined && until === undefined) {
    return true;
  }
  const release = comparedRelease(releases, wanted);
  return (
    release === undefined ||
    ((since === undefined || atLeast(release, since)) && (until === undefined || atLeast(until, release)))
  );
}

/** A version of a kind that the wanted release of its component does not serve, though it or others serve the kind. */
export function notServed(
  table: FieldTable,
  apiVersion: string,
  kind: string,
  wanted: Release | undefined,
  component: string,
): Finding {
  const versions = versionsOf(table, groupOf(apiVersion), kind);
  const known = table.kinds[`${apiVersion}/${kind}`];
  const { releases = [], plural } = known ?? table.kinds[`${versions[0]}/${kind}`]!;
  const release = comparedRelease(releases, wanted);
  const shown = shownRelease(release, wanted);
  const name = shown === undefined ? component : `${component} ${shown}`;
  const isLater = known?.since !== undefined && release !== undefined && !atLeast(release, known.since);
  const raise = isLater ? `, or raise the target to ${known.since}` : '';
  const served = versions.filter((version) => isServed(table.kinds[`${version}/${kind}`]!, wanted));
  return {
    code: 'PV046',
    // A release that is newer than the tables may serve what they do not know.
    severity: known === undefined && isBeyond(releases, wanted) ? 'warning' : 'error',
    path: 'apiVersion',
    what: `${name} ${servingText(isLater, known, `${apiVersion.slice(0, 80)} ${kind}`)}`,
    why: 'The API server does not know this version of the kind, and refuses the object',
    fix: `write ${preferred(table, served, kind).join(' or ')}${raise}`,
    source: `${name}, CRD ${plural}.${groupOf(apiVersion)}`,
  };
}

function servingText(isLater: boolean, known: FieldKind | undefined, what: string): string {
  if (isLater) {
    return `does not serve ${what} yet: it came with ${known?.since}`;
  }
  return known?.until === undefined
    ? `does not serve ${what}`
    : `no longer serves ${what}: ${known.until} was the last release that did`;
}

/** Those that are not deprecated, where there are any. */
function preferred(table: FieldTable, versions: readonly string[], kind: string): readonly string[] {
  const current = versions.filter((version) => table.kinds[`${version}/${kind}`]?.deprecated === undefined);
  return current.length === 0 ? versions : current;
}
