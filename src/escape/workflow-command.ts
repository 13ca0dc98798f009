import { visible } from './characters';

/** The message of a workflow command of GitHub, as its toolkit escapes it: a line that began a second one would be obeyed. */
export function commandData(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property of one, which ends at a comma. */
export function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
