import { HEALTH_CHECKS } from '../../src/argocd/health/checks';
import { runHealth } from './lua';

const STATUSES = ['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing', 'Unknown'];

interface Sample {
  readonly kind: string;
  readonly state: string;
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
  readonly health: string;
  readonly message?: string;
}

function conditions(...rows: (readonly [type: string, status: string, reason?: string, message?: string])[]) {
  return { conditions: rows.map(([type, status, reason, message]) => ({ type, status, reason, message })) };
}

const UPDATING = conditions(
  ['Available', 'True', 'UpdateInProgress', 'Transitioning from v1.8.0 to v1.9.0'],
  ['Progressing', 'True', 'UpdateInProgress', 'Transitioning from v1.8.0 to v1.9.0'],
  ['Degraded', 'True', 'UpdateInProgress', 'Transitioning from v1.8.0 to v1.9.0'],
);
const DEPLOYING = conditions(['Available', 'False'], ['Progressing', 'True', 'Deploying'], ['Degraded', 'False']);
const WELL = conditions(
  ['Available', 'True', 'AllComponentsReady', 'All components are ready.'],
  ['Progressing', 'False'],
  ['Degraded', 'False'],
);
const BROKEN = conditions(
  ['Available', 'False', 'DeploymentFailed'],
  ['Progressing', 'False'],
  ['Degraded', 'True', 'DeploymentFailed', 'an error occurred'],
);

const OPERATORS = ['KubeVirt', 'HyperConverged', 'CDI'].flatMap((kind): Sample[] => [
  { kind, state: 'without a status', health: 'Progressing' },
  { kind, state: 'with an empty status', status: {}, health: 'Progressing' },
  { kind, state: 'being deployed', status: DEPLOYING, health: 'Progressing', message: 'Deploying' },
  { kind, state: 'being updated, which counts as degraded too', status: UPDATING, health: 'Progressing' },
  { kind, state: 'well', status: WELL, health: 'Healthy', message: 'All components are ready.' },
  { kind, state: 'broken', status: BROKEN, health: 'Degraded', message: 'an error occurred' },
  {
    kind,
    state: 'well, with a change that nobody saw yet',
    metadata: { generation: 3 },
    status: { ...WELL, observedGeneration: 2 },
    health: 'Progressing',
  },
  { kind, state: 'being deleted', metadata: { deletionTimestamp: 'now' }, status: BROKEN, health: 'Progressing' },
]);

const ready = (state: string, reason = '') => conditions(['Ready', state, reason]);

