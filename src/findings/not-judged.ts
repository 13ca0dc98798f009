import { withoutForms } from './secrets/secret-text';

/** What there is to know of each sort: what it is, and how to have it judged. */
const SORTS = {
  kustomization: [
    'a kustomization, which is not built here',
    'build it and judge what it prints, of both sides for a review: kustomize build DIR | polyvirt check -',
  ],
  unlisted: [
    'beside a kustomization, and listed by none: it is not deployed',
    'list it under resources of the kustomization, or remove it',
  ],
  'left-out': [
    'in the folder of an Application that does not take it: it is not deployed',
    'set directory.recurse or directory.include of the Application, or remove the file',
  ],
  'helm-chart': [
    'a Helm chart, which is not rendered here',
    'render it and judge what it prints, of both sides for a review: helm template DIR | polyvirt check -',
  ],
  'helm-values': [
    'values of a Helm chart, which is not rendered here',
    'render the chart with them, of both sides for a review: helm template CHART --values FILE | polyvirt check -',
  ],
  application: [
    'what it deploys is rendered on the cluster, and not here',
    'render its source as it is on both sides, and review what that prints',
  ],
  template: ['a template, which is not rendered here', 'render it, and judge the result'],
  program: ['a program that makes manifests, which is not run here', 'run it, and judge what it writes'],
  platform: [
    'a platform of polyvirt below the folder that was asked for, which is not made here',
    'review the folder of the platform itself: polyvirt review BASE --dir DIR',
  ],
  'beside-platform': [
    'manifests beside a platform that are no part of it',
    'review them by themselves, as polyvirt review BASE:FILE FILE; or name them in manifests of the platform',
  ],
  data: [
    'not Kubernetes objects, and perhaps the input of a tool that makes some',
    'render what uses it, of both sides for a review, and judge that',
  ],
  encrypted: ['encrypted', 'decrypt it on both sides, and judge the result'],
  link: [
    'a link that is not followed: to a folder, out of the repository, or to nothing',
    'put the files themselves there, or judge what it leads to',
  ],
  submodule: ['a submodule that is not checked out', 'check it out: git submodule update --init'],
  'lfs-pointer': ['a pointer of Git LFS without its content', 'fetch the content: git lfs pull'],
  unreadable: ['unreadable', 'make it a YAML file that can be read, or move it elsewhere'],
  kind: ['no rule and no table is about this kind', 'give its CRD with --crds'],
} as const satisfies Record<string, readonly [is: string, fix: string]>;

/** What sort of thing was not judged. */
export type NotJudgedSort = keyof typeof SORTS;

/** Something that objects of a cluster come from, or may, and that was not judged. */
export interface NotJudged {
  readonly sort: NotJudgedSort;
  /** The file or folder; or the object, or the kind, where that says it better. */
  readonly name: string;
  /** The file, where there is one. */
  readonly file?: string;
  /** What it is. */
  readonly what: string;
  /** How to have it judged. */
  readonly fix: string;
  /** How many there are, where it is a kind. */
  readonly count?: number;
  /** Of a review: how it differs; `none` where it is the same on both sides. */
  readonly change?: 'added' | 'removed' | 'modified' | 'none';
  /** Of a review, which of its files differ; else which other files are not judged because of it. */
  readonly files?: readonly string[];
}

/**
 * Says what was not judged.
 *
 * @param folder what stands for DIR in the cure
 */
export function notJudged(
  sort: NotJudgedSort,
  name: string,
  more: Partial<Pick<NotJudged, 'file' | 'count' | 'change' | 'files' | 'what'>> = {},
  folder?: string,
): NotJudged {
  const [is, cure] = SORTS[sort];
  const fix = folder === undefined ? cure : cure.replace('DIR', folder);
  return { sort, name: withoutForms(name), what: is, fix: withoutForms(fix), ...more };
}

/** Whether it differs between the sides of a review. */
export function isChanged({ change = 'none' }: NotJudged): boolean {
  return change !== 'none';
}

/** `overlays/edge/kustomization.yaml (modified: memory.yaml): a kustomization, which is not built here`. */
export function notJudgedText(item: NotJudged): string {
  const { name, what, count, change, files = [] } = item;
  const some = files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ');
  const how = isChanged(item)
    ? ` (${change}${some === '' || some === name ? '' : `: ${some}`})`
    : some === ''
      ? ''
      : ` with ${some}`;
  return `${name}${count === undefined ? '' : ` (${count})`}${how}: ${what}`;
}

/** The same with what to do about it. */
export function notJudgedAdvice(item: NotJudged): string {
  return `${notJudgedText(item)}. Fix: ${item.fix}`;
}
