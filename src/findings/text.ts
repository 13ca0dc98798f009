import { CODES } from './codes';
import { oneLine } from './escape/characters';
import type { Finding, FindingObject, Place, Severity } from './finding';
import type { ShownFinding } from './shown-finding';

/** Turns a word of a given weight into the same word with colour, or leaves it alone. */
type Paint = (severity: Severity, text: string) => string;

const PLAIN: Paint = (_severity, text) => text;

/**
 * One finding as prose: the only place where it becomes text for a person.
 *
 *     error PV101 VirtualMachine shop/web at charts/main.ts:12:3, architecture: "arm46" is not an architecture.
 *       No node carries that label, so the VM would stay Pending. Fix: write arm64.
 */
export function renderText(finding: ShownFinding, paint: Paint = PLAIN): string {
  const [what, why, fix] = [finding.what, finding.why, finding.fix].map((text) => marked(sentence(text)));
  return `${headOf(finding, paint)} ${what}\n  ${why} Fix: ${fix}`;
}

/** The same on one line whatever it says, and without the reason, for those who show the first line only. */
export function renderDecisive(finding: ShownFinding): string {
  return `${headOf(finding, PLAIN)} ${sentence(finding.what)} Fix: ${sentence(finding.fix)}`.replace(/\s*\n\s*/g, ' ');
}

/** Further lines of a text behind a bar: what a program or a file said is never taken for a line of ours. */
function marked(text: string): string {
  return text.replaceAll('\n', '\n  | ');
}

/** `error PV101 VirtualMachine shop/web at charts/main.ts:12:3, architecture:`. */
function headOf(finding: Finding, paint: Paint): string {
  const place = placeText(finding);
  const others = finding.more === undefined ? '' : `and ${finding.more} more`;
  const where = [subjectText(finding.object), others, place === '' ? '' : `at ${place}`]
    .filter((part) => part !== '')
    .join(' ');
  const path = finding.path === undefined ? '' : `${where === '' ? '' : ', '}${finding.path}`;
  const head = `${paint(finding.severity, finding.severity)} ${finding.code}`;
  const subjectAndPath = oneLine(`${where}${path}`.slice(0, LONGEST));
  return `${head}${subjectAndPath === '' ? '' : ` ${subjectAndPath}`}:`;
}

/** One finding on one line, for places that prefix and join lines themselves, as cdk8s does. */
export function renderLine(finding: ShownFinding): string {
  const path = finding.path === undefined ? '' : ` at ${oneLine(finding.path)}`;
  return `${finding.code}${path}: ${messageText(finding).replace(/\s*\n\s*/g, ' ')}`;
}

/** A finding in parts, for reports that have a field for each. */
interface FindingParts {
  /** `PV105 rejected on this architecture`. */
  readonly title: string;
  /** What is the matter and why it matters. */
  readonly reason: string;
  readonly fix: string;
  /** Kind, namespace, name, path and line. The file is left to the report; empty where only the file is known. */
  readonly where: string;
  /** Name of the object, where there is one. */
  readonly name?: string;
}

/** One finding for a report that joins the parts itself, as that of a validation of cdk8s does. */
export function renderParts(finding: ShownFinding): FindingParts {
  const { code, object, path, line, column } = finding;
  const title = (CODES as Readonly<Record<string, string>>)[code];
  const position = line === undefined ? undefined : `line ${line}${column === undefined ? '' : `, column ${column}`}`;
  return {
    title: title === undefined ? code : `${code} ${title}`,
    reason: `${sentence(finding.what)} ${sentence(finding.why)}`,
    fix: sentence(finding.fix),
    where: [subjectText(object), path ?? '', position ?? '']
      .filter((part) => part !== '')
      .map((part) => oneLine(part.slice(0, LONGEST)))
      .join(', '),
    ...(object === undefined ? {} : { name: oneLine(object.name) }),
  };
}

/** What, why and fix of a finding, for formats that have fields of their own for the code and the place. */
export function messageText({ what, why, fix }: ShownFinding): string {
  return `${sentence(what)} ${sentence(why)} Fix: ${sentence(fix)}`;
}

/** `VirtualMachine shop/web`, as people name an object; nothing where there is none. */
export function subjectText(object: FindingObject | undefined): string {
  if (object === undefined) {
    return '';
  }
  const name = [object.namespace, object.name].filter((part) => part !== undefined && part !== '').join('/');
  return name === '' ? object.kind : `${object.kind} ${name}`;
}

/** `vm.yaml:12:3`, as editors and terminals link it; nothing where there is no file. */
export function placeText({ file, line, column }: Partial<Place>): string {
  return file === undefined ? '' : [file, line, column].filter((part) => part !== undefined).join(':');
}

/** Longer than anything that helps; a name of a thousand letters would hide the rest. */
const LONGEST = 600;

/** Rules write clauses; a sentence ends with a stop. What came from a file must not reach the terminal as commands. */
export function sentence(text: string): string {
  const shown = shortened(text);
  return /[.!?]$/.test(shown) ? shown : `${shown}.`;
}

/** The same for a part that is no sentence: a name, a path, a place. */
export function shortened(text: string): string {
  return printable(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

function printable(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}
