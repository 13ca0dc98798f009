import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { oracle } from '../../scripts/oracles.cjs';
import { check } from '../../src/cluster/judge/library';
import type { KubeObject } from '../../src/kube/object';
import { judge } from '../../src/schema/cel-rules';
import { testWhere } from '../test-where';
import { lampCrd } from './tiny-crd';

/** What is said about a lamp with this spec, by a CRD with this schema of a spec. */
function told(spec: unknown, schema: object, apiVersion = 'example.com/v1'): string[] {
  const object = { apiVersion, kind: 'Lamp', metadata: { name: 'hall' }, spec } as KubeObject;
  return check([object], { crds: [lampCrd({ v1: schema })] }).map(({ code, path, what }) => `${code} ${path}: ${what}`);
}

/** A schema of a spec with these properties and rules. */
function ruled(properties: object, ...rules: (string | object)[]): object {
  return {
    type: 'object',
    properties,
    'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
  };
}

const NUMBER = { type: 'integer' };
const TEXT = { type: 'string' };

test('a kind is judged by its own CRD: fields, types and versions', () => {
  const schema = { type: 'object', required: ['size'], properties: { size: NUMBER } };
  expect(told({ size: 1 }, schema)).toEqual([]);
  expect(told({ size: 'big', sizes: 1 }, schema)).toEqual([
    'PV041 spec.size: "big" is a text, not a whole number',
    'PV040 spec.sizes: the CRD lamps.example.com has no field "sizes" here',
  ]);
  expect(told({}, schema, 'example.com/v2')).toEqual([
    'PV046 apiVersion: the CRD lamps.example.com does not serve example.com/v2 Lamp',
  ]);
});

test('the CRD of the cluster wins over what is known of a release', () => {
  const vm: KubeObject = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web' },
    spec: { brandNew: 1 },
  };
  const crd = lampCrd({ v1: { type: 'object', properties: { brandNew: NUMBER } } }, 'VirtualMachine', 'kubevirt.io');
  expect(check([vm]).map(({ path }) => path)).toContain('spec.brandNew');
  expect(check([vm], { crds: [crd] })).toEqual([]);
});

test('a CRD that is none is a finding, and the others count', () => {
  const lamp = { apiVersion: 'example.com/v1', kind: 'Lamp', metadata: { name: 'hall' }, spec: 1 } as KubeObject;
  const crds = [lampCrd({}, 'Broken'), lampCrd({ v1: { type: 'object' } })];
  expect(check([lamp], { crds }).map(({ code }) => code)).toEqual(['PV025', 'PV041']);
});

