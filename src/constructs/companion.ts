import { Construct } from 'constructs';
import type { CompanionKind } from '../model/companion';
import type { Escaping } from '../model/escape-hatch';
import { companion, companionVersion, leftOutOfCompanion } from '../model/manifests/companion';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** What every object beside VMs can be told. */
interface CompanionProps {
  readonly name?: string;
  readonly namespace?: string | null;
}

/** An object beside VMs: its rows say all of it. */
export abstract class Companion<D extends Escaping> extends Construct {
  /** Its name. */
  public readonly name: string;

  protected constructor(scope: Construct, id: string, props: CompanionProps, kind: CompanionKind<D>) {
    super(scope, id);
    this.name = props.name ?? id;
    const declared = new Declared<D>(this, props, kind.table, { name: this.name });
    const { target } = Platform.contextOf(this);

    new Resource(
      this,
      {
        apiVersion: companionVersion(kind, target),
        kind: kind.kind,
        name: this.name,
        namespace: props.namespace ?? undefined,
      },
      () => companion(kind, declared.declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => [
      // A class of a user's that extends one of ours is one step further away.
      ...declared.findings(Object.getPrototypeOf(this.constructor) === Companion),
      ...leftOutOfCompanion(kind, declared.declaration, Platform.contextOf(this)),
    ]);
  }
}
