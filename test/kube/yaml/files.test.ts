import { parse } from 'yaml';
import { outputFiles, streamText } from '../../../src/kube/yaml/files';

const object = (apiVersion: string, kind: string, name: string, namespace?: string) => ({
  apiVersion,
  kind,
  metadata: namespace === undefined ? { name } : { name, namespace },
});
const paths = (...objects: ReturnType<typeof object>[]) => outputFiles('edge', objects, 'yaml').map(({ path }) => path);

test('one file per object, in a folder per cluster and namespace', () => {
  expect(paths(object('kubevirt.io/v1', 'VirtualMachine', 'web', 'shop'), object('v1', 'Namespace', 'shop'))).toEqual([
    'edge/shop/virtualmachine-web.yaml',
    'edge/_none/namespace-shop.yaml',
  ]);
});

test('the group is in the name only where two kinds are called alike', () => {
  expect(paths(object('v1', 'Service', 'a', 'x'), object('serving.knative.dev/v1', 'Service', 'a', 'x'))).toEqual([
    'edge/x/service-a.yaml',
    'edge/x/service.serving.knative.dev-a.yaml',
  ]);
});

test('no name leads out of the folder, and long names stay apart', () => {
  const [up, a, b] = paths(
    object('v1', 'Role', '../../etc/passwd', '..'),
    object('v1', 'Role', `${'r'.repeat(252)}a`, 'x'),
    object('v1', 'Role', `${'r'.repeat(252)}b`, 'x'),
  );
  expect(up).toBe('edge/%2e%2e/role-..%2f..%2fetc%2fpasswd.yaml');
  expect(a).not.toBe(b);
  expect(a!.split('/').at(-1)!.length).toBeLessThanOrEqual(255);
});

test('a stream is YAML documents, or one JSON object per line', () => {
  const vm = object('kubevirt.io/v1', 'VirtualMachine', 'web', 'shop');
  expect(streamText(vm, 'yaml')).toBe(
    '---\napiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  name: web\n  namespace: shop\n',
  );
  expect(streamText(vm, 'json')).toBe(
    '{"apiVersion":"kubevirt.io/v1","kind":"VirtualMachine","metadata":{"name":"web","namespace":"shop"}}\n',
  );
});

test('a file says who wrote it and holds the object', () => {
  const vm = object('kubevirt.io/v1', 'VirtualMachine', 'web', 'shop');
  const [yaml] = outputFiles('edge', [vm], 'yaml');
  const [json] = outputFiles('edge', [vm], 'json');
  expect(yaml!.text).toMatch(/^# Written by polyvirt\./);
  expect(parse(yaml!.text)).toEqual(vm);
  expect(JSON.parse(json!.text)).toEqual(vm);
});
