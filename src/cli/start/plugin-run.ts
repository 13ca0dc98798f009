import '../../in-node';
import { setMemory } from '../../sources/memory';
import { optimizeLate } from '../../speed/late-optimizer';
import { readQuickly } from '../../speed/read-quickly';
import { printObjects, writeAll } from './descriptor';
import type { PluginQuestion } from './plugin-answer';

/** Does the plugin's work and ends as Argo CD expects it: objects and nothing else on stdout, all of them or none. */
export async function runPlugin(asked: PluginQuestion): Promise<void> {
  optimizeLate(process.env);
  // Nothing that is printed by mistake may get between the objects.
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
  const isQuick = process.env.POLYVIRT_SPEED !== 'off';
  readQuickly(isQuick);
  if (isQuick) {
    setMemory({
      wall: () => (require('../../speed/kept-wall') as typeof import('../../speed/kept-wall')).keptWall(process.env),
    });
  }
  const { doPluginWork } = require('../commands/plugin-work') as typeof import('../commands/plugin-work');
  const { code, out, err } = await doPluginWork(asked, process.env);
  writeAll(2, Buffer.from(err));
  printObjects(out);
  // At once: what a program left behind, as a timer, must not keep us.
  process.exit(code);
}
