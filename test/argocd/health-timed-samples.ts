import { conditions, type Row, type Sample } from './health-samples';

/** States that are Degraded when they last; times are minutes before the moment. */
export function timedSamples(now: number): Sample[] {
  const before = (minutes: number) => new Date((now - minutes * 60) * 1000).toISOString().replace('.000', '');
  return [...timedMachines(before), ...timedVolumes(before), ...timedOperators(before)];
}

type Before = (minutes: number) => string;

const NOT_YET = 5;
const TOO_LONG = 15;

/** One state twice: new, and older than a sync waits. */
function timed(
  kind: string,
  state: string,
  message: string,
  spec: object,
  status: (minutes: number) => object,
): Sample[] {
  return [
    { kind, state: `${state}, for 5 minutes`, spec, status: status(NOT_YET), health: 'Progressing', message },
    { kind, state: `${state}, for 15 minutes`, spec, status: status(TOO_LONG), health: 'Degraded', message },
  ];
}

const CAUSES = [
  ['ErrImagePull', 'Synchronized', 'failed to pull image "quay.io/shop/web:9": not found'],
  ['ImagePullBackOff', 'Synchronized', 'Back-off pulling image "quay.io/shop/web:9"'],
  ['ErrorPvcNotFound', 'Synchronized', 'PVC shop/data does not exist'],
  ['ErrorUnschedulable', 'PodScheduled', '0/3 nodes are available: 3 Insufficient memory.'],
  ['DataVolumeError', 'DataVolumesReady', "Not all of the VMI's DVs are ready"],
] as const;

function timedMachines(before: Before): Sample[] {
  const spec = { runStrategy: 'Always' };
  const kind = 'VirtualMachine';
  const notReady = (
    minutes: number,
    reason = 'GuestNotRunning',
    message = 'Guest VM is not reported as running',
  ): Row => ['Ready', 'False', reason, message, before(minutes)];
  return [
    ...CAUSES.flatMap(([printableStatus, type, message]) =>
      // The condition with the cause is new each time: it does not say how long the VM has been failing.
      timed(kind, printableStatus, `${printableStatus}: ${message}`, spec, (minutes) => ({
        created: true,
        printableStatus,
        ...conditions(notReady(minutes), [type, 'False', printableStatus, message, before(1)]),
      })),
    ),
    ...timed(
      kind,
      'DataVolumeError before there is a VMI',
      'DataVolumeError: see the DataVolumes of the VM',
      spec,
      (minutes) => ({
        printableStatus: 'DataVolumeError',
        ...conditions(notReady(minutes, 'VMINotExists', 'VMI does not exist')),
      }),
    ),
    ...timed(kind, 'on a node that does not answer', 'Unknown: virt-launcher pod is gone', spec, (minutes) => ({
      created: true,
      printableStatus: 'Unknown',
      ...conditions(notReady(minutes, 'PodNotExists', 'virt-launcher pod is gone')),
    })),
    ...timed(kind, 'beyond the quota', 'Stopped: failure while starting VMI: exceeded quota', spec, (minutes) => ({
      printableStatus: 'Stopped',
      ...conditions(notReady(900, 'VMINotExists', 'VMI does not exist'), [
        'Failure',
        'True',
        'FailedCreate',
        'failure while starting VMI: exceeded quota',
        before(minutes),
      ]),
    })),
    ...([1, 4, 5] as const).flatMap((count) =>
      (['CrashLoopBackOff', 'Starting'] as const).map(
        (printableStatus): Sample => ({
          kind,
          state: `${printableStatus} after ${count} failed starts`,
          spec,
          status: {
            printableStatus,
            startFailure: { consecutiveFailCount: count, retryAfterTimestamp: before(-1) },
            ...conditions(notReady(1, 'VMINotExists', 'VMI does not exist')),
          },
          health: count < 5 ? 'Progressing' : 'Degraded',
          message: `${printableStatus}: failed starts in a row: ${count}`,
        }),
      ),
    ),
  ];
}

function timedVolumes(before: Before): Sample[] {
  const kind = 'DataVolume';
  const error = 'Unable to connect to http data source: 404 Not Found';
  return [
    ...([1, 5] as const).map(
      (restartCount): Sample => ({
        kind,
        state: `whose importer failed ${restartCount} times`,
        status: {
          phase: 'ImportInProgress',
          restartCount,
          ...conditions(['Running', 'False', 'Error', error, before(1)]),
        },
        health: restartCount < 5 ? 'Progressing' : 'Degraded',
        message: `ImportInProgress: ${error}`,
      }),
    ),
    ...timed(kind, 'whose image cannot be pulled', 'ImportScheduled: manifest unknown', {}, (minutes) => ({
      phase: 'ImportScheduled',
      ...conditions(['Running', 'False', 'ImagePullFailed', 'manifest unknown', before(minutes)]),
    })),
    ...timed(kind, 'beyond the quota', 'Pending: exceeded quota', {}, (minutes) => ({
      phase: 'Pending',
      ...conditions(['Bound', 'Unknown', 'ErrExceededQuota', 'exceeded quota', before(minutes)]),
    })),
  ];
}

function timedOperators(before: Before): Sample[] {
  return [
    ...['KubeVirt', 'HyperConverged', 'CDI'].flatMap((kind) =>
      timed(kind, 'degraded', 'an error occurred', {}, (minutes) =>
        conditions(
          ['Available', 'False', 'DeploymentFailed'],
          ['Progressing', 'False'],
          ['Degraded', 'True', 'DeploymentFailed', 'an error occurred', before(minutes)],
        ),
      ),
    ),
    ...timed('DataImportCron', 'with a failed import', 'Import DataVolume phase Failed', {}, (minutes) =>
      conditions(
        ['Progressing', 'False', 'Failed', 'Import DataVolume phase Failed', before(minutes)],
        ['UpToDate', 'False', 'Outdated'],
      ),
    ),
    ...timed('DataSource', 'whose import failed', 'Failed', {}, (minutes) =>
      conditions(['Ready', 'False', 'Failed', undefined, before(minutes)]),
    ),
  ];
}
