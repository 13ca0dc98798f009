import { checkObjects } from '../../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../../src/kube/object';
import { kubevirtObject } from '../../objects';

function plugin(spec: object): KubeObject {
  return { apiVersion: 'plugin.kubevirt.io/v1alpha1', kind: 'Plugin', metadata: { name: 'p' }, spec };
}

const GATE = kubevirtObject({ configuration: { developerConfiguration: { featureGates: ['Plugins'] } } });

function said(spec: object): string[] {
  return checkObjects([plugin(spec), GATE], { target: { kubevirt: '1.9' } })
    .filter(({ object }) => object?.kind === 'Plugin')
    .map(({ code, severity, path }) => `${severity} ${code} ${path}`);
}

const change = (expression: string, more: object = {}) => ({ cel: { expression }, ...more });
const HOOKS = [change('Domain{Type: "xen"}')];
const WATCHDOG = 'DomainWatchdog{Model: "i6300esb"}';

test.each<[string, object, string[]]>([
  ['a guarded condition', { condition: '"a" in vmi.Labels && vmi.Labels["a"] == "b"', domainHooks: HOOKS }, []],
  ['a guard behind it', { condition: 'vmi.Labels["a"] == "b" && "a" in vmi.Labels', domainHooks: HOOKS }, []],
  ['a guard by has', { condition: 'has(vmi.Labels.a) && vmi.Labels.a == "b"', domainHooks: HOOKS }, []],
  [
    'a guard the other way round',
    { condition: '!("a" in vmi.Labels) || vmi.Labels["a"] == "b"', domainHooks: HOOKS },
    [],
  ],
  ['keys of the map itself', { condition: 'vmi.Labels.exists(k, vmi.Labels[k] == "b")', domainHooks: HOOKS }, []],
  [
    'an unguarded label',
    { condition: 'vmi.Labels["a"] == "b"', failureStrategy: 'Ignore', domainHooks: HOOKS },
    ['error PV414 spec.condition'],
  ],
  [
    'a guard for another key',
    { condition: '"b" in vmi.Labels && vmi.Labels["a"] == "b"', domainHooks: HOOKS },
    ['error PV414 spec.condition'],
  ],
  [
    'an unguarded annotation in the condition of a hook',
    { domainHooks: [change('Domain{}', { condition: 'vmi.Annotations["a"] == "b"' })] },
    ['error PV414 spec.domainHooks[0].condition'],
  ],
  [
    'a hook that the condition of the Plugin guards',
    { condition: '"a" in vmi.Labels', domainHooks: [change('Domain{Title: vmi.Labels["a"]}')] },
    [],
  ],
  [
    'an item of a list that may be empty',
    { domainHooks: [change('Domain{Title: domainSpec.Devices.Watchdogs[0].Model}')] },
    ['warning PV414 spec.domainHooks[0].cel.expression'],
  ],
  [
    'an item of a list whose size is asked for',
    {
      domainHooks: [
        change('Domain{Title: size(domainSpec.Devices.Watchdogs) > 0 ? domainSpec.Devices.Watchdogs[0].Model : ""}'),
      ],
    },
    [],
  ],
  [
    'domainSpec as the result',
    { domainHooks: [change('vmi.Name == "a" ? Domain{} : domainSpec')] },
    ['error PV414 spec.domainHooks[0].cel.expression'],
  ],
  [
    'loops that cost too much',
    {
      domainHooks: [
        change(`Domain{Title: string(size(${'[0,1,2,3,4,5,6,7,8,9].map(a, '.repeat(6)}1${')'.repeat(6)}))}`),
      ],
    },
    ['error PV414 spec.domainHooks[0].cel.expression'],
  ],
  [
    'what is appended again',
    {
      domainHooks: [
        change(`Domain{Devices: DomainDeviceList{Watchdogs: domainSpec.Devices.Watchdogs + [${WATCHDOG}]}}`),
      ],
    },
    ['warning PV415 spec.domainHooks[0].cel.expression'],
  ],
  [
    'what is appended once, by a condition that sees it',
    {
      domainHooks: [
        change(`Domain{Devices: DomainDeviceList{Watchdogs: domainSpec.Devices.Watchdogs + [${WATCHDOG}]}}`, {
          condition: 'size(domainSpec.Devices.Watchdogs) == 0',
        }),
      ],
    },
    [],
  ],
  [
    'a title, which KubeVirt forgets between runs',
    { domainHooks: [change('Domain{Title: domainSpec.Title + "a"}')] },
    [],
  ],
  ['no hooks', { mutatingAdmissionPolicies: [{ name: 'a' }] }, ['warning PV416 spec']],
])('%s', (_what, spec, findings) => {
  expect(said(spec)).toEqual(findings);
});

