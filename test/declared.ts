import { checkObjects } from '../src/check/check';
import type { Finding } from '../src/findings/finding';
import { platformObjects } from '../src/manifests/platform';
import { clusterArchitectures } from '../src/platform/context';
import { declaredPath } from '../src/platform/declared-path';
import type { PlatformDeclaration } from '../src/platform/platform';

/** Everything there is to say about a platform, of its declaration and of its objects, at the keys that say it. */
export function findingsOfPlatform(declaration: PlatformDeclaration): Finding[] {
  const { context, objects, findings } = platformObjects(declaration);
  const found = checkObjects(
    objects.map(({ object }) => object),
    { ...context, architectures: clusterArchitectures(context) },
  );
  return [
    ...findings.map(({ finding }) => finding),
    ...found.map((finding) => ({ ...finding, path: declaredPath(finding) ?? finding.path ?? '' })),
  ];
}

/** The same as code and path. */
export function codesOfPlatform(declaration: PlatformDeclaration): string[] {
  return findingsOfPlatform(declaration).map(({ code, path }) => `${code} ${path}`);
}
