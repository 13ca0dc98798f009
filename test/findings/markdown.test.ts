import { renderMarkdown } from '../../src/findings/formats';
import { CALL, judgement, NASTY, PLAIN } from './nasty-finding';

test('nothing to say is a verdict', () => {
  expect(renderMarkdown(judgement([]))).toBe('**polyvirt check passed**: 2 objects; findings: none\n');
});

test('a table per severity, with text that stays text', () => {
  expect(renderMarkdown(judgement([PLAIN, NASTY, CALL]))).toBe(
    `**polyvirt check failed**: 2 objects; findings: 1 error, 1 warning, 1 info

### Errors

| Code | Object | Place | What | Fix |
|---|---|---|---|---|
| PV105 | VirtualMachine shop/web | apps/vm.yaml:12:3, spec.disks\\[a].bus | sata is rejected. | write scsi. |

### Warnings

| Code | Object | Place | What | Fix |
|---|---|---|---|---|
| PV040 | VirtualMachine shop/web | ./a b/50%,x:1.yaml:2, spec\\["a\\|b"] | &lt;b>"{0}" &amp; \\\`x\\\` \\| \\[y&#93;(z)\\\\u000d ::error::@&#8203;all\\\\u001b. | write ]]> or 100%. |

### Infos

| Code | Object | Place | What | Fix |
|---|---|---|---|---|
| PV904 |  | target.kubevirt | it is new. | look. |
`,
  );
});

test.each([
  [false, 'passed'],
  [true, 'failed'],
])('a warning with strict %j has %s', (strict, verdict) => {
  expect(renderMarkdown(judgement([NASTY], { strict }))).toMatch(new RegExp(`^\\*\\*polyvirt check ${verdict}\\*\\*`));
});

test('it stays within its budget and says how many were left out', () => {
  const findings = Array.from({ length: 5000 }, (_, i) => ({ ...PLAIN, what: `${i} ${'|'.repeat(i)}` }));
  const text = renderMarkdown(judgement(findings));
  const rows = text.match(/^\| PV105 /gm)!.length;
  expect(text.length).toBeLessThanOrEqual(60_000);
  expect(text.length).toBeGreaterThan(58_000);
  expect(
    text.endsWith(` |\n\n${5000 - rows} more findings were left out for length; \`polyvirt check\` lists all.\n`),
  ).toBe(true);
});