test.each<[string, object, string]>([
  [
    'a name of JSON in a domain hook',
    { domainHooks: [change('Domain{Title: vmi.metadata.name}')] },
    'domainHooks[0].cel.expression',
  ],
  [
    'a name of Go in a node hook',
    { nodeHooks: [{ socket: '/a.sock', permittedHooks: ['PreVMStart'], condition: 'vmi.Labels["a"] == "b"' }] },
    'nodeHooks[0].condition',
  ],
  ['another word for a failure', { failureStrategy: 'Explode', domainHooks: HOOKS }, 'failureStrategy'],
  ['neither cel nor sidecar', { domainHooks: [{ failureStrategy: 'Fail' }] }, 'domainHooks[0]'],
  [
    'a point that is none',
    { nodeHooks: [{ socket: '/a.sock', permittedHooks: ['PreBoot'] }] },
    'nodeHooks[0].permittedHooks[0]',
  ],
  [
    'a socket elsewhere',
    { domainHooks: [{ sidecar: { socketPath: '/tmp/h.sock' } }] },
    'domainHooks[0].sidecar.socketPath',
  ],
  [
    'the socket of another Plugin',
    { domainHooks: [{ sidecar: { socketPath: '/var/run/kubevirt-plugin/q/h.sock' } }] },
    'domainHooks[0].sidecar.socketPath',
  ],
])('%s is rejected', (_what, spec, path) => {
  expect(said(spec)).toEqual([`error PV003 spec.${path}`]);
});

test.each([null, 'x', 7, [], {}, { domainHooks: 'a' }, { domainHooks: [null, 1, { cel: 3 }], condition: 4 }])(
  'anything in the place of a spec is looked at: %j',
  (spec) => {
    expect(() => said(spec as object)).not.toThrow();
  },
);

test.each<[string, object, boolean]>([
  [
    'the image of the init container',
    {
      resourceName: 'virt-handler',
      patch: '[{"op":"replace","path":"/spec/template/spec/initContainers/0/image","value":"a"}]',
    },
    true,
  ],
  [
    'the same as a merge',
    {
      resourceName: 'virt-handler',
      patch: '{"spec":{"template":{"spec":{"initContainers":[{"name":"virt-launcher","image":"a"}]}}}}',
    },
    true,
  ],
  [
    'a test of its name',
    {
      resourceName: 'virt-handler',
      patch: '[{"op":"test","path":"/spec/template/spec/initContainers/0/name","value":"a"}]',
    },
    false,
  ],
  [
    'the image of virt-controller',
    {
      resourceName: 'virt-controller',
      patch: '[{"op":"replace","path":"/spec/template/spec/containers/0/args/1","value":"a"}]',
    },
    false,
  ],
  ['something that is no patch', { resourceName: 'virt-handler', patch: 7 }, false],
])('a patch of %s', (_what, patch, isSaid) => {
  const object = kubevirtObject({ customizeComponents: { patches: [patch, null] } });
  const codes = checkObjects([object], { target: { kubevirt: '1.9' } }).map(({ code }) => code);
  expect(codes.includes('PV418')).toBe(isSaid);
});
