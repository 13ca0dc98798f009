import { isMap } from '../kube/object';
import { type Part, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** Longest data in bytes, as every object is handed to many nodes; a Secret holds more. */
const LONGEST = 2048;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The data of cloud-init, each of which has three ways to be given. */
const DATA = [
  { text: 'userData', encoded: 'userDataBase64', reference: 'secretRef' },
  { text: 'networkData', encoded: 'networkDataBase64', reference: 'networkDataSecretRef' },
] as const;

/** What virt-api refuses in the cloud-init data of a volume. */
export function* checkCloudInit(volume: Part): Iterable<Refused> {
  const { item } = volume;
  const key = isMap(item.cloudInitNoCloud) ? 'cloudInitNoCloud' : 'cloudInitConfigDrive';
  const source = item[key];
  if (!isMap(source)) {
    return;
  }
  let given = 0;
  for (const data of DATA) {
    const keys = keysOf(source, data);
    given += keys.length;
    if (keys.length > 1 || (keys.length === 1 && !(keys[0] === data.text && fits(textOf(source[data.text]))))) {
      yield* checkData(source, data, keys, `${volume.path}.${key}`);
    }
  }
  if (given === 0) {
    yield {
      code: 'PV004',
      path: `${volume.path}.${key}`,
      what: 'there is neither user data nor network data',
      fix: 'write userData, or name a Secret in secretRef',
      source: SOURCE,
    };
  }
}

type Source = Readonly<Record<string, unknown>>;

function keysOf(source: Source, { text, encoded, reference }: (typeof DATA)[number]): readonly string[] {
  const secret = source[reference];
  return [
    ...(isMap(secret) && textOf(secret.name) !== '' ? [reference] : []),
    ...[encoded, text].filter((key) => textOf(source[key]) !== ''),
  ];
}

function* checkData(
  source: Source,
  { text, encoded, reference }: (typeof DATA)[number],
  keys: readonly string[],
  path: string,
): Iterable<Refused> {
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
  if (length > LONGEST) {
    yield {
      code: 'PV003',
      path: `${path}.${plain === '' ? encoded : text}`,
      what: `${text} has ${length} bytes, and virt-api takes ${LONGEST}`,
      fix: `put it into a Secret, and name that in ${reference}`,
      source: SOURCE,
    };
  }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether virt-api takes it as data of cloud-init. No character has more than three bytes for each of its units. */
export function fits(text: string): boolean {
  return text.length * 3 <= LONGEST || (text.length <= LONGEST && bytesOf(text) <= LONGEST);
}
