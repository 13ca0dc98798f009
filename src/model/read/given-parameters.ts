import { type GivenParameter, typedValue, unknownParameter, wrongParameter } from '../../argocd/given';
import type { Finding } from '../../findings/finding';
import { offeredParameters } from './parameters';

/** What was given for a document, as values of the types that it asks for, and what is wrong with the rest. */
export interface TypedParameters {
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
