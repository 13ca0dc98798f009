import type { FindingPage } from '../page';

export const PV702: FindingPage = {
  code: 'PV702',
  severity: 'error',
  title: 'invalid parameter',
  page: () => ({
    meaning: 'A parameter of an Application, `--set` or `--values` has the wrong type or sets an impossible value.',
    impact: 'The value would be lost or misread, so nothing is printed.',
    diagnosis:
      'The finding names the parameter and the expected type. It does not show the value, which may be a secret.',
    mitigation:
      'Use `string:` for text, `array:` for a list, `map:` for a map; numbers, `true` and `false` are also text. ' +
      'On the command line: `--set zones=[a, b]` and `--set target={kubevirt: "1.9"}`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9" }
        namespace: shop
        virtualMachines: [{ name: web, architecture: amd64, memory: 2Gi }]
      END
      ARGOCD_APP_PARAMETERS='[{"name":"namespace","array":["web"]}]' polyvirt argocd generate
    `,
    output: `
      error PV702 parameter namespace: it is a list, and should be text (string:). Fix: give a value of the type string.
        The value would be lost or misread.
    `,
  }),
};
