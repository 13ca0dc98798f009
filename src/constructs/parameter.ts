import { type GivenParameter, type ParameterType, typedValue, wrongParameter } from '../argocd/given';
import type { Finding } from '../findings/finding';
import type { TargetDeclaration } from '../target/target';

/** What a person reads who sets a parameter in Argo CD. */
export interface ParameterOptions {
  /**
   * What a person reads.
   *
   * @default - the name
   */
  readonly title?: string;

  /**
   * What a person reads who looks longer.
   *
   * @default - nothing
   */
  readonly tooltip?: string;
}

/** A parameter that a program asked for. */
export interface AskedParameter extends ParameterOptions {
  readonly name: string;
  readonly type: ParameterType;
  readonly default: unknown;
}

/** Parameters given to a program, and those it asked for; under a registered symbol, so that two copies of polyvirt agree. */
interface Exchange {
  readonly given: readonly GivenParameter[];
  readonly asked: AskedParameter[];
  readonly findings: Finding[];
}

const EXCHANGE = Symbol.for('polyvirt.parameters');

/**
 * Values that may be set from outside: in an Application of Argo CD, or with `--set` and `--values` of a command.
 *
 * A program asks for each by its name and gets what was set, or the default. Everything that it asks for is announced by
 * `polyvirt argocd parameters`. Under `cdk8s synth` it is always the default.
 */
export class Parameter {
  /** Text. */
  public static text(name: string, standard: string, options: ParameterOptions = {}): string {
    return ask(name, 'string', standard, options);
  }

  /** A number. */
  public static number(name: string, standard: number, options: ParameterOptions = {}): number {
    return ask(name, 'number', standard, options);
  }

  /** Yes or no. */
  public static boolean(name: string, standard: boolean, options: ParameterOptions = {}): boolean {
    return ask(name, 'boolean', standard, options);
  }

  /** Several texts. */
  public static list(name: string, standard: readonly string[], options: ParameterOptions = {}): readonly string[] {
    return ask(name, 'array', standard, options);
  }

  /** Texts by text. */
  public static map(
    name: string,
    standard: Readonly<Record<string, string>>,
    options: ParameterOptions = {},
  ): Readonly<Record<string, string>> {
    return ask(name, 'map', standard, options);
  }

  private constructor() {}
}

/** Says what is given, and gives what will be asked for. Called by the one who runs the program. */
export function beginExchange(given: readonly GivenParameter[]): Exchange {
  const exchange: Exchange = { given, asked: [], findings: [] };
  (globalThis as { [EXCHANGE]?: Exchange })[EXCHANGE] = exchange;
  return exchange;
}

/** The target with what is given for it. */
export function givenTarget(declared: TargetDeclaration | undefined): TargetDeclaration | undefined {
  const given = givenValue('target', 'map') as TargetDeclaration | undefined;
  return given === undefined ? declared : { ...declared, ...given };
}

/** The namespace, or the one that is given instead. */
export function givenNamespace(declared: string | undefined): string | undefined {
  return (givenValue('namespace', 'string') as string | undefined) ?? declared;
}

function ask<T>(name: string, type: ParameterType, standard: T, options: ParameterOptions): T {
  const exchange = currentExchange();
  if (exchange !== undefined && !exchange.asked.some((each) => each.name === name)) {
    exchange.asked.push({ name, type, default: standard, ...options });
  }
  return (givenValue(name, type) as T | undefined) ?? standard;
}

function givenValue(name: string, type: ParameterType): unknown {
  const exchange = currentExchange();
  const given = exchange?.given.find((each) => each.name === name);
  if (exchange === undefined || given === undefined) {
    return undefined;
  }
  const typed = typedValue(given, type);
  if ('value' in typed) {
    return typed.value;
  }
  if (!exchange.findings.some(({ path }) => path === `parameter ${name}`)) {
    exchange.findings.push(wrongParameter(name, typed.problem, `give a value of the type ${type}`));
  }
  return undefined;
}

function currentExchange(): Exchange | undefined {
  return (globalThis as { [EXCHANGE]?: Exchange })[EXCHANGE];
}
