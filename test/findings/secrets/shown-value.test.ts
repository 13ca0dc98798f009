import { environmentSecrets, KnownSecrets } from '../../../src/findings/secrets/known-secrets';
import { isReferringKey, isSecretKey, isSecretName } from '../../../src/findings/secrets/secret-keys';
import {
  introducedSecrets,
  isSecretText,
  thrownText,
  withoutForms,
  withoutSecrets,
} from '../../../src/findings/secrets/secret-text';
import { isOpenValue, isSecretAt, shower, shownValue } from '../../../src/findings/secrets/shown-value';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----';

test.each([
  'kubeconfig',
  'kubeConfig',
  'password',
  'db-password',
  'PASSWORD',
  'rhelSubscriptionManagerPassword',
  'pasword',
  'token',
  'bootstrapToken',
  'userData',
  'user-data',
  'userDataBase64',
  'userDataBase46',
  'usrData',
  'networkData',
  'sysprep',
  'auth',
  'extraHeaders',
  'sshPublicKeys',
  'ssh_authorized_keys',
  'stringData',
  'client-key-data',
  'secretAccessKey',
  'accessKeyId',
  'privateKey',
  'tls.key',
  'kubectl.kubernetes.io/last-applied-configuration',
  'example.com/token',
  'clientSecret',
])('what is at the key %s is a secret', (key) => {
  expect(isSecretKey(key)).toBe(true);
});

test.each([
  'name',
  'namespace',
  'secretName',
  'secretRef',
  'tokenRef',
  'userDataSecret',
  'userDataSecretRef',
  'networkDataSecretRef',
  'extraHeadersSecretRef',
  'imagePullSecret',
  'image',
  'url',
  'storageClassName',
  'memory',
  'macAddress',
  'uuid',
  'serial',
  'author',
  'authors',
  'tokenExpirationSeconds',
  'serviceAccountToken',
  'automountServiceAccountToken',
  'OLDPWD',
  'key',
  'keys',
  'values',
  'version',
  'architecture',
  'nodeSelector',
  'matchLabels',
  'spec',
  'template',
  'volumes',
  'dataVolume',
  'persistentVolumeClaim',
  'containerDisk',
  'instancetype',
  'preference',
  'hostname',
  'subdomain',
  'networks',
  'passthrough',
  'compass',
  'data',
])('what is at the key %s is none', (key) => {
  expect(isSecretKey(key)).toBe(false);
});

test('a key that leads to a Secret holds one only where a text stands in its place', () => {
  expect([isReferringKey('secret'), isReferringKey('secretName')]).toEqual([true, false]);
  expect(isSecretAt('hunter2', ['volumes', 'secret'])).toBe(true);
  expect(isSecretAt('login', ['volumes', 'secret', 'secretName'])).toBe(false);
  expect(isSecretAt('login', ['kubeconfig', 'secretKeyRef', 'name'])).toBe(false);
  expect(isSecretAt(true, ['password'])).toBe(false);
});

test.each(['DB_PASSWORD', 'X-Auth-Token', 'GITHUB_TOKEN', 'API_KEY', 'api-key', 'Authorization', 'KUBECONFIG'])(
  'a variable %s holds a secret',
  (name) => {
    expect(isSecretName(name)).toBe(true);
  },
);

test.each(['PATH', 'HOME', 'SECRET_NAME', 'AUTHOR', 'PORT', 'REPLICAS', 'HTTPS_PROXY', 'replicas'])(
  'a variable %s holds none',
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);

test.each([
  KEY,
  '#cloud-config\npassword: x',
  '<unattend xmlns="urn:schemas-microsoft-com:unattend"/>',
  'apiVersion: v1\nkind: Config\nusers: []',
  '{"kind":"Config","users":[]}',
  '{"auths":{"quay.io":{}}}',
  Buffer.from('apiVersion: v1\nkind: Config\nusers: []').toString('base64'),
])('%j is a secret as a whole', (text) => {
  expect(isSecretText(text)).toBe(true);
  expect(shownValue(text)).toMatch(/^\(a secret, \d+ bytes, not shown\)$/);
});

test.each([
  'web-1',
  'quay.io/containerdisks/fedora:42',
  'docker://registry.example.com:5000/disks/fedora:42',
  'https://images.example.com/ubuntu.img',
  '02:00:00:00:00:01',
  '6a1a24a1-4061-4607-8bf4-a3963d0c5895',
  'a-label-value-that-is-as-long-as-label-values-may-be-0123456789',
  'v1.9.0-rc.1',
  '1.34.1',
  'ceph-rbd.openshift-storage.example.com',
  '1500m',
  '64Gi',
  'pc-q35-rhel9.4.0',
  'Cascadelake-Server-noTSX',
  'LiveMigrateIfPossible',
  'kubevirt.io/schedulable=true',
  'node-role.kubernetes.io/control-plane',
  'user@example.com',
  'sha256:0a0a',
  '0 */12 * * *',
  'secret',
  'token',
  'tokens are rotated',
  'system:serviceaccount:shop:default',
])('%j is quoted as it is', (text) => {
  expect(shownValue(text)).toBe(JSON.stringify(text));
  expect([withoutSecrets(text), withoutForms(text), introducedSecrets(text)]).toEqual([text, text, []]);
});

test.each([
  `quay.io/containerdisks/fedora@sha256:${'0a'.repeat(32)}`,
  `quay.io/containerdisks/fedora:42@sha256:${'0A'.repeat(32)}`,
])('%s is an image, of which a message shows the beginning', (image) => {
  expect([withoutSecrets(image), withoutForms(image), introducedSecrets(image)]).toEqual([image, image, []]);
  expect(new KnownSecrets().learn({ image }).without(image)).toBe(image);
  expect(shownValue(image)).toBe(`"${image.slice(0, 80)}…"`);
});