const SAMPLES: readonly Sample[] = [
  ...OPERATORS,
  {
    kind: 'KubeVirt',
    state: 'beside another one',
    status: conditions(['Synchronized', 'False', 'ExistingDeployment', 'There is an active KubeVirt deployment']),
    health: 'Degraded',
    message: 'There is an active KubeVirt deployment',
  },
  {
    kind: 'CDI',
    state: 'in error',
    status: { phase: 'Error', ...conditions(['Available', 'False']) },
    health: 'Degraded',
  },

  { kind: 'DataImportCron', state: 'without a status', health: 'Progressing' },
  {
    kind: 'DataImportCron',
    state: 'importing',
    status: conditions(['Progressing', 'True', 'ImportProgressing'], ['UpToDate', 'False', 'ImportProgressing']),
    health: 'Progressing',
  },
  {
    kind: 'DataImportCron',
    state: 'without a digest yet',
    status: conditions(['Progressing', 'False', 'NoImport'], ['UpToDate', 'False', 'NoDigest', 'No source digest']),
    health: 'Progressing',
    message: 'No source digest',
  },
  {
    kind: 'DataImportCron',
    state: 'up to date',
    status: conditions(['Progressing', 'False', 'NoImport'], ['UpToDate', 'True', 'UpToDate']),
    health: 'Healthy',
  },
  {
    kind: 'DataImportCron',
    state: 'with a failed import',
    status: conditions(
      ['Progressing', 'False', 'Failed', 'Import DataVolume phase Failed'],
      ['UpToDate', 'False', 'Outdated'],
    ),
    health: 'Degraded',
    message: 'Import DataVolume phase Failed',
  },
  {
    kind: 'DataImportCron',
    state: 'that may not clone',
    status: conditions(['Progressing', 'False', 'NotAuthorized'], ['UpToDate', 'False', 'Outdated']),
    health: 'Degraded',
  },

  { kind: 'DataSource', state: 'without a status', health: 'Progressing' },
  {
    kind: 'DataSource',
    state: 'whose volume is being imported',
    status: ready('False', 'NotFound'),
    health: 'Progressing',
  },
  { kind: 'DataSource', state: 'without a source yet', status: ready('False', 'NoSource'), health: 'Progressing' },
  { kind: 'DataSource', state: 'ready', status: ready('True', 'Ready'), health: 'Healthy' },
  { kind: 'DataSource', state: 'whose import failed', status: ready('False', 'Failed'), health: 'Degraded' },
  { kind: 'DataSource', state: 'that names itself', status: ready('False', 'SelfReference'), health: 'Degraded' },

  { kind: 'VirtualMachine', state: 'without a status', health: 'Progressing' },
  {
    kind: 'VirtualMachine',
    state: 'whose disks are being imported',
    spec: { runStrategy: 'Always' },
    status: { printableStatus: 'Provisioning', ...ready('False') },
    health: 'Progressing',
    message: 'Provisioning',
  },
  {
    kind: 'VirtualMachine',
    state: 'running',
    spec: { runStrategy: 'Always' },
    status: { printableStatus: 'Running', ...ready('True') },
    health: 'Healthy',
  },
  {
    kind: 'VirtualMachine',
    state: 'running, of the old spelling',
    spec: { running: true },
    status: { printableStatus: 'Running', ...ready('True') },
    health: 'Healthy',
  },
  {
    kind: 'VirtualMachine',
    state: 'migrating',
    spec: { runStrategy: 'Always' },
    status: { printableStatus: 'Migrating', ...ready('True') },
    health: 'Healthy',
  },
  {
    kind: 'VirtualMachine',
    state: 'off, as is wanted',
    spec: { runStrategy: 'Halted' },
    status: { printableStatus: 'Stopped', ...ready('False') },
    health: 'Healthy',
    message: 'Stopped, as Halted allows',
  },
  {
    kind: 'VirtualMachine',
    state: 'off, as is wanted in the old spelling',
    spec: { running: false },
    status: { printableStatus: 'Stopped' },
    health: 'Healthy',
  },
  {
    kind: 'VirtualMachine',
    state: 'still running, and not wanted to',
    spec: { runStrategy: 'Halted' },
    status: { printableStatus: 'Stopping', ...ready('True') },
    health: 'Progressing',
  },
  {
    kind: 'VirtualMachine',
    state: 'off, and wanted to run',
    spec: { runStrategy: 'Always' },
    status: { printableStatus: 'Stopped', ...ready('False') },
    health: 'Progressing',
  },
  {
    kind: 'VirtualMachine',
    state: 'that did its work',
    spec: { runStrategy: 'RerunOnFailure' },
    status: { printableStatus: 'Stopped', ...ready('False') },
    health: 'Healthy',
  },
  {
    kind: 'VirtualMachine',
    state: 'paused',
    spec: { runStrategy: 'Always' },
    status: { printableStatus: 'Paused', ...conditions(['Ready', 'True'], ['Paused', 'True']) },
    health: 'Suspended',
  },
  ...[
    'CrashLoopBackOff',
    'ErrorUnschedulable',
    'ErrImagePull',
    'ImagePullBackOff',
    'ErrorPvcNotFound',
    'DataVolumeError',
    'Unknown',
  ].map(
    (printableStatus): Sample => ({
      kind: 'VirtualMachine',
      state: printableStatus,
      spec: { runStrategy: 'Always' },
      status: { printableStatus },
      health: 'Degraded',
      message: printableStatus,
    }),
  ),

  { kind: 'MachineDeployment', state: 'without a status', spec: { replicas: 2 }, health: 'Progressing' },
  {
    kind: 'MachineDeployment',
    state: 'whose change nobody saw yet',
    metadata: { generation: 2 },
    spec: { replicas: 1 },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1 },
    health: 'Progressing',
  },
  {
    kind: 'MachineDeployment',
    state: 'being rolled out',
    metadata: { generation: 2 },
    spec: { replicas: 3 },
    status: { observedGeneration: 2, replicas: 4, updatedReplicas: 1, availableReplicas: 3 },
    health: 'Progressing',
    message: '1 of 3 machines are of the new kind',
  },
  {
    kind: 'MachineDeployment',
    state: 'with old machines left',
    spec: { replicas: 1 },
    status: { replicas: 2, updatedReplicas: 1, availableReplicas: 2 },
    health: 'Progressing',
    message: '1 old machines are still there',
  },
  {
    kind: 'MachineDeployment',
    state: 'whose machines do not come up',
    spec: { replicas: 3 },
    status: { replicas: 3, updatedReplicas: 3, availableReplicas: 1, unavailableReplicas: 2 },
    health: 'Progressing',
    message: '1 of 3 machines are available',
  },
  {
    kind: 'MachineDeployment',
    state: 'well',
    metadata: { generation: 2 },
    spec: { replicas: 3 },
    status: { observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3 },
    health: 'Healthy',
    message: '3 machines are available',
  },
  { kind: 'MachineDeployment', state: 'of none', spec: { replicas: 0 }, status: {}, health: 'Healthy' },
  { kind: 'MachineDeployment', state: 'paused', spec: { paused: true }, status: {}, health: 'Suspended' },
];

