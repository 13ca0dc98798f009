import type { Finding } from '../../findings/finding';
import { findingObject } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { type Unwritable, unwritableIn } from '../../kube/plain-data';
import { fieldPath } from '../../schema/complaints';
import { type FindingRule, NOTHING_WRONG } from '../rule';

export const PV005: FindingRule = {
  code: 'PV005',
  severity: 'error',
  title: 'value that JSON cannot represent',
  page: () => ({
    meaning:
      'An object contains NaN, Infinity, undefined in a list, a function, a symbol, a BigInt, a Date or another ' +
      "class instance, or a circular reference. Programs create such values by accident: `Number('x')` is NaN, " +
      'and cdk8s `Include` and `Yaml.load` read `model: e1000` as a number and an unquoted MAC address as a ' +
      'base-60 number.',
    impact:
      'JSON has no such values. Other tools write `null`, an empty map or nothing instead, so the cluster gets a ' +
      'different object than the program intended.',
    diagnosis: 'The finding names the path in the object and the construct that created it.',
    mitigation:
      'Correct the value. In an included file, quote the text, or include the file with polyvirt’s `new ' +
      'Manifests(…)`, which reads YAML as Kubernetes does.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, namespace: shop }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            domain:
              cpu: { cores: .nan }
              memory: { guest: 2Gi }
              devices: {}
    `,
    output: `
      error PV005 VirtualMachine shop/web at example.yaml:11:23, spec.template.spec.domain.cpu.cores: this is NaN, which no manifest can contain.
        JSON has no such value: it would reach the API server as null or as something else, or not at all. Fix: write a number, or the text in quotes: cdk8s Include and Yaml.load read e1000 as a number, and a MAC address in base 60.
    `,
  }),
  rule: () => ({ object: checkPlainData }),
};

/** Values that a manifest cannot say: JSON would turn them into null, or into something else, silently. */
export function checkPlainData(object: KubeObject): readonly Finding[] {
  const found = unwritableIn(object);
  return found.length === 0 ? NOTHING_WRONG : found.map((each) => unwritable(object, each));
}

function unwritable(object: KubeObject, { steps, what, why }: Unwritable): Finding {
  return {
    code: 'PV005',
    severity: 'error',
    object: findingObject(object),
    path: fieldPath(object, steps),
    what: `this is ${what}, which no manifest can contain`,
    why: 'JSON has no such value: it would reach the API server as null or as something else, or not at all',
    fix:
      why === 'number'
        ? 'write a number, or the text in quotes: cdk8s Include and Yaml.load read e1000 as a number, and a MAC ' +
          'address in base 60'
        : 'write texts, numbers, true or false, lists and maps only, as date.toISOString() or String(big)',
  };
}
