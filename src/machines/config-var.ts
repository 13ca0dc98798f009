import { asText } from '../kube/as-text';
import { isMap } from '../kube/object';

/**
 * A value as the controller reads it: text, a bare scalar, or a map with a value or a reference.
 *
 * Nothing where it is a reference, whose content is not at hand. Empty where nothing is written.
 *
 * Source: machine-controller sdk/providerconfig/types.go, configvar/resolver.go.
 */
export function configText(value: unknown): string | undefined {
  if (value === undefined) {
    return '';
  }
  if (!isMap(value)) {
    // A bare null becomes the text "null": its reader takes the raw bytes.
    return Array.isArray(value) ? '' : asText(value);
  }
  return isReference(value) ? undefined : configText(value.value);
}

/** Whether a value is taken from somewhere else. A reference that is not complete is passed over in silence. */
export function isReference(value: unknown): boolean {
  return isMap(value) && [value.secretKeyRef, value.configMapKeyRef].some(isComplete);
}

/** A reference of which a part is missing, so that the controller takes the value beside it, or nothing. */
export function isHalfReference(value: unknown): boolean {
  return (
    isMap(value) &&
    !isReference(value) &&
    [value.secretKeyRef, value.configMapKeyRef].some(
      (reference) => isMap(reference) && Object.keys(reference).length > 0,
    )
  );
}

function isComplete(reference: unknown): boolean {
  return (
    isMap(reference) &&
    [reference.namespace, reference.name, reference.key].every((part) => typeof part === 'string' && part !== '')
  );
}
