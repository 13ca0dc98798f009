import type { Construct } from 'constructs';
import {
  MIGRATION_POLICY,
  type MigrationPolicyDeclaration,
  type MigrationPolicyProps,
} from '../model/migration-policy';
import { Companion } from './companion';

/** How some guests migrate, instead of what the KubeVirt resource says for all. */
export class MigrationPolicy extends Companion<MigrationPolicyDeclaration> {
  constructor(scope: Construct, id: string, props: MigrationPolicyProps = {}) {
    super(scope, id, props, MIGRATION_POLICY);
  }
}