test.each(SAMPLES)('a $kind $state is $health', ({ kind, metadata, spec, status, health, message }) => {
  const { lua } = HEALTH_CHECKS.find((check) => check.kind === kind)!;
  const found = runHealth(lua, { kind, metadata: { name: 'x', ...metadata }, spec, status });
  expect(found).toEqual({ status: health, message: message ?? expect.any(String) });
  expect(STATUSES).toContain(found.status);
});

test('every check is tried on at least four states, degraded ones where the kind can say so', () => {
  for (const { kind } of HEALTH_CHECKS) {
    const own = SAMPLES.filter((sample) => sample.kind === kind);
    const states = new Set(own.map(({ health }) => health));
    expect({ kind, count: own.length >= 4 }).toEqual({ kind, count: true });
    expect(own.some(({ status }) => status === undefined)).toBe(true);
    // Nothing in the status of a MachineDeployment tells a failure from patience.
    expect([...states]).toEqual(
      expect.arrayContaining(['Progressing', 'Healthy', kind === 'MachineDeployment' ? 'Suspended' : 'Degraded']),
    );
  }
});

test.each(HEALTH_CHECKS.map((check) => [check.kind, check.lua] as const))(
  'the check of %s survives anything that a status may be',
  (_kind, lua) => {
    for (const status of [undefined, null, {}, { conditions: null }, { conditions: [] }, { conditions: [{}] }]) {
      for (const rest of [{}, { metadata: {}, spec: {} }, { metadata: null, spec: null }]) {
        const object = { ...rest, status };
        expect(STATUSES).toContain(runHealth(lua, object).status);
      }
    }
  },
);

test.each(HEALTH_CHECKS.map((check) => [check.kind, check.lua] as const))(
  'the check of %s is Lua 5.1, and asks for no library',
  (_kind, lua) => {
    const code = lua.replace(/"[^"]*"/g, '""');
    expect(code).not.toMatch(/\b(string|math|os|io|table|require|goto|print|tostring|pairs)\b\s*[.(]/);
    expect(code).not.toMatch(/\/\/|[&|]|<<|>>|~(?!=)|:\w+\(/);
  },
);
