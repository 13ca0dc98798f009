import { valueAt } from '../kube/path';

/** The run strategy of a VM, also where it is said by `running`. */
export function runStrategyOf(spec: unknown): string | undefined {
  const said = valueAt(spec, 'runStrategy');
  if (typeof said === 'string') {
    return said;
  }
  const running = valueAt(spec, 'running');
  return running === true ? 'Always' : running === false ? 'Halted' : undefined;
}
