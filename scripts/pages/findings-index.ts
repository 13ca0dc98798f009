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

Everything that polyvirt has to say is a finding: a stable code, what is the matter, where, why it matters on a cluster,
and how to fix it. An **error** stops \`synth\` (exit code 1, nothing is written), a **warning** and an **info** do not.

Each code has a page, which \`polyvirt explain PV101\` prints too: what it means, what happens on a cluster, how to see it, what to
do, and an example with what polyvirt says about it. An example is a file with the command that reads it on its first line (a platform is
\`polyvirt.yaml\`, a program \`main.ts\`, anything else \`example.yaml\`, named last), or a few commands in an empty folder. The severity
is the usual one. \`polyvirt explain\` finds a page by the name of an alert as well.

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
