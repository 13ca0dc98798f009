import { type FindingPage, unindented } from './page';

/** The page of a code as `docs/findings/<code>.md` has it. */
export function pageMarkdown({ code, severity, title, alerts = [], page, example }: FindingPage): string {
  const { meaning, impact, diagnosis, mitigation } = page();
  const { language, text, output } = example();
  const alert = alerts.length === 0 ? '' : ` Upstream's alert: ${alerts.map((name) => `\`${name}\``).join(', ')}.`;
  return [
    `# ${code} ${title}`,
    `Usually ${severity === 'warning' ? 'a' : 'an'} **${severity}**.${alert} All codes: [findings](README.md).`,
    `## Meaning\n\n${meaning}`,
    `## Impact\n\n${impact}`,
    `## Diagnosis\n\n${diagnosis}`,
    `## Mitigation\n\n${mitigation}`,
    `## Example\n\n${fenced(language, unindented(text))}`,
    `polyvirt says:\n\n${fenced('text', unindented(output))}`,
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
