import type { CompanionKind } from './companion';
import type { Escaping } from './escape-hatch';
import { MIGRATION_POLICY, type MigrationPolicyDeclaration } from './migration-policy';

/** What a platform declares beside VMs, by the key of its list. */
export interface CompanionDeclarations {
  readonly migrationPolicies?: readonly MigrationPolicyDeclaration[];
}

/** The declaration in a list. */
type Listed<K extends keyof CompanionDeclarations> = NonNullable<CompanionDeclarations[K]>[number];

/** The kinds that a platform declares beside VMs, each with the sentence that editors show of its key. */
export const COMPANIONS: {
  readonly [K in keyof CompanionDeclarations]-?: readonly [kind: CompanionKind<Listed<K>>, sentence: string];
} = {
  migrationPolicies: [MIGRATION_POLICY, 'How some guests migrate.'],
};

/** What a platform has of one kind. */
interface CompanionList {
  readonly key: string;
  readonly kind: CompanionKind<Escaping>;
  readonly list: readonly Escaping[];
}

/** The lists that a platform has, each with its kind. */
export function companionLists(declaration: CompanionDeclarations): CompanionList[] {
  return (Object.keys(COMPANIONS) as (keyof CompanionDeclarations)[]).flatMap((key) => {
    const list = declaration[key];
    return list === undefined ? [] : [{ key, kind: COMPANIONS[key][0] as never, list: list as readonly Escaping[] }];
  });
}
