import { join, relative, resolve } from 'node:path';
import type { Source } from '../sources/find-source';
import type { Dependency } from '../sources/memory';

/** What a render depends on as far as it is known before anything is read. */
export function inputsOf(source: Source, folder: string, root: string, policyFile: string | undefined): Dependency[] {
  const below = relative(root, folder);
  return [
    ['file', join(below, 'polyvirt.yaml')],
    ['file', join(below, 'cdk8s.yaml')],
    ['names', join(below, 'clusters')],
    ...('files' in source ? source.files.map((path) => ['file', relative(root, path)] as const) : []),
    ...(policyFile === undefined ? [] : [['file', resolve(policyFile)] as const]),
  ];
}
