import type { ReportedForeign } from '../../adopt/foreign/read-foreign';
import type { AdoptionReport, ReportedCluster } from '../../adopt/report';
import { oneLine } from '../../findings/escape/characters';
import { notJudgedText } from '../../findings/not-judged';
import { subjectText } from '../../findings/text';

/** As many as a reader reads one by one. */
const MOST = 10;

/** The report of an adoption for people. */
export function adoptText(report: AdoptionReport): string {
  return [
    ...report.clusters.flatMap(clusterLines),
    ...report.foreign.flatMap(foreignLines),
    ...serverLines(report),
    ...notAdoptedLines(report),
    ...few(report.notRead, (item) => `not read: ${notJudgedText(item)}. Fix: ${item.fix}`),
    ...(report.comments === 0
      ? []
      : [`comments that are not taken over, of Lists or of manifests that are written anew: ${report.comments}`]),
    ...errorLines(report),
    ...lineCounts(report),
  ]
    .map((line) => `${oneLine(line)}\n`)
    .join('');
}

function clusterLines(cluster: ReportedCluster): string[] {
  const { name, declared, manifests, proven, objects } = cluster;
  const kept = Object.keys(manifests).length === 0 ? '' : `; as manifests: ${counts(manifests)}`;
  return [
    `${name}: ${Object.keys(declared).length === 0 ? 'nothing is declared' : counts(declared)}${kept}`,
    ...cluster.assumed.map((what) => `${name}: assumed: ${what}`),
    ...few(cluster.kept, ({ object, reason }) => `${name}: ${subjectText(object)} stays a manifest: ${reason}`),
    ...few(
      cluster.differs.flatMap(({ object, change, fields }) =>
        change === 'differs' ? fields.map((field) => ({ object, field })) : [{ object, field: { path: change } }],
      ),
      ({ object, field }) => `${name}: ${subjectText(object)} differs: ${fieldText(field, 'read', 'made')}`,
    ),
    ...few(
      cluster.drift.flatMap(({ object, fields }) => fields.map((field) => ({ object, field }))),
      ({ object, field }) =>
        `${name}: ${subjectText(object)} is another on the cluster: ${fieldText(field, 'live', 'in Git')}`,
    ),
    ...identityLines(cluster),
    `${name}: ${proven} of ${objects} objects are made again as they were read`,
  ];
}

function identityLines({ name, keptIdentity, withoutIdentity }: ReportedCluster): string[] {
  return [
    ...(keptIdentity.length === 0
      ? []
      : [`${name}: identity of ${keptIdentity.length} ${vms(keptIdentity.length)} taken from the cluster`]),
    ...(withoutIdentity.length === 0
      ? []
      : [
          `${name}: created anew, ${withoutIdentity.length === 1 ? '1 VM would be another machine for its guest' : `${withoutIdentity.length} VMs would be other machines for their guests`}; adopt together with what kubectl get vm -A -o yaml prints to keep identities`,
        ]),
    ...few(withoutIdentity, ({ object, lacks }) => `${name}: ${subjectText(object)} lacks ${lacks.join(', ')}`),
  ];
}

function vms(count: number): string {
  return count === 1 ? 'VM' : 'VMs';
}

function fieldText(
  { path, read, made }: { readonly path: string; readonly read?: unknown; readonly made?: unknown },
  before: string,
  after: string,
): string {
  const said = (what: string, value: unknown) => (value === undefined ? '' : ` ${what} ${JSON.stringify(value)}`);
  return `${path}${said(before, read)}${read === undefined || made === undefined ? '' : ','}${said(after, made)}`;
}

function foreignLines({ file, name, noCounterpart, images, hypervisor, differs }: ReportedForeign): string[] {
  return [
    ...differs.map((field) => `${file}: ${name} would be another machine: ${fieldText(field, 'there', 'here')}`),
    ...few(images, ({ claim, from }) => `${file}: bring ${from} to the claim ${claim}`),
    ...(hypervisor === undefined
      ? []
      : [`${file}: ${name} ran on ${hypervisor}; polyvirt explain hypervisor/${hypervisor} says what that needs`]),
    ...few(noCounterpart, ({ element, reason }) => `${file}: ${element}: ${reason}`),
  ];
}

function serverLines({ serverFields }: AdoptionReport): string[] {
  return serverFields.length === 0
    ? []
    : [
        `left out, since servers write it: ${serverFields.map(({ path, objects }) => `${path} (${objects})`).join(', ')}`,
      ];
}

/** Objects that are left out for one reason are one line. */
function notAdoptedLines({ notAdopted }: AdoptionReport): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, reason, fix } of notAdopted) {
    const why = fix === undefined ? reason : `${reason}. Fix: ${fix}`;
    byReason.set(why, [...(byReason.get(why) ?? []), name]);
  }
  return [...byReason].map(([why, names]) => {
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return `not adopted: ${names.slice(0, 3).join(', ')}${more}: ${why}`;
  });
}

/** What is wrong with objects is wrong before and after: it does not stop the adoption. */
function errorLines({ errors }: AdoptionReport): string[] {
  return Object.keys(errors).length === 0
    ? []
    : [`synth refuses to write until these errors are fixed; polyvirt check shows them: ${counts(errors)}`];
}

function lineCounts({ lines: { read, written } }: AdoptionReport): string[] {
  return read === 0
    ? []
    : [`lines: ${read} read, ${written} in the platform (${Math.round((written / read) * 100)} %)`];
}

function counts(byKind: Readonly<Record<string, number>>): string {
  return Object.entries(byKind)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

function few<T>(items: readonly T[], line: (item: T) => string): string[] {
  const more = items.length > MOST ? [`… and ${items.length - MOST} more, which --format json lists`] : [];
  return [...items.slice(0, MOST).map(line), ...more];
}
