import type { NotJudgedSort } from '../../findings/not-judged';
import { mentions } from '../../host/read-text';

/** Endings of what manifests are made from, by other tools than polyvirt. */
const ENDINGS: readonly (readonly [RegExp, NotJudgedSort])[] = [
  [/\.(jsonnet|libsonnet|cue|pkl|k|star|dhall)$/i, 'program'],
  [/(^|\/)Kptfile$/, 'program'],
  [/\.(tpl|gotmpl)$/i, 'template'],
  [/\.(ya?ml|json)\.(j2|jinja2?|tmpl|template|erb|in|mustache|hbs|ejs|envsubst)$/i, 'template'],
  [/\.(ya?ml|json)\.(enc|age|gpg|asc|sops)$/i, 'encrypted'],
  [/\.(tgz|tar\.gz)$/i, 'helm-chart'],
];

/** What Terraform makes objects with. */
const TERRAFORM = ['kubernetes_manifest', 'kubectl_manifest', 'helm_release', 'kubevirt_'];

/** What a file is that manifests are made from; nothing where none are, as far as its name tells. */
export function sourceSort(path: string): NotJudgedSort | undefined {
  if (/\.(tf|tf\.json)$/i.test(path)) {
    return TERRAFORM.some((name) => mentions(path, name)) ? 'program' : undefined;
  }
  return ENDINGS.find(([ending]) => ending.test(path))?.[1];
}
