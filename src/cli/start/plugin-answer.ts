// On the way of a render that was done before: nothing may be loaded here but what answers it.

import { join, relative } from 'node:path';
import type { Environment } from '../../argocd/settings';
import { repositoryRoot } from '../../sources/host/git';
import { today } from '../../sources/host/process';
import type { Dependency } from '../../sources/memory';
import {
  type Answer,
  type Input,
  type InputSurroundings,
  recall,
  remember,
  stateOf,
  statesOf,
} from '../../speed/answers';
import { digestOf } from '../../speed/folder';
import { openStore, type Store } from '../../speed/store';

/** What the plugin is asked for. */
export interface PluginQuestion {
  readonly command: 'generate' | 'parameters';
  readonly folder: string;
  readonly format: 'yaml' | 'json';
  /** Whether the command allows programs of the repository. */
  readonly programs: boolean;
}

/** What every answer depends on beside what is read for it. */
const ALWAYS: readonly Dependency[] = [
  ['variable', 'KUBE_VERSION'],
  ['variable', 'KUBE_API_VERSIONS'],
  ['variable', 'ARGOCD_APP_NAMESPACE'],
  ['variable', 'ARGOCD_ENV_POLYVIRT_CLUSTER'],
  ['variable', 'POLYVIRT_POLICY'],
];

/** The answers that were given before, to one question. */
export class PluginAnswers {
  /** The memory of the plugin; nothing where it has none. */
  public static of(asked: PluginQuestion, env: Environment): PluginAnswers | undefined {
    const opened = openStore(env);
    const root = opened === undefined ? undefined : rootOf(asked.folder, env);
    if (opened === undefined || root === undefined) {
      return undefined;
    }
    // The day counts since allowances run out. The Application, its branch and the file that a platform begins with count
    // since two of them would otherwise take turns in one entry. What a program made where they are allowed is no answer
    // where they are not.
    const question = digestOf(
      opened.build,
      asked.command,
      asked.format,
      asked.programs ? 'programs' : '-',
      today(),
      relative(root, asked.folder),
      env.ARGOCD_APP_PARAMETERS ?? '-',
      env.ARGOCD_APP_NAME ?? '-',
      env.ARGOCD_APP_SOURCE_TARGET_REVISION ?? '-',
      ...['polyvirt.yaml', 'cdk8s.yaml'].map((name) => stateOf('file', join(asked.folder, name), { root, env })),
    );
    return new PluginAnswers(opened.folder, opened.store, question, { root, env });
  }

  private constructor(
    /** Where the cache is. */
    public readonly folder: string,
    private readonly store: Store,
    private readonly question: string,
    private readonly surroundings: InputSurroundings,
  ) {}

  public recall(): Answer | undefined {
    return recall(this.store, this.question, this.surroundings);
  }

  /** What an answer depends on, as it is now. */
  public statesOf(dependencies: readonly Dependency[]): Input[] {
    return statesOf([...ALWAYS, ...dependencies], this.surroundings);
  }

  public remember(inputs: readonly Input[], answer: Answer): void {
    remember(this.store, this.question, inputs, answer);
  }
}

function rootOf(folder: string, env: Environment): string | undefined {
  try {
    return repositoryRoot(folder, env.ARGOCD_APP_SOURCE_PATH);
  } catch {
    // A folder that is not there is told by what looks for a platform in it.
    return undefined;
  }
}
