import type { CommandEntry, CommandGroup } from './command';

/** Every command; its file is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, CommandEntry | CommandGroup>> = {
  init: {
    summary: 'begin a platform that synthesizes at once',
    load: () => (require('../commands/init') as typeof import('../commands/init')).init,
  },
  adopt: {
    summary: 'turn existing manifests or a running cluster into a platform, proven to make the same objects',
    load: () => (require('../commands/adopt') as typeof import('../commands/adopt')).adopt,
  },
  synth: {
    summary: 'write the manifests of a platform to its output folder, or to stdout',
    load: () => (require('../commands/synth') as typeof import('../commands/synth')).synth,
  },
  check: {
    summary: 'say what a cluster would refuse in any manifests, before the merge',
    load: () => (require('../commands/check') as typeof import('../commands/check')).check,
  },
  review: {
    summary: 'say what a pull request does to virtual machines: restarts, migrations, deletions, new findings',
    load: () => (require('../commands/review') as typeof import('../commands/review')).review,
  },
  gates: {
    summary: 'show feature gates by architecture: stage, whether they are on, how well they are supported',
    load: () => (require('../commands/gates') as typeof import('../commands/gates')).gates,
  },
  images: {
    summary: 'show for which architectures golden images are imported, and which alerts would fire',
    load: () => (require('../commands/images') as typeof import('../commands/images')).images,
  },
  hypervisors: {
    summary: 'show hypervisor drivers: what they need, which VM features they have, which VMs run on them',
    load: () => (require('../commands/hypervisors') as typeof import('../commands/hypervisors')).hypervisors,
  },
  place: {
    summary: 'show on which nodes every VM can run, why nowhere else, and what would make it fit',
    load: () => (require('../commands/place') as typeof import('../commands/place')).place,
  },
  upgrade: {
    summary: 'say what another release changes: gates, fields, defaults, findings, and what to do about it',
    load: () => (require('../commands/upgrade') as typeof import('../commands/upgrade')).upgrade,
  },
  report: {
    summary: 'write one page of a fleet: findings, VMs and nodes, gates, golden images, hypervisors, upgrades',
    load: () => (require('../commands/report') as typeof import('../commands/report')).report,
  },
  explain: {
    summary: 'print what a finding means and what to do about it',
    load: () => (require('../commands/explain') as typeof import('../commands/explain')).explain,
  },
  argocd: {
    summary: 'Argo CD: the plugin, what an administrator installs, Applications, and what is slow or wrong',
    commands: {
      generate: {
        summary: 'print the objects of one cluster, as Argo CD calls it',
        load: () => (require('../commands/argocd-generate') as typeof import('../commands/argocd-generate')).generate,
      },
      parameters: {
        summary: 'print what may be set in an Application, as Argo CD calls it',
        load: () => (require('../commands/argocd-generate') as typeof import('../commands/argocd-generate')).parameters,
      },
      install: {
        summary: 'write what an administrator applies: sidecar, health checks, what to ignore, and a Dockerfile',
        load: () => (require('../commands/argocd-install') as typeof import('../commands/argocd-install')).install,
      },
      applications: {
        summary: 'print the Applications of a platform, or one ApplicationSet for all of its clusters',
        load: () =>
          (require('../commands/argocd-applications') as typeof import('../commands/argocd-applications')).applications,
      },
      doctor: {
        summary: 'say what is slow or wrong in how Argo CD renders this repository',
        load: () => (require('../commands/argocd-doctor') as typeof import('../commands/argocd-doctor')).doctor,
      },
      simulate: {
        summary: 'run an Application as Argo CD would run it, on the files of this folder',
        load: () => (require('../commands/argocd-simulate') as typeof import('../commands/argocd-simulate')).simulate,
      },
    },
  },
  import: {
    summary: 'write TypeScript types and field tables for the custom resources of CRDs',
    load: () => (require('../commands/import') as typeof import('../commands/import')).importCrds,
  },
  schema: {
    summary: 'print the JSON Schema of polyvirt.yaml, for editors',
    load: () => (require('../commands/schema') as typeof import('../commands/schema')).schema,
  },
};
