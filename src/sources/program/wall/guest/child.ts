import { type ProgramCdk8s, tellApps } from '../../told-app';
import { path } from './path';
import { awaitModule, fail, flush, givenParameters, hasTold, tell } from './running';

/**
 * Runs a program with a `synth()` that hands its tree over: what `app-child` does in a process of Node.
 *
 * It is loaded by the bundle of the program, which brings its cdk8s.
 */
export function runProgram(cdk8s: ProgramCdk8s, program: () => unknown): void {
  hasTold(tellApps(cdk8s, { tell, flush, resolve: (file) => path.resolve(file), given: givenParameters() }));
  try {
    const result = program();
    if (result instanceof Promise) {
      awaitModule(result);
    }
  } catch (error) {
    fail(error);
  }
}
