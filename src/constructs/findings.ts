import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { Finding } from '../findings/finding';
import { guarded, shownFinding } from '../findings/shown-finding';
import { renderLine } from '../findings/text';
import { type Locate, madeAt, notePatches } from './history';

/** Under this key a construct keeps what it has to say; a registered symbol, so that two copies of polyvirt agree. */
const FINDINGS = Symbol.for('polyvirt.findings');

/** Set by the program that takes over the tree: it reads findings as data and does not want them as text too. */
const HAND_OVER = Symbol.for('polyvirt.hand-over');

/** What a construct says, and where it was made. */
interface Spoken {
  readonly origin: unknown;
  readonly findings: (() => readonly Finding[])[];
}

interface Speaking {
  [FINDINGS]?: Spoken;
}

/**
 * Lets rules speak at synthesis, all at once.
 *
 * cdk8s knows errors only: under its own `synth` they stop it, and the rest stays unsaid. `polyvirt synth` reads all.
 */
export function addFindings(construct: IConstruct, rules: () => readonly Finding[]): void {
  const findings = () => withoutSecretsOf(construct, rules());
  const speaking = construct as Speaking;
  const spoken = speaking[FINDINGS];
  if (spoken === undefined) {
    speaking[FINDINGS] = { origin: handOver()?.(construct.constructor), findings: [findings] };
  } else {
    spoken.findings.push(findings);
  }
  // The one who takes the tree over reads findings as data.
  if (!isHandingOver()) {
    construct.node.addValidation(new ErrorsOf(findings));
  }
}

/** Findings about a construct, without the secrets of the object that it makes. */
function withoutSecretsOf(construct: IConstruct, findings: readonly Finding[]): readonly Finding[] {
  const child = findings.length === 0 ? undefined : construct.node.tryFindChild('Resource');
  return child === undefined ? findings : guarded(findings, (child as Partial<ApiObject>).toJson?.());
}

/** Errors as cdk8s wants to hear them. */
class ErrorsOf {
  constructor(private readonly findings: () => readonly Finding[]) {}

  public validate(): string[] {
    return this.findings()
      .filter(({ severity }) => severity === 'error')
      .map((finding) => renderLine(shownFinding(finding)));
  }
}

/** Everything that one construct has to say. */
export function findingsOf(construct: IConstruct): readonly Finding[] {
  const spoken = (construct as Speaking)[FINDINGS]?.findings ?? NOTHING;
  return spoken.length === 1 ? spoken[0]!() : spoken.flatMap((findings) => findings());
}

const NOTHING: readonly never[] = [];

/** Where the user's program made a construct of ours, or an object of any kind, while the tree is handed over. */
export function originOf(construct: IConstruct): unknown {
  return (construct as Speaking)[FINDINGS]?.origin ?? madeAt(construct);
}

/** Notes where the user's program patched an object of ours, while the tree is handed over. */
export function noteCall(object: IConstruct, count: number, caller: unknown): void {
  const locate = handOver();
  if (locate !== undefined) {
    notePatches(object, count, locate(caller));
  }
}

/** Says that the tree is going to be handed over, and how to note where a construct was made. */
export function beginHandOver(locate: Locate): void {
  (globalThis as { [HAND_OVER]?: Locate })[HAND_OVER] = locate;
}

/** Whether the tree is being handed over to `polyvirt synth`. */
export function isHandingOver(): boolean {
  return handOver() !== undefined;
}

function handOver(): Locate | undefined {
  return (globalThis as { [HAND_OVER]?: Locate })[HAND_OVER];
}
