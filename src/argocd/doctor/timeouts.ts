import type { Finding } from '../../findings/finding';
import { addAll, asText, isMap, type KubeObject } from '../../kube/object';
import { USUAL_TIMEOUT_S } from '../install/options';

/** What an installation of Argo CD says of time, as far as its files are at hand. */
interface Timeouts {
  readonly controllerS?: number;
  readonly serverS?: number;
  /** When the plugin gives up by itself. */
  readonly deadlineS?: number;
  /** ARGOCD_EXEC_TIMEOUT of a container that runs cmp-server. */
  readonly execTimeout?: string;
  /** ARGOCD_GRPC_MAX_SIZE_MB by container. */
  readonly messageSizes: readonly (readonly [container: string, megabytes: string])[];
}

const CONTROLLER = 'controller.repo.server.timeout.seconds';
const SERVER = 'server.repo.server.timeout.seconds';
const USUAL_DEADLINE_S = 45;

/** Looks for what the objects of an installation say: plain, as values of the Helm chart, or as an ArgoCD resource. */
export function timeoutsIn(objects: readonly unknown[]): Timeouts {
  const found: { -readonly [K in keyof Timeouts]?: Timeouts[K] | undefined } = {};
  const sizes = new Map<string, string>();
  for (const object of objects) {
    walk(object, (map) => {
      found.controllerS ??= secondsIn(map[CONTROLLER]);
      found.serverS ??= secondsIn(map[SERVER]);
      const { name, env, command } = map;
      for (const { name: variable, value } of Array.isArray(env) ? env.filter(isMap) : []) {
        if (variable === 'POLYVIRT_DEADLINE') {
          found.deadlineS ??= secondsIn(value);
        }
        if (variable === 'ARGOCD_EXEC_TIMEOUT' && JSON.stringify(command ?? '').includes('cmp-server')) {
          found.execTimeout ??= asText(value);
        }
        if (variable === 'ARGOCD_GRPC_MAX_SIZE_MB') {
          sizes.set(asText(name), asText(value));
        }
      }
    });
  }
  return withoutAbsent({ ...found, messageSizes: [...sizes] });
}

function withoutAbsent(timeouts: { readonly [K in keyof Timeouts]?: Timeouts[K] | undefined }): Timeouts {
  return Object.fromEntries(Object.entries(timeouts).filter(([, value]) => value !== undefined)) as unknown as Timeouts;
}

function walk(value: unknown, visit: (map: Readonly<Record<string, unknown>>) => void): void {
  const stack = [value];
  while (stack.length > 0) {
    const each = stack.pop();
    if (Array.isArray(each)) {
      addAll(stack, each);
    } else if (isMap(each)) {
      visit(each);
      addAll(stack, Object.values(each));
    }
  }
}

function secondsIn(value: unknown): number | undefined {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** What one render may take. */
export function allowedS({ controllerS, serverS }: Timeouts): number {
  return Math.min(controllerS ?? USUAL_TIMEOUT_S, serverS ?? USUAL_TIMEOUT_S);
}

/** What does not belong together. */
export function checkTimeouts(timeouts: Timeouts): Finding[] {
  const { controllerS = USUAL_TIMEOUT_S, serverS = USUAL_TIMEOUT_S, deadlineS, execTimeout, messageSizes } = timeouts;
  const allowed = allowedS(timeouts);
  const different = new Set(messageSizes.map(([, size]) => size)).size > 1;
  return [
    ...(controllerS === serverS
      ? []
      : [
          belongs(
            'argocd-cmd-params-cm',
            `${CONTROLLER} is ${controllerS}, ${SERVER} is ${serverS}`,
            'An Application syncs and cannot be shown, or the other way round',
            `set both to ${Math.max(controllerS, serverS)}`,
          ),
        ]),
    ...((deadlineS ?? USUAL_DEADLINE_S) < allowed
      ? []
      : [
          belongs(
            'POLYVIRT_DEADLINE',
            `the plugin gives up after ${deadlineS ?? USUAL_DEADLINE_S} s, and Argo CD after ${allowed} s`,
            'Argo CD ends the plugin before it can say what took so long',
            'leave 15 s between them: polyvirt argocd install --timeout sets all of them',
          ),
        ]),
    ...(execTimeout === undefined
      ? []
      : [
          belongs(
            'ARGOCD_EXEC_TIMEOUT',
            `it is ${execTimeout} in the sidecar`,
            'It does nothing for plugins, whatever the documentation says: the time of the caller is what counts',
            `remove it, and set ${CONTROLLER} and ${SERVER}`,
          ),
        ]),
    ...(different
      ? [
          belongs(
            'ARGOCD_GRPC_MAX_SIZE_MB',
            `it is ${messageSizes.map(([container, size]) => `${size} in ${container}`).join(', ')}`,
            'The smallest one decides, and the others wait for an answer that never comes through',
            'set the same in the sidecar, in repo-server and in the application controller',
          ),
        ]
      : []),
  ];
}

function belongs(path: string, what: string, why: string, fix: string): Finding {
  return {
    code: 'PV719',
    severity: 'error',
    path,
    what,
    why,
    fix,
    source: 'argoproj/argo-cd v3.5.1 docs/operator-manual/argocd-cmd-params-cm.yaml, cmpserver/plugin/plugin.go',
  };
}

/** Whether an object tells of an installation of Argo CD. */
export function tellsOfInstallation(value: unknown): boolean {
  const { kind, metadata, repoServer, configs } = (isMap(value) ? value : {}) as Partial<KubeObject>;
  const name = isMap(metadata) ? String(metadata.name) : '';
  return (
    (kind === 'ConfigMap' && name === 'argocd-cmd-params-cm') ||
    (['Deployment', 'StatefulSet'].includes(String(kind)) && name.includes('argocd-')) ||
    kind === 'ArgoCD' ||
    (kind === undefined && (isMap(repoServer) || isMap(configs)))
  );
}
