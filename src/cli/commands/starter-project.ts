import type { OutputFile } from '../../kube/yaml/files';
import type { StarterLanguage } from './starter';

/** What is beside a platform: people may have files of these names already, which are theirs. */
export function accompanyingFiles(name: string, language: StarterLanguage, version: string): OutputFile[] {
  return [
    { path: 'README.md', text: readme(name, language, version) },
    { path: '.github/workflows/polyvirt.yml', text: workflow(language, version) },
  ];
}

function readme(name: string, language: StarterLanguage, version: string): string {
  const isYaml = language === 'yaml';
  const entry = isYaml ? '`polyvirt.yaml`' : '`main.ts`';
  const tarball = `polyvirt-${version}.tgz`;
  const origin = isYaml
    ? `polyvirt ${version} is what the workflow installs: from \`${tarball}\` where that file is here, else from the registry. Until polyvirt is
published, run \`npm pack\` in its clone and commit the file.`
    : `polyvirt ${version} is pinned in \`package.json\`. Where that names \`${tarball}\`, commit the file: it is the polyvirt that made this folder.
Once polyvirt is published, \`npm install --save-exact polyvirt@${version}\` takes it from the registry.`;
  return `# ${name}

Virtual machines of one cluster, described in ${entry}. \`dist/\` has the manifests that polyvirt makes of it: commit them too.

\`\`\`sh
${steps(language)}
\`\`\`

\`.github/workflows/polyvirt.yml\` does the last for each pull request. GitHub reads it at the root of a repository only: where this
folder is not that, move it there and give its steps a \`working-directory\`.

${origin}
`;
}

/** What to run, a line each. */
function steps(language: StarterLanguage): string {
  const polyvirt = language === 'yaml' ? 'polyvirt' : 'npx polyvirt';
  const lines: readonly (readonly [string, string])[] = [
    ...(language === 'yaml' ? [] : [['npm install', 'once; commit package-lock.json'] as const]),
    [`${polyvirt} synth`, 'writes dist/'],
    [`${polyvirt} check`, 'what a cluster would refuse or ignore'],
    [`${polyvirt} place`, 'on which nodes each VM can run'],
    [`${polyvirt} synth --check`, 'exit 1 when dist/ is not what it should be: for CI'],
  ];
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, what]) => `${command.padEnd(width)}  # ${what}`).join('\n');
}

function workflow(language: StarterLanguage, version: string): string {
  const isYaml = language === 'yaml';
  const install = isYaml
    ? `npm install --global "$(ls ./polyvirt-${version}.tgz 2> /dev/null || echo polyvirt@${version})"`
    : 'npm ci';
  const polyvirt = isYaml ? 'polyvirt' : 'npx --no-install polyvirt';
  return `# Holds that dist/ is what the platform makes, and that no cluster would refuse it.
name: polyvirt
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  polyvirt:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 20
      - run: ${install}
      - run: ${polyvirt} synth --check
      - run: ${polyvirt} check --format github
`;
}
