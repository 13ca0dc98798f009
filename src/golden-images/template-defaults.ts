import { holdsIn, type Release } from '../kube/release';
import { TEMPLATE_DEFAULTS } from './facts';

/** What a release fills into a template that says nothing. */
export function templateDefaults(hco: Release): (typeof TEMPLATE_DEFAULTS)[number] {
  return TEMPLATE_DEFAULTS.find((row) => holdsIn(row, hco))!;
}
