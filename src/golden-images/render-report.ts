import { oneLine } from '../findings/escape/characters';
import { markdownText } from '../findings/escape/formats';
import { largest } from '../kube/object';
import type { ImageReport, ImagesReport } from './report';

/** A report for a person at a terminal. */
export function reportText(report: ImagesReport, title: string): string {
  const rows = imageCells(report);
  const widths = rows[0]!.map((_, i) => largest(rows.map((row) => row[i]!.length)));
  const table = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
  return [
    `${title}: ${imagesHead(report)}`,
    imagesNodes(report),
    '',
    ...table,
    ...imageNotes(report).flatMap(({ name, lines }) => ['', `${name}:`, ...lines.map((line) => `  ${line}`)]),
    '',
  ]
    .map(oneLine)
    .join('\n');
}

/** The same for a comment or a job summary. */
export function reportMarkdown(report: ImagesReport, title: string): string {
  const rows = imageCells(report);
  const [head, ...body] = rows.map((row) => `| ${row.map(markdownText).join(' | ')} |`);
  return [
    `**${markdownText(title)}**: ${markdownText(imagesHead(report))}`,
    '',
    markdownText(imagesNodes(report)),
    '',
    head,
    `|${'---|'.repeat(rows[0]!.length)}`,
    ...body,
    ...imageNotes(report).flatMap(({ name, lines }) => [
      '',
      `### ${name}`,
      '',
      ...lines.map((line) => `- ${markdownText(line)}`),
    ]),
    '',
  ].join('\n');
}

/** Images × architectures: the head of the table first, then a row for each image. */
export function imageCells(report: ImagesReport): string[][] {
  const columns = columnsOf(report);
  return [['image', ...columns, 'data source', 'storage'], ...report.images.map((image) => rowOf(image, columns))];
}

/** What there is to say beside the table. */
export function imageNotes(report: ImagesReport): {
  readonly name: 'Skipped' | 'What the operators make' | 'Alerts' | 'Storage';
  readonly lines: readonly string[];
}[] {
  return [
    { name: 'Skipped' as const, lines: skippedOf(report.images) },
    { name: 'What the operators make' as const, lines: report.images.flatMap(objectsOf) },
    { name: 'Alerts' as const, lines: alertsOf(report) },
    { name: 'Storage' as const, lines: storageOf(report) },
  ].filter(({ lines }) => lines.length > 0);
}

/** Release, distribution and switch, in a line. */
export function imagesHead({ hco, multiArch, distribution }: ImagesReport): string {
  const where = { openshift: 'OpenShift', kubernetes: 'plain Kubernetes', unknown: 'taken as OpenShift' }[distribution];
  return `HyperConverged ${hco}, ${where}; import by architecture is ${multiArch ? 'on' : 'off'}`;
}

/** Architectures of the nodes, in a line. */
export function imagesNodes({
  workloadsArchitectures,
  controlPlaneArchitectures,
  defaultArchitecture,
}: ImagesReport): string {
  if (workloadsArchitectures === null) {
    return 'The nodes are not known, so neither is what is imported: name them with --nodes.';
  }
  return [
    `workload nodes: ${workloadsArchitectures.join(', ') || 'none'}`,
    `control plane: ${controlPlaneArchitectures?.join(', ') || 'none'}`,
    ...(defaultArchitecture === null ? [] : [`default: ${defaultArchitecture}`]),
  ].join('; ');
}

/** Architectures of the cluster first, then what only images have. */
function columnsOf({ workloadsArchitectures, images }: ImagesReport): string[] {
  return [
    ...new Set([
      ...(workloadsArchitectures ?? []),
      ...images.flatMap(({ architectures }) => architectures ?? []).map((word) => word.trim()),
    ]),
  ];
}

function rowOf(image: ImageReport, columns: readonly string[]): string[] {
  const kind = image.builtIn ? (image.modified ? ' (overridden)' : ' (built-in)') : '';
  return [
    `${image.name}${kind}`,
    ...columns.map((architecture) => cellOf(image, architecture)),
    image.pointer === null
      ? image.dataSource
      : `${image.pointer.name} → ${image.pointer.name}-${image.pointer.follows}`,
    image.storage.total === null ? 'unknown' : `${image.storage.crons} × ${image.storage.size ?? '?'}${kept(image)}`,
  ];
}

function kept({ storage }: ImageReport): string {
  return storage.kept > 1 ? ` × ${storage.kept} kept` : '';
}

function cellOf({ imported, skipped, architectures, shared }: ImageReport, architecture: string): string {
  if (imported === null) {
    return architectures?.includes(architecture) === true ? 'has it' : '-';
  }
  if (imported.includes(architecture)) {
    return 'imported';
  }
  const isSkipped = skipped.some((each) => each.architecture.trim() === architecture);
  return isSkipped ? (shared ? 'perhaps' : 'skipped') : '-';
}

/** Most images are skipped for the same reasons, which are said once. */
function skippedOf(images: readonly ImageReport[]): string[] {
  const lines = new Map<string, string[]>();
  const add = (name: string, line: string) => lines.set(line, [...(lines.get(line) ?? []), name]);
  for (const { name, skipped, conditions } of images) {
    const reasons = new Set(skipped.map(({ reason }) => reason));
    for (const reason of reasons) {
      const words = skipped.filter((each) => each.reason === reason).map(({ architecture }) => wordOf(architecture));
      add(name, `${words.join(', ')}: ${reason}`);
    }
    for (const { type, status, reason } of conditions) {
      add(name, `HyperConverged sets ${type}=${status}, ${reason}`);
    }
  }
  return [...lines].map(([line, names]) => `${line} (${names.join(', ')})`);
}

/** In quotes where something around it would not be seen. */
function wordOf(architecture: string): string {
  return architecture === architecture.trim() ? architecture : JSON.stringify(architecture);
}

/** What people meet; the rest is in JSON. */
function objectsOf({ objects, names, name }: ImageReport): string[] {
  const made = objects
    .filter(({ kind }) => kind === 'DataImportCron' || kind === 'DataSource')
    .map(({ kind, namespace, name: own, creator, pointsTo, filled }) =>
      [
        `${kind} ${namespace === undefined ? '' : `${namespace}/`}${own}`,
        ` (${creator})`,
        pointsTo === undefined ? '' : ` → ${pointsTo}`,
        filled === false ? ', which nothing fills' : '',
      ].join(''),
    );
  return names.longest > names.most
    ? [...made, `${name}: a name has ${names.longest} characters, ${names.most} are left for it`]
    : made;
}

function alertsOf({ alerts }: ImagesReport): string[] {
  return alerts.map(({ name, firing, images }) =>
    firing ? `${name} would fire${images.length === 0 ? '' : `: ${images.join(', ')}`}` : `${name}: quiet`,
  );
}

function storageOf({ storage, multiArch }: ImagesReport): string[] {
  const { now, switched, difference } = storage;
  if (now === null || switched === null || difference === null) {
    return [];
  }
  const sign = difference.startsWith('-') ? difference : `+${difference}`;
  return [
    `${now} now; ${switched} with import by architecture ${multiArch ? 'off' : 'on'} (${sign}); the switch imports all of it again`,
  ];
}
