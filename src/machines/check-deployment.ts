import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { selectsLabels } from '../kube/label-selector';
import { isDnsLabel } from '../kube/names';
import { asNumber, asText, isMap, type KubeObject } from '../kube/object';
import { listOf, type MachineDeploymentView, mapOf } from './view';

/** What is wrong with a MachineDeployment apart from its provider spec. */
export function checkDeployment(object: KubeObject, view: MachineDeploymentView): Finding[] {
  return [
    ...checkName(view),
    ...checkServerOwned(object, view),
    ...checkNumbers(view),
    ...checkStrategy(mapOf(view.spec.strategy)),
    ...checkSelector(view),
    ...checkTemplate(view),
  ];
}

/** Two parts are added to the name of a pool for each machine, which is a label value and a host name. */
const COMFORTABLE = 45;

/** Names that cannot be those of machines, with any controller. */
export function checkName({ name }: Pick<MachineDeploymentView, 'name'>): Finding[] {
  const base = { code: 'PV604', path: 'metadata.name' } as const;
  if (name === '') {
    return [];
  }
  if (name.includes('.')) {
    return [
      {
        ...base,
        severity: 'error',
        what: `the name ${name} has a dot`,
        why:
          'The cloud controller cannot find a machine with such a name, so its node is removed or never ready; the ' +
          'host name ends at the dot',
        fix: `write ${name.replaceAll('.', '-')}`,
        source: 'cloud-provider-kubevirt pkg/provider/instances_v2.go; kubevirt pkg/util/net/dns/sanitize.go',
      },
    ];
  }
  return isDnsLabel(name) && name.length <= COMFORTABLE
    ? []
    : [
        {
          ...base,
          severity: isDnsLabel(name) ? 'warning' : 'error',
          what: `the name ${name} ${isDnsLabel(name) ? `has ${name.length} characters` : 'is not a DNS label'}`,
          why: 'It becomes the label md of every machine and the prefix of its name, which is truncated at 63 characters',
          fix: `use lower-case letters, digits and -, at most ${COMFORTABLE}`,
          source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
        },
      ];
}

const OWNED = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields', 'selfLink'] as const;
const REVISION = 'machinedeployment.clusters.k8s.io/revision';

/** What only the cluster writes; an export is full of it. */
export function checkServerOwned(object: KubeObject, { spec, templateSpec }: MachineDeploymentView): Finding[] {
  const metadata = mapOf(object.metadata);
  // A creation time of nothing is what Go prints; it says nothing and is read back as nothing.
  const isWritten = (value: unknown) => value !== undefined && value !== null;
  const paths = [
    ...(isMap(object.status) && Object.keys(object.status).length > 0 ? ['status'] : []),
    ...OWNED.filter((key) => isWritten(metadata[key])).map((key) => `metadata.${key}`),
    ...(isWritten(mapOf(metadata.annotations)[REVISION]) ? [`metadata.annotations["${REVISION}"]`] : []),
    ...(isWritten(mapOf(mapOf(spec.template).metadata).creationTimestamp)
      ? ['spec.template.metadata.creationTimestamp']
      : []),
    ...(isWritten(templateSpec.providerID) ? ['spec.template.spec.providerID'] : []),
  ];
  return paths.length === 0
    ? []
    : [
        {
          code: 'PV609',
          severity: 'warning',
          path: paths[0]!,
          what: `${paths.join(', ')} ${paths.length === 1 ? 'is' : 'are'} set by the API server`,
          why: 'Applying it again is rejected as a conflict, or fights with the controller over the value',
          fix: 'remove it from the manifest',
          source: 'k8s.io/apimachinery ObjectMeta',
        },
      ];
}

/** Numbers of a pool. */
export function checkNumbers({ spec }: Pick<MachineDeploymentView, 'spec'>): Finding[] {
  return ['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'].flatMap((key) => {
    const value = spec[key];
    return isAbsent(value) || (Number.isInteger(value) && asNumber(value) >= 0)
      ? []
      : [wrong(`spec.${key}`, `${shownValue(value)} is not a number of ${key}`, 'write a whole number, 0 or more')];
  });
}

