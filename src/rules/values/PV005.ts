import type { FindingPage } from '../page';

export const PV005: FindingPage = {
  code: 'PV005',
  severity: 'error',
  title: 'value that no manifest can say',
  page: () => ({
    meaning:
      'An object holds NaN, Infinity, undefined in a list, a function, a symbol, a BigInt, a Date or another object ' +
      "of a class, or a part that contains itself. Programs make such values by a slip: `Number('x')` is NaN, and " +
      'cdk8s `Include` and `Yaml.load` read `model: e1000` as a number and an unquoted MAC address in base 60.',
    impact:
      'JSON has no such values. What writes them anyway writes `null`, an empty map or nothing, and the cluster gets ' +
      'another object than the program made.',
    diagnosis: 'The finding names the path in the object and the construct that made it.',
    mitigation:
      'Correct the value. In a file that is included, write the text in quotes, or read the file by polyvirt, which ' +
      'reads YAML as Kubernetes does.',
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
      error PV005 VirtualMachine shop/web at example.yaml:11:23, spec.template.spec.domain.cpu.cores: this is NaN, which no manifest can say.
        JSON has no such value: it would reach the API server as null or as something else, or not at all. Fix: write a number, or the text in quotes: cdk8s Include and Yaml.load read e1000 as a number, and a MAC address in base 60.
    `,
  }),
};
