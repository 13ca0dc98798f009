/**
 * Whether a run is of a command that has a file of its own beside the one of all commands: less to read, and less for V8 to take back.
 *
 * @param kind what the run has in common with others: the words of its command
 */
export function isFrequent(kind: string): boolean {
  return FREQUENT.has(kind);
}

const FREQUENT: ReadonlySet<string> = new Set(['check', 'synth', 'argocd-generate', 'argocd-parameters']);
