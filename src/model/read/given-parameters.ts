import { type GivenParameter, typedValue, unknownParameter, wrongParameter } from '../../argocd/given';
import type { Finding } from '../../findings/finding';
import { offeredParameters } from './parameters';

/** What is given to the platforms of a fleet: each takes what it offers. */
export class FleetParameters {
  private readonly _offered = new Set<string>();
  private readonly _told = new Set<string>();

  constructor(private readonly _given: readonly GivenParameter[] = []) {}

  /** What is given for a document. */
  public typedFor(root: unknown): TypedParameters {
    if (this._given.length === 0) {
      return NOTHING_GIVEN;
    }
    const offered = new Set(offeredParameters(root).map(({ name }) => name));
    for (const name of offered) {
      this._offered.add(name);
    }
    const own = this._given.filter(({ name }) => offered.has(name));
    const { values, findings } = typedParameters(root, own, []);
    // One mistake is told once, however many platforms would take it.
    return { values, findings: findings.filter((finding) => this._isNew(`${finding.path} ${finding.what}`)) };
  }

  /** What no platform takes, once all of them were asked; nothing where none could be read. */
  public unknown(): Finding[] {
    const offered = [...this._offered];
    return offered.length === 0
      ? []
      : this._given.filter(({ name }) => !this._offered.has(name)).map(({ name }) => unknownParameter(name, offered));
  }

  private _isNew(key: string): boolean {
    const before = this._told.size;
    return this._told.add(key).size > before;
  }
}

const NOTHING_GIVEN: TypedParameters = { values: {}, findings: [] };

/** Given parameters of a document, as values of the declared types, and what is wrong with the rest. */
interface TypedParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}

/**
 * Checks what was given against what a document offers.
 *
 * @param elsewhere names that are taken elsewhere, for suggestions
 */
export function typedParameters(
  root: unknown,
  given: readonly GivenParameter[],
  elsewhere: readonly string[],
): TypedParameters {
  if (given.length === 0) {
    return { values: {}, findings: [] };
  }
  const offered = offeredParameters(root);
  const values: Record<string, unknown> = {};
  const findings: Finding[] = [];
  for (const parameter of given) {
    const { name } = parameter;
    const type = offered.find((each) => each.name === name)?.type;
    if (type === undefined) {
      findings.push(unknownParameter(name, [...elsewhere, ...offered.map((each) => each.name)]));
      continue;
    }
    const typed = typedValue(parameter, type);
    if ('problem' in typed) {
      findings.push(wrongParameter(name, typed.problem, `give a value of the type ${type}`));
    } else {
      values[name] = typed.value;
    }
  }
  return { values, findings };
}