/** How machines are replaced. */
export function checkStrategy(
  { type, rollingUpdate }: Readonly<Record<string, unknown>>,
  path = 'spec.strategy',
  types: readonly string[] = ['RollingUpdate'],
): Finding[] {
  const { maxSurge, maxUnavailable } = mapOf(rollingUpdate);
  const numbers = Object.entries({ maxSurge, maxUnavailable });
  const bad = numbers.flatMap(([key, value]) =>
    isAbsent(value) || isAmount(value, key)
      ? []
      : [
          wrong(
            `${path}.rollingUpdate.${key}`,
            `${shownValue(value)} is neither a number nor a percentage${key === 'maxSurge' ? '' : ' up to 100%'}`,
            'write a whole number from 0, or a percentage in quotes, as "25%"',
          ),
        ],
  );
  const isNone = (value: unknown, standard: number) => Number(asText(value ?? standard).replace('%', '')) === 0;
  return [
    ...(isAbsent(type) || types.some((each) => each === type)
      ? []
      : [
          wrong(
            `${path}.type`,
            `${shownValue(type)} is no strategy`,
            types.length === 1 ? 'write RollingUpdate: there is no other' : `write ${types.join(' or ')}`,
          ),
        ]),
    ...bad,
    ...(bad.length === 0 && isNone(maxSurge, 1) && isNone(maxUnavailable, 0)
      ? [
          wrong(
            `${path}.rollingUpdate`,
            'maxSurge and maxUnavailable are both 0',
            'let one of them be more: otherwise no machine can ever be replaced',
          ),
        ]
      : []),
  ];
}

/** Go reads null as nothing, and the webhook then writes its default. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** More machines than there are cannot be missing; a number is not compared with them. */
function isAmount(value: unknown, key: string): boolean {
  if (typeof value !== 'string') {
    return Number.isInteger(value) && asNumber(value) >= 0;
  }
  return /^\d+%$/.test(value) && (key === 'maxSurge' || Number.parseInt(value, 10) <= 100);
}

function checkSelector({ spec, machine }: MachineDeploymentView): Finding[] {
  const selector = mapOf(spec.selector);
  const labels = Object.entries(mapOf(selector.matchLabels));
  if (labels.length === 0 && listOf(selector.matchExpressions).length === 0) {
    return [
      wrong(
        'spec.selector',
        'the selector selects nothing',
        'write matchLabels, and the same labels into the template',
      ),
    ];
  }
  const missing = labels.filter(([key, value]) => machine.labels[key] !== value).map(([key]) => key);
  if (missing.length > 0) {
    return [
      wrong(
        'spec.selector.matchLabels',
        `machines of the template do not have ${missing.join(', ')} of the selector`,
        'write the same labels into spec.template.metadata.labels',
      ),
    ];
  }
  const texts = Object.fromEntries(Object.entries(machine.labels).map(([key, value]) => [key, asText(value)]));
  return selectsLabels({ matchExpressions: selector.matchExpressions }, texts)
    ? []
    : [
        wrong(
          'spec.selector.matchExpressions',
          'machines of the template do not match the expressions of the selector',
          'change the labels in spec.template.metadata.labels, or select by matchLabels',
        ),
      ];
}

const VERSION = /^v?\d+\.\d+\.\d+([-+].*)?$/;

/** Whether a text is a version of the kubelet, with all three parts. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

function checkTemplate({ templateSpec }: MachineDeploymentView): Finding[] {
  const kubelet = mapOf(templateSpec.versions).kubelet;
  return [
    ...(typeof kubelet === 'string' && isVersion(kubelet)
      ? []
      : [
          wrong(
            'spec.template.spec.versions.kubelet',
            kubelet === undefined
              ? 'there is no version of the kubelet'
              : `${shownValue(kubelet)} is not a version of the kubelet`,
            'write all three parts, as "1.34.1"',
          ),
        ]),
    ...(templateSpec.configSource === undefined || templateSpec.configSource === null
      ? []
      : [wrong('spec.template.spec.configSource', 'configSource is not supported', 'leave it out')]),
  ];
}

function wrong(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV603',
    severity: 'error',
    path,
    what,
    why: 'The webhook of the controller rejects the MachineDeployment',
    fix,
    source: 'machine-controller pkg/admission/machinedeployments_validation.go',
  };
}
