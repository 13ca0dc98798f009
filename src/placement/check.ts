import type { Finding } from '../findings/finding';
import { isLabelValue, isQualifiedName } from '../kube/names';
import { shownValue } from '../secrets/shown-value';
import type { PlacementDeclaration } from './declaration';
import type { Demands, NodeDemand } from './demands';

/** What is wrong with a placement whatever dialect it is written in. */
export function checkDemands(demands: Demands): Finding[] {
  return [
    ...demands.nodes.flatMap(checkNodeDemand),
    ...demands.peers.flatMap(({ path, topologyKey, labels, weight }) => [
      ...checkKey(topologyKey, `${path}.topologyKey`),
      ...checkLabelMap(labels, `${path}.labels`),
      ...checkWeight(weight, path),
    ]),
    ...demands.spreads.flatMap(({ path, topologyKey, labels, maxSkew }) => [
      ...checkKey(topologyKey, `${path}.topologyKey`),
      ...checkLabelMap(labels, `${path}.labels`),
      ...(Number.isInteger(maxSkew) && maxSkew >= 1 && maxSkew <= MOST_SKEW
        ? []
        : [malformed(`${path}.maxSkew`, `${maxSkew} is not a skew`, 'write a whole number, 1 or more')]),
    ]),
    ...checkTwice(demands),
    ...checkContradictions(demands),
  ];
}

/** What JavaScript may hand over that the types and the schema refuse: a choice of nodes that is none, or two. */
export function checkChoices(placement: PlacementDeclaration | undefined, path = 'placement'): Finding[] {
  return (['hard', 'soft', 'avoid'] as const).flatMap((list) =>
    (placement?.[list] ?? []).flatMap(({ key, values, architectures, zones }, i) => {
      const said = Object.entries({ key, architectures, zones }).filter(([, value]) => value !== undefined);
      const extra = values !== undefined && key === undefined;
      const empty = [architectures, zones].some((each) => each?.length === 0);
      return said.length === 1 && !extra && !empty
        ? []
        : [
            malformed(
              `${path}.${list}[${i}]`,
              said.length === 1 && empty
                ? `${said[0]![0]} is empty`
                : extra
                  ? 'there are values without a key'
                  : `nodes are named by ${said.map(([name]) => name).join(' and ') || 'nothing'}`,
              'write exactly one of key (with values), architectures and zones',
            ),
          ];
    }),
  );
}

/** The API server keeps it in 32 bits. */
const MOST_SKEW = 2 ** 31 - 1;

function checkNodeDemand({ path, key, values, weight }: NodeDemand): Finding[] {
  const wrong = values.find((value) => typeof value !== 'string' || !isLabelValue(value));
  return [
    ...checkKey(key, `${path}.key`),
    ...(wrong === undefined
      ? []
      : [
          malformed(
            `${path}.values`,
            `${shownValue(wrong)} cannot be the value of a label`,
            'use letters, digits and - _ . in quotes, at most 63, beginning and ending with a letter or digit',
          ),
        ]),
    ...checkWeight(weight, path),
  ];
}

function checkKey(key: string, path: string): Finding[] {
  return typeof key === 'string' && isQualifiedName(key)
    ? []
    : [
        malformed(
          path,
          key === '' ? 'there is no key' : `${shownValue(key)} is not the key of a label`,
          'use letters, digits and - _ . , at most 63; a key may begin with a DNS name and a slash',
        ),
      ];
}

function checkLabelMap(labels: Readonly<Record<string, string>> | undefined, path: string): Finding[] {
  if (labels !== undefined && Object.keys(labels).length === 0) {
    return [
      malformed(path, 'there are no labels', 'write those of the machines that it is about, or leave labels out'),
    ];
  }
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...checkKey(key, path),
    ...(typeof value === 'string' && isLabelValue(value)
      ? []
      : [malformed(path, `${shownValue(value)} cannot be the value of ${key}`, 'use letters, digits and - _ .')]),
  ]);
}

function checkWeight(weight: number, path: string): Finding[] {
  return Number.isInteger(weight) && weight >= 1 && weight <= 100
    ? []
    : [malformed(`${path}.weight`, `${weight} is not a weight`, 'write a whole number from 1 to 100')];
}

/** The pair is the key of the list: the API server refuses it twice. */
function checkTwice({ spreads }: Demands): Finding[] {
  const seen = new Set<string>();
  return spreads.flatMap(({ path, topologyKey, hard }) => {
    const key = `${topologyKey}\0${hard}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      malformed(
        path,
        `${topologyKey} is spread over twice with the same type`,
        'keep one of them: Kubernetes takes each pair of topologyKey and type once',
      ),
    ];
  });
}

function checkContradictions({ nodes, peers }: Demands): Finding[] {
  const hard = nodes.filter((demand) => demand.hard);
  const keys = [...new Set(hard.map(({ key }) => key))];
  const together = peers.find((demand) => demand.hard && demand.together);
  const apart = peers.find(
    (demand) =>
      demand.hard && !demand.together && demand.topologyKey === together?.topologyKey && sameLabels(demand, together),
  );
  return [
    ...keys.flatMap((key) => contradictionOf(hard.filter((demand) => demand.key === key))),
    ...(apart === undefined
      ? []
      : [
          contradiction(
            apart.path,
            `it must be apart from the machines that it must be together with, by ${apart.topologyKey}`,
            'keep one of the two, or make one of them soft',
          ),
        ]),
  ];
}

function sameLabels(a: { readonly labels?: object }, b: { readonly labels?: object } | undefined): boolean {
  const text = (labels: object | undefined) => JSON.stringify(Object.entries(labels ?? {}).sort());
  return text(a.labels) === text(b?.labels);
}

/** Whether a label can have any value at all that all of these hard demands take. */
function contradictionOf(demands: readonly NodeDemand[]): Finding[] {
  const wanted = demands.filter((demand) => demand.wanted);
  const avoided = demands.filter((demand) => !demand.wanted);
  const last = demands.at(-1);
  const lists = wanted.filter(({ values }) => values.length > 0).map(({ values }) => values);
  const left = lists.reduce<readonly string[] | undefined>(
    (rest, values) => (rest === undefined ? values : rest.filter((value) => values.includes(value))),
    undefined,
  );
  const isAvoided = (value: string) => avoided.some(({ values }) => values.length === 0 || values.includes(value));
  const none =
    wanted.length > 0 && (avoided.some(({ values }) => values.length === 0) || left?.every(isAvoided) === true);
  return none && last !== undefined
    ? [
        contradiction(
          last.path,
          `no value of ${last.key} is left by everything that is asked of it`,
          'let hard and avoid leave at least one value; what must hold of one node is one list of values',
        ),
      ]
    : [];
}

function contradiction(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV513',
    severity: 'error',
    path,
    what,
    why: 'kube-scheduler finds no node for any of the machines, which stay Pending for ever',
    fix,
  };
}

/** Something in a placement that cannot be. */
export function malformed(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV512',
    severity: 'error',
    path,
    what,
    why: 'KubeVirt refuses the machine, with some controllers only after the pool was accepted',
    fix,
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook: k8s validation of affinity and spread constraints',
  };
}

/** Something that virt-api accepts, and that no pod may have. */
export function refusedPod(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV516',
    severity: 'error',
    path,
    what,
    why: 'virt-api accepts the machine, and the API server refuses its launcher pod: it is shown as synced, and never starts',
    fix,
    source: 'kubernetes pkg/apis/core/validation/validation.go',
  };
}
