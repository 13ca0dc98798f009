import type { YamlPath } from '../../kube/yaml/place';
import { DATA_VOLUME } from '../data-volume';
import { GOLDEN_IMAGE } from '../golden-image-rows';
import { HYPER_CONVERGED } from '../hyper-converged';
import { HYPERVISOR } from '../hypervisor';
import { KUBEVIRT } from '../kubevirt';
import { MACHINE_POOL } from '../machine-pool';
import { ARGOCD, FINDINGS, INFRA_LABELS, NODE_POOL, NODES_FILE, supportByArch, TARGET } from '../platform-parts';
import { VIRTUAL_MACHINE_CLASS, VIRTUAL_MACHINE_ENTRY, VIRTUAL_MACHINE_INSTANCE } from '../virtual-machine';
import { jsonSchemaOf, type SchemaNode } from './json-schema';
import { described, lazily, maybe, text, textMap } from './shapes';
import * as z from './zod';

const PARAMETER = lazily(() =>
  z.strictObject({
    name: text,
    title: maybe(text, 'What a person reads.'),
    tooltip: maybe(text, 'What a person reads who looks longer.'),
    type: maybe(z.enum(['string', 'number', 'boolean', 'array', 'map']), 'What it holds; string where absent.'),
    default: maybe(z.unknown(), 'What it is where it is not said; the value in this file where absent.'),
    sets: text,
  }),
);

const PLACED = lazily(() =>
  z.strictObject({
    placementOf: described(text, 'A pool of machines whose six inputs of placement may be set from outside.'),
  }),
);

/** What the schema makes of a document; `spec` is more than its type says. */
export interface PlatformDocument {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly parameters?: readonly unknown[] };
}

/** One document of `polyvirt.yaml`. */
export const PLATFORM = lazily(() =>
  z.strictObject({
    apiVersion: z.literal('polyvirt.io/v1'),
    kind: z.literal('Platform'),
    metadata: z.strictObject({
      name: described(z.string().check(z.minLength(1)), 'Name of the cluster, and of its output folder.'),
    }),
    spec: z.strictObject({
      target: maybe(
        lazily(TARGET.shape),
        'The releases that the cluster runs; the newest KubeVirt that polyvirt knows where absent.',
      ),
      identity: maybe(
        text,
        'What UUIDs and serials of guests are derived from; the name where absent. Pins them when the platform is renamed.',
      ),
      namespace: maybe(text, 'Namespace of everything that names none.'),
      labels: maybe(textMap, 'Labels of every object.'),
      nodes: maybe(
        z.union([z.array(lazily(NODE_POOL.shape)), lazily(NODES_FILE.shape)]),
        'The nodes of the cluster; unknown where absent.',
      ),
      hypervisors: maybe(
        z.array(lazily(HYPERVISOR.shape)),
        'Hypervisors other than KubeVirt’s own, and how they reach the cluster.',
      ),
      distribution: maybe(
        z.enum(['openshift', 'kubernetes']),
        'OpenShift, OKD included, or any other Kubernetes; unknown where absent and the nodes do not tell.',
      ),
      kubevirt: maybe(lazily(KUBEVIRT.shape), 'The KubeVirt installation.'),
      hyperConverged: maybe(lazily(HYPER_CONVERGED.shape), 'The installation by HyperConverged, instead of kubevirt.'),
      goldenImages: maybe(
        z.array(lazily(GOLDEN_IMAGE.shape)),
        'Images that HyperConverged imports for VMs to boot from.',
      ),
      dataVolumes: maybe(z.array(lazily(DATA_VOLUME.shape)), 'Volumes that CDI creates and fills.'),
      classes: maybe(
        z.record(text, lazily(VIRTUAL_MACHINE_CLASS.shape)),
        'Parts that virtual machines take over by class: any of their keys, by name.',
      ),
      virtualMachines: maybe(z.array(lazily(VIRTUAL_MACHINE_ENTRY.shape)), 'Virtual machines.'),
      virtualMachineInstances: maybe(z.array(lazily(VIRTUAL_MACHINE_INSTANCE.shape)), 'Guests that run once.'),
      machines: maybe(z.array(lazily(MACHINE_POOL.shape)), 'Pools of machines that become nodes of a cluster.'),
      infraLabels: maybe(
        lazily(INFRA_LABELS.shape),
        'Labels that go from the infra cluster to the nodes that machines become.',
      ),
      supportByArch: maybe(lazily(supportByArch), 'What you know of feature gates, by name, that polyvirt does not.'),
      parameters: maybe(z.array(z.union([PARAMETER, PLACED])), 'What may be set from outside.'),
      argocd: maybe(lazily(ARGOCD.shape), 'What Argo CD is told.'),
      findings: maybe(lazily(FINDINGS.shape), 'Other severities for findings, and what is put up with for a while.'),
    }),
  }),
);

let jsonSchema: SchemaNode | undefined;

/** The JSON Schema of one document, for editors. */
export function platformJsonSchema(): SchemaNode {
  jsonSchema ??= {
    ...jsonSchemaOf(PLATFORM),
    title: 'polyvirt Platform',
    description: 'One cluster and the virtual machines on it.',
  };
  return jsonSchema;
}

/** The keys that the schema knows at a path; asked for only when there is a mistake. */
export function knownKeys(path: YamlPath): string[] {
  const node = nodeAt(path);
  return Object.keys(node?.properties ?? {}).concat(resolved(node?.propertyNames)?.enum ?? []);
}

/** Where a key of this name is below a path, a few levels deep: `cpu.cores` for `cores`. */
export function keyBelow(path: YamlPath, key: string, depth = 2): string | undefined {
  const { properties = {} } = nodeAt(path) ?? {};
  const parts = Object.keys(properties).filter((each) => properties[each]?.items === undefined);
  const direct = parts.find((each) => knownKeys([...path, each]).includes(key));
  if (direct !== undefined) {
    return `${direct}.${key}`;
  }
  const deeper = depth === 0 ? [] : parts.map((each) => [each, keyBelow([...path, each], key, depth - 1)] as const);
  const [found] = deeper.filter(([, below]) => below !== undefined);
  return found === undefined ? undefined : `${found[0]}.${found[1]}`;
}

function nodeAt(path: YamlPath): SchemaNode | undefined {
  let node = resolved(platformJsonSchema());
  for (const step of path) {
    node = resolved(
      typeof step === 'number' ? node?.items : (node?.properties?.[step] ?? (node?.additionalProperties || undefined)),
    );
    node = node?.anyOf?.map(resolved).find((each) => each?.properties !== undefined) ?? node;
  }
  return node;
}

function resolved(node: SchemaNode | undefined): SchemaNode | undefined {
  const { $defs } = platformJsonSchema();
  return node?.$ref === undefined ? node : resolved($defs?.[node.$ref.replace('#/$defs/', '')]);
}
