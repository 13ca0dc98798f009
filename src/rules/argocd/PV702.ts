import type { FindingPage } from '../page';

export const PV702: FindingPage = {
  code: 'PV702',
  severity: 'error',
  title: 'parameter that cannot be what it is',
  page: () => ({
    meaning:
      'A parameter of an Application, or of `--set` or `--values`, has the wrong type, or sets something that cannot be.',
    impact: 'The value would be lost, or arrive as something else; nothing is printed.',
    diagnosis:
      'The finding names the parameter and what it should be. It does not show the value, which may be a secret.',
    mitigation:
      'Give text with `string:`, a list with `array:`, a map with `map:`; numbers, `true` and `false` are texts too. On a command line ' +
      'write `--set zones=[a, b]` and `--set target={kubevirt: "1.9"}`.',
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
        What is set would not arrive, or arrive as something else.
    `,
  }),
};
