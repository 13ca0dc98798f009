import { celText } from '../kube/cel';
import type { FieldCondition } from './fields';

/** A switch that is on. */
export const isTrue: FieldCondition = { holds: (value) => value === true, cel: (value) => `${value} == true` };

/** A list with something in it: an empty one does not survive virt-api's mutation. */
export const hasItems: FieldCondition = {
  holds: (value) => Array.isArray(value) && value.length > 0,
  cel: (value) => `size(${value}) > 0`,
};

/** An empty list. */
export const hasNoItems: FieldCondition = {
  holds: (value) => Array.isArray(value) && value.length === 0,
  cel: (value) => `size(${value}) == 0`,
};

/** A text that says something. */
export const isText: FieldCondition = {
  holds: (value) => typeof value === 'string' && value !== '',
  cel: (value) => `${value} != ""`,
};

/** One text. */
export function isValue(text: string): FieldCondition {
  return { holds: (value) => value === text, cel: (value) => `${value} == ${celText(text)}` };
}

/** Anything but one text. */
export function isNotValue(text: string): FieldCondition {
  return { holds: (value) => value !== text, cel: (value) => `${value} != ${celText(text)}` };
}
