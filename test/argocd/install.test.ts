import { join } from 'node:path';
import { parse } from 'yaml';
import { HEALTH_CHECKS } from '../../src/argocd/health';
import { INSTALL_FORMS, installFiles } from '../../src/argocd/install/files';
import { deadlineS, type InstallOptions, pluginName, USUAL_BASE } from '../../src/argocd/install/sidecar';
import { readPluginConfig, readSettings } from '../../src/argocd/settings';
import { readPluginPolicy } from '../../src/plugin/request';
import { lockedPackages } from '../../src/sources/host/own-tarball';
import { appFolder, ROOT, textsBelow, writeFiles } from '../app-folder';
import { structuralErrors } from '../crd-oracle';
import { polyvirt } from '../run-cli';
import { testWhere } from '../test-where';

const OPTIONS: InstallOptions = {
  version: '0.1.0',
  image: 'registry.example/polyvirt:0.1.0',
  base: USUAL_BASE,
  packages: { ...lockedPackages(), own: { range: '0.1.0' } },
  timeoutS: 60,
  programs: true,
  discover: false,
  namespace: 'openshift-gitops',
  instance: 'openshift-gitops',
};

function textsOf(options: Partial<InstallOptions> = {}): Record<string, string> {
  const files = installFiles({ ...OPTIONS, ...options }, INSTALL_FORMS);
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

// biome-ignore lint/suspicious/noExplicitAny: what YAML holds
const objectsOf = (options: Partial<InstallOptions> = {}): Record<string, any> =>
  Object.fromEntries(
    Object.entries(textsOf(options))
      .filter(([path]) => path.endsWith('.yaml'))
      .map(([path, text]) => [path, parse(text)]),
  );

const FILES = objectsOf();
const PATCH = FILES['kustomize/repo-server.yaml'].spec.template.spec;
const VALUES = FILES['helm/values.yaml'];
const ARGOCD = FILES['openshift/argocd.yaml'];

interface Container {
  readonly name: string;
  readonly securityContext: object;
  readonly resources: { readonly limits: object; readonly requests: object };
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

const SIDECARS: readonly (readonly [string, Container, readonly { name: string; configMap?: { name: string } }[]])[] = [
  ['kustomize', PATCH.containers[1], PATCH.volumes],
  ['helm', VALUES.repoServer.extraContainers[0], VALUES.repoServer.volumes],
  ['openshift', ARGOCD.spec.repo.sidecarContainers[0], ARGOCD.spec.repo.volumes],
];

test.each(SIDECARS)(
  'the sidecar of %s has no rights, a read-only root, limits, and mounts what there is',
  (form, container, volumes) => {
    expect(container.securityContext).toEqual({
      runAsNonRoot: true,
      // On OpenShift the namespace says which user, and rejects 999.
      ...(form === 'openshift' ? {} : { runAsUser: 999, runAsGroup: 999 }),
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      privileged: false,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(Object.keys(container.resources.limits).sort()).toEqual(['cpu', 'ephemeral-storage', 'memory']);
    // These two are volumes that repo-server has in every installation.
    const there = ['var-files', 'plugins', ...volumes.map(({ name }) => name)];
    expect(container.volumeMounts.filter(({ name }) => !there.includes(name))).toEqual([]);
    expect(container.volumeMounts.find(({ name }) => name === 'var-files')).toMatchObject({ readOnly: true });
    const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(paths).toContain('/home/argocd/cmp-server/config/plugin.yaml');
    expect(paths).toContain('/tmp');
    expect(volumes[0]!.configMap).toEqual({ name: 'polyvirt-v0.1.0-plugin' });
  },
);

test('what the sidecar is told, the plugin understands', () => {
  const env = Object.fromEntries(SIDECARS[0]![1].env.map(({ name, value }) => [name, value]));
  expect(readSettings(env)).toMatchObject({
    settings: { deadlineMs: 45_000, policyFile: '/etc/polyvirt/policy.yaml' },
    findings: [],
  });
});

const PLUGIN = 'kustomize/plugin.yaml';

test('the plugin is named with its version, and discovers nothing unless told to', () => {
  const { metadata, data } = FILES[PLUGIN];
  expect(metadata.name).toBe('polyvirt-v0.1.0-plugin');
  expect(readPluginConfig(parse(data['plugin.yaml']))).toEqual({
    name: pluginName('0.1.0'),
    generate: ['polyvirt', 'argocd', 'generate'],
    parameters: ['polyvirt', 'argocd', 'parameters'],
    preserveFileMode: false,
  });
  expect(data['plugin.yaml']).toContain('# No discovery: with it, Argo CD sends every repository');
  const discovering = objectsOf({ discover: true })[PLUGIN].data['plugin.yaml'];
  expect(readPluginConfig(parse(discovering))).toMatchObject({ discover: { fileName: './polyvirt.yaml' } });
});

test('the policy is one that the plugin follows', () => {
  const policy = (programs: boolean) => readPluginPolicy(objectsOf({ programs })[PLUGIN].data['policy.yaml']);
  expect(policy(true)).toEqual({ policy: { typescript: { heapMiB: 512 } }, findings: [] });
  expect(policy(false)).toEqual({ policy: { typescript: false }, findings: [] });
});

test('another policy makes new pods, and is no file that the kubelet never updates', () => {
  const annotationsOf = (programs: boolean) => {
    const files = objectsOf({ programs });
    return [
      files['kustomize/repo-server.yaml'].spec.template.metadata.annotations,
      files['helm/values.yaml'].repoServer.podAnnotations,
      files['openshift/argocd.yaml'].spec.repo.annotations,
    ].map((annotations) => annotations['polyvirt.io/plugin-config']);
  };
  const [one, other] = [annotationsOf(false), annotationsOf(true)];
  expect(new Set(one).size).toBe(1);
  expect(one).toEqual(annotationsOf(false));
  expect(other[0]).not.toBe(one[0]);
  for (const [, container] of SIDECARS) {
    const mount = container.volumeMounts.find(({ mountPath }) => mountPath.startsWith('/etc/polyvirt'));
    expect(mount).toEqual({ name: 'polyvirt-plugin', mountPath: '/etc/polyvirt', readOnly: true });
  }
});

test('a timeout says what is to be restarted', async () => {
  const said = async (...args: string[]) => (await polyvirt(appFolder(), ['argocd', 'install', ...args])).stderr;
  expect(await said('--timeout', '120')).toContain(
    'statefulset/argocd-application-controller deployment/argocd-server',
  );
  expect(await said()).not.toContain('restart');
});

test('programs are allowed by whoever installs the plugin, and by nobody else', async () => {
  const policyOf = async (...args: string[]) =>
    (await polyvirt(ROOT, ['argocd', 'install', '--only', 'kustomize', '--stdout', ...args])).stdout;
  expect(await policyOf()).toContain('typescript: false');
  expect(await policyOf('--no-programs')).toContain('typescript: false');
  expect(await policyOf('--programs')).not.toContain('typescript: false');
  expect(await policyOf('--programs')).toContain('heapMiB: 512');
});

test.each(['kustomize', 'helm', 'openshift'])(
  '--no-programs reaches the sidecar of %s: its policy, and new pods',
  async (form) => {
    const install = async (...args: string[]) => {
      const { code, stdout } = await polyvirt(ROOT, ['argocd', 'install', '--only', form, '--stdout', ...args]);
      expect(code).toBe(0);
      return {
        policies: stdout.match(/^ +typescript:.*$/gm),
        rolls: stdout.match(/polyvirt\.io\/plugin-config: .*$/gm),
      };
    };
    const [usual, without, allowed] = [await install(), await install('--no-programs'), await install('--programs')];
    expect(without).toEqual(usual);
    expect(without.policies).toEqual([expect.stringMatching(/typescript: false$/)]);
    expect(allowed.policies).toEqual([expect.stringMatching(/typescript:$/)]);
    expect(without.rolls).toEqual([expect.stringMatching(/: \S{8,}$/)]);
    expect(allowed.rolls).not.toEqual(without.rolls);
  },
);

test('the same ConfigMap and the same settings are in every form', () => {
  const { metadata, ...plugin } = FILES[PLUGIN];
  expect(VALUES.extraObjects[0]).toEqual({ ...plugin, metadata });
  expect(FILES['openshift/plugin.yaml']).toEqual({
    ...plugin,
    metadata: { ...metadata, namespace: 'openshift-gitops' },
  });
  const parameters = FILES['kustomize/argocd-cmd-params-cm.yaml'].data;
  expect(VALUES.configs.params).toEqual(parameters);
  expect(ARGOCD.spec.cmdParams).toEqual(parameters);
  expect(VALUES.configs.cm).toEqual(FILES['kustomize/argocd-cm.yaml'].data);
});

test('timeouts that belong together follow from one number', () => {
  const files = objectsOf({ timeoutS: 120 });
  expect(files['kustomize/argocd-cmd-params-cm.yaml'].data).toMatchObject({
    'controller.repo.server.timeout.seconds': '120',
    'server.repo.server.timeout.seconds': '120',
  });
  expect(JSON.stringify(files['kustomize/repo-server.yaml'])).toContain('"POLYVIRT_DEADLINE","value":"105"');
  expect([10, 20, 60].map((timeoutS) => deadlineS({ timeoutS }))).toEqual([5, 10, 45]);
});

test('what is not sent to plugins is a list of patterns of Go, none of which is all', () => {
  const patterns: string = VALUES.configs.params['reposerver.plugin.tar.exclusions'];
  expect(patterns.split(';')).toEqual([
    '.git',
    'node_modules',
    '*/node_modules',
    '*/*/node_modules',
    '*/*/*/node_modules',
  ]);
});

test('argocd-cm has a check for each kind, and only keys that Argo CD knows', () => {
  const { data } = FILES['kustomize/argocd-cm.yaml'];
  const kinds = HEALTH_CHECKS.map(({ group, kind }) => `${group}_${kind}`);
  for (const kind of kinds) {
    expect(typeof data[`resource.customizations.health.${kind}`]).toBe('string');
  }
  const odd = Object.keys(data).filter(
    (key) =>
      !/^resource\.customizations\.(health|ignoreDifferences|ignoreResourceUpdates)\.[a-z0-9.]+_[A-Z]\w+$/.test(key),
  );
  expect(odd).toEqual([]);
  const ignored = Object.entries(data).filter(([key]) => !key.includes('.health.'));
  for (const [, text] of ignored) {
    expect(parse(text as string)).toEqual({ jsonPointers: expect.arrayContaining([expect.stringMatching(/^\//)]) });
  }
  expect(
    ARGOCD.spec.resourceHealthChecks.map(({ group, kind }: { group: string; kind: string }) => `${group}_${kind}`),
  ).toEqual(kinds);
});

test.each([
  ['kustomize/network-policy.yaml', 'argocd'],
  ['openshift/network-policy.yaml', 'openshift-gitops'],
])('%s lets repo-server out to names, redis and git, and not to the metadata of a cloud', (path, prefix) => {
  const { spec } = FILES[path];
  expect(spec.podSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': `${prefix}-repo-server` });
  expect(spec.policyTypes).toEqual(['Egress']);
  const ports = spec.egress.map((rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port));
  expect(ports).toEqual([[53, 53, 5353, 5353], [6379], [443, 22, 80, 2222, 3000, 7999, 8443]]);
  // NodeLocal DNSCache has an address of the link, as the metadata of a cloud: names are asked everywhere.
  expect(spec.egress[0].to).toBeUndefined();
  expect(spec.egress[2].to[0].ipBlock).toEqual({ cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] });
});

// The CRD of the operator is not in every set of CRDs; without it there is nothing to compare with.
testWhere('argocdCrd')('the operator of Argo CD takes the resource', () => {
  expect(structuralErrors(ARGOCD, '1.9')).toEqual([]);
});

test('the component names files that there are', () => {
  const { kind, resources, patches } = FILES['kustomize/kustomization.yaml'];
  expect(kind).toBe('Component');
  const named = [...resources, ...patches.map(({ path }: { path: string }) => path), 'kustomization.yaml'];
  const there = Object.keys(FILES).filter((path) => path.startsWith('kustomize/'));
  expect(named.map((path) => `kustomize/${path}`).sort()).toEqual(there.sort());
});

test('the image has the version, and a user without rights', () => {
  const text = textsOf().Dockerfile!;
  expect(JSON.parse(textsOf()['package.json']!).dependencies.polyvirt).toBe('0.1.0');
  expect(text.indexOf('npm ci')).toBeGreaterThan(0);
  expect(text.indexOf('npm ci')).toBeLessThan(text.indexOf('USER 999'));
});

const run = (folder: string, ...args: string[]) => polyvirt(folder, ['argocd', 'install', ...args]);

test('the command writes everything, nothing twice, and nothing over what somebody wrote', async () => {
  const folder = appFolder();
  expect(await run(folder)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('argocd: 21 written, 0 unchanged'),
  });
  expect(await run(folder)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('argocd: 0 written, 21 unchanged'),
  });
  writeFiles(folder, { 'argocd/Dockerfile': 'FROM scratch\n' });
  const refused = await run(folder, '--timeout', '90');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('PV018') });
  expect(textsBelow(join(folder, 'argocd')).Dockerfile).toBe('FROM scratch\n');
  expect((await run(folder, '--only', 'helm', '--stdout')).stdout).toBe(
    textsOf({ image: 'polyvirt:0.1.0', programs: false })['helm/values.yaml'],
  );
});

test.each([
  [['--timeout', '5'], '--timeout 5 is not a whole number of seconds from 10'],
  [['--timeout', 'soon'], '--timeout soon is not'],
  [['--image', 'a b'], '--image "a b" is not the name of an image'],
  [['--base', '-x'], '--base "-x" is not the name of an image'],
  [['--only', 'argo'], "argument 'argo' is invalid"],
])('%j is rejected', async (args, message) => {
  expect(await run(appFolder(), ...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
});
