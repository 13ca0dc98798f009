import { LABEL_EXPRESSION, LABEL_SELECTOR, type LabelExpression, type LabelSelector } from './label-selector';
import { field, group, items, table } from './rows/row';
import { known, type Nothing, nothing } from './rows/shapes';

/** Which VMs go when there are to be fewer: one of the three. */
export interface PoolScaleIn {
  /** Those that a policy selects, at once. */
  readonly proactive?: ProactiveScaleIn;
  /** Those that are stopped anyway. */
  readonly opportunistic?: OpportunisticScaleIn;
  /** None: VMs are deleted by others. */
  readonly unmanaged?: Nothing;
}

/** VMs that a policy selects. */
interface ProactiveScaleIn extends OpportunisticScaleIn {
  /** Which ones first. */
  readonly selectionPolicy?: PoolSelectionPolicy;
}

/** State that is kept of deleted VMs. */
interface OpportunisticScaleIn {
  /** Whether their volumes stay, and with `Online` their memory. */
  readonly statePreservation?: 'Disabled' | 'Offline' | 'Online';
}

/** When VMs get what is new in the template: one of the three. */
export interface PoolUpdate {
  /** At once, those that a policy selects first. */
  readonly proactive?: ProactiveUpdate;
  /** When they are started anew. */
  readonly opportunistic?: Nothing;
  /** Never: VMs are updated by others. */
  readonly unmanaged?: Nothing;
}

/** VMs that are updated first. */
interface ProactiveUpdate {
  /** Which ones first. */
  readonly selectionPolicy?: PoolSelectionPolicy;
}

/** Which VMs of a pool come first. */
export interface PoolSelectionPolicy {
  /** By their order. */
  readonly sortPolicy?: 'AscendingOrder' | 'DescendingOrder' | 'Newest' | 'Oldest' | 'Random';
  /** By their labels, or those of their nodes. */
  readonly selectors?: PoolSelectors;
}

/** VMs by their labels, or those of their nodes. */
interface PoolSelectors {
  /** Labels of VMs. */
  readonly labelSelector?: LabelSelector;
  /** Labels of nodes. */
  readonly nodeSelectorRequirementMatcher?: readonly LabelExpression[];
}

const statePreservation = field('statePreservation', known('Disabled', 'Offline', 'Online'), 'Offline');

const selectionPolicy = group(
  'selectionPolicy',
  table<PoolSelectionPolicy>('PoolSelectionPolicy', () => ({
    sortPolicy: field('sortPolicy', known('AscendingOrder', 'DescendingOrder', 'Newest', 'Oldest', 'Random'), 'Newest'),
    selectors: group(
      'selectors',
      table<PoolSelectors>('PoolSelectors', () => ({
        labelSelector: group('labelSelector', LABEL_SELECTOR),
        nodeSelectorRequirementMatcher: items('nodeSelectorRequirementMatcher', LABEL_EXPRESSION),
      })),
    ),
  })),
);

export const POOL_SCALE_IN = table<PoolScaleIn>('PoolScaleIn', () => ({
  proactive: group(
    'proactive',
    table<ProactiveScaleIn>('ProactiveScaleIn', () => ({ selectionPolicy, statePreservation })),
  ),
  opportunistic: group(
    'opportunistic',
    table<OpportunisticScaleIn>('OpportunisticScaleIn', () => ({ statePreservation })),
  ),
  unmanaged: field('unmanaged', nothing, {}),
}));

export const POOL_UPDATE = table<PoolUpdate>('PoolUpdate', () => ({
  proactive: group(
    'proactive',
    table<ProactiveUpdate>('ProactiveUpdate', () => ({ selectionPolicy })),
  ),
  opportunistic: field('opportunistic', nothing, {}),
  unmanaged: field('unmanaged', nothing, {}),
}));
