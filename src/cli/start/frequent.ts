/**
 * The file that has the command of a run. What runs for every change and every refresh has one of its own, beside the one of all
 * commands: less to read, less for V8 to take back, and nothing in it is loaded late.
 *
 * @param kind what the run has in common with others: the words of its command
 */
export function fileOf(kind: string): string {
  return FILES.get(kind) ?? 'run-any';
}

const FILES: ReadonlyMap<string, string> = new Map([
  ['check', 'run-check'],
  ['synth', 'run-synth'],
  ['argocd-generate', 'run-argocd'],
  ['argocd-parameters', 'run-argocd'],
]);
