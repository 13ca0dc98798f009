import { base64 } from './markers';

/** The secret for a place; which one depends on the side of a review. */
export type Plant = (place: string) => string;

type Spec = Readonly<Record<string, unknown>>;

/** Access to a cluster, as people paste it. */
export const kubeconfig = (token: string): string =>
  `apiVersion: v1\nkind: Config\nclusters:\n- name: infra\n  cluster: { server: "https://infra.example.com" }\nusers:\n- name: admin\n  user:\n    token: ${token}\n`;

const vm = (name: string, spec: Spec, rest: Spec = {}, metadata: Spec = {}) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name, namespace: 'shop', ...metadata },
  spec: {
    runStrategy: 'Always',
    template: {
      spec: {
        architecture: 'amd64',
        domain: { memory: { guest: '1Gi' }, devices: { disks: [{ name: 'root', disk: { bus: 'virtio' } }] } },
        ...spec,
      },
    },
    ...rest,
  },
});

/** A VM whose one volume is this, beside a field that does not exist: so there is something to say of it. */
const withVolume = (name: string, volume: Spec) => vm(name, { volumes: [{ name: 'root', ...volume }] });

const pool = (name: string, cloud: Spec, value: Spec = {}, disk: Spec = {}) => ({
  apiVersion: 'cluster.k8s.io/v1alpha1',
  kind: 'MachineDeployment',
  metadata: { name, namespace: 'kube-system' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { pool: name } },
    template: {
      metadata: { labels: { pool: name } },
      spec: {
        versions: { kubelet: '1.34.1' },
        providerSpec: {
          value: {
            cloudProvider: 'kubevirt',
            operatingSystem: 'ubuntu',
            ...value,
            cloudProviderSpec: {
              virtualMachine: {
                template: {
                  cpus: '1',
                  memory: '1Gi',
                  primaryDisk: {
                    osImage: 'https://images.example.com/a.img',
                    size: '1Gi',
                    storageClassName: 'fast',
                    ...disk,
                  },
                },
              },
              ...cloud,
            },
          },
        },
      },
    },
  },
});

const dataVolume = (name: string, source: Spec) => ({
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: { name, namespace: 'shop' },
  spec: { source, storage: { resources: { requests: { storage: '1Gi' } } } },
});

/** Objects with a secret at every place where upstream has one, or where people put one by mistake. */
export function plantedObjects(m: Plant): readonly object[] {
  return [...pools(m), ...guests(m), ...disks(m), ...others(m)];
}

function pools(m: Plant): object[] {
  return [
    pool('kubeconfig-plain', { auth: { kubeconfig: m('kubeconfig: plain') } }),
    pool('kubeconfig-value', { auth: { kubeconfig: { value: m('kubeconfig: value') } } }),
    pool('kubeconfig-lines', { auth: { kubeconfig: kubeconfig(m('kubeconfig: lines')) } }),
    pool('kubeconfig-quoted', { auth: { kubeconfig: `"${m('kubeconfig: quoted')}"` } }),
    pool('kubeconfig-base64', { auth: { kubeconfig: base64(kubeconfig(m('kubeconfig: Base64'))) } }),
    pool('kubeconfig-json', { auth: { kubeconfig: JSON.stringify({ users: [{ token: m('kubeconfig: JSON') }] }) } }),
    pool('kubeconfig-list', { auth: { kubeconfig: [m('kubeconfig: list')] } }),
    pool('kubeconfig-misspelt', { auth: { kubeconfg: m('kubeconfig: misspelt') } }),
    pool('auth-text', { auth: m('auth: text') }),
    pool('ssh-keys', {}, { sshPublicKeys: [m('sshPublicKeys'), 5] }),
    pool(
      'subscription',
      {},
      {
        operatingSystem: 'rhel',
        operatingSystemSpec: { rhelSubscriptionManagerPassword: m('operatingSystemSpec password') },
      },
    ),
    pool('system-spec', {}, { operatingSystem: `ubuntu --password=${m('operatingSystem')}` }),
    pool(
      'os-image',
      {},
      {},
      { osImage: `https://admin:${m('osImage credentials')}@images.example.com/a.img`, source: 'htp' },
    ),
    pool(
      'os-image-key',
      {},
      {},
      { osImage: `https://images.example.com/a.img?X-Amz-Signature=${m('osImage signature')}`, source: 'htp' },
    ),
    pool(
      'pool-headers',
      {},
      {},
      { extraHeaders: [`X-Auth: ${m('pool extraHeaders')}`], extraHeadersSecretRef: 'headers' },
    ),
  ];
}

