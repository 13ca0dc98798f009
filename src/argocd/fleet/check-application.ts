import type { Finding } from '../../findings/finding';
import type { ArgocdDestination } from '../declaration';
import type { DeliveryDeclaration } from './application';

/** A destination that is none, or two. */
export function checkDestination({ name, server }: ArgocdDestination, path: string): Finding[] {
  const said = [name, server].filter((each) => each !== undefined && each !== '');
  return said.length === 1
    ? []
    : [
        {
          code: 'PV713',
          severity: 'error',
          path,
          what: said.length === 0 ? 'it has neither name nor server' : 'it has both name and server',
          why: 'Argo CD refuses the Application, and nothing reaches the cluster',
          fix: said.length === 0 ? 'say the name of the cluster in Argo CD' : 'keep one of them',
        },
      ];
}

/** What of an Application cannot work, or costs more than it should. */
export function checkDelivery(declaration: DeliveryDeclaration & { path?: string }): Finding[] {
  const { plugin, path } = declaration;
  return [
    ...(path === undefined || !/^\/|(^|\/)\.\.(\/|$)/.test(path) ? [] : [outside(path)]),
    ...(plugin === undefined || /-v?\d/.test(plugin.name) ? [] : [unversioned(plugin.name)]),
  ];
}

function outside(path: string): Finding {
  return {
    code: 'PV713',
    severity: 'error',
    path: 'path',
    what: `"${path}" is not a folder of the repository`,
    why: 'Argo CD refuses the Application, and nothing reaches the cluster',
    fix: 'write it from the top of the repository, without a slash before it',
  };
}

/** A plugin that is called the same in every version. */
export function unversioned(name: string): Finding {
  return {
    code: 'PV714',
    severity: 'warning',
    path: 'plugin.name',
    what: `the plugin "${name}" has no version in its name`,
    why: 'Argo CD keeps what was rendered by name: after an upgrade of the plugin it serves the old objects for up to a day',
    fix: 'name it with its version, as polyvirt argocd install does, and change both together',
    source: 'argoproj/argo-cd v3.5.1 reposerver/cache/cache.go',
  };
}
