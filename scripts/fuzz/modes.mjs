// Modes of the fuzzer: each makes an input, which is a command line, the files that it reads and its environment.
import { mutated, mutatedBytes, written } from './mutate.mjs';
import { oddKey, oddValue, PROTOTYPE_NAMES } from './odd-values.mjs';

const RELEASES = ['1.3', '1.5', '1.6', '1.8', '1.9', 'v1.9.0', '2.0', '', 'x', '1.10', 'constructor', '1'];
const HCO = ['1.16', '1.17', '1.18', '1.19', 'x', '__proto__'];

const isText = (value) => typeof value === 'string';
const fieldsOf = (seeds, data) =>
  isText(data?.apiVersion) && isText(data.kind) ? (seeds.fields[`${data.apiVersion}/${data.kind}`] ?? []) : [];
const spoilt = (random, seeds, data) => mutated(random, data, seeds.pool, fieldsOf(seeds, data));
const spoiltOne = (random, seeds, list) => spoilt(random, seeds, random.one(list));
const asFile = (...documents) => documents.map((each) => `---\n${written(each)}`).join('');

/** A stream of a few objects, some of them wrong; sometimes as a List. */
function manifests(random, seeds, list = seeds.manifests) {
  const objects = Array.from({ length: 1 + random.below(4) }, () =>
    random.chance(0.75) ? spoiltOne(random, seeds, list) : random.one(list),
  );
  return random.chance(0.1)
    ? asFile(spoilt(random, seeds, { apiVersion: 'v1', kind: 'List', items: objects }))
    : asFile(...objects);
}

function nodes(random, seeds) {
  return asFile(...seeds.nodes.map((node) => (random.chance(0.6) ? spoilt(random, seeds, node) : node)));
}

/** Options that say for what cluster. */
function cluster(random, seeds, files) {
  const words = [];
  if (random.chance(0.4)) {
    words.push('--kubevirt', random.one(RELEASES));
  }
  if (random.chance(0.2)) {
    words.push('--hco', random.one(HCO));
  }
  if (random.chance(0.1)) {
    words.push(random.one(['--openshift', '--kubernetes']));
  }
  if (random.chance(0.3)) {
    files['nodes.yaml'] = nodes(random, seeds);
    words.push('--nodes', 'nodes.yaml');
  } else if (random.chance(0.2)) {
    files['snapshot.yaml'] = manifests(random, seeds, [...seeds.manifests, ...seeds.nodes]);
    words.push('--cluster', 'snapshot.yaml');
  }
  return words;
}

const format = (random, ...formats) => ['-f', random.one(formats)];

