import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKustomize } from '../../../src/sources/host/tool';
import { appFolder } from '../../app-folder';

/** A kustomize that prints what it sees. */
const STUB = `#!/bin/sh
if [ "$1" = version ]; then echo v9.9.9; exit 0; fi
if [ -e fail ]; then echo "no matches in $PWD/fail" >&2; exit 1; fi
env | grep -v '^\\(PWD\\|OLDPWD\\|SHLVL\\|_\\)=' | cut -d= -f1 | sort
echo "$@"
find . -type f | sort
`;

function withStub<T>(run: (folder: string) => T): T {
  const folder = appFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/kustomize'), STUB, { mode: 0o755 });
  const { env } = process;
  process.env = { PATH: `${join(folder, 'bin')}:${env.PATH}`, HOME: '/root', GITHUB_TOKEN: 'secret' };
  try {
    return run(folder);
  } finally {
    process.env = env;
  }
}

test('it runs on a copy of its files alone, with PATH and HOME as its environment', () => {
  withStub((folder) => {
    mkdirSync(join(folder, 'fra'));
    for (const file of ['fra/kustomization.yaml', 'fra/vm.yaml', 'other.yaml']) {
      writeFileSync(join(folder, file), '');
    }
    const tool = findKustomize();
    expect(tool?.name).toBe('kustomize v9.9.9');
    const files = ['fra/kustomization.yaml', 'fra/vm.yaml'].map((file) => join(folder, file));
    expect(tool?.build(files, files[0]!, folder)).toEqual({
      text: 'HOME\nPATH\nbuild fra\n./fra/kustomization.yaml\n./fra/vm.yaml\n',
    });
  });
});

test('why it failed is told without the folder of the copy', () => {
  withStub((folder) => {
    const files = ['kustomization.yaml', 'fail'].map((file) => join(folder, file));
    for (const file of files) {
      writeFileSync(file, '');
    }
    expect(findKustomize()?.build(files, files[0]!, folder)).toEqual({ why: 'no matches in fail' });
    expect(findKustomize()?.build(['/etc/hostname'], files[0]!, folder)).toEqual({
      why: expect.stringContaining('etc/hostname leaves the repository'),
    });
  });
});
