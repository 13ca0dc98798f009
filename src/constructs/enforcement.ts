import { Construct } from 'constructs';
import { checkEnforcement, enforcement, inNamespace } from '../model/manifests/enforcement';
import { ENFORCEMENT } from '../model/platform-parts';
import { type PolicyChoice, policyIdentities } from '../policies/policies';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** Which rules the API server enforces, and how. */
export type EnforcementProps = PolicyChoice;

/**
 * Rules of `polyvirt check` that the API server enforces, by ValidatingAdmissionPolicies: for what comes past Git.
 *
 * With `waves` of the platform's `argocd` they are in a sync wave before VMs: a new policy acts about a second after it is applied.
 */
export class Enforcement extends Construct {
  private readonly _declared: Declared<PolicyChoice>;

  constructor(scope: Construct, id: string, props: EnforcementProps = {}) {
    super(scope, id);
    this._declared = new Declared(this, props, ENFORCEMENT);
    const context = () => Platform.of(this).context();

    policyIdentities(inNamespace(this._declared.declaration, Platform.contextOf(this))).forEach((identity, i) => {
      // The parameters are its one own object; each policy and each binding has a construct.
      const below = i === 0 ? this : new Construct(this, `${identity.name}-${identity.kind}`);
      new Resource(below, identity, () => enforcement(this._declared.declaration, context())[i]!);
    });

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === Enforcement),
      ...checkEnforcement(this._declared.declaration, context()),
    ]);
  }
}
