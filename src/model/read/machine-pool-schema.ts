import { DNS_POLICIES, EVICTION_STRATEGIES } from '../../machines/facts';
import { PLACEMENT as PLACEMENT_ROWS } from '../placement';
import { PRESETS } from './presets-schema';
import { count, described, lazily, maybe, metadata, quantity, text, textMap } from './shapes';
import * as z from './zod';

const PLACEMENT = lazily(PLACEMENT_ROWS.shape);

const matcher = lazily(() => z.strictObject({ name: text, kind: z.exactOptional(text) }));
const whole = lazily(() => z.int().check(z.minimum(0)));
const amount = lazily(() =>
  z.union([whole, z.string().check(z.regex(/^\d{1,3}%$/, 'a number, or a percentage as "25%"'))]),
);

const PRIMARY_DISK = lazily(() =>
  z.strictObject({
    size: quantity,
    storageClassName: described(text, 'Storage class in the cluster where the machines run.'),
    osImage: described(text, 'What is on it: an address, the name of a claim, or its namespace and name with a slash.'),
    source: maybe(z.enum(['http', 'registry', 'pvc']), 'Where the image comes from; what its form tells where absent.'),
    pullMethod: maybe(z.enum(['node', 'pod']), 'Who pulls an image from a registry; node where absent.'),
    storageAccessType: maybe(text, 'How it may be mounted; what the storage profile offers where absent.'),
    storageTarget: maybe(z.enum(['storage', 'pvc']), 'What the volume is written as.'),
    extraHeaders: maybe(z.array(text), 'Further headers of the request for the image; no secrets.'),
    extraHeadersSecretRef: maybe(text, 'Secret with further headers.'),
    dataVolumeSecretRef: maybe(text, 'Secret with which the image is fetched.'),
  }),
);

