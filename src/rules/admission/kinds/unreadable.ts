import { kindOf } from '../../../cluster/instance-of';
import { shownValue } from '../../../findings/secrets/shown-value';
import { parseDuration } from '../../../kube/duration';
import { valuesAt } from '../../../kube/path';
import { NOTHING_WRONG, type Rule, type Said } from '../../rule';

/** What a program in Go cannot read, of what the CRD of a kind lets pass: durations are any text there, and numbers may be below 0. */
interface Typed {
  /** Who reads the object, and what becomes of it. */
  readonly reader: string;
  readonly source: string;
  readonly durations?: readonly string[];
  readonly unsigned?: readonly string[];
  /** Of 8 bits. */
  readonly small?: readonly string[];
}

const API = 'kubevirt staging/src/kubevirt.io/api';
const LIFETIMES = ['ca.duration', 'ca.renewBefore', 'server.duration', 'server.renewBefore'];
const CERTIFICATES = 'spec.certificateRotateStrategy.selfSigned';
const [MIGRATIONS, LIVE_UPDATE, DEVELOPER] = ['migrations', 'liveUpdateConfiguration', 'developerConfiguration'].map(
  (name) => `spec.configuration.${name}`,
) as [string, string, string];
const PARALLEL = ['parallelMigrationsPerCluster', 'parallelOutboundMigrationsPerNode'];
const COMPONENTS = ['virtAPI', 'virtController', 'virtHandler', 'virtLauncher', 'virtOperator'];

function below(path: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${path}.${name}`);
}

function byVirtApi(source: string, fields: Pick<Typed, 'durations' | 'unsigned'>): Typed {
  return { reader: 'virt-api cannot read the object, and rejects it', source: `${API}/${source}`, ...fields };
}

const INSTANCETYPE = byVirtApi('instancetype/v1beta1/types.go', {
  unsigned: ['spec.cpu.guest', 'spec.cpu.maxSockets'],
});
const PREFERENCE = byVirtApi('instancetype/v1beta1/types.go', {
  unsigned: ['spec.cpu.spreadOptions.ratio', 'spec.preferSpreadSocketToCoreRatio', 'spec.requirements.cpu.guest'],
});

const TYPED: ReadonlyMap<string, Typed> = new Map([
  ['VirtualMachineInstancetype.instancetype.kubevirt.io', INSTANCETYPE],
  ['VirtualMachineClusterInstancetype.instancetype.kubevirt.io', INSTANCETYPE],
  ['VirtualMachinePreference.instancetype.kubevirt.io', PREFERENCE],
  ['VirtualMachineClusterPreference.instancetype.kubevirt.io', PREFERENCE],
  ['VirtualMachineExport.export.kubevirt.io', byVirtApi('export', { durations: ['spec.ttlDuration'] })],
  ['VirtualMachineSnapshot.snapshot.kubevirt.io', byVirtApi('snapshot', { durations: ['spec.failureDeadline'] })],
  ['VirtualMachineBackup.backup.kubevirt.io', byVirtApi('backup', { durations: ['spec.ttlDuration'] })],
  ['MigrationPolicy.migrations.kubevirt.io', byVirtApi('migrations', { unsigned: ['spec.maxDowntimeMs'] })],
  [
    'VirtualMachinePool.pool.kubevirt.io',
    byVirtApi('pool', {
      durations: ['spec.autohealing.minFailingToStartDuration'],
      unsigned: ['spec.autohealing.startUpFailureThreshold'],
    }),
  ],
  [
    'Plugin.plugin.kubevirt.io',
    byVirtApi('plugin', { durations: ['spec.domainHooks[].timeout', 'spec.nodeHooks[].timeout'] }),
  ],
  [
    'KubeVirt.kubevirt.io',
    {
      reader: 'virt-operator cannot read the KubeVirt: it installs and updates nothing any more',
      durations: [
        ...below(CERTIFICATES, [...LIFETIMES, 'caRotateInterval', 'certRotateInterval', 'caOverlapInterval']),
        'spec.workloadUpdateStrategy.batchEvictionInterval',
      ],
      unsigned: [
        ...below(MIGRATIONS, [...PARALLEL, 'maxDowntimeMs']),
        ...below(LIVE_UPDATE, ['maxHotplugRatio', 'maxCpuSockets']),
        ...below(`${DEVELOPER}.logVerbosity`, COMPONENTS),
        'spec.configuration.memBalloonStatsPeriod',
      ],
      small: ['spec.infra.replicas', 'spec.workloads.replicas'],
      source: `${API}/core/v1/types.go`,
    },
  ],
  [
    'HyperConverged.hco.kubevirt.io',
    {
      reader: 'The webhook of HyperConverged cannot read the object, and rejects it',
      durations: [
        ...below('spec.certConfig', LIFETIMES),
        ...below('spec.security.certConfig', LIFETIMES),
        'spec.workloadUpdateStrategy.batchEvictionInterval',
        'spec.virtualization.workloadUpdateStrategy.batchEvictionInterval',
      ],
      unsigned: [
        ...below('spec.liveMigrationConfig', PARALLEL),
        ...below('spec.virtualization.liveMigrationConfig', PARALLEL),
      ],
      source: 'hyperconverged-cluster-operator api/v1beta1/hyperconverged_types.go',
    },
  ],
  [
    'CDI.cdi.kubevirt.io',
    {
      reader: 'cdi-operator cannot read the CDI: it installs and updates nothing any more',
      durations: below('spec.certConfig', LIFETIMES),
      source: 'containerized-data-importer-api pkg/apis/core/v1beta1/types.go',
    },
  ],
]);

const IN_DURATIONS = 'write numbers with a unit, from h to ns, for example 48h or 1h30m';

/** Values at which a webhook, or an operator, fails before it looks at anything. */
export const unreadable: Rule = () => ({
  object: (object) => {
    const known = TYPED.get(kindOf(object));
    if (known === undefined) {
      return NOTHING_WRONG;
    }
    const { durations = [], unsigned = [], small = [], reader: why, source } = known;
    const at = (paths: readonly string[], what: (value: unknown) => string | undefined, fix: string): Said[] =>
      paths.flatMap((path) =>
        valuesAt(object, path).flatMap(({ value, path: found }): Said[] => {
          const problem = what(value);
          return problem === undefined
            ? []
            : [
                {
                  code: 'PV003',
                  severity: 'error',
                  path: found,
                  what: `${shownValue(value)} ${problem}`,
                  why,
                  fix,
                  source,
                },
              ];
        }),
      );
    return [
      ...at(durations, noDuration, IN_DURATIONS),
      ...at(unsigned, (value) => (isNumber(value) && value < 0 ? 'is less than 0' : undefined), 'write 0 or more'),
      ...at(
        small,
        (value) => (isNumber(value) && (value < 0 || value > 255) ? 'is not 0 to 255' : undefined),
        'write 1 to 255',
      ),
    ];
  },
});

function noDuration(value: unknown): string | undefined {
  return typeof value === 'string' && parseDuration(value) === undefined ? 'is not a duration' : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