function guests(m: Plant): object[] {
  return [
    withVolume('user-data', { cloudInitNoCloud: { userData: m('userData'), userDataBase46: m('userData: misspelt') } }),
    withVolume('user-data-number', { cloudInitNoCloud: { userData: Number(m('userData: number')) } }),
    withVolume('user-data-list', { cloudInitNoCloud: { userData: [m('userData: list')] } }),
    withVolume('user-data-map', { cloudInitNoCloud: { userData: { runcmd: m('userData: map') } } }),
    withVolume('user-data-long', {
      cloudInitNoCloud: {
        userData: `#cloud-config\npassword: ${m('userData: cloud-config')}\n${'# more\n'.repeat(500)}`,
      },
    }),
    withVolume('user-data-base64', {
      cloudInitConfigDrive: { userDataBase64: base64(m('userDataBase64')), usrData: m('usrData') },
    }),
    withVolume('network-data', { cloudInitNoCloud: { networkData: m('networkData'), networkData64: 1 } }),
    withVolume('network-data-base64', {
      cloudInitNoCloud: { networkDataBase64: base64(m('networkDataBase64')), x: 1 },
    }),
    withVolume('sysprep', {
      sysprep: { unattend: `<unattend xmlns="urn:x"><Password>${m('sysprep unattend')}</Password></unattend>` },
    }),
    withVolume('sysprep-text', { sysprep: m('sysprep: text') }),
    withVolume('image-user', {
      containerDisk: { image: 'quay.io/disks/a:1', imagePullSecret: { password: m('imagePullSecret: map') } },
    }),
    withVolume('image', {
      containerDisk: { image: `https://bot:${m('containerDisk credentials')}@quay.io/disks/a:1`, pat: 1 },
    }),
    withVolume('image-bare', {
      containerDisk: { image: `bot:${m('containerDisk without scheme')}@quay.io/disks/a:1`, pat: 1 },
    }),
    vm('credentials', {
      accessCredentials: [
        { userPassword: { source: m('accessCredentials source'), pasword: m('accessCredentials pasword') } },
      ],
    }),
    vm('credentials-text', { accessCredentials: m('accessCredentials: text') }),
    vm('key', {
      startStrategy: `-----BEGIN OPENSSH PRIVATE KEY-----\n${m('private key')}\n-----END OPENSSH PRIVATE KEY-----\n`,
    }),
    vm('key-line', {
      startStrategy: `-----BEGIN RSA PRIVATE KEY-----${m('private key on one line')}-----END RSA PRIVATE KEY-----`,
    }),
    vm('jwt', { schedulerName: 7, hostname: `eyJhbGciOi.${m('JWT')}.${m('JWT signature')}` }),
    vm('bearer', { evictionStrategy: `Bearer ${m('bearer')}` }),
    vm('flag', { evictionStrategy: `--token=${m('flag in a text')}` }),
    vm('long', { evictionStrategy: `token: ${m('long text').padEnd(300, m('long text'))}` }),
    vm('run-strategy', {}, { runStrategy: { password: m('map where a text belongs') } }),
    vm(
      'unknown-token',
      { apiToken: m('unknown key token') },
      { pasword: m('unknown key pasword'), 'db-password': m('unknown key db-password') },
    ),
    vm(
      'annotated',
      {},
      { x: 1 },
      {
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
            kind: 'VirtualMachine',
            spec: { password: m('last-applied-configuration') },
          }),
          'example.com/token': m('annotation token'),
          'example.com/note': `login with https://u:${m('annotation address')}@example.com/`,
          'kubevirt.io/allow-pod-bridge-network-live-migration': '',
        },
        labels: { 'example.com/password': m('label password') },
      },
    ),
    vm('name-as-secret', {}, { instancetype: { name: { token: m('name of another type') } } }),
  ];
}

function disks(m: Plant): object[] {
  return [
    dataVolume('http', {
      http: {
        url: `https://u:${m('DataVolume http')}@example.com/a.img`,
        extraHeaders: [`Authorization: ${m('extraHeaders')}`, 5],
        secretRfe: 'x',
      },
    }),
    dataVolume('registry', {
      registry: { url: `docker://u:${m('DataVolume registry')}@quay.io/a:1`, pullMethod: 'nod' },
    }),
    dataVolume('s3', {
      s3: {
        url: `https://example.com/a.img?X-Amz-Credential=${m('DataVolume s3')}`,
        accessKey: m('s3 accessKey'),
        secretKey: m('s3 secretKey'),
      },
    }),
    dataVolume('imageio', { imageio: { url: `https://u:${m('DataVolume imageio')}@ovirt.example.com/`, diskId: 5 } }),
    dataVolume('vddk', {
      vddk: { url: `https://u:${m('DataVolume vddk')}@esx.example.com/`, thumbprint: 5, password: m('vddk password') },
    }),
    {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataImportCron',
      metadata: { name: 'cron', namespace: 'shop' },
      spec: {
        schedule: `0 0 * * * --password ${m('schedule')}`,
        managedDataSource: 'a',
        garbageColect: 'x',
        template: {
          spec: {
            source: { registry: { url: `docker://u:${m('DataImportCron registry')}@quay.io/a:1` } },
            storage: {},
          },
        },
      },
    },
  ];
}

