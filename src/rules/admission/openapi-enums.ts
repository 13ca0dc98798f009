import { shownValue } from '../../findings/secrets/shown-value';
import { PathTrie } from '../../kube/path';
import { NOTHING_WRONG, type Rule } from '../rule';

/** A text of an instance that virt-api takes only from a list, where the CRD takes any. */
interface EnumRow {
  readonly path: string;
  readonly values: readonly string[];
}

const POLICY = ['Honor', 'Ignore'];
const SCHEME = ['HTTP', 'HTTPS'];

/** The same from 1.3 to 1.9. Enums that a rule of its own asks for are there: those of affinity and spread in `placement`. */
const ROWS: readonly EnumRow[] = [
  { path: 'dnsPolicy', values: ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'] },
  { path: 'tolerations[].operator', values: ['Equal', 'Exists'] },
  { path: 'tolerations[].effect', values: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'] },
  { path: 'readinessProbe.httpGet.scheme', values: SCHEME },
  { path: 'livenessProbe.httpGet.scheme', values: SCHEME },
  { path: 'topologySpreadConstraints[].nodeAffinityPolicy', values: POLICY },
  { path: 'topologySpreadConstraints[].nodeTaintsPolicy', values: POLICY },
];

const FIELDS = new PathTrie(ROWS, ({ path }) => path);

/** What virt-api rejects by the enums of its own OpenAPI, which it asks before its admitters. */
export const openapiEnums: Rule = () => ({
  instance: ({ spec }) => {
    const found = FIELDS.find(spec, ({ values }, value) => typeof value === 'string' && !values.includes(value));
    return found.length === 0
      ? NOTHING_WRONG
      : found.map(({ row, path, value }) => ({
          code: 'PV003',
          path,
          what: `${shownValue(value)} is not one of: ${row.values.join(', ')}`,
          fix: `write one of ${row.values.join(', ')}`,
          source: 'kubevirt pkg/util/openapi, staging/src/kubevirt.io/client-go/api/openapi_generated.go',
        }));
  },
});