/** A pool of machines that become nodes. */
export const MACHINE_POOL = lazily(() =>
  z.strictObject({
    name: described(text, 'Name of the pool: no dots, at most 45 characters.'),
    ...metadata,
    dialect: maybe(
      z.enum(['machine-controller', 'proposal', 'capk']),
      'Who makes the machines; machine-controller where absent.',
    ),
    clusterName: maybe(text, 'Name of the cluster that the machines become nodes of.'),
    projectID: maybe(text, 'Project of the cluster.'),
    infraNamespace: maybe(text, 'Namespace of the virtual machines in the infra cluster.'),
    replicas: maybe(whole, 'How many machines there are; 1 where absent.'),
    maxSurge: maybe(amount, 'How many more there may be while they are replaced; 1 where absent.'),
    maxUnavailable: maybe(amount, 'How many may be missing while they are replaced; 0 where absent.'),
    minReadySeconds: maybe(whole, 'How long a machine must be ready before it counts; 0 where absent.'),
    progressDeadlineSeconds: maybe(whole, 'When a change counts as stuck; 600 where absent.'),
    revisionHistoryLimit: maybe(whole, 'How many old sets of machines are kept; 1 where absent.'),
    paused: maybe(z.boolean(), 'Whether changes wait.'),
    selector: maybe(textMap, 'Labels by which the pool knows its machines; never change them.'),
    template: maybe(
      z.strictObject({ labels: z.exactOptional(textMap), annotations: z.exactOptional(textMap) }),
      'Labels and annotations of the machines.',
    ),
    node: maybe(
      z.strictObject({
        labels: z.exactOptional(textMap),
        annotations: z.exactOptional(textMap),
        taints: z.exactOptional(
          z.array(
            z.strictObject({
              key: text,
              value: z.exactOptional(z.string()),
              effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
            }),
          ),
        ),
      }),
      'Labels, annotations and taints of the nodes that machines become.',
    ),
    kubelet: described(text, 'Version of the kubelet, in quotes.'),
    operatingSystem: maybe(text, 'Operating system; ubuntu where absent.'),
    operatingSystemSpec: maybe(z.record(z.string(), z.unknown()), 'What differs from its defaults.'),
    sshPublicKeys: maybe(z.array(text), 'Who may log in.'),
    caPublicKey: maybe(z.string(), 'Authority whose keys may log in.'),
    network: maybe(
      z.strictObject({
        cidr: text,
        gateway: text,
        dns: z.strictObject({ servers: z.array(text) }),
        ipFamily: z.exactOptional(z.enum(['IPv4', 'IPv6', 'IPv4+IPv6', 'IPv6+IPv4'])),
      }),
      'The network that the guest is told about.',
    ),
    kubeconfig: maybe(
      z.strictObject({ namespace: text, name: text, key: text }),
      'Secret that leads to the infra cluster; the environment of the controller where absent.',
    ),
    instancetype: maybe(matcher, 'Instance type that brings processors and memory.'),
    preference: maybe(matcher, 'Preference that fills in devices and the architecture.'),
    cpus: maybe(quantity, 'Processors that a machine asks of its node.'),
    cores: maybe(count, 'Cores of the guest, instead of cpus.'),
    memory: maybe(quantity, 'Memory, as 4Gi.'),
    primaryDisk: maybe(PRIMARY_DISK, 'The disk that a machine boots from.'),
    secondaryDisks: maybe(
      z.array(z.strictObject({ size: quantity, storageClassName: text, storageAccessType: z.exactOptional(text) })),
      'Further disks.',
    ),
    dnsPolicy: maybe(z.enum(DNS_POLICIES), 'How a machine finds names.'),
    dnsConfig: maybe(
      z.strictObject({
        nameservers: z.exactOptional(z.array(text)),
        searches: z.exactOptional(z.array(text)),
        options: z.exactOptional(z.array(z.strictObject({ name: text, value: z.exactOptional(z.string()) }))),
      }),
      'Name servers and the like.',
    ),
    location: maybe(
      z.strictObject({ region: z.exactOptional(text), zone: z.exactOptional(text) }),
      'What nodes say about where they are; the placement has to keep it.',
    ),
    providerNetwork: maybe(
      z.strictObject({ name: z.exactOptional(text), vpc: z.exactOptional(text), subnet: text }),
      'Subnet of the infra cluster.',
    ),
    enableNetworkMultiQueue: maybe(z.boolean(), 'Several queues for the network card; the controller has them on.'),
    evictionStrategy: maybe(z.enum(EVICTION_STRATEGIES), 'What happens when the node of a machine is drained.'),
    placement: maybe(PLACEMENT, 'Which nodes of the infra cluster machines go to.'),
    presets: maybe(PRESETS, 'The same in the words of the proposal.'),
    clusterApi: maybe(
      z.strictObject({
        version: maybe(z.enum(['v1beta1', 'v1beta2']), 'Version of cluster.x-k8s.io; v1beta1 where absent.'),
        bootstrap: described(
          z.strictObject({ kind: text, name: text }),
          'Template from which machines learn how to join.',
        ),
        checkStrategy: maybe(z.enum(['ssh', 'none']), 'How it is told that a machine has booted; ssh where absent.'),
        infraClusterSecretRef: maybe(
          z.strictObject({ name: text, namespace: text }),
          'Secret that leads to the infra cluster.',
        ),
      }),
      'What only Cluster API asks for.',
    ),
  }),
);

/** Labels that go from the infra cluster to the user cluster. */
export const INFRA_LABELS = lazily(() =>
  z.strictObject({
    name: maybe(text, 'Name of the ConfigMap; infra-labels where absent.'),
    namespace: maybe(text, 'Its namespace; kube-system where absent.'),
    keys: z.array(
      z.strictObject({
        from: described(text, 'Key on the node of the infra cluster.'),
        to: maybe(text, 'Key on the node of the user cluster; the same where absent.'),
      }),
    ),
    controller: maybe(
      z.strictObject({ serviceAccount: maybe(text, 'Account that it runs as; infra-labels where absent.') }),
      'The controller that copies them: its account and its rights in the user cluster.',
    ),
  }),
);
