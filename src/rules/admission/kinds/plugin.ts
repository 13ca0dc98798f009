import { shownValue } from '../../../findings/secrets/shown-value';
import { isMap } from '../../../kube/object';
import { fieldsOf, type KindCheck } from './kind-check';

/** What virt-api refuses in a Plugin, its expressions in CEL apart. */
export const checkPlugin: KindCheck = function* ({ spec }) {
  const hooks = isMap(spec) && Array.isArray(spec.domainHooks) ? spec.domainHooks : [];
  for (const [i, hook] of hooks.entries()) {
    const sidecar = isMap(hook) && isMap(hook.sidecar) ? fieldsOf(hook, 'sidecar') : undefined;
    const { socketPath = '' } = sidecar ?? {};
    if (sidecar !== undefined && typeof socketPath === 'string' && !isClean(socketPath)) {
      yield {
        code: 'PV003',
        path: `spec.domainHooks[${i}].sidecar.socketPath`,
        what: `${shownValue(socketPath)} is not a plain path`,
        fix: 'write a path without .., . and empty parts',
        source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/plugin-admitter.go',
      };
    }
  }
};

/** Whether Go's `filepath.Clean` leaves a path as it is. */
function isClean(path: string): boolean {
  if (path === '/' || path === '.') {
    return true;
  }
  const isAbsolute = path.startsWith('/');
  const parts = (isAbsolute ? path.slice(1) : path).split('/');
  const firstDown = parts.findIndex((part) => part !== '..');
  // A relative path may go up at its beginning.
  const up = isAbsolute ? [] : parts.slice(0, firstDown < 0 ? parts.length : firstDown);
  return path !== '' && parts.slice(up.length).every((part) => part !== '' && part !== '.' && part !== '..');
}
