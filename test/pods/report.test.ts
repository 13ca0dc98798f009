import { placeReport } from '../../src/pods/place-report';
import { placeMarkdown, placeText } from '../../src/pods/place-text';
import { node, workload } from './fixtures';

const copy = (namespace: string, name: string, memory: string) => ({
  ...workload(name, {}, { memory }),
  namespace,
  spawnedBy: { kind: 'MachineDeployment', name: 'workers' },
});

test('pools of the same name in two namespaces are told apart', () => {
  const vms = [copy('a', 'workers-1', '4Gi'), copy('b', 'workers-1', '40Gi'), copy('b', 'workers-2', '40Gi')];
  const text = placeText(placeReport(vms, [node('n1')]), 'x');
  expect(text).toMatch(/^a\/workers-1 \(MachineDeployment workers\) +1\/1 .*can run$/m);
  expect(text).toMatch(/^b\/workers \(MachineDeployment, 2 machines\) +0\/1 .*PENDING$/m);
});

test('VMs of a pool that were put on nodes are told by their names', () => {
  const vms = ['workers-1', 'workers-2'].map((name) => copy('a', name, '6Gi'));
  const text = placeText(placeReport(vms, [node('n1'), node('n2')], { pack: true }), 'x');
  expect(text).toContain('a/workers-1 (MachineDeployment workers): on n1');
  expect(text).toContain('a/workers-2 (MachineDeployment workers): on n2');
});

test('nobody says that all have somewhere else to go where that is not known', () => {
  const { pod: _, ...open } = workload('web');
  const lost = [{ said: 'n1', nodes: ['n1'] }];
  const report = placeReport([open], [node('n1'), node('n2')], { without: lost });
  for (const text of [placeText(report, 'x'), placeMarkdown(report, 'x')]) {
    expect(text).toContain('VirtualMachine shop/web: not known');
    expect(text).not.toContain('every workload that can run');
  }
});

test('a name neither begins another line nor commands a terminal', () => {
  const report = placeReport([workload('a\nb\u001b[31m', {}, { memory: '40Gi' })], [node('n\n1')]);
  for (const text of [placeText(report, 'x\u001b[0m'), placeMarkdown(report, 'x\u001b[0m')]) {
    expect(text).not.toMatch(/(?!\n)\p{Cc}|^b|^1/mu);
    expect(text).toContain('u000ab');
  }
});
