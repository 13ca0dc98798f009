import { isMap } from '../../../kube/object';
import { fieldsOf, type KindCheck, notOne } from './kind-check';

const SOURCE = 'kubevirt pkg/instancetype/preference/webhooks/admitter.go';
const TOPOLOGIES = ['sockets', 'cores', 'threads', 'spread', 'any'];
const OLD_TOPOLOGIES = ['preferSockets', 'preferCores', 'preferThreads', 'preferSpread', 'preferAny'];
const ACROSS = ['SocketsCoresThreads', 'SocketsCores', 'CoresThreads'];

/** KubeVirt's own where a preference says none. */
const USUAL_RATIO = 2;

/** What virt-api rejects in a preference. */
export const checkPreference: KindCheck = function* ({ spec }) {
  const { preferredCPUTopology: topology, spreadOptions } = fieldsOf(spec, 'cpu');
  if (typeof topology !== 'string') {
    return;
  }
  if (![...TOPOLOGIES, ...OLD_TOPOLOGIES].includes(topology)) {
    yield notOne('spec.cpu.preferredCPUTopology', topology, TOPOLOGIES, SOURCE);
  }
  if (topology !== 'spread' && topology !== 'preferSpread') {
    return;
  }
  const { across = 'SocketsCores', ratio } = isMap(spreadOptions) ? spreadOptions : {};
  if (typeof across === 'string' && !ACROSS.includes(across)) {
    yield notOne('spec.cpu.spreadOptions.across', across, ACROSS, SOURCE);
  } else if (across === 'CoresThreads' && ratioOf(spec, ratio) !== USUAL_RATIO) {
    yield {
      code: 'PV003',
      path: `spec.${typeof ratio === 'number' ? 'cpu.spreadOptions.ratio' : 'preferSpreadSocketToCoreRatio'}`,
      what: `${ratioOf(spec, ratio)} is not the ratio of threads to cores`,
      fix: 'write 2, or spread across SocketsCores',
      source: SOURCE,
    };
  }
};

function ratioOf(spec: unknown, ratio: unknown): number {
  const all = isMap(spec) ? spec.preferSpreadSocketToCoreRatio : undefined;
  return [ratio, all === 0 ? undefined : all].find((each) => typeof each === 'number') ?? USUAL_RATIO;
}
