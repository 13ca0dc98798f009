import type { FindingPage } from '../../src/rules/page';

/** What codes are about, by their first digit. */
const RANGES: readonly string[] = [
  'reading and shape',
  'architectures',
  'gates',
  'golden images',
  'hypervisors and launcher',
  'placement and scheduling',
  'machines',
  'Argo CD',
  'consistency across objects',
  'target and upgrade',
];

const HEAD = `# Findings

Everything that polyvirt reports is a finding: a stable code, what is wrong, where, why it matters on a cluster, and how to fix it.
An **error** stops \`synth\` (exit code 1, nothing is written); a **warning** or an **info** does not.

Each code has a page, which \`polyvirt explain PV101\` also prints: meaning, impact, diagnosis, mitigation, and an example with the
output of polyvirt. The first line of an example is the command that reads it (a platform is \`polyvirt.yaml\`, a program \`main.ts\`,
anything else \`example.yaml\`, passed as the last argument); some examples are a few commands in an empty folder. The severity is the usual
one. \`polyvirt explain\` also finds a page by the name of an alert.

These pages are written by \`npm run pages\` from the rules themselves, \`src/rules/*/PV*.ts\`.
`;

/** The index of the pages: a table for each range of codes, and the alerts of upstream. */
export function findingsIndex(pages: readonly FindingPage[]): string {
  const tables = RANGES.flatMap((about, digit) => {
    const rows = pages.filter(({ code }) => code[2] === String(digit)).map(rowOf);
    return [`\n## PV${digit}xx ${about}\n`, '| code | severity | title |', '|---|---|---|', ...rows];
  });
  const alerts = pages.flatMap(({ code, alerts: names = [] }) =>
    names.map((name) => `| ${name} | [${code}](${code}.md) |`),
  );
  return `${[HEAD.trimEnd(), ...tables, '\n## Alerts of upstream\n', '| alert | code |', '|---|---|', ...alerts].join('\n')}\n`;
}

function rowOf({ code, severity, title }: FindingPage): string {
  return `| [${code}](${code}.md) | ${severity} | ${title} |`;
}
