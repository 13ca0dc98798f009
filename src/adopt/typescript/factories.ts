import { asText } from '../../kube/object';
import { isSame } from '../../model/rows/row';
import { constantOf, type Expression } from './expression';

type MapExpression = Extract<Expression, { kind: 'map' }>;
type Call = Extract<Expression, { kind: 'call' }>;

/** Names that a program imports. */
export type Imports = Set<string>;

/** The props of a construct as people write them: factories and sizes where there are some. */
export function idiomatic(props: Expression, imports: Imports): Expression {
  if (props.kind !== 'map') {
    return props;
  }
  return {
    kind: 'map',
    entries: props.entries.map(([key, part]) => [key, idiomaticPart(key, part, imports)]),
  };
}

function idiomaticPart(key: string, part: Expression, imports: Imports): Expression {
  if (part.kind === 'commented') {
    return { ...part, of: idiomaticPart(key, part.of, imports) };
  }
  const each = (better: (item: Expression) => Expression | undefined): Expression =>
    part.kind === 'list'
      ? {
          kind: 'list',
          items: part.items.map((item) =>
            item.kind === 'commented' ? { ...item, of: better(item.of) ?? item.of } : (better(item) ?? item),
          ),
        }
      : part;
  switch (key) {
    case 'memory':
    case 'size':
      return sizeOf(part, imports) ?? part;
    case 'disks':
      return each((item) => disk(item, imports));
    case 'networks':
      return each((item) => network(item, imports));
    case 'cloudInit':
      return cloudInit(part, imports) ?? part;
    case 'source':
      return source(part, imports) ?? part;
    default:
      return part;
  }
}

const SIZES: Readonly<Record<string, string>> = {
  Ki: 'kibibytes',
  Mi: 'mebibytes',
  Gi: 'gibibytes',
  Ti: 'tebibytes',
  Pi: 'pebibytes',
};

function sizeOf(part: Expression, imports: Imports): Expression | undefined {
  const [, amount, unit = ''] = part.kind === 'value' ? (/^([1-9]\d*)([KMGTP]i)$/.exec(asText(part.value)) ?? []) : [];
  return amount === undefined
    ? undefined
    : call(`Size.${SIZES[unit]}`, [{ kind: 'value', value: Number(amount) }], imports);
}

/** A call, with what has to be imported for it. Options that are empty are left out. */
function call(callee: string, args: readonly (Expression | undefined)[], imports: Imports): Call {
  imports.add(callee.split('.')[0]!);
  const given = args.filter(
    (arg) => arg !== undefined && !(arg.kind === 'map' && arg.entries.length === 0),
  ) as Expression[];
  return { kind: 'call', callee, args: given };
}

function entriesOf(expression: Expression): ReadonlyMap<string, Expression> {
  return new Map(expression.kind === 'map' ? expression.entries : []);
}

/** A map without some of its keys. */
function without(map: Expression, ...keys: readonly string[]): MapExpression {
  return { kind: 'map', entries: map.kind === 'map' ? map.entries.filter(([key]) => !keys.includes(key)) : [] };
}

function disk(item: Expression, imports: Imports): Expression | undefined {
  const keys = entriesOf(item);
  const name = keys.get('name');
  const [kind = ''] = [...keys.keys()].filter((key) =>
    ['containerDisk', 'dataVolume', 'persistentVolumeClaim', 'emptyDisk', 'dataVolumeTemplate'].includes(key),
  );
  const volume = keys.get(kind);
  if (name === undefined || volume === undefined || keys.has('device')) {
    return undefined;
  }
  const options = without(item, 'name', kind);
  const parts = entriesOf(volume);
  const only = (key: string) => (parts.size === 1 ? parts.get(key) : undefined);
  const made = (callee: string, of: Expression | undefined): Expression | undefined =>
    of === undefined ? undefined : call(callee, [name, of, options], imports);
  switch (kind) {
    case 'containerDisk': {
      const image = parts.get('image');
      const all: MapExpression = { kind: 'map', entries: [...options.entries, ...without(volume, 'image').entries] };
      return image === undefined ? undefined : call('Disk.container', [name, image, all], imports);
    }
    case 'dataVolume':
      return made('Disk.dataVolume', volume.kind === 'map' ? only('name') : volume);
    case 'persistentVolumeClaim':
      return made('Disk.claim', only('claimName'));
    case 'emptyDisk': {
      const capacity = only('capacity');
      return made('Disk.empty', capacity === undefined ? undefined : (sizeOf(capacity, imports) ?? capacity));
    }
    default: {
      const from = parts.get('source');
      const better = from === undefined ? undefined : source(from, imports);
      if (better === undefined) {
        return undefined;
      }
      const storage = idiomatic(without(volume, 'source'), imports);
      const args = options.entries.length === 0 ? [storage] : [storage, options];
      imports.add('Disk');
      return { kind: 'call', callee: 'Disk.own', args: [name, better, ...args] };
    }
  }
}

function source(from: Expression, imports: Imports): Expression | undefined {
  const keys = entriesOf(from);
  const [kind = ''] = keys.keys();
  const part = keys.get(kind);
  if (keys.size !== 1 || part === undefined) {
    return undefined;
  }
  const parts = entriesOf(part);
  const url = parts.get('url');
  switch (kind) {
    case 'registry':
    case 'http':
      return url === undefined ? undefined : call(`DataVolumeSource.${kind}`, [url, without(part, 'url')], imports);
    case 'sourceRef': {
      const [name, namespace] = [parts.get('name'), parts.get('namespace')];
      const isPlain = name !== undefined && parts.size === (namespace === undefined ? 1 : 2);
      return isPlain ? call('DataVolumeSource.dataSource', [name, namespace], imports) : undefined;
    }
    case 'blank':
    case 'upload':
      return parts.size === 0 ? call(`DataVolumeSource.${kind}`, [], imports) : undefined;
    default:
      return undefined;
  }
}

function network(item: Expression, imports: Imports): Expression | undefined {
  const keys = entriesOf(item);
  const name = keys.get('name');
  const binding = constantOf(keys.get('binding') ?? { kind: 'value', value: undefined })?.value;
  if (name === undefined) {
    return undefined;
  }
  if (keys.has('pod') && isSame(constantOf(keys.get('pod')!)?.value, {}) && !keys.has('binding')) {
    const options = without(item, 'name', 'pod');
    const isUsual = isSame(constantOf(name)?.value, 'default') && options.entries.length === 0;
    return call('Network.pod', isUsual ? [] : [name, options], imports);
  }
  const multus = entriesOf(keys.get('multus') ?? { kind: 'value', value: undefined });
  const networkName = multus.size === 1 ? multus.get('networkName') : undefined;
  if (networkName !== undefined && (!keys.has('binding') || binding === 'sriov')) {
    const options = without(item, 'name', 'multus', 'binding');
    return call(binding === 'sriov' ? 'Network.sriov' : 'Network.multus', [name, networkName, options], imports);
  }
  return undefined;
}

function cloudInit(part: Expression, imports: Imports): Expression | undefined {
  const type = constantOf(entriesOf(part).get('type') ?? { kind: 'value', value: '' })?.value;
  if (type !== 'noCloud' && type !== 'configDrive') {
    return undefined;
  }
  imports.add('CloudInit');
  return { kind: 'call', callee: `CloudInit.${type}`, args: [without(part, 'type')] };
}
