import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import { chooseFrom } from '../findings/suggestion';
import { asText } from '../kube/object';
import type { Release } from '../kube/release';
import { NEWEST_KUBEVIRT, resolveTarget } from '../target/target';
import { evidenceFor, NO_EVIDENCE } from './evidence';
import { gatesOf, isFeatureGate, STAGES, type Stage, stageOf } from './stages';
import { SUPPORT_BY_ARCH, SUPPORT_STATUSES, type SupportByArch, type SupportStatus } from './support';

/** How well a gate is supported on one architecture, and what that rests on. */
export interface Support {
  readonly status: SupportStatus;
  readonly evidence: string;
}

/** A status, alone or with what it rests on. */
export type SupportInput = SupportStatus | Support;

/** A gate as KubeVirt's own `RegisterFeatureGate` takes it. */
export interface GateRegistration {
  /** Its name, letter by letter. */
  readonly name: string;
  /** How far it is. */
  readonly stage: Stage;
  /**
   * How well it is supported, by architecture.
   *
   * @default - unspecified everywhere
   */
  readonly supportByArch?: Readonly<Partial<Record<Architecture, SupportInput>>>;
}

/** A platform's own row for a gate: other statuses, or a stage, which makes it a gate. */
export interface GateSupport extends Readonly<Partial<Record<Architecture, SupportInput>>> {
  /**
   * Stage of a gate that no KubeVirt of the table registers: one of your own build.
   *
   * @default - the gate is in the table
   */
  readonly stage?: Stage;
}

/** What a platform knows of gates, by name. */
export type GateSupportDeclaration = Readonly<Record<string, GateSupport>>;

/** Everything that is known of a gate in a release. */
export interface GateEntry {
  readonly name: string;
  readonly stage: Stage;
  readonly support: Readonly<Record<Architecture, Support>>;
}

/** What a platform says where the table says nothing or something else. */
const OWN_WORD = 'as this platform says';

/**
 * The gates of one KubeVirt release: those that it registers, and those that a platform adds.
 *
 * Nothing is changed in place: `register` and `override` give another registry.
 */
export class FeatureGates {
  /**
   * Gates that KubeVirt of this release registers, with the support that polyvirt knows of.
   *
   * @param kubevirt as `1.9`, `1.9.0` or `v1.9.0`; one that no table knows is rejected
   */
  public static of(kubevirt: Release = NEWEST_KUBEVIRT, declared: GateSupportDeclaration = {}): FeatureGates {
    const { target, findings } = resolveTarget({ kubevirt });
    const refused = findings.find(({ severity }) => severity === 'error');
    if (refused !== undefined) {
      throw new RangeError(`${refused.what}. Fix: ${refused.fix}.`);
    }
    const registered = new Map<string, GateRegistration>();
    const overridden = new Map<string, SupportInput>();
    for (const [name, { stage, ...cells }] of Object.entries(declared)) {
      if (stage !== undefined) {
        registered.set(name, { name, stage, supportByArch: cells });
        continue;
      }
      for (const [architecture, support] of Object.entries(cells)) {
        overridden.set(`${name}/${architecture}`, support as SupportInput);
      }
    }
    return new FeatureGates(target.kubevirt, registered, overridden);
  }

  private constructor(
    /** The release of KubeVirt. */
    public readonly kubevirt: Release,
    private readonly _registered: ReadonlyMap<string, GateRegistration>,
    private readonly _overridden: ReadonlyMap<string, SupportInput>,
  ) {}

  /** The same gates and one more; a name that is there already is replaced, its support included. */
  public register(gate: GateRegistration): FeatureGates {
    if (typeof gate.name !== 'string' || !/^[A-Za-z][A-Za-z0-9]*$/.test(gate.name)) {
      throw new RangeError(
        `${JSON.stringify(gate.name)} is no name of a gate. Fix: write letters and digits, as OfOurOwn.`,
      );
    }
    mustBeOneOf(gate.stage, STAGES, 'stage');
    for (const [architecture, support] of Object.entries(gate.supportByArch ?? {})) {
      checkCell(architecture, support as SupportInput);
    }
    const overridden = new Map([...this._overridden].filter(([key]) => !key.startsWith(`${gate.name}/`)));
    return new FeatureGates(this.kubevirt, new Map([...this._registered, [gate.name, gate]]), overridden);
  }