test.each<[name: string, spec: object, schema: object, expected: string[]]>([
  ['a rule that holds', { a: 1 }, ruled({ a: NUMBER }, 'self.a == 1'), []],
  [
    'without a message, the rule itself',
    { a: 2 },
    ruled({ a: NUMBER }, 'self.a == 1'),
    ['PV047 spec: the rule self.a == 1 is broken'],
  ],
  [
    'a message at the field to blame',
    { a: 2 },
    ruled({ a: NUMBER }, { rule: 'self.a == 1', message: 'a must be 1', fieldPath: '.a' }),
    ['PV047 spec.a: a must be 1'],
  ],
  [
    'a message that is computed',
    { a: 2 },
    ruled({ a: NUMBER }, { rule: 'self.a == 1', message: 'no', messageExpression: '"a is %d".format([self.a])' }),
    ['PV047 spec: a is 2'],
  ],
  [
    'the message where computing one fails',
    { a: 2 },
    ruled({ a: NUMBER }, { rule: 'self.a == 1', message: 'no', messageExpression: 'self.b' }),
    ['PV047 spec: no'],
  ],
  [
    'items and values at any depth',
    { list: [{ m: { x: 1, y: -1 } }] },
    {
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              m: {
                type: 'object',
                additionalProperties: {
                  ...NUMBER,
                  'x-kubernetes-validations': [{ rule: 'self > 0', message: 'positive' }],
                },
              },
            },
          },
        },
      },
    },
    ['PV047 spec.list[0].m.y: positive'],
  ],
  ['defaults are there', {}, ruled({ a: { ...NUMBER, default: 3 } }, 'has(self.a) && self.a == 3'), []],
  [
    'null gives way to a default',
    { a: null },
    ruled({ a: { ...NUMBER, default: 3 } }, 'has(self.a) && self.a == 3'),
    [],
  ],
  ['null that is a value', { a: null }, ruled({ a: { ...NUMBER, nullable: true } }, 'self.a == null'), []],
  [
    'names that CEL writes otherwise',
    { 'max-size': 1, 'a.b': 2, 'c/d': 3, namespace: 'x', a__b: 4 },
    ruled(
      { 'max-size': NUMBER, 'a.b': NUMBER, 'c/d': NUMBER, namespace: TEXT, a__b: NUMBER },
      'self.max__dash__size == 1 && self.a__dot__b == 2 && self.c__slash__d == 3',
      'self.__namespace__ == "x" && self.a__underscores__b == 4',
    ),
    [],
  ],
  [
    'keys of free maps are as they are',
    { m: { 'a-b': 1 } },
    ruled({ m: { type: 'object', additionalProperties: NUMBER } }, 'self.m["a-b"] == 1'),
    [],
  ],
  ['a rule about an old object is not asked', { a: 2 }, ruled({ a: NUMBER }, 'self.a == oldSelf.a'), []],
  [
    'unless it can do without one',
    { a: 2 },
    ruled({ a: NUMBER }, { rule: 'oldSelf.hasValue() || self.a == 1', optionalOldSelf: true, message: 'first 1' }),
    ['PV047 spec: first 1'],
  ],
  [
    'what cannot be evaluated is rejected',
    {},
    ruled({ a: NUMBER }, 'self.a == 1'),
    ['PV047 spec: it cannot be evaluated: field not found: a'],
  ],
  [
    'with a wrong type no rule is asked',
    { a: 'x' },
    ruled({ a: NUMBER }, 'self.a == 1'),
    ['PV041 spec.a: "x" is a text, not a whole number'],
  ],
  [
    'dates and spans of time have types',
    { at: '2027-01-01T00:00:00Z', every: '90m' },
    ruled(
      { at: { ...TEXT, format: 'date-time' }, every: { ...TEXT, format: 'duration' } },
      'self.at > timestamp("2026-01-01T00:00:00Z") && self.every > duration("1h")',
    ),
    [],
  ],
])('%s', (_name, spec, schema, expected) => {
  expect(told(spec, schema)).toEqual(expected);
});

test('a rule beyond the evaluator is said once, and the other rules are asked', () => {
  const schema = ruled({ a: NUMBER }, 'semver("1.0.0").major() == 1', 'self.?a.hasValue()', 'self.a < 5');
  const lamp = (name: string) =>
    ({ apiVersion: 'example.com/v1', kind: 'Lamp', metadata: { name }, spec: { a: 9 } }) as KubeObject;
  const findings = check([lamp('a'), lamp('b')], { crds: [lampCrd({ v1: schema })] });
  expect(findings.map(({ code, severity, object }) => `${code} ${severity} ${object?.name}`)).toEqual([
    'PV047 error a',
    'PV047 error b',
    'PV048 info lamps.example.com',
    'PV048 info lamps.example.com',
  ]);
});

