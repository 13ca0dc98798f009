import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '..');

const folders: string[] = [];

/** A folder of its own for one test, with these files, where cdk8s and polyvirt are installed. */
export function appFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-test-'));
  folders.push(folder);
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['cdk8s', 'constructs', 'ts-node', 'typescript']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  symlinkSync(ROOT, join(folder, 'node_modules/polyvirt'));
  writeFiles(folder, {
    'cdk8s.yaml': 'language: typescript\napp: npx ts-node main.ts\n',
    'tsconfig.json':
      '{ "compilerOptions": { "module": "node16", "target": "es2022", "strict": true, "rootDir": "/" } }\n',
    ...files,
  });
  return folder;
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** All files below a folder with their text. */
export function textsBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) {
    return {};
  }
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );
}

afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** An app with these lines between its platform and `app.synth()`. */
export function app(body: string, target = "{ kubevirt: '1.9' }"): string {
  return `import { App, ApiObject, Chart, JsonPatch, Size } from 'cdk8s';
import { CloudInit, DataVolume, DataVolumeSource, Disk, KubeVirt, Network, NodePool, Platform, VirtualMachine } from 'polyvirt';
const app = new App();
const edge = new Platform(app, 'edge', { target: ${target}, namespace: 'shop', nodes: [NodePool.of('a', { architecture: 'amd64' })] });
${body}
app.synth();
`;
}