  /** The same gates with another status in one cell. */
  public override(name: string, architecture: Architecture, support: SupportInput): FeatureGates {
    if (!isFeatureGate(name) && !this._registered.has(name)) {
      throw new RangeError(`there is no gate ${JSON.stringify(name)}: ${chooseFrom(String(name), this.names())}`);
    }
    checkCell(architecture, support);
    const overridden = new Map([...this._overridden, [`${name}/${architecture}`, support]]);
    return new FeatureGates(this.kubevirt, this._registered, overridden);
  }

  /** One gate; nothing where the release does not have it. */
  public get(name: string): GateEntry | undefined {
    const stage = this.stageOf(name);
    if (stage === undefined) {
      return undefined;
    }
    const cells = ARCHITECTURES.map((architecture) => [architecture, this.supportOf(name, architecture)]);
    return { name, stage, support: Object.fromEntries(cells) };
  }

  /** All gates, by name. */
  public list(): GateEntry[] {
    return this.names().map((name) => this.get(name)!);
  }

  /** Names of all gates. */
  public names(): string[] {
    return [...new Set([...gatesOf(this.kubevirt), ...this._registered.keys()])].sort(byName);
  }

  /** The stage of a gate, or nothing where the release does not have it. */
  public stageOf(name: string): Stage | undefined {
    return this._registered.get(name)?.stage ?? stageOf(name, this.kubevirt);
  }

  /** The status of one cell. Unlike `supportOf`, this does not load what it rests on. */
  public statusOf(name: string, architecture: Architecture): SupportStatus {
    const said = this._said(name, architecture);
    return typeof said === 'string' ? said : said.status;
  }

  /** One cell, with what it rests on. */
  public supportOf(name: string, architecture: Architecture): Support {
    const said = this._said(name, architecture);
    if (typeof said === 'object') {
      return said;
    }
    if (this._isOwn(name, architecture)) {
      return { status: said, evidence: said === 'Unspecified' ? NO_EVIDENCE : OWN_WORD };
    }
    return { status: said, evidence: evidenceFor(name, architecture) };
  }

  private _isOwn(name: string, architecture: Architecture): boolean {
    return this._registered.has(name) || this._overridden.has(`${name}/${architecture}`);
  }

  private _said(name: string, architecture: Architecture): SupportInput {
    const known: Readonly<Record<string, SupportByArch>> = SUPPORT_BY_ARCH;
    const cells = this._registered.has(name)
      ? this._registered.get(name)?.supportByArch
      : Object.hasOwn(known, name)
        ? known[name]
        : undefined;
    return this._overridden.get(`${name}/${architecture}`) ?? cells?.[architecture] ?? 'Unspecified';
  }
}

/** One cell, as YAML or untyped JavaScript may get it wrong. */
function checkCell(architecture: string, support: SupportInput): void {
  mustBeOneOf(architecture, ARCHITECTURES, 'architecture');
  mustBeOneOf(typeof support === 'string' ? support : support?.status, [...SUPPORT_STATUSES, 'Unspecified'], 'status');
}

function mustBeOneOf(value: unknown, known: readonly string[], what: string): void {
  if (typeof value !== 'string' || !known.includes(value)) {
    throw new RangeError(`${JSON.stringify(value)} is no ${what}: ${chooseFrom(asText(value), known)}`);
  }
}

/** By letters whatever their case, so that CPUManager is not before ClusterProfiler; the same on every machine. */
function byName(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * A feature gate that no KubeVirt of the tables registers: one of your own build.
 *
 * It also needs a stage under `supportByArch` of the platform, or it counts as a mistake.
 */
export class CustomGate {
  /** The gate of this name. */
  public static named(name: string): CustomGate {
    return new CustomGate(name);
  }

  private constructor(public readonly declaration: string) {}
}
