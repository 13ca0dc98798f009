import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Finding } from '../findings/finding';
import { reasonOf } from '../host/workspace-error';
import type { PlatformDeclaration } from '../model/platform';
import type { PlatformFile } from '../model/read/read-platform';
import { readNodes } from './read-nodes';

/** A platform with its nodes. */
export interface WithNodes {
  readonly declaration: PlatformDeclaration;
  /** About the file, without a place: they belong where it is named. */
  readonly findings: readonly Finding[];
  /** The file of the nodes, where it is another one. */
  readonly file?: string;
}

/**
 * Reads the nodes that a platform file refers to.
 *
 * @param folder what the name is relative to
 * @param root what it must not lead out of
 */
export function withNodes(file: PlatformFile, folder: string, root: string): WithNodes {
  const { nodes, ...rest } = file;
  if (nodes === undefined || !('from' in nodes)) {
    return { declaration: nodes === undefined ? rest : { ...rest, nodes }, findings: [] };
  }
  const path = resolve(folder, nodes.from);
  try {
    if (!realpathSync(path).startsWith(realpathSync(root) + sep)) {
      return {
        declaration: rest,
        findings: [unreadable(nodes.from, 'it is outside of the folder of the platform')],
        file: path,
      };
    }
  } catch (error) {
    return { declaration: rest, findings: [unreadable(nodes.from, reasonOf(error))], file: path };
  }
  const { inventory, findings } = readNodes(path);
  return { declaration: { ...rest, nodes: inventory }, findings, file: path };
}

function unreadable(name: string, reason: string): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    what: `${name} cannot be read: ${reason}`,
    why: 'Without the nodes nobody can say what runs where, and a platform depends on nothing outside of its folder',
    fix: 'put what kubectl get nodes -o yaml prints into a file beside the platform, and name that',
  };
}