test.each<[unknown, readonly string[], string]>([
  [5, ['replicas'], '5'],
  [5, ['password'], '(a secret, 1 byte, not shown)'],
  [true, ['password'], 'true'],
  [null, ['password'], 'null'],
  [['a'], ['userData'], 'a list'],
  [{ a: 1 }, ['userData'], 'a map'],
  ['x'.repeat(1204), ['auth', 'kubeconfig'], '(a secret, 1,204 bytes, not shown)'],
  ['x'.repeat(100), ['note'], `"${'x'.repeat(80)}…"`],
  ['a\nb\nc', ['note'], '(a text of 3 lines, not shown)'],
])('%j at %j is shown as %s', (value, keys, shown) => {
  expect(shownValue(value, keys)).toBe(shown);
});

test.each<[string, string]>([
  ['https://u:hunter2@git.example.com/a.git', 'https://(hidden)@git.example.com/a.git'],
  ['http:/u:hunter2@example.com', 'http:/(hidden)@example.com'],
  ['see u:hunter2@quay.io/a:1', 'see (hidden)@quay.io/a:1'],
  ['https://x/a?X-Amz-Signature=abcdef&b=1', 'https://x/a?X-Amz-Signature=(hidden)&b=1'],
  [`it is ${JWT}`, 'it is (hidden)'],
  ['Authorization: Bearer abcdefgh', 'Authorization: Bearer (hidden)'],
  [`ghp_${'a'.repeat(36)} of bot`, '(hidden) of bot'],
])('a form is taken out of any sentence: %j', (text, shown) => {
  expect(withoutForms(text)).toBe(shown);
});

test.each<[string, string]>([
  ['--token=hunter2 --verbose', '--token=(hidden) --verbose'],
  ['--token hunter2', '--token (hidden)'],
  ['db.password=hunter2', 'db.password=(hidden)'],
  ['{"token": "hunter2", "a": 1}', '{"token": (hidden), "a": 1}'],
  ['secretName=login', 'secretName=login'],
  ['token-file=/run/token', 'token-file=/run/token'],
])('a word that a secret follows tells it: %j', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown);
});

test('what was learned from an object is in no sentence, nor its beginning', () => {
  const known = new KnownSecrets().learn({
    kind: 'VirtualMachine',
    metadata: { name: 'web' },
    spec: {
      userData: 'correct horse battery',
      bus: '--password=tr0ub4dor',
      url: 'https://u:swordfish@x/',
      auth: { kubeconfig: { sesameopensesame: null } },
    },
  });
  expect(known.without('correct horse battery, tr0ub4dor and swordfish of web')).toBe(
    '(hidden), (hidden) and (hidden) of web',
  );
  expect(known.without('"correct horse…"')).toBe('"(hidden)…"');
  expect(known.without('correct')).toBe('correct');
  expect(known.withoutLong('auth.kubeconfig.sesameopensesame')).toBe('auth.kubeconfig.(hidden)');
});

test('what is learned from Base64 is what it means too', () => {
  const known = new KnownSecrets().learn({
    kind: 'Secret',
    data: { a: Buffer.from('correct horse').toString('base64') },
  });
  expect(known.without('it is correct horse')).toBe('it is (hidden)');
});

test('short secrets hide no parts of words', () => {
  const known = new KnownSecrets().learn({ password: 'node' });
  expect(known.without('nodeSelector of a node')).toBe('nodeSelector of a (hidden)');
});

test('of the environment secrets are learned, and places are not', () => {
  const known = environmentSecrets({
    DB_PASSWORD: 'swordfish',
    HTTPS_PROXY: 'http://u:opensesame@proxy',
    HOME: '/home/a',
    SSH_AUTH_SOCK: '/run/agent',
    KUBECONFIG: '/home/a/.kube/config',
  });
  expect(known.without('swordfish opensesame /home/a /run/agent /home/a/.kube/config')).toBe(
    '(hidden) (hidden) /home/a /run/agent /home/a/.kube/config',
  );
});

test('a structure is shown with its keys and without its secrets', () => {
  const show = shower({ kind: 'Deployment' });
  expect(
    show(
      {
        env: [
          { name: 'DB_PASSWORD', value: 'x' },
          { name: 'PORT', value: '80' },
        ],
        args: ['--token', 'x', '-v'],
      },
      [],
    ),
  ).toEqual({
    env: [
      { name: 'DB_PASSWORD', value: '(hidden)' },
      { name: 'PORT', value: '80' },
    ],
    args: ['--token', '(hidden)', '-v'],
  });
  expect(shower({ kind: 'Secret' })({ kind: 'Secret', metadata: { name: 'a' }, data: { b: 'c' } }, [])).toEqual({
    kind: 'Secret',
    metadata: { name: 'a' },
    data: { b: '(hidden)' },
  });
  expect([isOpenValue('4Gi', ['memory']), isOpenValue('x', ['userData']), isOpenValue({ token: 'x' }, ['a'])]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each<[string, string]>([
  ['Error: no such file\n  at x', 'Error: no such file'],
  ['SyntaxError: Unexpected token h, "hunter2" is not valid JSON', 'SyntaxError: a text is not valid JSON'],
  ['Error: rejected token: hunter2', 'Error: rejected token: (hidden)'],
])('of what is thrown, %j, this is told: %s', (message, told) => {
  expect(thrownText(message)).toBe(told);
});
