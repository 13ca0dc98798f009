import { parseArgs } from 'node:util';
import { fleetOf } from './fleet.mjs';

export const SECTIONS = [
  ...['startup', 'throughput', 'questions', 'mechanisms', 'fleets', 'doubling', 'memory', 'incremental', 'equality'],
];
export const RENDERERS = [
  ...['app', 'app-first', 'yaml', 'folder', 'replicas', 'plugin', 'cached'],
  ...['cdk8s', 'cdk8s-each', 'synth-own', 'synth-typed'],
  ...['helm', 'kustomize', 'pkl', 'jsonnet', 'cue'],
  ...['check', 'review', 'place', 'generate', 'kubeconform', 'kubectl-validate', 'dyff'],
];
/** Everything is compared anyway before it is timed. */
const UNLESS_ASKED = ['equality'];

export const HELP = `What rendering costs, against baselines of the same run.

  npm run bench                            everything, which takes a while
  npm run bench -- --quick                 fewer rounds, smaller sizes
  npm run bench -- --only startup,memory   some of ${SECTIONS.join(', ')}
  npm run bench -- --markdown docs/performance.md

  --sizes 1,100,1000        VMs of one cluster
  --fleets 200x50,1000x20   clusters and the VMs of each
  --steps 5                 how often the work is doubled, from 1,000 VMs
  --renderers app,helm      only some of ${RENDERERS.slice(0, 7).join(', ')},
                            ${RENDERERS.slice(7, 16).join(', ')},
                            ${RENDERERS.slice(16).join(', ')}
  --repetitions 10          rounds, for every section
  --limit 60                seconds that one run may be expected to take
  --crds DIR                CRDs of KubeVirt for cdk8s import and for validators; cdk8s has plain objects where it is not given
  --plain                   plain objects for cdk8s, whatever CRDs there are
  --markdown FILE|-         write the tables also between the markers of a page, or to stdout alone

Peers are installed by npm run bench:peers. The exit code is 1 where a bound is missed.
`;

/** What was asked for. Throws where it makes no sense. */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string' },
      sizes: { type: 'string' },
      fleets: { type: 'string' },
      steps: { type: 'string' },
      renderers: { type: 'string' },
      repetitions: { type: 'string' },
      limit: { type: 'string', default: '60' },
      crds: { type: 'string' },
      plain: { type: 'boolean', default: false },
      markdown: { type: 'string' },
    },
  });
  const { quick } = values;
  const only = values.only?.split(',') ?? SECTIONS.filter((name) => !UNLESS_ASKED.includes(name));
  const renderers = values.renderers?.split(',');
  refuseUnknown('section', only, SECTIONS);
  refuseUnknown('renderer', renderers ?? [], RENDERERS);
  return {
    quick,
    plain: values.plain,
    help: values.help,
    only,
    sizes: (values.sizes ?? (quick ? '1,100,1000' : '1,100,1000,10000,100000')).split(',').map(whole('--sizes')),
    fleets: (values.fleets ?? (quick ? '20x50' : '200x50,1000x20')).split(',').map(fleet),
    steps: whole('--steps')(values.steps ?? (quick ? '2' : '5')),
    renderers,
    ...(values.repetitions === undefined ? {} : { repetitions: whole('--repetitions')(values.repetitions) }),
    limit: whole('--limit')(values.limit),
    ...(values.crds === undefined ? {} : { crds: values.crds }),
    ...(values.markdown === undefined ? {} : { markdown: values.markdown }),
  };
}

function refuseUnknown(what, names, known) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`there is no ${what} ${unknown.join(', ')}: choose from ${known.join(', ')}`);
  }
}

function whole(option) {
  return (text) => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1) {
      throw new Error(`${option} takes whole numbers from 1, not "${text}"`);
    }
    return number;
  };
}

function fleet(text) {
  const [clusters, machines, ...rest] = text.split('x').map(whole('--fleets'));
  if (machines === undefined || rest.length > 0) {
    throw new Error(`--fleets takes clusters and VMs as in 200x50, not "${text}"`);
  }
  return fleetOf(clusters, machines);
}
