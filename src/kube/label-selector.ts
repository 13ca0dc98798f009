import { asText } from './as-text';
import { isMap } from './object';

type Labels = Readonly<Record<string, string>>;

/** Whether a label selector selects something with these labels. An empty selector selects all, an absent one nothing. */
export function selectsLabels(selector: unknown, labels: Labels): boolean {
  if (!isMap(selector)) {
    return false;
  }
  const { matchLabels, matchExpressions } = selector;
  return (
    Object.entries(isMap(matchLabels) ? matchLabels : {}).every(
      ([key, value]) => Object.hasOwn(labels, key) && labels[key] === asText(value),
    ) && (Array.isArray(matchExpressions) ? matchExpressions : []).every((each) => isMap(each) && holds(each, labels))
  );
}

function holds({ key, operator, values }: Readonly<Record<string, unknown>>, labels: Labels): boolean {
  const value = Object.hasOwn(labels, asText(key)) ? labels[asText(key)] : undefined;
  const wanted = Array.isArray(values) ? values.map(asText) : [];
  switch (operator) {
    case 'In':
      return value !== undefined && wanted.includes(value);
    case 'NotIn':
      return value === undefined || !wanted.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
