import type { COMPANIONS } from '../../src/model/companions';
import type { Json } from './samples';

/** One of each kind beside VMs, as every release takes it. */
export const COMPANION_EXAMPLES: Readonly<Record<keyof typeof COMPANIONS, Json>> = {
  migrationPolicies: {
    name: 'slow',
    labels: { team: 'shop' },
    namespaceSelector: { tier: 'batch' },
    virtualMachineInstanceSelector: { size: 'huge' },
    bandwidthPerMigration: '64Mi',
    completionTimeoutPerGiB: 800,
    allowPostCopy: true,
  },
};
