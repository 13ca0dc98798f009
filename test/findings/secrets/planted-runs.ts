import type { PlantedWorld } from './planted-world';

/** One call of polyvirt. What is applied, as `synth --stdout`, holds what was declared and is not looked at. */
export interface PlantedRun {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly isApplied?: true;
}

const KINDS = ['VirtualMachine', 'MachineDeployment'] as const;

/** Every command in every format, on everything that is wrong. */
export function plantedRuns(world: PlantedWorld, objects: readonly { kind: string; name: string }[]): PlantedRun[] {
  return [
    ...checks(),
    ...reviews(),
    ...reports(),
    ...explanations(objects),
    ...argocd(world),
    ...synths(),
    ...mistakes(world),
  ].map((run) => (Array.isArray(run) ? { argv: run } : run)) as PlantedRun[];
}

type Run = readonly string[] | PlantedRun;

function checks(): Run[] {
  return [
    ...['text', 'json', 'sarif', 'junit', 'github', 'markdown'].flatMap((format) => [
      ['check', 'head', 'base', '--strict', '--format', format],
      ['check', 'head', '--nodes', 'nodes.yaml', '--machine-controller', '1.55', '--format', format],
      ['check', 'head', '--crds', 'crd.yaml', '--crds', 'bad-crd.yaml', '--hco', '1.18', '--format', format],
      ['check', 'broken', '--format', format],
      ['check', 'platform', 'wrong', 'checked', 'alias', 'parameters', '--format', format],
      ['check', 'wrong/polyvirt.yaml', 'checked/polyvirt.yaml', 'alias/polyvirt.yaml', '--format', format],
      ['check', '--platform', 'checked', 'head', '--format', format],
      ['check', '--platform', 'platform', '--format', format],
    ]),
    ['check', 'head', 'base', '--baseline', 'written.json', '--write-baseline'],
    ['check', 'head', '--baseline', 'written.json'],
    ['check', 'head', '--baseline', 'baseline.json'],
    ['check', 'head', '--kubevirt', '1.5', '--cdi', '1.60', '--cluster', 'nodes.yaml'],
    [
      'check',
      'policy.yaml',
      'ignore.yaml',
      'plugin-policy.yaml',
      'crd.yaml',
      'bad-crd.yaml',
      'pods.yaml',
      'nodes.yaml',
    ],
    ...['text', 'json', 'markdown'].map((format) => [
      'check',
      'ruled.yaml',
      '--crds',
      'rule-crd.yaml',
      '--format',
      format,
    ]),
    ['import', 'rule-crd.yaml', '--output', 'imports-rules'],
    ['check', 'wrong', '--fix', 'PV303=enable'],
    ['check', 'checked', '--fix', 'PV303=narrow:amd64'],
  ];
}

function reviews(): Run[] {
  return [
    ...['text', 'markdown', 'html', 'json', 'sarif', 'diff'].flatMap((format) => [
      ['review', 'base', 'head', '--format', format],
      ['review', 'head', 'base', '--nodes', 'nodes.yaml', '--prune', '--format', format],
      ['review', 'base', 'broken/kind.yaml', '--prune', '--format', format],
      ['review', 'broken/kind.yaml', 'head', '--format', format],
      ['review', 'platform-before', 'platform', '--format', format],
      ['review', 'base', 'renamed', '--clusters', 'one', '--format', format],
    ]),
    ['review', 'base', 'head', '--policy', 'policy.yaml', '--ignore', 'ignore.yaml'],
    ['review', 'base', 'head', '--ignore', 'ignore.yaml'],
    ['review', 'base', 'head', '--policy', 'policy-ignoring.yaml'],
    ['review', 'base', 'head', '--format', 'markdown', '--budget', '3000', '--forge', 'gitlab', '--mermaid'],
    [
      'review',
      'base',
      'head',
      ...['r.md', 'r.html', 'r.json', 'r.sarif', 'r.diff', 'r.txt'].flatMap((file) => ['--write', file]),
    ],
    ['review', 'base', 'wrong'],
    ['review', 'broken', 'head'],
  ];
}

function reports(): Run[] {
  return [
    ...['text', 'json', 'markdown', 'svg', 'html'].flatMap((format) => [
      [
        'place',
        'head',
        '--nodes',
        'nodes.yaml',
        '--pack',
        '--migration',
        '--rollout',
        '--without',
        'good',
        '--format',
        format,
      ],
      ['place', 'head', '--nodes', 'nodes.yaml', '--pods', 'pods.yaml', '--format', format],
      ['place', 'platform', '--format', format],
      ['place', 'wrong', '--format', format],
    ]),
    ...['text', 'json', 'markdown'].flatMap((format) => [
      ['images', 'head', '--nodes', 'nodes.yaml', '--format', format],
      ['images', 'wrong', '--format', format],
      ['hypervisors', 'platform', '--format', format],
      ['hypervisors', 'checked', '--format', format],
      ['upgrade', 'head', '--from', '1.5', '--to', '1.9', '--format', format],
      ['upgrade', 'platform', '--to', '1.9', '--format', format],
      ['upgrade', 'checked', '--to', '1.9', '--format', format],
      ['upgrade', 'wrong', '--to', '1.9', '--format', format],
    ]),
    ...['text', 'json', 'markdown', 'csv'].flatMap((format) => [
      ['gates', 'platform', '--enabled', '--format', format],
      ['gates', 'wrong', '--enabled', '--format', format],
    ]),
  ];
}