export const MODES = {
  check: (random, seeds) => {
    const files = { 'a.yaml': manifests(random, seeds) };
    const words = cluster(random, seeds, files);
    return {
      argv: [
        'check',
        '--no-platform',
        ...words,
        ...format(random, 'text', 'json', 'sarif', 'junit', 'github', 'markdown'),
        'a.yaml',
      ],
      files,
    };
  },

  synth: (random, seeds) => {
    const files = {
      'polyvirt.yaml': asFile(
        ...random.some(seeds.platforms.slice(0, 2), 0.6),
        spoiltOne(random, seeds, seeds.platforms),
      ),
    };
    return random.one([
      { argv: ['synth', '--stdout', ...format(random, 'yaml', 'json')], files },
      { argv: ['synth', '--stdout'], files },
      { argv: ['synth', '-o', 'out'], files },
      { argv: ['synth', '--check'], files },
      { argv: ['check', ...format(random, 'json', 'text')], files },
      { argv: ['synth', '--stdout', '--cluster', random.one(['edge', 'west', oddKey(random)])], files },
      {
        argv: [
          random.one(['gates', 'hypervisors']),
          ...random.some(['--enabled']),
          ...format(random, 'text', 'json', 'markdown'),
          '.',
        ],
        files,
      },
      { argv: ['images', ...format(random, 'text', 'json', 'markdown')], files },
      { argv: ['place', ...format(random, 'text', 'json', 'svg', 'html', 'markdown')], files },
    ]);
  },

  place: (random, seeds) => {
    const files = { 'a.yaml': manifests(random, seeds), 'nodes.yaml': nodes(random, seeds) };
    const words = ['--nodes', 'nodes.yaml'];
    if (random.chance(0.4)) {
      files['pods.yaml'] = asFile(...seeds.pods.map((pod) => spoilt(random, seeds, pod)));
      words.push('--pods', 'pods.yaml');
    }
    if (random.chance(0.4)) {
      words.push(
        '--without',
        random.one(['n1', 'zone=a', 'arch=amd64', `${oddKey(random)}=1`, `zone=${oddKey(random)}`, oddKey(random)]),
      );
    }
    words.push(...random.some(['--pack', '--migration', '--rollout', '--fail'], 0.3));
    return {
      argv: [
        'place',
        '--no-platform',
        ...words,
        ...format(random, 'text', 'markdown', 'json', 'svg', 'html'),
        'a.yaml',
      ],
      files,
    };
  },

  review: (random, seeds) => {
    const base = Array.from({ length: 1 + random.below(3) }, () => random.one(seeds.manifests));
    const head = base.flatMap((object) => (random.chance(0.1) ? [] : [spoilt(random, seeds, object)]));
    const wrong = random.chance(0.3) ? base.map((object) => spoilt(random, seeds, object)) : base;
    const files = {
      'base.yaml': asFile(...wrong),
      'head.yaml': asFile(...head, ...random.some([random.one(seeds.manifests)], 0.2)),
    };
    const words = cluster(random, seeds, files);
    if (random.chance(0.2)) {
      files['policy.yaml'] = asFile(random.one(seeds.policies.slice(0, 1)));
      words.push('--policy', 'policy.yaml');
    }
    words.push(...random.some([random.one(['--prune', '--no-prune']), '--mermaid'], 0.3));
    return {
      argv: [
        'review',
        '--no-platform',
        ...words,
        ...format(random, 'text', 'markdown', 'html', 'json', 'sarif', 'diff'),
        'base.yaml',
        'head.yaml',
      ],
      files,
    };
  },

  images: (random, seeds) => {
    const files = {
      'a.yaml': manifests(random, seeds, [...seeds.hyperConverged, ...seeds.hyperConverged, ...seeds.manifests]),
      'nodes.yaml': nodes(random, seeds),
    };
    const words = random.some(['--openshift', '--fail'], 0.3);
    if (random.chance(0.7)) {
      words.push('--nodes', 'nodes.yaml');
    }
    if (random.chance(0.4)) {
      words.push('--hco', random.one(HCO));
    }
    return { argv: ['images', ...words, ...format(random, 'text', 'markdown', 'json'), 'a.yaml'], files };
  },

  machines: (random, seeds) => {
    const files = { 'a.yaml': manifests(random, seeds, seeds.machines) };
    const words = [
      '--no-platform',
      ...random.some(['--machine-controller', random.one(['1.55', '1.60', '1.62', 'x'])].slice(random.below(2) * 2)),
    ];
    const subject = random.one([
      'MachineDeployment/workers',
      'MachineDeployment/capi',
      'MachineDeployment/',
      'MachineDeployment/undefined',
      'KubevirtMachineTemplate/t',
      `MachineDeployment/${oddKey(random)}`,
    ]);
    return random.one([
      { argv: ['check', '--no-platform', ...format(random, 'json', 'text'), 'a.yaml'], files },
      { argv: ['explain', subject, ...words.slice(0, 1), ...format(random, 'json', 'text', 'yaml'), 'a.yaml'], files },
      { argv: ['place', '--no-platform', '--rollout', ...format(random, 'json', 'text'), 'a.yaml'], files },
    ]);
  },

  adopt: (random, seeds) => {
    const files = { 'a.yaml': manifests(random, seeds), 'b.yaml': manifests(random, seeds) };
    const words = cluster(random, seeds, files);
    const how = random.one([[], ['--prefer', 'live'], ['--prefer', 'git'], ['--clusters'], ['--name', 'edge']]);
    return {
      argv: ['adopt', 'a.yaml', 'b.yaml', '-o', 'out', ...how, ...words.slice(0, 2), ...format(random, 'json', 'text')],
      files,
    };
  },

  explain: (random, seeds) => {
    const files = { 'a.yaml': manifests(random, seeds) };
    const words = cluster(random, seeds, files);
    const kind = random.one([
      'VirtualMachine',
      'VirtualMachineInstance',
      'VirtualMachinePool',
      'VirtualMachineInstanceReplicaSet',
      'vm',
      'gate',
      'hypervisor',
      'DataVolume',
      'MachineDeployment',
      oddKey(random),
    ]);
    const name = random.one([
      'web',
      'tiny',
      'farm',
      'pool',
      'shop/web',
      'HostDisk',
      'qemu-kvm',
      'undefined',
      '',
      '5',
      oddKey(random),
    ]);
    const subject = random.one([
      `${kind}/${name}`,
      `${kind}/${name}`,
      `${kind}/${name}`,
      'VirtualMachine/web',
      'VirtualMachineInstance/tiny',
      'PV201',
      oddKey(random),
      kind,
    ]);
    return {
      argv: [
        'explain',
        subject,
        '--no-platform',
        ...words,
        ...random.some(['--pod'], 0.3),
        ...format(random, 'text', 'json', 'yaml'),
        'a.yaml',
      ],
      files,
    };
  },

  argocd: (random, seeds) => {
    const files = {
      'polyvirt.yaml': asFile(
        ...seeds.platforms
          .slice(0, 2)
          .map((platform) => (random.chance(0.5) ? spoilt(random, seeds, platform) : platform)),
      ),
    };
    const env = {};
    if (random.chance(0.7)) {
      const given = [
        { name: 'cluster', string: 'edge' },
        { name: 'memory', string: '2Gi' },
        { name: 'list', array: ['a'] },
        { name: 'map', map: { a: 'b' } },
      ];
      env.ARGOCD_APP_PARAMETERS = random.chance(0.1)
        ? String(mutatedBytes(random, JSON.stringify(given))).replaceAll('\0', '')
        : written(random.chance(0.8) ? spoilt(random, seeds, given) : given);
    }
    if (random.chance(0.3)) {
      env.ARGOCD_ENV_POLYVIRT_CLUSTER = random.one(['edge', 'west', ...PROTOTYPE_NAMES]);
    }
    if (random.chance(0.3)) {
      files['policy.yaml'] = asFile(spoilt(random, seeds, seeds.policies[1]));
      env.POLYVIRT_POLICY = 'policy.yaml';
    }
    if (random.chance(0.1)) {
      env[
        random.one([
          'POLYVIRT_DEADLINE',
          'POLYVIRT_RENDERS',
          'POLYVIRT_RENDER_WAIT',
          'ARGOCD_ENV_POLYVIRT_DEADLINE',
          'KUBE_VERSION',
          'KUBE_API_VERSIONS',
        ])
      ] = random.one(['', '0', '-1', 'x', '1e9', 'NaN', '5', ...PROTOTYPE_NAMES]);
    }
    const kind = random.one(['generate', 'generate', 'generate', 'parameters', 'applications', 'applications']);
    const words =
      kind === 'applications'
        ? random
            .some(['--plugin', '--prune', '--set'], 0.4)
            .concat('--repo-url', random.one(['https://git.example.com/a.git', oddKey(random)]))
        : [];
    return {
      argv: ['argocd', kind, ...words, ...(kind === 'parameters' ? [] : format(random, 'yaml', 'json'))],
      files,
      env,
    };
  },

  bytes: (random, seeds) => {
    const text = random.one(seeds.texts);
    const files = { 'polyvirt.yaml': text, 'a.yaml': text, 'b.yaml': text, 'nodes.yaml': text };
    for (const name of Object.keys(files)) {
      if (random.chance(0.6)) {
        files[name] = mutatedBytes(random, text);
      }
    }
    return {
      files,
      argv: random.one([
        ['check', '--no-platform', ...format(random, 'text', 'json', 'sarif'), 'a.yaml'],
        ['synth', '--stdout'],
        ['review', '--no-platform', ...format(random, 'text', 'diff', 'json', 'html'), 'a.yaml', 'b.yaml'],
        ['place', '--no-platform', '--nodes', 'nodes.yaml', ...format(random, 'text', 'json'), 'a.yaml'],
        ['check', '--no-platform', '--nodes', 'nodes.yaml', 'a.yaml'],
        ['explain', 'VirtualMachine/web', '--no-platform', 'a.yaml'],
        ['images', '--nodes', 'nodes.yaml', 'a.yaml'],
        ['import', '-o', 'types', 'a.yaml'],
        ['check', '--no-platform', '--crds', 'a.yaml', 'b.yaml'],
        ['check', '--no-platform', '--baseline', 'a.yaml', 'b.yaml'],
        ['review', '--no-platform', '--policy', 'a.yaml', 'b.yaml', 'b.yaml'],
        ['upgrade', '--from', '1.6', '--to', '1.9', 'a.yaml'],
      ]),
    };
  },

  rules: (random, seeds) => {
    const crds = seeds.crds.map((each) => (random.chance(0.7) ? spoilt(random, seeds, each) : each));
    const baseline = {
      version: 1,
      findings: [
        { code: 'PV201', object: 'VirtualMachine shop/web', path: 'spec', what: 'x', file: 'a.yaml', count: 1 },
      ],
    };
    const files = {
      'crds.yaml': asFile(crds[0]),
      'a.yaml': asFile(crds[1], random.one(seeds.manifests)),
      'b.yaml': asFile(seeds.crds[1], spoiltOne(random, seeds, seeds.manifests)),
      'baseline.json': written(spoilt(random, seeds, baseline)),
      'policy.yaml': asFile(spoilt(random, seeds, seeds.policies[0])),
      'application.yaml': asFile(spoilt(random, seeds, seeds.policies[2])),
      'polyvirt.yaml': asFile(spoiltOne(random, seeds, seeds.platforms)),
    };
    return {
      files,
      argv: random.one([
        ['check', '--no-platform', '--crds', 'crds.yaml', ...format(random, 'text', 'json'), 'a.yaml'],
        ['import', '-o', 'types', ...random.some(['-r', '1.9'].slice(random.below(2) * 2), 1), 'crds.yaml'],
        ['check', '--no-platform', '--baseline', 'baseline.json', 'a.yaml'],
        [
          'review',
          '--no-platform',
          '--policy',
          'policy.yaml',
          ...format(random, 'text', 'json', 'markdown'),
          'a.yaml',
          'b.yaml',
        ],
        [
          'review',
          '--no-platform',
          '--ignore',
          random.one(['application.yaml', 'policy.yaml']),
          ...format(random, 'text', 'json'),
          'a.yaml',
          'b.yaml',
        ],
        [
          'upgrade',
          '--from',
          random.one(['1.5', '1.6', 'hco:1.17']),
          '--to',
          random.one(['1.9', 'hco:1.19', oddKey(random)]),
          ...format(random, 'text', 'json', 'markdown'),
          'b.yaml',
        ],
        ['upgrade', '--to', random.one(['1.9', 'hco:1.19']), ...format(random, 'text', 'json', 'markdown')],
        [
          'check',
          '--fix',
          random.one(['PV303=enable', 'PV303=narrow:amd64', `PV303=${oddKey(random)}`, oddKey(random)]),
        ],
      ]),
    };
  },

  words: (random, seeds) => {
    const known = [
      'init',
      'synth',
      'check',
      'review',
      'gates',
      'images',
      'hypervisors',
      'place',
      'upgrade',
      'explain',
      'schema',
      'argocd',
      'import',
    ];
    const options = [
      '--kubevirt',
      '--hco',
      '--cdi',
      '--nodes',
      '--cluster',
      '--openshift',
      '--platform',
      '--no-platform',
      '--crds',
      '--severity',
      '--fix',
      '--baseline',
      '--strict',
      '-f',
      '--format',
      '--without',
      '--only',
      '--pods',
      '--to',
      '--from',
      '--arch',
      '--status',
      '--compare',
      '--enabled',
      '--policy',
      '--ignore',
      '--label',
      '--budget',
      '--marker',
      '--link',
      '--forge',
      '--help',
      '-V',
      '--',
      '-o',
      '--stdout',
      '--image',
      '--timeout',
      '--namespace',
      '--set',
      '--dir',
      '--clusters',
      '--name',
      '--pod',
    ];
    const values = [
      'a.yaml',
      'nodes.yaml',
      '.',
      '1.9',
      'json',
      'text',
      'PV201=error',
      'amd64',
      'arm64',
      'kvm',
      'gate/HostDisk',
      'VirtualMachine/web',
      'main',
      'HEAD~1:x',
      'generate',
      'install',
      'doctor',
      'parameters',
      'zone=a',
      '0',
      '-1',
      '1e9',
    ];
    const argv = [random.one([...known, ...known, oddKey(random)])];
    for (let i = random.below(6); i > 0; i--) {
      argv.push(
        random.chance(0.5) ? random.one(options) : random.chance(0.7) ? random.one(values) : String(oddKey(random)),
      );
    }
    // A command that would read the terminal.
    const safe = argv.filter((word) => word !== '-').map((word) => word.replaceAll('\0', ''));
    return {
      argv: safe,
      files: {
        'a.yaml': asFile(seeds.manifests[0]),
        'nodes.yaml': asFile(...seeds.nodes),
        'polyvirt.yaml': asFile(seeds.platforms[0]),
      },
    };
  },

  library: (random, seeds) => {
    const objects = Array.from({ length: 1 + random.below(3) }, () => spoiltOne(random, seeds, seeds.manifests));
    return {
      library: random.one(['check', 'place', 'review', 'launcherPod', 'upgradeAdvice']),
      objects,
      other: objects.map((each) => spoilt(random, seeds, each)),
      odd: random.below(12),
      value: oddValue(random),
      files: {},
      argv: [],
    };
  },
};
