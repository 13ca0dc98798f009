import { ARGOCD } from './argocd-entry';
import { CHECK } from './check-entry';
import type { CommandEntry, CommandGroup } from './command';
import { SYNTH } from './synth-entry';

/** Every command; its file is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, CommandEntry | CommandGroup>> = {
  ...CHECK,
  review: {
    summary: 'show what a pull request does to VMs: restarts, migrations, deletions, new findings',
    reader: 'reviewer',
    load: () => (require('../commands/review') as typeof import('../commands/review')).review,
  },
  explain: {
    summary: 'explain a finding, a feature gate, a hypervisor, or what a cluster does with one VM',
    reader: 'reviewer',
    load: () => (require('../commands/explain') as typeof import('../commands/explain')).explain,
  },
  upgrade: {
    summary: 'show what changes with another release (gates, fields, defaults, findings) and what to do about it',
    reader: 'reviewer',
    load: () => (require('../commands/upgrade') as typeof import('../commands/upgrade')).upgrade,
  },
  report: {
    summary:
      'write one HTML page about a whole fleet: findings, VMs and nodes, gates, golden images, hypervisors, upgrades',
    reader: 'operator',
    load: () => (require('../commands/report') as typeof import('../commands/report')).report,
  },
  place: {
    summary: 'show which nodes each VM can run on, why not the others, and what would make it fit',
    reader: 'operator',
    load: () => (require('../commands/place') as typeof import('../commands/place')).place,
  },
  gates: {
    summary: 'show feature gates by architecture: stage, default and support',
    reader: 'operator',
    load: () => (require('../commands/gates') as typeof import('../commands/gates')).gates,
  },
  images: {
    summary: 'show for which architectures golden images are imported, and which alerts would fire',
    reader: 'operator',
    load: () => (require('../commands/images') as typeof import('../commands/images')).images,
  },
  hypervisors: {
    summary: 'show hypervisors: what they need, which VM features they support, which VMs run on them',
    reader: 'operator',
    load: () => (require('../commands/hypervisors') as typeof import('../commands/hypervisors')).hypervisors,
  },
  policy: {
    summary:
      'write the rules as ValidatingAdmissionPolicies for objects that bypass Git, or show what they would reject',
    reader: 'operator',
    load: () => (require('../commands/policy') as typeof import('../commands/policy')).policy,
  },
  init: {
    summary: 'create a new platform, ready to synthesize',
    reader: 'author',
    load: () => (require('../commands/init') as typeof import('../commands/init')).init,
  },
  adopt: {
    summary: 'turn existing manifests or a running cluster into a platform that provably produces the same objects',
    reader: 'author',
    load: () => (require('../commands/adopt') as typeof import('../commands/adopt')).adopt,
  },
  ...SYNTH,
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
    ...ARGOCD.argocd,
    commands: {
      ...ARGOCD.argocd.commands,
      install: {
        summary: 'write the files to install the plugin: sidecar, health checks, ignoreDifferences and a Dockerfile',
        load: () => (require('../commands/argocd-install') as typeof import('../commands/argocd-install')).install,
      },
      applications: {
        summary: 'print one Application per cluster of a platform, or one ApplicationSet for all',
        load: () =>
          (require('../commands/argocd-applications') as typeof import('../commands/argocd-applications')).applications,
      },
      doctor: {
        summary: 'diagnose what is slow or wrong when Argo CD renders this repository',
        load: () => (require('../commands/argocd-doctor') as typeof import('../commands/argocd-doctor')).doctor,
      },
      simulate: {
        summary: 'render an Application locally, exactly as Argo CD would',
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
