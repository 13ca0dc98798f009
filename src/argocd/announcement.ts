import { jsonText } from '../findings/escape/formats';
import { isSecretName } from '../findings/secrets/secret-keys';
import { isOpenValue } from '../findings/secrets/shown-value';
import { asText } from '../kube/object';
import type { ParameterType } from './given';

/** A parameter before it is announced. */
interface Announced {
  readonly name: string;
  readonly title?: string;
  readonly tooltip?: string;
  readonly type: ParameterType;
  readonly default?: unknown;
}

/** A parameter as Argo CD reads it: lists and maps by their collection type, defaults as texts. */
interface Announcement {
  readonly name: string;
  readonly title?: string;
  readonly tooltip?: string;
  readonly itemType?: string;
  readonly collectionType?: 'array' | 'map';
  readonly string?: string;
  readonly array?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
}

/** What goes to stdout. A list, also where there is nothing in it: Argo CD takes nothing else. */
export function announcementText(parameters: readonly Announced[]): string {
  return `${jsonText(parameters.map(announcementOf))}\n`;
}

function announcementOf({ name, title, tooltip, type, default: standard }: Announced): Announcement {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(tooltip === undefined ? {} : { tooltip }),
    ...(type === 'number' || type === 'boolean' ? { itemType: type } : {}),
    ...(type === 'array' || type === 'map' ? { collectionType: type } : {}),
    ...(standard === undefined || standard === null || isSecretDefault(name, standard) ? {} : defaultOf(standard)),
  };
}

/** Argo CD shows defaults to all users who see the Application: one that is a secret stays where it is, and counts all the same. */
function isSecretDefault(name: string, standard: unknown): boolean {
  return isSecretName(name) || !isOpenValue(standard, [name]);
}

function defaultOf(standard: unknown): Pick<Announcement, 'string' | 'array' | 'map'> {
  if (Array.isArray(standard)) {
    return { array: standard.map(textOf) };
  }
  if (typeof standard === 'object') {
    return { map: Object.fromEntries(Object.entries(standard as object).map(([key, value]) => [key, textOf(value)])) };
  }
  return { string: asText(standard) };
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : asText(value);
}
