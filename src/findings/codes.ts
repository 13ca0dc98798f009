/**
 * Every code that polyvirt can give, with its meaning in a few words.
 *
 * Ranges: 0xx reading and shape, 1xx architectures, 2xx gates, 3xx golden images, 4xx hypervisors and launcher,
 * 5xx placement and scheduling, 6xx machines, 7xx Argo CD, 8xx consistency across objects, 9xx target and upgrade.
 * A code is never used again for something else. `docs/findings.md` has a section for each; a test holds that.
 */
export const CODES = {
  PV001: 'malformed quantity',
  PV002: 'malformed name',
  PV003: 'value of the wrong kind',
  PV004: 'missing value',
  PV010: 'no app in the folder',
  PV011: 'unreadable cdk8s.yaml',
  PV012: 'app cannot be bundled',
  PV013: 'app failed',
  PV014: 'app never called synth()',
  PV015: 'several apps',
  PV016: 'app gave no objects',
  PV017: 'validation of the app',
  PV018: 'output folder cannot be written',
  PV019: 'unknown cluster',
  PV022: 'no CRD found',
  PV023: 'CRD in an API version that is gone',
  PV024: 'CRD without a schema',
  PV025: 'malformed CRD',
  PV026: 'one CRD twice',
  PV030: 'not YAML',
  PV031: 'unknown key',
  PV032: 'value of the wrong shape',
  PV033: 'not a platform',
  PV034: 'unreadable file',
  PV035: 'parameter that sets nothing',
  PV036: 'allowance that ran out',
  PV037: 'allowance that nothing needs',
  PV038: 'policy that cannot be followed',
  PV101: 'unknown architecture',
  PV102: 'architecture left to the cluster',
  PV103: 'default architecture not said on a mixed cluster',
  PV104: 'architecture not configurable in the target',
  PV105: 'refused on this architecture',
  PV106: 'adapted to this architecture',
  PV107: 'no node of this architecture',
  PV108: 'default machine type that is refused',
  PV201: 'gate without effect',
  PV801: 'two objects with one identity',
  PV802: 'two parts of a virtual machine with one name',
  PV803: 'objects that wait for each other',
  PV901: 'version written as a number',
  PV902: 'not a version',
  PV903: 'release too old',
  PV904: 'release newer than the facts',
  PV905: 'releases that upstream does not ship together',
  PV906: 'release known only from a branch',
  PV907: 'field that the target does not have',
} as const satisfies Record<`PV${number}`, string>;

/** A code of the list. */
export type Code = keyof typeof CODES;
