import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isMap } from '../kube/object';
import { shownValue } from '../secrets/shown-value';
import { resolveTarget } from '../target/resolve';
import type { Target, TargetDeclaration } from '../target/target';

/** `properties` of the validation in `cdk8s.yaml`. */
export interface PolyvirtValidationProps {
  /**
   * The releases that the clusters run.
   *
   * @default - the newest KubeVirt that polyvirt knows
   */
  readonly target?: TargetDeclaration;

  /**
   * Whether a warning fails too.
   *
   * @default false
   */
  readonly strict?: boolean;
}

/** Properties with their defaults, and what is wrong with them. */
export interface ReadProperties {
  readonly target: Target;
  readonly strict: boolean;
  readonly findings: readonly Finding[];
}

const KEYS = ['target', 'strict'] as const satisfies readonly (keyof PolyvirtValidationProps)[];

/** Reads properties as the CLI of cdk8s hands them over: as YAML gave them, judged by nobody. */
export function readProperties(properties: unknown): ReadProperties {
  if (!isMap(properties)) {
    const { target } = resolveTarget();
    return { target, strict: false, findings: [wrongShape('properties', properties, `a map of ${KEYS.join(', ')}`)] };
  }
  // A key without a value is null in YAML; a target that was begun and not written is not the default.
  const { target, findings } = resolveTarget(properties.target as TargetDeclaration | undefined);
  const { strict = false } = properties;
  return {
    target,
    strict: strict === true,
    findings: [
      ...Object.keys(properties).flatMap(checkKey),
      ...findings.map((finding) => ({ ...finding, path: `properties.${finding.path}` })),
      ...(typeof strict === 'boolean' ? [] : [wrongShape('properties.strict', strict, 'true or false')]),
    ],
  };
}

function checkKey(key: string): Finding[] {
  if ((KEYS as readonly string[]).includes(key)) {
    return [];
  }
  return [
    {
      code: 'PV031',
      severity: 'error',
      path: `properties.${key}`,
      what: `PolyvirtValidation has no property "${key}"`,
      why: 'What polyvirt does not read changes nothing in the verdict, so it is refused instead of ignored',
      fix: chooseFrom(key, KEYS),
    },
  ];
}

function wrongShape(path: string, written: unknown, wanted: string): Finding {
  return {
    code: 'PV032',
    severity: 'error',
    path,
    what: `${shownValue(written)} is not ${wanted}`,
    why: 'polyvirt does not know what is meant, so it judges nothing',
    fix: `write ${wanted}`,
  };
}
