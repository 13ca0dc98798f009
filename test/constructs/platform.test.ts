import { ApiObject, Lazy, Testing } from 'cdk8s';
import { InfraLabels, MachineDeployment, Platform, VirtualMachine } from '../../src/index';

const told = (platform: Platform) =>
  platform.node
    .findAll()
    .flatMap((each) => each.node.validate())
    .join('\n');

test.each([
  ['a prop', { tagret: { kubevirt: '1.9' } }, 'did you mean "target"?'],
  ['a release', { target: { kubvirt: '1.9' } }, 'did you mean "kubevirt"?'],
  ['what Argo CD is told', { argocd: { wavs: true } }, 'did you mean "waves"?'],
  ['a policy', { findings: { allowed: [] } }, 'did you mean "allow"?'],
])('%s that is misspelt is told with what was meant', (_name, props, fix) => {
  const message = told(new Platform(Testing.app(), 'plant', props as never));
  expect(message.match(/PV031/g)).toHaveLength(1);
  expect(message).toContain(fix);
});

test('a value of another type is told once', () => {
  const message = told(new Platform(Testing.app(), 'plant', { identity: 5 } as never));
  expect(message.match(/PV032/g)).toHaveLength(1);
});

test('a class that extends Platform may have props of its own', () => {
  class Site extends Platform {}
  expect(told(new Site(Testing.app(), 'plant', { town: 'Bern' } as never))).toBe('');
});

test('a misspelt prop of a pool and of its labels is told', () => {
  const platform = new Platform(Testing.app(), 'plant', { target: { machineController: '1.66.2' } });
  new MachineDeployment(platform, 'workers', { kubelet: '1.34.1', replcas: 3 } as never);
  new InfraLabels(platform, 'labels', { keys: [], namspace: 'x' } as never);
  expect(told(platform)).toMatch(/did you mean "replicas"\?[\s\S]*did you mean "namespace"\?/);
});

test('labels of a platform may be known only at synthesis', () => {
  const platform = new Platform(Testing.app(), 'plant', {
    labels: { team: Lazy.any({ produce: () => 'shop' }) as unknown as string },
  });
  const vm = new VirtualMachine(platform, 'web', { memory: '1Gi' });
  expect(ApiObject.of(vm).toJson().metadata.labels).toEqual({ team: 'shop' });
  expect(told(platform)).toBe('');
});

test('a late label is judged when it is known', () => {
  const platform = new Platform(Testing.app(), 'plant', {
    labels: { team: Lazy.any({ produce: () => 'a b' }) as unknown as string },
  });
  new VirtualMachine(platform, 'web', { memory: '1Gi' });
  expect(told(platform)).toContain('PV003');
});