test.each([
  ['"a,b,c".split(",", 2) == ["a", "b,c"]'],
  ['["a", "b"].join("-") == "a-b" && "ABC".lowerAscii() == "abc"'],
  ['"abc 123 45".find("[0-9]+") == "123" && "abc 123 45".findAll("[0-9]+") == ["123", "45"]'],
  ['"1 2 3".findAll("[0-9]", 2).size() == 2'],
  ['"node-1".matches("^[a-z]+-[0-9]$") && !"x".matches("^y")'],
  ['[1, 2, 2].isSorted() && !["b", "a"].isSorted() && [].isSorted()'],
  ['[1, 2, 3].sum() == 6 && [1.5, 2.5].sum() == 4.0 && [3, 1].min() == 1 && ["a", "c"].max() == "c"'],
  ['[1, 2, 1].indexOf(1) == 0 && [1, 2, 1].lastIndexOf(1) == 2 && [1].indexOf(9) == -1'],
  ['sets.contains([1, 2], [2]) && sets.intersects([1], [1, 3]) && sets.equivalent([1, 2], [2, 1, 1])'],
  ['isQuantity("2Gi") && !isQuantity("2GB") && quantity("1Gi") == quantity("1024Mi")'],
  ['quantity("2Gi").isGreaterThan(quantity("1Gi")) && quantity("500m").isLessThan(quantity("1"))'],
  ['quantity("1k").asInteger() == 1000 && quantity("50m").add(quantity("50m")) == quantity("100m")'],
  ['quantity("-1").sign() == -1 && quantity("2").sub(1).compareTo(quantity("1")) == 0 && !quantity("1m").isInteger()'],
  ['url("https://user@example.com:8443/a%20b?x=1&x=2").getHost() == "example.com:8443"'],
  ['url("https://[::1]:80/").getHostname() == "::1" && url("https://a/").getPort() == ""'],
  ['url("https://a/b?x=1&x=2").getQuery()["x"] == ["1", "2"] && url("/path").getScheme() == ""'],
  ['isURL("https://a") && !isURL("a b") && !isURL("../x")'],
  ['isIP("10.0.0.1") && !isIP("10.0.0.256") && !isIP("010.0.0.1") && ip("::1").family() == 6'],
  ['ip.isCanonical("2001:db8::1") && !ip.isCanonical("2001:db8:0::1") && ip("127.0.0.1").isLoopback()'],
  ['ip("8.8.8.8").isGlobalUnicast() && !ip("fe80::1").isGlobalUnicast() && ip("fe80::1").isLinkLocalUnicast()'],
  ['isCIDR("10.0.0.0/8") && !isCIDR("10.0.0.0/33") && cidr("10.0.0.0/8").containsIP("10.1.2.3")'],
  ['cidr("10.0.0.0/8").containsCIDR(cidr("10.1.0.0/16")) && !cidr("10.1.0.0/16").containsCIDR("10.0.0.0/8")'],
  ['cidr("10.1.2.3/8").masked() == cidr("10.0.0.0/8") && cidr("::/0").prefixLength() == 0'],
  ['string(cidr("10.1.2.3/8").ip()) == "10.1.2.3"'],
])('Kubernetes has %s', (rule) => {
  expect(judge({ rule }, null)).toEqual({ is: 'kept' });
});

const block = (mode: string) => ({ accessModes: [mode], volumeMode: 'Block' });
const crdsTest = testWhere('crds');

crdsTest.each<[file: string, kind: string, spec: object, broken: string[]]>([
  [
    'kubevirt.io_virtualmachineinstances',
    'kubevirt.io/v1/VirtualMachineInstance',
    {
      architecture: 'amd64',
      domain: { devices: {} },
      volumes: [
        { name: 'good', containerPath: { path: '/data' } },
        { name: 'bad', containerPath: { path: 'a/../b' } },
        { name: 'hot', dataVolume: { name: 'x' } },
      ],
    },
    [
      "spec.volumes[bad].containerPath.path self.startsWith('/')",
      "spec.volumes[bad].containerPath.path !self.contains('..')",
    ],
  ],
  [
    'cdi.kubevirt.io_storageprofiles',
    'cdi.kubevirt.io/v1beta1/StorageProfile',
    { claimPropertySets: [block('ReadWriteOnce'), block('ReadWriteTwice')] },
    [
      "spec.claimPropertySets[1].accessModes self.all(am, am in ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'])",
    ],
  ],
  [
    'hco.kubevirt.io_hyperconvergeds',
    'hco.kubevirt.io/v1beta1/HyperConverged',
    { resourceRequirements: { vmiCPUAllocationRatio: 0 } },
    ['spec.resourceRequirements !has(self.vmiCPUAllocationRatio) || self.vmiCPUAllocationRatio > 0'],
  ],
])('the rules of %s are asked', (file, kind, spec, broken) => {
  const [group, version, name] = kind.split('/');
  const crd = parse(readFileSync(oracle('crds', `${file}.yaml`), 'utf8')) as object;
  const object = { apiVersion: `${group}/${version}`, kind: name, metadata: { name: 'kubevirt-hyperconverged' }, spec };
  const findings = check([object as KubeObject], { crds: [crd] }).filter(({ code }) => /PV04[78]/.test(code));
  expect(findings.map(({ path, what }) => `${path} ${/the rule (.*) is broken/.exec(what)?.[1]}`).sort()).toEqual(
    [...broken].sort(),
  );
});
