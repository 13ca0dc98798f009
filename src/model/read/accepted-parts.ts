import { isMap } from '../../kube/object';
import { PLATFORM } from './platform-schema';

/** An entry of a list of a platform, or a key of it that holds one thing. */
interface PlatformPart {
  readonly key: string;
  readonly declaration: unknown;
  readonly isSingle: boolean;
}

/** For each part, whether the reader of platform files takes it as it is. */
export function acceptedParts(parts: readonly PlatformPart[]): boolean[] {
  const spec: Record<string, unknown> = {};
  const owners = new Map<string, number>();
  for (const [i, { key, declaration, isSingle }] of parts.entries()) {
    const list = isSingle || !Array.isArray(spec[key]) ? [] : (spec[key] as unknown[]);
    spec[key] = isSingle ? declaration : list;
    owners.set(isSingle ? key : `${key}/${list.length}`, i);
    list.push(declaration);
  }
  const accepted = parts.map(({ declaration }) => isMap(declaration));
  const parsed = PLATFORM.safeParse({
    apiVersion: 'polyvirt.io/v1',
    kind: 'Platform',
    metadata: { name: 'platform' },
    spec,
  });
  for (const { path } of parsed.success ? [] : parsed.error.issues) {
    const [, key = '', position = ''] = path.map(String);
    const owner = owners.get(`${key}/${position}`) ?? owners.get(key);
    if (owner !== undefined) {
      accepted[owner] = false;
    }
  }
  return accepted;
}
