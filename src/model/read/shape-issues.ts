import { isMap } from '../../kube/object';
import { PLATFORM } from './platform-schema';

/** A place of a platform that its reader does not take as it is: keys and positions below `spec`. */
export type IssuePath = readonly (string | number)[];

/** What the reader of platform files would not take of a platform. */
export function shapeIssues(spec: Readonly<Record<string, unknown>>): IssuePath[] {
  const parsed = PLATFORM.safeParse({
    apiVersion: 'polyvirt.io/v1',
    kind: 'Platform',
    metadata: { name: 'platform' },
    spec,
  });
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => {
        const [, ...below] = issue.path as (string | number)[];
        // A key too many is named beside the path of the map that has it.
        const [key] = 'keys' in issue && Array.isArray(issue.keys) && isMap(issue) ? (issue.keys as string[]) : [];
        return key === undefined ? below : [...below, key];
      });
}
