import { distance } from 'fastest-levenshtein';

/** Keys that hold secrets by upstream's meaning, and where that is said. In any spelling: `user-data` is `userData`. */
interface KeyRow {
  readonly keys: readonly string[];
  readonly source: string;
}

/** A key that is called exactly so. */
const EXACT: readonly KeyRow[] = [
  {
    keys: [
      'cloudInit',
      'cloudInitNoCloud',
      'cloudInitConfigDrive',
      'userData',
      'userDataBase64',
      'networkData',
      'networkDataBase64',
      'sysprep',
    ],
    source: 'kubevirt api core/v1 schema.go: CloudInitNoCloudSource, SysprepSource',
  },
  { keys: ['vendorData', 'userdata', 'cloudConfig'], source: 'cloud-init: data sources' },
  { keys: ['content', 'preKubeadmCommands', 'postKubeadmCommands'], source: 'cluster-api kubeadm bootstrap: files' },
  { keys: ['ignition'], source: 'coreos ignition: users and files' },
  { keys: ['auth', 'kubeconfig'], source: 'machine-controller kubevirt types.go; kubernetes clientcmd' },
  { keys: ['extraHeaders'], source: 'containerized-data-importer DataVolumeSourceHTTP' },
  {
    keys: ['sshPublicKeys', 'sshAuthorizedKeys'],
    source: 'machine-controller providerconfig: keys with names of users',
  },
  { keys: ['stringData', 'dockerconfigjson', 'dockercfg'], source: 'kubernetes core/v1 Secret' },
  { keys: ['last-applied-configuration'], source: 'kubectl apply: the whole object once more' },
  { keys: ['authorization', 'cookie', 'htpasswd', 'auths', 'bearer'], source: 'RFC 9110, RFC 6265' },
  { keys: ['tls.key', 'ca.key', 'id_rsa', 'id_ecdsa', 'id_ed25519'], source: 'kubernetes.io/tls, OpenSSH' },
];

/** Keys that hold a reference where they hold a map, and a secret where a user wrote it there instead. */
const REFERRING: ReadonlySet<string> = new Set(['secret', 'secrets', 'accesscredentials']);

/** How keys end that hold a secret: `spec.users[].password`, `hcloudToken`, `client-key-data`. */
const ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'token',
  'kubeconfig',
  'credential',
  'clientsecret',
  'applicationcredentialsecret',
  'accesskeysecret',
  'sharedsecret',
  'tokensecret',
  'privatekey',
  'secretkey',
  'secretaccesskey',
  'accesskey',
  'accesskeyid',
  'apikey',
  'sshkey',
  'hostkey',
  'clientkey',
  'clientkeydata',
  'keydata',
  'encryptionkey',
  'signingkey',
  'connectionstring',
  'sastoken',
];

/** They end like a secret, and are none: a projected volume, a switch, and the folder that a shell was in before. */
const NONE: ReadonlySet<string> = new Set(['serviceaccounttoken', 'automountserviceaccounttoken', 'oldpwd']);

const EXACT_KEYS: ReadonlySet<string> = new Set(EXACT.flatMap(({ keys }) => keys.map(plain)));

/** Long enough that a slip of the finger is not another word. */
const SPELT: readonly string[] = [...new Set([...EXACT_KEYS, ...ENDINGS])].filter(
  (word) => word.length >= 8 && word !== 'clientkey' && word !== 'ignition',
);

const MOST_REMEMBERED = 5_000;
const known = new Map<string, boolean>();

/** Whether what is at a key is a secret, in any spelling of the key and with a slip of the finger in it. */
export function isSecretKey(key: string): boolean {
  let answer = known.get(key);
  if (answer === undefined) {
    answer = decide(plain(key.slice(key.lastIndexOf('/') + 1)));
    if (known.size < MOST_REMEMBERED) {
      known.set(key, answer);
    }
  }
  return answer;
}

function decide(key: string): boolean {
  if (key === '' || NONE.has(key)) {
    return false;
  }
  const single = key.replace(/s$/, '');
  return (
    EXACT_KEYS.has(key) ||
    ENDINGS.some((ending) => key.endsWith(ending) || single.endsWith(ending)) ||
    /^(?:pass|toke?n|psw|passw)$/.test(key) ||
    (key.length <= 40 && SPELT.some((word) => isMisspelt(key, word)))
  );
}

/** Whether a text is a secret at a key that otherwise holds a map: `secret: hunter2`, not `secret: { secretName: … }`. */
export function isReferringKey(key: string): boolean {
  return REFERRING.has(plain(key));
}

/** `kubeconfg`, `pasword`, `usrData`: what was meant is a secret, and the reader of the message must not see it. */
function isMisspelt(key: string, word: string): boolean {
  const slips = word.length >= 10 ? 2 : 1;
  return Math.abs(key.length - word.length) <= slips && distance(key, word) <= slips;
}

/** Variables, parameters and headers are named like this when they hold a secret: `DB_PASSWORD`, `X-Auth-Token`. */
const SECRET_NAME =
  /PASSWORD|PASSWD|PASSPHRASE|TOKEN|SECRET(?!S?_?(?:NAME|REF))|CREDENTIAL|PRIVATE|API_?-?KEY|ACCESS_?-?KEY|AUTH(?!OR(?!I))|ASKPASS|NONCE|KUBE_?-?CONFIG|USER_?-?DATA/i;

/** Whether what goes by a name is a secret: of a variable, a parameter or a header. */
export function isSecretName(name: unknown): boolean {
  return typeof name === 'string' && (SECRET_NAME.test(name) || isSecretKey(name));
}

/** Where a secret is said to be, not what it is. */
const REFERENCES = /(?:ref|refs|valueFrom|configMap|secret|source|propagationMethod)$/i;
const REFERENCE_LEAVES: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'key',
  'optional',
  'secretName',
  'claimName',
  'kind',
  'apiVersion',
  'apiGroup',
]);

/** Whether keys lead to a part of a reference, as `secretKeyRef.name` and `secret.secretName`. */
export function isReferenceLeaf(keys: readonly string[]): boolean {
  const [parent = '', leaf = ''] = keys.slice(-2);
  return REFERENCE_LEAVES.has(leaf) && REFERENCES.test(parent);
}

/** Without what spellings differ in. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