function others(m: Plant): object[] {
  return [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', namespace: 'shop' },
      data: { plain: base64(m('Secret data')), wrong: m('Secret data: not Base64') },
      stringData: { word: m('Secret stringData') },
      immutable: 'no',
      [m('Secret: unknown key').slice(0, 4)]: m('Secret: unknown key'),
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'config', namespace: 'shop' },
      data: {
        kubeconfig: kubeconfig(m('ConfigMap kubeconfig')),
        'app.properties': `db.user=app\ndb.password=${m('ConfigMap property')}\n`,
        'infra.yaml': kubeconfig(m('ConfigMap kubeconfig of another name')),
        DB_PASSWORD: m('ConfigMap DB_PASSWORD'),
        'autounattend.xml': `<unattend><Value>${m('ConfigMap unattend')}</Value></unattend>`,
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'app', namespace: 'shop' },
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: 'app',
                image: 'quay.io/app:1',
                env: [
                  { name: 'DB_PASSWORD', value: m('env') },
                  { name: 'DATABASE_URL', value: `postgres://app:${m('env address')}@db/app` },
                ],
                args: ['--token', m('args'), `--api-key=${m('args with =')}`],
                command: ['sh', '-c', `curl -H "Authorization: Bearer ${m('command')}" https://example.com`],
              },
            ],
          },
        },
      },
    },
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'edge', namespace: 'argocd' },
      spec: {
        project: 'default',
        destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
        source: {
          repoURL: `https://git:${m('repoURL')}@git.example.com/infra.git`,
          path: 'platform',
          targetRevision: 'HEAD',
          helm: {
            parameters: [{ name: 'db.password', value: m('helm parameter') }],
            values: `db:\n  password: ${m('helm values')}\n`,
          },
          plugin: {
            name: 'polyvirt',
            env: [{ name: 'API_TOKEN', value: m('plugin env') }],
            parameters: [{ name: 'token', string: m('plugin parameter') }],
          },
        },
      },
    },
    {
      apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1',
      kind: 'KubeadmConfigTemplate',
      metadata: { name: 'join', namespace: 'capi' },
      spec: {
        template: {
          spec: {
            users: [{ name: 'core', passwd: m('KubeadmConfig passwd'), sshAuthorizedKeys: [m('KubeadmConfig key')] }],
            files: [{ path: '/etc/a', content: m('KubeadmConfig file') }],
            preKubeadmCommands: [m('KubeadmConfig command')],
            joinConfiguration: { discovery: { bootstrapToken: { token: m('KubeadmConfig token') } } },
          },
        },
      },
    },
    {
      apiVersion: 'example.com/v1',
      kind: 'Lamp',
      metadata: { name: 'lamp', namespace: 'shop' },
      spec: {
        password: m('CRD field'),
        token: 'x',
        mode: `on --password=${m('CRD enumeration')}`,
        level: { token: m('CRD map for a number') },
      },
    },
    {
      apiVersion: 'kubevirt.io/v1',
      kind: 'KubeVirt',
      metadata: { name: 'kubevirt', namespace: 'kubevirt' },
      spec: {
        imagePullPolicy: `Basic ${m('KubeVirt basic')}`,
        configuration: {
          developerConfiguration: { featureGates: ['HostDisk', `https://u:${m('feature gate')}@example.com`] },
          token: m('KubeVirt token'),
        },
      },
    },
    {
      apiVersion: 'hco.kubevirt.io/v1beta1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      spec: {
        pasword: m('HyperConverged pasword'),
        dataImportCronTemplates: [
          {
            metadata: { name: 'fedora', annotations: { 'ssp.kubevirt.io/dict.architectures': 's390x' } },
            spec: {
              managedDataSource: 'fedora',
              schedule: '0 0 * * *',
              template: {
                spec: {
                  source: { registry: { url: `docker://u:${m('golden image')}@quay.io/fedora:1`, pullMethd: 1 } },
                  storage: {},
                },
              },
            },
          },
        ],
      },
    },
  ];
}
