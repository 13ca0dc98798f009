import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import type { Finding } from '../findings/finding';

/** The part of `cdk8s.yaml` that polyvirt reads; the rest belongs to cdk8s. */
export interface Cdk8sConfig {
  /** Entry of the app, relative to the file. */
  readonly entry: string;
  /** Output folder, relative to the file. */
  readonly output: string;
}

const SCHEMA = z.looseObject({
  app: z.string(),
  output: z.optional(z.string()),
});

const SCRIPT = /\.[cm]?[jt]s$/;

/** Reads `cdk8s.yaml`; the findings say at which line something is wrong. */
export function parseCdk8sConfig(text: string): Cdk8sConfig | { readonly findings: readonly Finding[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    return {
      findings: document.errors.map((error) => ({
        ...unreadable(error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''), 'correct the YAML'),
        ...placeOf(lines, error.pos[0]),
      })),
    };
  }
  const parsed = SCHEMA.safeParse(document.toJS() ?? {});
  if (!parsed.success) {
    return {
      findings: parsed.error.issues.map((issue) => ({
        ...unreadable(`${issue.path.join('.') || 'the file'}: ${issue.message}`, 'write app: npx ts-node main.ts'),
        path: issue.path.join('.'),
        ...placeOf(lines, offsetOf(document.getIn(issue.path as string[], true))),
      })),
    };
  }
  const { app, output = 'dist' } = parsed.data;
  const entry = app
    .split(/\s+/)
    .map((word) => word.replace(/^["']|["']$/g, ''))
    .findLast((word) => SCRIPT.test(word));
  if (entry === undefined) {
    return {
      findings: [
        {
          ...unreadable(
            `app: "${app}" names no .ts or .js file`,
            'name the file that calls app.synth(), as in app: npx ts-node main.ts',
          ),
          path: 'app',
          ...placeOf(lines, offsetOf(document.get('app', true))),
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
    why: 'Without it nobody knows which program makes the manifests',
    fix,
  };
}

function offsetOf(node: unknown): number {
  const range = (node as { range?: [number, number, number] } | undefined)?.range;
  return range?.[0] ?? 0;
}

function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
