import { ARCHITECTURES } from '../../architectures/facts';
import { STAGES } from '../../gates/stages';
import { SUPPORT_STATUSES } from '../../gates/support';
import type { YamlPath } from '../../kube/yaml/place';
import { COMPONENT_NAMES, COMPONENTS } from '../../target/facts';
import { COMPANIONS } from '../companions';
import { DATA_VOLUME } from '../data-volume';
import { GOLDEN_IMAGE } from '../golden-image-rows';
import { HYPER_CONVERGED } from '../hyper-converged';
import { KUBEVIRT } from '../kubevirt';
import { MACHINE_POOL } from '../machine-pool';
import { VIRTUAL_MACHINE_CLASS, VIRTUAL_MACHINE_ENTRY, VIRTUAL_MACHINE_INSTANCE } from '../virtual-machine';
import { HYPERVISOR } from './hypervisor-schema';
import { INFRA_LABELS } from './infra-labels-schema';
import { jsonSchemaOf, type SchemaNode } from './json-schema';
import { described, lazily, maybe, quantity, text, textMap } from './shapes';
import * as z from './zod';

const TARGET = lazily(() =>
  z.strictObject(
    Object.fromEntries(
      COMPONENTS.map((component) => [
        component,
        maybe(z.string(), `Release of ${COMPONENT_NAMES[component]}, in quotes.`),
      ]),
    ),
  ),
);

const NODE_POOL = lazily(() =>
  z.strictObject({
    pool: described(z.string().check(z.minLength(1)), 'Its nodes are named <pool>-1 and so on.'),
    architecture: described(z.enum(ARCHITECTURES), 'CPU architecture of every node.'),
    count: maybe(z.int().check(z.minimum(0)), 'How many nodes there are; 1 where absent.'),
    role: maybe(z.enum(['worker', 'control-plane']), 'What the nodes are for; worker where absent.'),
    zones: maybe(z.array(text), 'Zones that the nodes are spread over, in turn.'),
    labels: maybe(textMap, 'Labels of every node.'),
    taints: maybe(
      z.array(
        z.strictObject({
          key: text,
          value: z.exactOptional(z.string()),
          effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
        }),
      ),
      'Taints of every node.',
    ),
    cpu: maybe(z.number().check(z.minimum(0)), 'CPU cores that a node can give away.'),
    memory: maybe(quantity, 'Memory that a node can give away.'),
    devices: maybe(z.record(z.string(), z.int().check(z.minimum(0))), 'Device resources of a node.'),
  }),
);

const NODES_FILE = lazily(() =>
  z.strictObject({
    from: described(text, 'A file beside this one that holds what kubectl get nodes -o yaml printed.'),
  }),
);

const supportStatus = lazily(() => z.enum([...SUPPORT_STATUSES, 'Unspecified']));

const supportCell = lazily(() =>
  z.union([
    supportStatus,
    z.strictObject({
      status: supportStatus,
      evidence: described(text, 'What it rests on.'),
    }),
  ]),
);

const GATE_SUPPORT = lazily(() =>
  z.strictObject({
    stage: maybe(z.enum(STAGES), 'Stage of a gate that only your build of KubeVirt has.'),
    ...Object.fromEntries(
      ARCHITECTURES.map((name) => [name, maybe(supportCell, `How well the gate is supported on ${name}.`)]),
    ),
  }),
);

const code = lazily(() => z.string().check(z.regex(/^PV\d{3}$/, 'a code, as PV107')));

const FINDINGS = lazily(() =>
  z.strictObject({
    severity: maybe(z.record(code, z.enum(['error', 'warning', 'info'])), 'Another severity, by code.'),
    allow: maybe(
      z.array(
        z.strictObject({
          code,
          object: maybe(text, 'VirtualMachine/web or VirtualMachine/shop/web; every object where absent.'),
          until: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day, as "2027-01-31", in quotes')),
          reason: text,
        }),
      ),
      'Findings that are put up with for a while.',
    ),
  }),
);

