import type { CommandEntry, CommandGroup } from './command';

/** Every command; its file is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, CommandEntry | CommandGroup>> = {
  init: {
    summary: 'begin a platform that synthesizes at once',
    load: () => (require('./init') as typeof import('./init')).init,
  },
  synth: {
    summary: 'write the manifests of a platform to its output folder, or to stdout',
    load: () => (require('./synth') as typeof import('./synth')).synth,
  },
  check: {
    summary: 'say what a cluster would refuse in any manifests, before the merge',
    load: () => (require('./check') as typeof import('./check')).check,
  },
  review: {
    summary: 'say what a pull request does to virtual machines: restarts, migrations, deletions, new findings',
    load: () => (require('./review') as typeof import('./review')).review,
  },
  gates: {
    summary: 'show feature gates by architecture: stage, whether they are on, how well they are supported',
    load: () => (require('./gates') as typeof import('./gates')).gates,
  },
  images: {
    summary: 'show for which architectures golden images are imported, and which alerts would fire',
    load: () => (require('./images') as typeof import('./images')).images,
  },
  hypervisors: {
    summary: 'show hypervisor drivers: what they need, which VM features they have, which machines run on them',
    load: () => (require('./hypervisors') as typeof import('./hypervisors')).hypervisors,
  },
  place: {
    summary: 'show on which nodes every machine can run, why nowhere else, and what would make it fit',
    load: () => (require('./place') as typeof import('./place')).place,
  },
  upgrade: {
    summary: 'say what another release changes: gates, fields, defaults, findings, and what to do about it',
    load: () => (require('./upgrade') as typeof import('./upgrade')).upgrade,
  },
  explain: {
    summary: 'print what a finding means and what to do about it',
    load: () => (require('./explain') as typeof import('./explain')).explain,
  },
  argocd: {
    summary: 'Argo CD: the plugin, what an administrator installs, Applications, and what is slow or wrong',
    commands: {
      generate: {
        summary: 'print the objects of one cluster, as Argo CD calls it',
        load: () => (require('./argocd-generate') as typeof import('./argocd-generate')).generate,
      },
      parameters: {
        summary: 'print what may be set in an Application, as Argo CD calls it',
        load: () => (require('./argocd-parameters') as typeof import('./argocd-parameters')).parameters,
      },
      install: {
        summary: 'write what an administrator applies: sidecar, health checks, what to ignore, and a Dockerfile',
        load: () => (require('./argocd-install') as typeof import('./argocd-install')).install,
      },
      applications: {
        summary: 'print the Applications of a platform, or one ApplicationSet for all of its clusters',
        load: () => (require('./argocd-applications') as typeof import('./argocd-applications')).applications,
      },
      doctor: {
        summary: 'say what is slow or wrong in how Argo CD renders this repository',
        load: () => (require('./argocd-doctor') as typeof import('./argocd-doctor')).doctor,
      },
      simulate: {
        summary: 'run an Application as Argo CD would run it, on the files of this folder',
        load: () => (require('./argocd-simulate') as typeof import('./argocd-simulate')).simulate,
      },
    },
  },
  import: {
    summary: 'write TypeScript types and field tables for the custom resources of CRDs',
    load: () => (require('./import') as typeof import('./import')).importCrds,
  },
  schema: {
    summary: 'print the JSON Schema of polyvirt.yaml, for editors',
    load: () => (require('./schema') as typeof import('./schema')).schema,
  },
};
