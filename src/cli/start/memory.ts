import { setQuickYaml } from '../../kube/yaml/reader';
import type { Memory } from '../../sources/memory';
import { quickYaml } from '../../speed/quick-yaml';

/** Has usual documents read quickly. */
export function readQuickly(env: NodeJS.ProcessEnv): void {
  setQuickYaml(env.POLYVIRT_SPEED === 'off' ? undefined : quickYaml);
}

/** What is kept between runs. Each part of it is loaded with the command that asks for it. */
export function memoryIn(env: NodeJS.ProcessEnv): Memory {
  if (env.POLYVIRT_SPEED === 'off') {
    return {};
  }
  return {
    bundle: async (app) => (await import('../../speed/kept-bundle')).keptBundle(app, env),
    fleet: (...asked) =>
      (require('../../speed/kept-fleet') as typeof import('../../speed/kept-fleet')).keptFleet(...asked, env),
    commit: (...asked) =>
      (require('../../speed/kept-commits') as typeof import('../../speed/kept-commits')).keptCommit(...asked, env),
  };
}
