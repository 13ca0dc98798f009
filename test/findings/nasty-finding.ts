import type { Finding, FindingObject } from '../../src/findings/finding';
import type { Judgement } from '../../src/findings/judgement';
import { shownFindings } from '../../src/findings/shown-finding';

export const WEB: FindingObject = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  namespace: 'shop',
  name: 'web',
};
export const DB: FindingObject = { apiVersion: 'v1', kind: 'Namespace', name: 'db' };

/** An ordinary error. */
export const PLAIN: Finding = {
  code: 'PV105',
  severity: 'error',
  object: WEB,
  file: 'apps/vm.yaml',
  line: 12,
  column: 3,
  path: 'spec.disks[a].bus',
  what: 'sata is rejected',
  why: 'It never starts',
  fix: 'write scsi',
  source: 'arm64.go',
};

/** One with every character that means something to some format. */
export const NASTY: Finding = {
  code: 'PV040',
  severity: 'warning',
  object: WEB,
  file: './a b/50%,x:1.yaml',
  line: 2,
  path: 'spec["a|b"]',
  what: '<b>"{0}" & `x` | [y](z)\r\n::error::@all\u001b',
  why: 'It\u0000 is *odd*',
  fix: 'write ]]> or 100%',
};

/** One about the call: no object and no file. */
export const CALL: Finding = {
  code: 'PV904',
  severity: 'info',
  path: 'target.kubevirt',
  what: 'it is new',
  why: 'Nobody knows it',
  fix: 'look',
};

export function judgement(findings: readonly Finding[], rest: Partial<Judgement> = {}): Judgement {
  return {
    findings: shownFindings(findings),
    objects: 2,
    names: [WEB, DB],
    unjudged: 0,
    notJudged: [],
    strict: false,
    version: '1.2.3',
    ...rest,
  };
}
