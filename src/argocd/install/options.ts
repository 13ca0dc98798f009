/** What an administrator decides about the plugin. */
export interface InstallOptions {
  /** Of polyvirt: it is in the name of the plugin, so that an upgrade renders anew. */
  readonly version: string;
  /** Image of the sidecar, which `Dockerfile` makes. */
  readonly image: string;
  /** Image that it is made from. */
  readonly base: string;
  /** All that is installed in it. */
  readonly packages: ImagePackages;
  /** What Argo CD allows one render, in seconds. */
  readonly timeoutS: number;
  /** Whether programs may run, in the wall; otherwise platforms in YAML only. */
  readonly programs: boolean;
  /** Whether Applications that name no plugin are asked whether they are for this one. */
  readonly discover: boolean;
  /** Namespace of Argo CD, where it has to be said. */
  readonly namespace: string;
  /** Name of the ArgoCD resource on OpenShift, with which everything of it begins. */
  readonly instance: string;
}

/** Packages of the image of the sidecar. */
export interface ImagePackages {
  /** Exact versions by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** As a lock of npm has them, by path. */
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** polyvirt: a version, or a file beside the Dockerfile with its digest. */
  readonly own: { readonly range: string; readonly file?: string; readonly integrity?: string };
}

/** The release of Node that the image is made from: its digest is asked of a registry. */
export const USUAL_BASE = 'node:22.12.0-bookworm-slim';

/** What Argo CD gives up after unless told otherwise. Source: argoproj/argo-cd v3.5.1 docs/operator-manual/argocd-cmd-params-cm.yaml. */
export const USUAL_TIMEOUT_S = 60;

/** Time to send the repository, and to say what took too long, before Argo CD ends the plugin silently. */
const RESERVE_S = 15;

/** When the plugin gives up by itself. */
export function deadlineS({ timeoutS }: Pick<InstallOptions, 'timeoutS'>): number {
  return Math.max(timeoutS - RESERVE_S, Math.floor(timeoutS / 2));
}

/** The name by which an Application asks for this version. */
export function pluginName(version: string): string {
  return `polyvirt-v${version}`;
}
