// What Argo CD is given: what an administrator installs beside it, and the Applications of a platform.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { polyvirt } from './made.mjs';

const REPO = ['--repo-url', 'https://git.example/infra.git'];
const INSTALLATIONS = [
  [],
  ['--discover', '--timeout', '120'],
  ['--no-programs', '--image', 'registry.example/polyvirt:0.1.0'],
];
const APPLICATIONS = [
  [],
  ['--plugin'],
  ['--prune', '--self-heal', '--revision', 'refs/heads/main'],
  ['--set', 'fleet'],
  ['--set', 'fleet', '--plugin'],
];

/** What `polyvirt argocd install` writes for kustomize and for OpenShift: { id, namespace, objects }. */
export function installations(work) {
  return INSTALLATIONS.flatMap((flags, i) => {
    const folder = join(work, `install-${i}`);
    succeeded(polyvirt(work, ['argocd', 'install', '--output', folder, ...flags]));
    return ['kustomize', 'openshift'].map((form) => ({
      id: ['argocd install', ...flags, form].join(' '),
      namespace: form === 'kustomize' ? 'argocd' : 'openshift-gitops',
      objects: readdirSync(join(folder, form))
        .filter((name) => name !== 'kustomization.yaml')
        .map((name) => readFileSync(join(folder, form, name), 'utf8'))
        .map((text) => ({ object: parse(text), text })),
    }));
  });
}

/** What `polyvirt argocd applications` prints for a platform. */
export function applications(work, platform) {
  return APPLICATIONS.map((flags) => {
    const printed = succeeded(polyvirt(work, ['argocd', 'applications', platform, ...REPO, ...flags]));
    return {
      id: ['argocd applications', ...flags].join(' '),
      namespace: 'argocd',
      objects: parseAllDocuments(printed).map((document) => ({ object: document.toJS(), text: String(document) })),
    };
  });
}

/** What is in Argo CD's own installation, as far as polyvirt joins something into it. */
export const ARGOCD = [
  ...['argocd-cm', 'argocd-cmd-params-cm'].map((name) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'argocd' },
  })),
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'argocd-repo-server', namespace: 'argocd' },
    spec: {
      selector: { matchLabels: { 'app.kubernetes.io/name': 'argocd-repo-server' } },
      template: {
        metadata: { labels: { 'app.kubernetes.io/name': 'argocd-repo-server' } },
        spec: {
          automountServiceAccountToken: false,
          containers: [{ name: 'argocd-repo-server', image: 'quay.io/argoproj/argocd:v3.5.1' }],
          volumes: [
            { name: 'var-files', emptyDir: {} },
            { name: 'plugins', emptyDir: {} },
          ],
        },
      },
    },
  },
];

function succeeded({ status, stdout, stderr }) {
  if (status !== 0) {
    throw new Error(stderr);
  }
  return stdout;
}
