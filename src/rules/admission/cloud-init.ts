import { bytesOf, fitsCloudInit, LONGEST_CLOUD_INIT } from '../../cluster/instance-of';
import { type Part, textOf } from '../../cluster/part';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The data of cloud-init, each of which has three ways to be given. */
const DATA = [
  { text: 'userData', encoded: 'userDataBase64', reference: 'secretRef' },
  { text: 'networkData', encoded: 'networkDataBase64', reference: 'networkDataSecretRef' },
] as const;

/** What virt-api rejects in the cloud-init data of a volume. */
export const cloudInit: Rule = () => ({
  member: {
    volume: ({ item }) =>
      item.cloudInitNoCloud === undefined && item.cloudInitConfigDrive === undefined
        ? NOTHING_WRONG
        : checkCloudInit(item),
  },
});

function* checkCloudInit(item: Part['item']): Found {
  const key = isMap(item.cloudInitNoCloud) ? 'cloudInitNoCloud' : 'cloudInitConfigDrive';
  const source = item[key];
  if (!isMap(source)) {
    return;
  }
  let given = 0;
  for (const data of DATA) {
    const keys = keysOf(source, data);
    given += keys.length;
    if (
      keys.length > 1 ||
      (keys.length === 1 && !(keys[0] === data.text && fitsCloudInit(textOf(source[data.text]))))
    ) {
      yield* checkData(source, data, keys, key);
    }
  }
  if (given === 0) {
    yield {
      code: 'PV004',
      path: key,
      what: 'there is neither user data nor network data',
      fix: 'write userData, or name a Secret in secretRef',
      source: SOURCE,
    };
  }
}

type CloudInitSource = Readonly<Record<string, unknown>>;

function keysOf(source: CloudInitSource, { text, encoded, reference }: (typeof DATA)[number]): readonly string[] {
  const secret = source[reference];
  return [
    ...(isMap(secret) && textOf(secret.name) !== '' ? [reference] : []),
    ...[encoded, text].filter((key) => textOf(source[key]) !== ''),
  ];
}

function* checkData(
  source: CloudInitSource,
  { text, encoded, reference }: (typeof DATA)[number],
  keys: readonly string[],
  path: string,
): Found {
  if (keys.length > 1) {
    const what = `${text} is given by ${keys.join(' and ')}`;
    yield { code: 'PV802', path, what, fix: 'keep one of them', source: SOURCE };
  }
  // Go's decoder skips line breaks.
  const code = textOf(source[encoded]).replace(/[\r\n]/g, '');
  if (!BASE64.test(code)) {
    const what = `${encoded} is not base64`;
    yield { code: 'PV003', path: `${path}.${encoded}`, what, fix: `encode it again, or write ${text}`, source: SOURCE };
    return;
  }
  const plain = textOf(source[text]);
  const length = plain === '' ? (code.length / 4) * 3 - (/=*$/.exec(code)?.[0].length ?? 0) : bytesOf(plain);
  if (length > LONGEST_CLOUD_INIT) {
    yield {
      code: 'PV003',
      path: `${path}.${plain === '' ? encoded : text}`,
      what: `${text} has ${length} bytes, and virt-api takes ${LONGEST_CLOUD_INIT}`,
      fix: `put it into a Secret, and name that in ${reference}`,
      source: SOURCE,
    };
  }
}
