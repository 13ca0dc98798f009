import type { Finding } from '../findings/finding';
import { checkPolicy, type PlacedAllowance } from '../findings/policy';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';

/** `PV107 until 2027-01-31: the pool is ordered`, one per line. */
export const ALLOW_ANNOTATION = 'polyvirt.io/allow';

const PATH = `metadata.annotations["${ALLOW_ANNOTATION}"]`;
const ALLOWANCE = /^(PV\d{3}) until (\S+): (.+)$/;

/** What the objects themselves allow, and what is wrong with how they say it. */
export interface ObjectAllowances {
  readonly allowances: readonly PlacedAllowance[];
  readonly findings: readonly Finding[];
}

/** Reads the allowances that objects carry. Each holds for its own object only. */
export function allowancesOf(objects: readonly KubeObject[]): ObjectAllowances {
  const allowances: PlacedAllowance[] = [];
  const findings: Finding[] = [];
  for (const object of objects) {
    const written = object.metadata?.annotations?.[ALLOW_ANNOTATION];
    if (typeof written !== 'string') {
      continue;
    }
    const subject = findingObject(object);
    for (const line of written.split('\n').filter((each) => each.trim() !== '')) {
      const [, code, until, reason] = ALLOWANCE.exec(line.trim()) ?? [];
      const allowance = { code: code ?? '', until: until ?? '', reason: reason ?? '', subject, path: PATH };
      const [problem] = code === undefined ? [malformed(line)] : checkPolicy({ allow: [allowance] });
      if (problem === undefined) {
        allowances.push(allowance);
      } else {
        findings.push({ ...problem, object: subject, path: PATH });
      }
    }
  }
  return { allowances, findings };
}

function malformed(line: string): Finding {
  return {
    code: 'PV038',
    severity: 'error',
    what: `"${line.trim()}" is not an allowance`,
    why: 'What it was meant to allow is not allowed',
    fix: 'write a code, a last day and a reason, as in PV107 until 2027-01-31: the pool is ordered',
  };
}
