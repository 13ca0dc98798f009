import type { FindingPage } from '../page';

export const PV723: FindingPage = {
  code: 'PV723',
  severity: 'error',
  title: 'no free slot for the render',
  page: () => ({
    meaning:
      'As many renders as there are processors (or `POLYVIRT_RENDERS`) were running, and none finished in the ' +
      'time that this one may wait: two thirds of its deadline, or `POLYVIRT_RENDER_WAIT`.',
    impact:
      'Nothing was rendered. Argo CD retries with the next refresh; after three failures it shows the error for ' +
      'an hour.',
    diagnosis:
      'Check how many Applications are refreshed at once and how long a render takes (`polyvirt argocd doctor`).',
    mitigation:
      'Give the sidecar more processors or repo-server more replicas. `reposerver.parallelism.limit` limits how ' +
      'many renders Argo CD starts at once. `POLYVIRT_RENDERS` allows more at once, `POLYVIRT_RENDER_WAIT` and ' +
      '`POLYVIRT_DEADLINE` let them wait longer.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec: { target: { kubevirt: "1.9" }, virtualMachines: [{ name: web, architecture: amd64, memory: 2Gi }] }
      END
      mkdir -m 700 cache cache/gate
      echo $$ > cache/gate/place-0    # a render that is under way
      POLYVIRT_CACHE=$PWD/cache POLYVIRT_RENDERS=1 POLYVIRT_RENDER_WAIT=0 polyvirt argocd generate
    `,
    output: `
      error PV723: another render is under way, and no turn came in 0.0 s. Fix: give the sidecar more processors or more replicas, or raise POLYVIRT_RENDERS or POLYVIRT_RENDER_WAIT; bound how many Argo CD asks for at once with reposerver.parallelism.limit.
        More concurrent renders than processors would make all of them too slow. Argo CD retries, and after three failures shows the error for an hour.
    `,
  }),
};
