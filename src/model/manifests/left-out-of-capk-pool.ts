import type { Finding } from '../../findings/finding';
import { reachesNode } from '../../machines/cluster-api';
import type { MachinePoolDeclaration } from '../../machines/pool';

/** Keys that a Cluster API pool lacks, and keys that Cluster API has no field for. */
export function leftOutOfCapkPool(pool: MachinePoolDeclaration): Finding[] {
  return [...checkMissing(pool), ...checkPlaceless(pool), ...checkNodeLabels(pool)];
}

function checkMissing(pool: MachinePoolDeclaration): Finding[] {
  const missing = (['clusterApi', 'primaryDisk'] as const).filter((key) => pool[key] === undefined);
  return missing.map((key) => ({
    code: 'PV004',
    severity: 'error' as const,
    path: key,
    what: `dialect: capk needs ${key}`,
    why:
      key === 'clusterApi'
        ? 'VMs learn from a bootstrap template how to join the cluster, and nothing else can name it'
        : 'VMs have nothing to boot from',
    fix:
      key === 'clusterApi'
        ? 'write clusterApi: { bootstrap: { kind: KubeadmConfigTemplate, name: … } }'
        : `write ${key}`,
  }));
}

const IN_BOOTSTRAP = 'write it into the bootstrap template that clusterApi.bootstrap names';

/** What only the machine-controller has a place for, and where it belongs with Cluster API. */
const PLACELESS: Readonly<Partial<Record<string, string>>> = {
  projectID: 'leave it out, or write it as a label',
  kubeconfig: 'write clusterApi.infraClusterSecretRef',
  operatingSystem: 'choose the image in primaryDisk.osImage: it brings the operating system',
  operatingSystemSpec: IN_BOOTSTRAP,
  sshPublicKeys: IN_BOOTSTRAP,
  caPublicKey: IN_BOOTSTRAP,
  network: IN_BOOTSTRAP,
  location: 'let the placement say it, as hard: [{ zones: [...] }]',
  providerNetwork: 'write the annotation ovn.kubernetes.io/logical_switch under template.annotations',
  'node.annotations': IN_BOOTSTRAP,
  'node.taints': `${IN_BOOTSTRAP}, as nodeRegistration.taints`,
};

/** What the newer version of Cluster API has no more. */
const GONE = ['progressDeadlineSeconds', 'revisionHistoryLimit'] as const;

function checkPlaceless(pool: MachinePoolDeclaration): Finding[] {
  const said = Object.entries(PLACELESS).filter(([path]) => isSaid(pool, path));
  const gone = pool.clusterApi?.version === 'v1beta2' ? GONE.filter((key) => pool[key] !== undefined) : [];
  return [
    ...said.map(([path, fix]) => placeless(path, `Cluster API has no place for ${path}`, fix!)),
    ...gone.map((key) => placeless(key, `cluster.x-k8s.io/v1beta2 has no ${key} any more`, 'leave it out')),
  ];
}

function isSaid(pool: MachinePoolDeclaration, path: string): boolean {
  const [key = '', part] = path.split('.');
  const holder = pool[key as keyof MachinePoolDeclaration];
  const value = part === undefined ? holder : (holder as Readonly<Record<string, unknown>> | undefined)?.[part];
  return value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0);
}

/** Cluster API copies labels of a few prefixes to nodes, and others only where its controller is told to. */
function checkNodeLabels({ node }: MachinePoolDeclaration): Finding[] {
  const stranded = Object.keys(node?.labels ?? {}).filter((key) => !reachesNode(key));
  return stranded.length === 0
    ? []
    : [
        {
          code: 'PV907',
          severity: 'warning',
          path: 'node.labels',
          what: `Cluster API does not put ${stranded.join(', ')} on nodes`,
          why:
            'Machines have the label but their nodes do not, unless the controller runs with ' +
            '--additional-sync-machine-labels',
          fix: `use keys below node.cluster.x-k8s.io/ or node-restriction.kubernetes.io/, or ${IN_BOOTSTRAP}`,
          source: 'cluster-api machine_controller_noderef.go, getManagedLabels',
        },
      ];
}

function placeless(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV907',
    severity: 'error',
    path,
    what,
    why: 'It would be dropped silently, and VMs would differ from the declaration',
    fix,
    source: 'cluster-api-provider-kubevirt api/v1alpha1/kubevirtmachine_types.go',
  };
}
