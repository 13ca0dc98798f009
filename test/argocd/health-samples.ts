/** A state of a kind, and its health. */
export interface Sample {
  readonly kind: string;
  readonly state: string;
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
  readonly health: string;
  readonly message?: string;
}

/** A condition: its type, its status, and why and since when. */
export type Row = readonly [
  type: string,
  status: string,
  reason?: string | undefined,
  message?: string | undefined,
  since?: string,
];

export function conditions(...rows: Row[]) {
  return {
    conditions: rows.map(([type, status, reason, message, lastTransitionTime]) => ({
      type,
      status,
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
      ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
    })),
  };
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
    state: 'well, with a change that was not seen yet',
    metadata: { generation: 3 },
    status: { ...WELL, observedGeneration: 2 },
    health: 'Progressing',
  },
  { kind, state: 'being deleted', metadata: { deletionTimestamp: 'now' }, status: BROKEN, health: 'Progressing' },
]);

const ready = (state: string, reason = '') => conditions(['Ready', state, reason]);

/** States of every kind, with the health that the checks give them whatever the time. */
export const STATES: readonly Sample[] = [
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
  {
    kind: 'VirtualMachine',
    state: 'running, with a change that needs a restart',
    spec: { runStrategy: 'Always' },
    status: {
      printableStatus: 'Running',
      ...conditions(
        ['Ready', 'True'],
        ['RestartRequired', 'True', undefined, 'a non-live-updatable field was changed'],
      ),
    },
    health: 'Healthy',
    message: 'Running, restart required: a non-live-updatable field was changed',
  },
  {
    kind: 'VirtualMachine',
    state: 'that waits to be migrated to',
    spec: { runStrategy: 'WaitAsReceiver' },
    status: { printableStatus: 'WaitingForReceiver', ...ready('False') },
    health: 'Healthy',
  },
  {
    kind: 'VirtualMachine',
    state: 'whose volume is not bound yet',
    spec: { runStrategy: 'Always' },
    status: { printableStatus: 'WaitingForVolumeBinding', ...ready('False') },
    health: 'Progressing',
    message: 'WaitingForVolumeBinding',
  },
  {
    kind: 'VirtualMachine',
    state: 'starting',
    spec: { runStrategy: 'Always' },
    status: { created: true, printableStatus: 'Starting', ...ready('False', 'GuestNotRunning') },
    health: 'Progressing',
    message: 'Starting',
  },
  {
    kind: 'VirtualMachine',
    state: 'whose failure has no time',
    spec: { runStrategy: 'Always' },
    status: { printableStatus: 'ErrImagePull' },
    health: 'Degraded',
    message: 'ErrImagePull',
  },

  { kind: 'DataVolume', state: 'without a status', health: 'Progressing' },
  ...(
    [
      ['Pending', 'Progressing'],
      ['ImportScheduled', 'Progressing'],
      ['ImportInProgress', 'Progressing'],
      ['CloneInProgress', 'Progressing'],
      ['UploadReady', 'Progressing'],
      ['WaitForFirstConsumer', 'Healthy'],
      ['PendingPopulation', 'Healthy'],
      ['Succeeded', 'Healthy'],
      ['Paused', 'Suspended'],
      ['Failed', 'Degraded'],
      ['Unknown', 'Degraded'],
    ] as const
  ).map(([phase, health]): Sample => ({ kind: 'DataVolume', state: `in phase ${phase}`, status: { phase }, health })),

  { kind: 'MachineDeployment', state: 'without a status', spec: { replicas: 2 }, health: 'Progressing' },
  {
    kind: 'MachineDeployment',
    state: 'whose change was not seen yet',
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
