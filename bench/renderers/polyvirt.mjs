// polyvirt's own ways: platform files, a program, and the plugin of Argo CD with what it rendered before.
import { join } from 'node:path';
import {
  clusterName,
  filled,
  IMAGE,
  KUBEVIRT,
  MACHINE,
  machinesOf,
  NAMESPACE,
  SERIAL,
  USER_DATA,
  UUID,
} from '../fleet.mjs';
import { JAVASCRIPT, literal } from '../literal.mjs';
import { BIN, writeFiles } from '../places.mjs';
import { compiled } from './compiled.mjs';

const LARGEST_FILE = 16 << 20;
const MOST_REPLICAS = 10_000;
const ZONES = '[zone-0, zone-1, zone-2, zone-3]';

const synth = (folder, path = '.') => ({
  command: process.execPath,
  args: [BIN, 'synth', path, '--stdout'],
  cwd: folder,
});

/** The head of a platform: its nodes, and KubeVirt on them. */
function platformText(name) {
  return `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: "1.9" }
  namespace: ${NAMESPACE}
  labels: { app.kubernetes.io/part-of: fleet }
  nodes:
  - { pool: intel, architecture: amd64, count: 4, zones: ${ZONES} }
  - { pool: ampere, architecture: arm64, count: 4, zones: ${ZONES} }
  - { pool: mainframe, architecture: s390x, count: 4, zones: ${ZONES} }
  kubevirt: { defaultArchitecture: amd64, evictionStrategy: LiveMigrate }
  virtualMachines:
`;
}

const ENTRY = `  - name: vm-__I__
    architecture: __ARCHITECTURE__
    cpu: { cores: __CORES__ }
    memory: __GIB__Gi
    firmware: { uuid: ${UUID}, serial: ${SERIAL} }
    disks:
    - { name: os, containerDisk: { image: ${IMAGE} } }
    - { name: data, dataVolumeTemplate: { source: { blank: {} }, size: 20Gi } }
    networks:
    - { name: default, pod: {}, binding: masquerade, ports: [{ name: ssh, port: 22 }] }
    cloudInit:
      type: noCloud
      userData: |
${USER_DATA.trimEnd().replace(/^/gm, '        ')}
    placement:
      hard: [{ zones: [zone-__ZONE__] }]
      apart: [{ type: soft, labels: { app: app-__APPLICATION__ } }]
    template: { labels: { app: app-__APPLICATION__ } }
`;

/** A cluster as a platform file, one entry per VM. */
export function clusterText(fleet, cluster) {
  return platformText(clusterName(cluster)) + [...machinesOf(fleet, cluster)].map((i) => filled(ENTRY, i)).join('');
}

const clustersOf = (fleet) => Array.from({ length: fleet.clusters }, (_, cluster) => cluster);
const oneFile = (fleet) =>
  clustersOf(fleet)
    .map((cluster) => clusterText(fleet, cluster))
    .join('---\n');

/** A file per cluster: the first is the one that the folder is known by. */
export function fileOf(cluster) {
  return cluster === 0 ? 'polyvirt.yaml' : join('clusters', `${clusterName(cluster)}.yaml`);
}

export const yamlFile = {
  id: 'yaml',
  name: 'polyvirt, polyvirt.yaml',
  missing: (fleet) => (fleet.count * ENTRY.length > LARGEST_FILE ? 'a platform file has at most 16 MiB' : undefined),
  prepare: (folder, fleet) => {
    writeFiles(folder, { 'polyvirt.yaml': oneFile(fleet) });
    return synth(folder);
  },
};

export const yamlFolder = {
  id: 'folder',
  name: 'polyvirt, a file per cluster',
  prepare: (folder, fleet) => {
    writeFiles(folder, Object.fromEntries(clustersOf(fleet).map((each) => [fileOf(each), clusterText(fleet, each)])));
    return synth(folder);
  },
};

/** Few entries that stand for many VMs. Identities are derived there, since written ones would all be the same. */
export const replicas = {
  id: 'replicas',
  name: 'polyvirt, replicas',
  prepare: (folder, fleet) => {
    const text = clustersOf(fleet).map((cluster) => platformText(clusterName(cluster)) + replicatedEntries(fleet));
    writeFiles(folder, { 'polyvirt.yaml': text.join('---\n') });
    return synth(folder);
  },
  objects: replicatedObjects,
  comparable: withoutIdentity,
};

const entrySizes = ({ machines }) =>
  Array.from({ length: Math.ceil(machines / MOST_REPLICAS) }, (_, entry) =>
    Math.min(MOST_REPLICAS, machines - entry * MOST_REPLICAS),
  );

/** The entry that stands for so many VMs: everything but its name is that of VM 0. */
function replicatedEntries(fleet) {
  const entry = ENTRY.replace(/^ {4}firmware:.*\n/m, '').replace(
    'name: vm-__I__',
    'name: group-ENTRY\n    replicas: SIZE',
  );
  return entrySizes(fleet)
    .map((size, number) => filled(entry, 0).replace('ENTRY', number).replace('SIZE', size))
    .join('');
}

