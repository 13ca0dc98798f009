import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { nameOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import { keysOf } from '../kube/path';
import { checkName, checkNumbers, checkServerOwned, checkStrategy, isVersion } from './check-deployment';
import { at, infrastructureOf, isNewVersion, MACHINE_PATH, mapOf, strategyOf, viewMachineDeployment } from './view';

const SOURCE = 'cluster-api api/core MachineDeployment; cluster-api-provider-kubevirt api/v1alpha1';

/**
 * What is wrong with a pool of Cluster API.
 *
 * @param others templates that are at hand where the one that it names is not
 */
export function checkClusterApiPool(object: KubeObject, others: readonly KubeObject[]): Finding[] {
  const view = viewMachineDeployment(object);
  const { path, strategy } = strategyOf(object);
  const shared = [
    ...checkName(view),
    ...checkServerOwned(object, view),
    ...checkNumbers(view),
    ...checkStrategy(strategy, path, ['RollingUpdate', 'OnDelete']),
  ];
  return [
    ...shared.map((finding) => ({ ...finding, source: SOURCE })),
    ...checkMoved(object),
    ...checkTypes(object),
    ...checkNeeded(object),
    ...checkCluster(object),
    ...checkIgnored(object),
    ...(others.length === 0 ? [] : [noTemplate(object, others)]),
  ];
}

/** What is wrong with a template of machines apart from the machine in it. */
export function checkMachineTemplate(object: KubeObject): Finding[] {
  const spec = mapOf(at(mapOf(object.spec), 'template', 'spec'));
  const strategy = mapOf(spec.virtualMachineBootstrapCheck).checkStrategy;
  const reference = spec.infraClusterSecretRef;
  return [
    ...(isMap(at(spec, 'virtualMachineTemplate', 'spec'))
      ? []
      : [missing(`${MACHINE_PATH}.spec`, 'the virtual machine that is made of it')]),
    ...(strategy === undefined || strategy === null || strategy === 'ssh' || strategy === 'none'
      ? []
      : [
          {
            code: 'PV042',
            severity: 'error' as const,
            path: 'spec.template.spec.virtualMachineBootstrapCheck.checkStrategy',
            what: `${shownValue(strategy)} is not ssh or none`,
            why: REFUSED,
            fix: chooseFrom(asText(strategy), ['ssh', 'none']),
            source: SOURCE,
          },
        ]),
    ...(reference === undefined || reference === null || typeof mapOf(reference).name === 'string'
      ? []
      : [missing('spec.template.spec.infraClusterSecretRef.name', 'the name of the secret')]),
  ];
}

const REFUSED = 'The API server rejects the object';

interface Moved {
  readonly path: string;
  readonly fix: string;
}

const TEMPLATE = 'spec.template.spec';
const REFERENCES = ['bootstrap.configRef', 'infrastructureRef'];

/** What one version of Cluster API has and the other has not, and where it is there. */
const MOVED: Readonly<Record<'old' | 'new', readonly Moved[]>> = {
  old: [
    { path: 'spec.rollout', fix: 'write spec.strategy' },
    { path: `${TEMPLATE}.minReadySeconds`, fix: 'write spec.minReadySeconds' },
    ...REFERENCES.map((each) => ({ path: `${TEMPLATE}.${each}.apiGroup`, fix: 'write apiVersion, with the version' })),
  ],
  new: [
    { path: 'spec.strategy', fix: 'write spec.rollout.strategy' },
    { path: 'spec.minReadySeconds', fix: `write ${TEMPLATE}.minReadySeconds` },
    { path: 'spec.revisionHistoryLimit', fix: 'leave it out' },
    { path: 'spec.progressDeadlineSeconds', fix: 'leave it out' },
    { path: `${TEMPLATE}.nodeDrainTimeout`, fix: `write ${TEMPLATE}.deletion.nodeDrainTimeoutSeconds` },
    ...REFERENCES.flatMap((each) => [
      { path: `${TEMPLATE}.${each}.apiVersion`, fix: 'write apiGroup, without a version' },
      { path: `${TEMPLATE}.${each}.namespace`, fix: 'leave it out: it is in the namespace of the pool' },
    ]),
  ],
};

function checkMoved(object: KubeObject): Finding[] {
  return MOVED[isNewVersion(object.apiVersion) ? 'new' : 'old'].flatMap(({ path, fix }) =>
    at(object, ...keysOf(path)) === undefined
      ? []
      : [
          {
            code: 'PV040',
            severity: 'error' as const,
            path,
            what: `${object.apiVersion} has no ${path}`,
            why: 'The API server prunes it silently, or rejects the object under strict validation',
            fix,
            source: SOURCE,
          },
        ],
  );
}

/** Fields whose type is known; of others nothing is said. */
const TYPES: Readonly<Record<string, 'string' | 'boolean' | 'object'>> = {
  'spec.clusterName': 'string',
  'spec.paused': 'boolean',
  'spec.selector': 'object',
  'spec.template': 'object',
  [`${TEMPLATE}.clusterName`]: 'string',
  [`${TEMPLATE}.version`]: 'string',
  [`${TEMPLATE}.failureDomain`]: 'string',
  [`${TEMPLATE}.providerID`]: 'string',
  [`${TEMPLATE}.bootstrap`]: 'object',
  [`${TEMPLATE}.bootstrap.configRef`]: 'object',
  [`${TEMPLATE}.bootstrap.configRef.name`]: 'string',
  [`${TEMPLATE}.bootstrap.configRef.kind`]: 'string',
  [`${TEMPLATE}.bootstrap.dataSecretName`]: 'string',
  [`${TEMPLATE}.infrastructureRef.name`]: 'string',
};

const WORDS = { string: 'text, in quotes', boolean: 'true or false', object: 'a map' } as const;

function checkTypes(object: KubeObject): Finding[] {
  return Object.entries(TYPES).flatMap(([path, type]) => {
    const value = at(object, ...keysOf(path));
    const isRight = type === 'object' ? isMap(value) : typeof value === type;
    return value === undefined || value === null || isRight
      ? []
      : [
          {
            code: 'PV041',
            severity: 'error' as const,
            path,
            what: `${shownValue(value)} is not ${WORDS[type]}`,
            why: REFUSED,
            fix: `write ${WORDS[type]}`,
            source: SOURCE,
          },
        ];
  });
}

function checkNeeded(object: KubeObject): Finding[] {
  const has = (path: string) => (at(object, ...keysOf(path)) ?? '') !== '';
  const bootstrap = `${TEMPLATE}.bootstrap`;
  return [
    ...(has('spec.clusterName') ? [] : [missing('spec.clusterName', 'the cluster that machines become nodes of')]),
    ...(!has('spec.clusterName') || has(`${TEMPLATE}.clusterName`)
      ? []
      : [missing(`${TEMPLATE}.clusterName`, 'the same cluster again')]),
    ...(has(`${TEMPLATE}.infrastructureRef.name`)
      ? []
      : [missing(`${TEMPLATE}.infrastructureRef.name`, 'the name of the template of machines')]),
    ...(has(`${bootstrap}.configRef`) || has(`${bootstrap}.dataSecretName`)
      ? []
      : [missing(`${bootstrap}.configRef`, 'the template from which machines learn how to join')]),
  ];
}

function checkCluster(object: KubeObject): Finding[] {
  const clusterName = at(object, 'spec', 'clusterName');
  const inTemplate = at(object, ...keysOf(TEMPLATE), 'clusterName');
  const version = at(object, ...keysOf(TEMPLATE), 'version');
  const differs = typeof clusterName === 'string' && typeof inTemplate === 'string' && clusterName !== inTemplate;
  return [
    ...(differs
      ? [
          wrong(
            `${TEMPLATE}.clusterName`,
            `it is ${inTemplate}, and the pool is of ${clusterName}`,
            'write the same twice',
          ),
        ]
      : []),
    ...(typeof version !== 'string' || isVersion(version)
      ? []
      : [
          wrong(
            `${TEMPLATE}.version`,
            `${shownValue(version)} is not a version of the kubelet`,
            'write it as "v1.34.1"',
          ),
        ]),
  ];
}

/** Machines of KubeVirt are not placed by a failure domain. */
function checkIgnored(object: KubeObject): Finding[] {
  const domain = at(object, ...keysOf(TEMPLATE), 'failureDomain');
  return typeof domain !== 'string' || domain === ''
    ? []
    : [
        {
          code: 'PV601',
          severity: 'warning',
          path: `${TEMPLATE}.failureDomain`,
          what: `the failure domain ${domain} is ignored`,
          why: 'The provider for KubeVirt does not read it, and machines run wherever there is room',
          fix: 'ask for the zone in the affinity of the template of machines',
          source: SOURCE,
        },
      ];
}

function noTemplate(object: KubeObject, others: readonly KubeObject[]): Finding {
  const name = asText(infrastructureOf(object).name ?? '');
  return {
    code: 'PV805',
    severity: 'warning',
    path: `${TEMPLATE}.infrastructureRef.name`,
    what: `there is no KubevirtMachineTemplate ${name} among these objects`,
    why: 'Unless something else creates it, no machine of the pool is created',
    fix: chooseFrom(
      name,
      others.flatMap((each) => nameOf(each) ?? []),
    ),
    source: SOURCE,
  };
}

function wrong(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV603',
    severity: 'error',
    path,
    what,
    why: 'The webhook of Cluster API rejects the MachineDeployment',
    fix,
    source: SOURCE,
  };
}

function missing(path: string, what: string): Finding {
  return {
    code: 'PV043',
    severity: 'error',
    path,
    what: `there is no ${path}`,
    why: REFUSED,
    fix: `write ${what}`,
    source: SOURCE,
  };
}