function explanations(objects: readonly { kind: string; name: string }[]): Run[] {
  return [
    ...objects
      .filter(({ kind }) => (KINDS as readonly string[]).includes(kind))
      .flatMap(({ kind, name }) => [
        ...['text', 'json', 'yaml'].map((format) => ['explain', `${kind}/${name}`, 'head', '--format', format]),
        ...(kind === 'VirtualMachine' ? ['yaml', 'json'] : []).map((format) => [
          'explain',
          `${kind}/${name}`,
          'head',
          '--pod',
          '--format',
          format,
        ]),
      ]),
    ...['text', 'json', 'yaml'].map((format) => ['explain', 'VirtualMachine/web', 'platform', '--format', format]),
    ['explain', 'VirtualMachine/web', 'wrong'],
    ['explain', 'VirtualMachine/web', 'broken'],
    ['explain', 'gate/HostDisk', '--format', 'json'],
    ['explain', 'hypervisor/xen', 'wrong'],
    ['explain', 'PV603'],
    ['schema'],
  ];
}

function argocd({ given }: PlantedWorld): Run[] {
  return [
    ...given.flatMap((text): PlantedRun[] => [
      { argv: ['argocd', 'generate', 'given'], env: { ARGOCD_APP_PARAMETERS: text }, isApplied: true },
      { argv: ['argocd', 'parameters', 'given'], env: { ARGOCD_APP_PARAMETERS: text } },
    ]),
    ...['platform', 'wrong', 'checked', 'alias', 'parameters', 'broken', 'argo'].flatMap((folder): Run[] => [
      { argv: ['argocd', 'generate', folder], isApplied: true },
      { argv: ['argocd', 'generate', folder, '--format', 'json'], isApplied: true },
      ['argocd', 'parameters', folder],
    ]),
    { argv: ['argocd', 'generate', 'platform'], env: { POLYVIRT_POLICY: 'plugin-policy.yaml' } },
    {
      argv: ['argocd', 'generate', 'platform'],
      env: { ARGOCD_ENV_POLYVIRT_DEADLINE: 'x', ARGOCD_APP_NAMESPACE: 'x y' },
    },
    ['argocd', 'applications', 'wrong', '--repo-url', 'https://git.example.com/a.git'],
    ['argocd', 'applications', 'checked', '--repo-url', 'https://git.example.com/a.git', '--plugin'],
    ['argocd', 'doctor', 'repo'],
    ['argocd', 'doctor', 'repo', '--format', 'json'],
    ['argocd', 'doctor', 'wrong'],
    ['argocd', 'install', '--stdout'],
    ['argocd', 'simulate', 'policy.yaml', '--repo', '.'],
  ];
}

function synths(): Run[] {
  return [
    { argv: ['synth', 'platform', '--stdout'], isApplied: true },
    { argv: ['synth', 'platform', '--stdout', '--format', 'json'], isApplied: true },
    ['synth', 'platform', '--output', 'applied'],
    ['synth', 'platform-before', '--output', 'applied', '--check'],
    ['synth', 'platform-before', '--output', 'applied', '--check', '--format', 'json'],
    ...['wrong', 'checked', 'alias', 'parameters', 'broken'].map((folder) => ['synth', folder]),
    ['import', 'crd.yaml', '--output', 'imports'],
    ['import', 'bad-crd.yaml', '--output', 'imports-bad'],
    ['import', 'broken', '--output', 'imports-broken'],
    ['init', 'started'],
    ['init', 'wrong'],
  ];
}

/** Words of the command line that are secrets, as where somebody pastes the wrong thing. */
function mistakes({ env }: PlantedWorld): Run[] {
  const words = [env.REGISTRY_TOKEN!, env.HTTPS_PROXY!, `--token=${env.DB_PASSWORD}`];
  return words.flatMap((word) => [
    ['check', word],
    ['check', 'head', '--kubevirt', word],
    ['check', 'head', '--severity', word],
    ['review', word, word],
    ['review', 'base', 'head', '--link', word, '--format', 'markdown'],
    ['review', 'base', 'head', '--marker', word, '--format', 'markdown'],
    ['explain', word],
    ['explain', `VirtualMachine/${word}`, 'head'],
    ['place', 'head', '--without', word],
    ['gates', '--arch', word],
    ['upgrade', 'head', '--to', word],
    ['images', word],
    ['synth', word],
    ['argocd', 'simulate', word],
    ['import', word],
    [word],
  ]);
}
