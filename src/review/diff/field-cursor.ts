import { groupOf } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { holdsIn } from '../../kube/release';
import { comparedRelease, type NodeView, type ReleaseView, viewOf } from '../../schema/release-view';
import { componentOf, tableOf } from '../../schema/tables';
import type { Target } from '../../target/target';
import {
  DEFAULT_ROWS,
  EMPTY_TEXTS,
  FREE_MAPS,
  LIST_ROWS,
  type ListRow,
  QUANTITY_KEYS,
  QUANTITY_PARENTS,
  RAW_FIELDS,
} from './field-rows';

/** Knowledge of a place in an object, beyond its value. */
export interface FieldCursor {
  /** Whether `1Gi` and `1024Mi` are the same here. */
  readonly isQuantity: boolean;
  /** Whether an empty list or map is none. */
  readonly emptyIsAbsent: boolean;
  readonly emptyTextIsAbsent: boolean;
  /** What is there where nothing is said. */
  readonly fallback: unknown;
  /** What tells the items of a list apart, by the tables or by a row. */
  readonly keys: readonly string[] | undefined;
  readonly keyDefaults: Readonly<Record<string, unknown>> | undefined;
  readonly unordered: boolean;
  readonly child: (key: string) => FieldCursor;
  readonly item: () => FieldCursor;
}

/** What is true of one kind at one target. */
interface KindRules {
  readonly view: ReleaseView | undefined;
  readonly defaults: ReadonlyMap<string, unknown>;
  readonly raw: string | undefined;
  /** Below which path an empty text is none. */
  readonly emptyTexts: string | undefined;
}

/** `VirtualMachine.kubevirt.io`, and `Service` for Kubernetes' own first group: how rows name a kind. */
export function kindName({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string {
  const group = groupOf(apiVersion);
  return group === '' ? kind : `${kind}.${group}`;
}

/** The root of an object, as a target reads it. */
export function cursorOf(object: KubeObject, target: Target): FieldCursor {
  const { apiVersion, kind } = object;
  const component = componentOf(apiVersion);
  const table = component === undefined ? undefined : tableOf(component);
  const known = table?.kinds[`${apiVersion}/${kind}`];
  const name = kindName(object);
  const release = component === undefined ? undefined : target[component];
  const rules: KindRules = {
    view:
      table === undefined || known === undefined
        ? undefined
        : viewOf(table, comparedRelease(known.releases ?? [], release)),
    defaults: new Map(
      DEFAULT_ROWS.filter(
        (row) => row.kinds.includes(name) && holdsIn(row, target[component ?? 'kubevirt'] ?? target.kubevirt),
      ).map(({ path, value }) => [path, value]),
    ),
    raw: RAW_FIELDS.find((row) => row.kind === name)?.path,
    emptyTexts: Object.hasOwn(EMPTY_TEXTS, name) ? EMPTY_TEXTS[name] : undefined,
  };
  return new FieldPlace(rules, known?.node, '', '', '');
}

/** A quantity's pattern, as every CRD has it. */
const QUANTITY_PATTERN = '^(\\+|-)?';

class FieldPlace implements FieldCursor {
  private readonly _node: NodeView | undefined;
  private readonly _row: ListRow | undefined;

  constructor(
    private readonly _rules: KindRules,
    place: number | undefined,
    private readonly _path: string,
    private readonly _key: string,
    private readonly _parent: string,
  ) {
    this._node = place === undefined ? undefined : _rules.view?.at(place);
    this._row = rowFor(_path);
  }

  public get isQuantity(): boolean {
    const { _node, _rules } = this;
    if (_rules.raw !== undefined && this._path.startsWith(_rules.raw)) {
      return false;
    }
    return _node === undefined
      ? QUANTITY_PARENTS.has(this._parent) || QUANTITY_KEYS.has(this._key)
      : _node.intOrString && _node.constraints.pattern?.startsWith(QUANTITY_PATTERN) === true;
  }

  public get emptyIsAbsent(): boolean {
    return this._node?.type === undefined
      ? FREE_MAPS.has(this._key)
      : this._node.type === 'array' || this._node.values !== undefined;
  }

  public get emptyTextIsAbsent(): boolean {
    const { emptyTexts } = this._rules;
    return emptyTexts !== undefined && this._key !== '' && this._path.startsWith(emptyTexts);
  }

  public get fallback(): unknown {
    return this._node?.constraints.default ?? this._rules.defaults.get(this._path);
  }

  public get keys(): readonly string[] | undefined {
    return this._node?.constraints.mapKeys ?? this._row?.keys;
  }

  public get keyDefaults(): Readonly<Record<string, unknown>> | undefined {
    return this._row?.keyDefaults;
  }

  public get unordered(): boolean {
    const listType = this._node?.constraints.listType;
    return listType === 'map' || listType === 'set' || this._row?.unordered === true;
  }

  public child(key: string): FieldCursor {
    const place = this._node?.fields.get(key) ?? this._node?.values;
    return new FieldPlace(this._rules, place, this._path === '' ? key : `${this._path}.${key}`, key, this._key);
  }

  public item(): FieldCursor {
    return new FieldPlace(this._rules, this._node?.items, `${this._path}[]`, '', this._key);
  }
}

const rowsByKey = new Map<string, ListRow[]>();
for (const row of LIST_ROWS) {
  const key = row.path.slice(Math.max(row.path.lastIndexOf('.'), 0) + 1).replace('…', '');
  rowsByKey.set(key, [...(rowsByKey.get(key) ?? []), row]);
}

function rowFor(path: string): ListRow | undefined {
  return rowsByKey
    .get(path.slice(path.lastIndexOf('.') + 1))
    ?.find((row) => `.${path}`.endsWith(`.${row.path.slice(1)}`));
}