const ARGOCD = lazily(() =>
  z.strictObject({
    minimumObjects: maybe(
      z.int().check(z.minimum(1)),
      'Fewer objects than these are taken for a mistake by the plugin, which then prints none; 1 where absent.',
    ),
    waves: maybe(z.boolean(), 'Whether objects say in which wave of a sync they are applied; false where absent.'),
    prune: maybe(
      z.enum(['confirm', 'never']),
      'What happens to objects that hold data when they are gone from here; deleted as all others where absent.',
    ),
    destination: maybe(
      z.strictObject({
        name: maybe(text, 'Name of the cluster in Argo CD.'),
        server: maybe(text, 'Address of its API server, instead of its name.'),
        namespace: maybe(text, 'Namespace of objects that name none.'),
      }),
      'The cluster that all of this goes to; with it, synth writes an entry of the index for an ApplicationSet.',
    ),
    labels: maybe(textMap, 'Labels of the Application, by which an ApplicationSet chooses clusters.'),
  }),
);

const PARAMETER = lazily(() =>
  z.strictObject({
    name: text,
    title: maybe(text, 'What a person reads.'),
    tooltip: maybe(text, 'What a person reads who looks longer.'),
    type: maybe(z.enum(['string', 'number', 'boolean', 'array', 'map']), 'What it holds; string where absent.'),
    default: maybe(z.unknown(), 'What it is where neither this file nor anything else says it.'),
    sets: text,
  }),
);

const MANIFEST = lazily(() =>
  z.looseObject({
    apiVersion: described(text, 'API group and version.'),
    kind: described(text, 'Kind of the object.'),
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
        TARGET,
        'The releases that the cluster runs; the newest KubeVirt that polyvirt knows where absent.',
      ),
      identity: maybe(
        text,
        'What UUIDs and serials of guests are derived from; the name where absent. Pins them when the platform is renamed.',
      ),
      namespace: maybe(text, 'Namespace of everything that names none, but for what manifests brings.'),
      labels: maybe(textMap, 'Labels of every object, but for what manifests brings.'),
      nodes: maybe(z.union([z.array(NODE_POOL), NODES_FILE]), 'The nodes of the cluster; unknown where absent.'),
      hypervisors: maybe(z.array(HYPERVISOR), 'Hypervisors other than KubeVirt’s own, and how they reach the cluster.'),
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
      ...Object.fromEntries(
        Object.entries(COMPANIONS).map(([key, [{ table }, sentence]]) => [
          key,
          maybe(z.array(lazily(table.shape)), sentence),
        ]),
      ),
      dataVolumes: maybe(z.array(lazily(DATA_VOLUME.shape)), 'Volumes that CDI creates and fills.'),
      classes: maybe(
        z.record(text, lazily(VIRTUAL_MACHINE_CLASS.shape)),
        'Parts that virtual machines take over by class: any of their keys, by name.',
      ),
      virtualMachines: maybe(z.array(lazily(VIRTUAL_MACHINE_ENTRY.shape)), 'Virtual machines.'),
      virtualMachineInstances: maybe(z.array(lazily(VIRTUAL_MACHINE_INSTANCE.shape)), 'Guests that run once.'),
      manifests: maybe(
        z.array(z.union([text, MANIFEST])),
        'Objects of any kind, as they are: files, folders and globs beside this file, or objects written out.',
      ),
      machines: maybe(z.array(lazily(MACHINE_POOL.shape)), 'Pools of machines that become nodes of a cluster.'),
      infraLabels: maybe(INFRA_LABELS, 'Labels that go from the infra cluster to the nodes that machines become.'),
      supportByArch: maybe(
        z.record(text, GATE_SUPPORT),
        'What you know of feature gates, by name, that polyvirt does not.',
      ),
      parameters: maybe(z.array(z.union([PARAMETER, PLACED])), 'What may be set from outside.'),
      argocd: maybe(ARGOCD, 'What Argo CD is told.'),
      findings: maybe(FINDINGS, 'Other severities for findings, and what is put up with for a while.'),
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
