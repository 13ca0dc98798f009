// What a case is about, by the first word of its tag.
const KINDS = {
  'launch security': 'ls',
  'disks and volumes':
    'vol disk floppy.bus cdrom.bus lun.bus disk.bus lun serial bootOrder cache errorPolicy io blockSize shareable filesystem ' +
    'containerPath dvt dedicated utilityVolumes updateVolumesStrategy ioThreads ioThreadsPolicy downwardMetrics tag volume empty',
  'networks and interfaces':
    'if if2 ports portRanges portRanges+ports net dhcp multus passtBinding interfaces networks network pod masquerade two same dup',
  'CPU and memory': 'cpu mem res reservedOverhead',
  'architecture, machine type, firmware, features': 'arch absent plain machine fw feat clock video panic',
  'other devices': 'dev gpu hostdev hostDevices vsock resourceClaims grace sidecar',
  'instance types and preferences': 'it pref',
  'strategies, probes, DNS, names, credentials':
    'livenessProbe readinessProbe dns subdomain hostname serviceAccountName access label evict start runStrategy running ' +
    'running+runStrategy neither WaitAsReceiver rebootPolicy ignition no template',
  placement: 'affinity spread toleration nodeSelector schedulerName priorityClass',
  structure: 'schema',
  'examples of KubeVirt, and one change to them': 'example example+1',
  'two or three changes at once': 'pair triple',
};

const KIND_OF = new Map(Object.entries(KINDS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])));

export const KIND_NAMES = [...Object.keys(KINDS), 'others'];

/** The kind of rule that a case asks for. */
export function kindOfCase({ tag = '' }) {
  return KIND_OF.get(tag.split(/[ |=]/)[0]) ?? 'others';
}
