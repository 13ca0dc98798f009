import type { CommandEntry, CommandGroup } from './command';
import { FREQUENT_COMMANDS } from './frequent-commands';

/** Every command; its file is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, CommandEntry | CommandGroup>> = {
  check: FREQUENT_COMMANDS.check,
  review: {
    summary: 'show what a pull request does to VMs: restarts, migrations, deletions, new findings',
    reader: 'reviewer',
    load: () => (require('../commands/review') as typeof import('../commands/review')).review,
  },
  explain: {
    summary: 'explain a finding, a gate, a hypervisor, or what a cluster makes of one VM',
    reader: 'reviewer',
    load: () => (require('../commands/explain') as typeof import('../commands/explain')).explain,
  },
  upgrade: {
    summary: 'show what another release changes: gates, fields, defaults, findings, and what to do about it',
    reader: 'reviewer',
    load: () => (require('../commands/upgrade') as typeof import('../commands/upgrade')).upgrade,
  },
  report: {
    summary: 'write one page of a fleet: findings, VMs and nodes, gates, golden images, hypervisors, upgrades',
    reader: 'operator',
    load: () => (require('../commands/report') as typeof import('../commands/report')).report,
  },
  place: {
    summary: 'show which nodes each VM can run on, why no others, and what would make it fit',
    reader: 'operator',
    load: () => (require('../commands/place') as typeof import('../commands/place')).place,
  },
  gates: {
    summary: 'show feature gates by architecture: stage, whether they are on, how well they are supported',
    reader: 'operator',
    load: () => (require('../commands/gates') as typeof import('../commands/gates')).gates,
  },
  images: {
    summary: 'show which architectures golden images are imported for, and which alerts would fire',
    reader: 'operator',
    load: () => (require('../commands/images') as typeof import('../commands/images')).images,
  },
  hypervisors: {
    summary: 'show hypervisors: what they need, which VM features they have, which VMs run on them',
    reader: 'operator',
    load: () => (require('../commands/hypervisors') as typeof import('../commands/hypervisors')).hypervisors,
  },
  policy: {
    summary: 'write the rules as admission policies for what comes past Git, or say what they would refuse',
    reader: 'operator',
    load: () => (require('../commands/policy') as typeof import('../commands/policy')).policy,
  },
  init: {
    summary: 'start a platform that synthesizes right away',
    reader: 'author',
    load: () => (require('../commands/init') as typeof import('../commands/init')).init,
  },
  adopt: {
    summary: 'turn existing manifests or a running cluster into a platform, proven to produce the same objects',
    reader: 'author',
    load: () => (require('../commands/adopt') as typeof import('../commands/adopt')).adopt,
  },
  synth: FREQUENT_COMMANDS.synth,
  schema: {
    summary: 'print the JSON Schema of polyvirt.yaml, for editors',
    reader: 'author',
    load: () => (require('../commands/schema') as typeof import('../commands/schema')).schema,
  },
  import: {
    summary: 'write TypeScript types and field tables for the custom resources of CRDs',
    reader: 'author',
    load: () => (require('../commands/import') as typeof import('../commands/import')).importCrds,
  },
  argocd: {
    ...FREQUENT_COMMANDS.argocd,
    commands: {
      ...FREQUENT_COMMANDS.argocd.commands,
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
  completion: {
    summary: 'print the completion script of bash, zsh or fish',
    reader: 'shell',
    load: () => (require('../commands/completion') as typeof import('../commands/completion')).completion,
  },
};
