import { holdsIn, type Release } from '../kube/release';
import { FIELDS, type FieldFact } from './facts';

/** What is known of a field of the provider spec; nothing where no release ever had it. */
export function fieldFact(path: string): FieldFact | undefined {
  return Object.hasOwn(FIELDS, path) ? FIELDS[path] : undefined;
}

/** Whether a release of the controller reads a field. */
export function hasField(path: string, controller: Release): boolean {
  const fact = fieldFact(path);
  return fact !== undefined && isKnown(fact, controller);
}

/** All fields that a release reads, by path. */
export function fieldsOf(controller: Release): string[] {
  return Object.keys(FIELDS).filter((path) => hasField(path, controller));
}

/** In words, which releases have a field. */
export function releasesOf({ since, before, also = [] }: FieldFact): string {
  if (before !== undefined) {
    return `it was there before ${before}`;
  }
  const singles = also.length === 0 ? '' : `, and of earlier releases ${also.join(', ')}`;
  return since === undefined ? 'every release has it' : `it is there from ${since}${singles}`;
}

function isKnown(fact: FieldFact, controller: Release): boolean {
  return holdsIn(fact, controller) || fact.also?.includes(controller) === true;
}