function* replicatedObjects(fleet) {
  const machine = JSON.stringify(withoutIdentity(filled(MACHINE, 0)));
  for (let cluster = 0; cluster < fleet.clusters; cluster++) {
    yield KUBEVIRT;
    for (const [entry, size] of entrySizes(fleet).entries()) {
      for (let i = 1; i <= size; i++) {
        yield named(JSON.parse(machine), `group-${entry}-${i}`);
      }
    }
  }
}

/** Another name, which the volume of its own follows; labels and cloud-init are those of the entry. */
function named(machine, name) {
  machine.metadata.name = name;
  machine.spec.dataVolumeTemplates[0].metadata.name = `${name}-data`;
  machine.spec.template.spec.volumes[1].dataVolume.name = `${name}-data`;
  return machine;
}

function withoutIdentity(object) {
  delete object.spec.template?.spec.domain.firmware;
  return object;
}

/** The program; also what `cdk8s synth` runs. */
export function programText({ clusters, machines }) {
  const text = (part) => literal(part, JAVASCRIPT);
  return `import { App } from 'cdk8s';
import { CloudInit, DataVolumeSource, Disk, KubeVirt, Network, NodePool, Placement, Platform, VirtualMachine } from 'polyvirt';

const ARCHITECTURES = ['amd64', 'arm64', 's390x'] as const;
const zones = ['zone-0', 'zone-1', 'zone-2', 'zone-3'];

const root = new App();
for (let cluster = 0; cluster < ${clusters}; cluster++) {
  const platform = new Platform(root, \`cluster-\${String(cluster).padStart(5, '0')}\`, {
    target: { kubevirt: '1.9' },
    namespace: '${NAMESPACE}',
    labels: { 'app.kubernetes.io/part-of': 'fleet' },
    nodes: [
      NodePool.of('intel', { architecture: 'amd64', count: 4, zones }),
      NodePool.of('ampere', { architecture: 'arm64', count: 4, zones }),
      NodePool.of('mainframe', { architecture: 's390x', count: 4, zones }),
    ],
  });
  new KubeVirt(platform, 'kubevirt', { defaultArchitecture: 'amd64', evictionStrategy: 'LiveMigrate' });
  for (let i = cluster * ${machines}; i < (cluster + 1) * ${machines}; i++) {
    const name = \`vm-\${i}\`;
    const app = ${text('app-__APPLICATION__')};
    new VirtualMachine(platform, name, {
      name,
      architecture: ${text('__ARCHITECTURE__')},
      cpu: { cores: ${text('__CORES__')} },
      memory: ${text('__GIB__Gi')},
      firmware: { uuid: ${text(UUID)}, serial: ${text(SERIAL)} },
      disks: [Disk.container('os', '${IMAGE}'), Disk.own('data', DataVolumeSource.blank(), { size: '20Gi' })],
      networks: [Network.pod('default', { ports: [{ name: 'ssh', port: 22 }] })],
      cloudInit: CloudInit.noCloud({ userData: ${text(USER_DATA)} }),
      placement: Placement.all(
        Placement.inZones(${text('zone-__ZONE__')}),
        Placement.apart('soft', { labels: { app } }),
      ),
      template: { labels: { app } },
    });
  }
}
root.synth();
`;
}

/** A program; with `isBundled`, one whose bundle was made when it ran before. Nothing of what it gives is kept. */
function program(isBundled) {
  return {
    id: isBundled ? 'app' : 'app-first',
    name: isBundled ? 'polyvirt, compiled app' : 'polyvirt, compiled app, first time',
    prepare: (folder, fleet) => {
      const place = join(folder, 'app');
      writeFiles(place, {
        'main.js': compiled(programText(fleet)),
        'cdk8s.yaml': 'language: typescript\napp: node main.js\n',
      });
      return {
        ...synth(place),
        env: { POLYVIRT_CACHE: isBundled ? join(folder, 'cache') : 'off' },
        remembers: isBundled,
      };
    },
  };
}

export const app = program(true);
export const appFirst = program(false);

/** One cluster through the plugin; with `cache`, what it rendered before. */
export function plugin(isCached) {
  return {
    id: isCached ? 'cached' : 'plugin',
    name: isCached ? 'polyvirt, plugin, cached' : 'polyvirt, plugin, nothing kept',
    prepare: (folder, fleet) => {
      const platform = join(folder, 'platform');
      writeFiles(platform, { 'polyvirt.yaml': oneFile(fleet) });
      return {
        command: process.execPath,
        args: [BIN, 'argocd', 'generate', platform],
        cwd: platform,
        env: { POLYVIRT_CACHE: isCached ? join(folder, 'cache') : 'off' },
        // The first run fills the cache; what is compared and timed comes out of it.
        remembers: isCached,
      };
    },
  };
}
