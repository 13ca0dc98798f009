import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { matches, type PluginPolicy, type ProgramPolicy } from '../../argocd/output-policy';
import type { PluginSettings } from '../../argocd/settings';
import type { Finding } from '../../findings/finding';
import { shownPath, WorkspaceError } from '../host/open-text';
import { isBelow } from './bundle-bounds';

/** The plugin's rules for programs: by its command, by its policy, and where that policy is. */
interface AskedPolicy {
  readonly policy: PluginPolicy;
  readonly programs: boolean;
  readonly settings: PluginSettings;
}

/**
 * How programs of a repository may run in the plugin.
 *
 * The author of an Application or a repository must not be able to allow it: it is said in the command of the plugin, or in
 * a policy that is not part of the repository itself.
 *
 * @param root the repository, by its real path
 * @param address where Argo CD has it from
 * @throws WorkspaceError where they may not
 */
export function allowedPrograms(
  { policy, programs, settings }: AskedPolicy,
  root: string,
  address: string | undefined,
): ProgramPolicy {
  const { typescript } = policy;
  if (typescript === false) {
    throw new WorkspaceError([FORBIDDEN]);
  }
  if (typescript === undefined && !programs) {
    throw new WorkspaceError([NOT_ALLOWED]);
  }
  if (!programs && settings.policyFile !== undefined && isWithin(root, settings.policyFile)) {
    throw new WorkspaceError([allowedByItself(settings.policyFile)]);
  }
  const { repositories } = typescript ?? {};
  if (repositories !== undefined && !repositories.some((each) => matches(each, address ?? ''))) {
    throw new WorkspaceError([OTHER_REPOSITORY]);
  }
  return typescript ?? {};
}

function isWithin(root: string, file: string): boolean {
  // Both ways: a link in the repository to a policy elsewhere can be turned around by its author.
  return [resolve(file), realpathSync(file)].some((path) => path.startsWith(root + sep));
}

const WHY =
  'A program runs in WebAssembly and reaches nothing but its repository, and still takes time and memory that its ' +
  'administrator answers for';
const INSTEAD = 'describe the platform in polyvirt.yaml, or commit what polyvirt synth writes';
const ADMINISTRATOR =
  'the administrator of the plugin can allow programs, by --programs in the commands of plugin.yaml or by ' +
  'typescript: {} in the file that POLYVIRT_POLICY names';

const NOT_ALLOWED: Finding = {
  code: 'PV721',
  severity: 'error',
  what: 'this is a program, and the plugin runs programs only if its administrator allows it',
  why: WHY,
  fix: `${INSTEAD}; ${ADMINISTRATOR}`,
};

const FORBIDDEN: Finding = {
  code: 'PV707',
  severity: 'error',
  what: 'this is a program, and the policy of the plugin allows platforms in YAML only',
  why: WHY,
  fix: `${INSTEAD}; the administrator of the plugin can allow programs, by typescript: {} in its policy`,
};

const OTHER_REPOSITORY: Finding = {
  code: 'PV707',
  severity: 'error',
  what: 'this is a program, and its repository is not one of those allowed to have programs',
  why: WHY,
  fix: `${INSTEAD}; the administrator of the plugin can add the repository to typescript.repositories in its policy`,
};

/** The same for a user who prepares an Application and cannot see what the plugin allows. */
export function notRunInPlugin(entry: string): Finding {
  return { ...NOT_ALLOWED, severity: 'info', file: shownPath(entry) };
}

function allowedByItself(file: string): Finding {
  return {
    code: 'PV721',
    severity: 'error',
    file: shownPath(file),
    what: 'this is a program, and the policy that allows it is in the same repository',
    why: `The author of the program could write the policy too. ${WHY}`,
    fix: `${INSTEAD}; the administrator of the plugin can name a policy outside of the repository`,
  };
}

/**
 * A program of a commit that was checked out only to be looked at: its author need not be the one who asks.
 *
 * @param shown how the commit is called
 */
export function notRunInCommit(entry: string, shown: string): Finding {
  return {
    code: 'PV721',
    severity: 'error',
    file: entry,
    what: `${shown} creates its manifests with a program that was not run, so nothing was compared`,
    why: 'The program of a commit runs only if you ask for it: in WebAssembly, with access to its repository only',
    fix: 'add --programs; or compare manifests that are committed, as in polyvirt review main:dist dist',
  };
}

/** More of them need not be named. */
const SHOWN = 10;

/** What the bundler reads by itself on its way to a package. */
const READ_UNASKED = ['package.json', '.pnp.cjs', '.pnp.js', '.pnp.data.json'];

/** As much as that is never written there. */
const LARGEST_UNASKED = 32 << 20;

/**
 * Refuses a repository in which something leads elsewhere, or is no plain file, before anything of it is bundled or run.
 *
 * Node and the bundler follow links even where they may not read what they lead to, so a repository could show any file of
 * the machine; and they wait forever for a pipe. What git keeps for itself is left out: nothing may read that.
 *
 * @throws WorkspaceError with all of it, as far as it need be named
 */
export function refuseHazards(root: string): void {
  const real = realpathSync(root);
  const found: Finding[] = [];
  const folders = [real];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        found.push(...(isBelow(targetOf(path), real) ? [] : [leaving(path)]));
      } else if (entry.isDirectory()) {
        folders.push(...(folder === real && entry.name === '.git' ? [] : [path]));
      } else if (!entry.isFile()) {
        found.push(special(path, 'it is a pipe, a socket or a device'));
      } else if (READ_UNASKED.includes(entry.name) && lstatSync(path).size > LARGEST_UNASKED) {
        found.push(special(path, `it is larger than ${LARGEST_UNASKED >> 20} MiB`));
      }
    }
  }
  if (found.length > 0) {
    throw new WorkspaceError(found.sort((a, b) => (a.file! < b.file! ? -1 : 1)).slice(0, SHOWN));
  }
}

function leaving(path: string): Finding {
  return {
    code: 'PV708',
    severity: 'error',
    file: shownPath(path),
    what: 'it is a link that leads out of the repository',
    why: 'A program of the repository could read files of the machine through it, and print them as manifests',
    fix: 'put the file itself there, or remove the link',
  };
}

function special(path: string, what: string): Finding {
  return {
    code: 'PV722',
    severity: 'error',
    file: shownPath(path),
    what,
    why: 'Reading it may hang or exhaust memory',
    fix: 'put a plain file there, or remove it',
  };
}

/** Where a link leads in the end; as far as it is written where it leads to nothing. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(dirname(path), readlinkSync(path));
  }
}
