import type { Cluster } from '../../cluster/cluster';
import { judge } from '../../cluster/judge/judge';
import type { Finding } from '../../findings/finding';
import { isProblem, readYamlDocument } from '../../kube/yaml/reader';
import type { FleetParameters } from '../../model/read/given-parameters';
import { type RenderedCluster, type Rendering, renderCluster } from '../../sinks/render-cluster';
import { notYaml, shownPath } from '../host/workspace-error';
import type { DocumentText } from '../memory';
import { readPlatformDocument } from '../read-platforms';
import { PLATFORM_LIMITS } from '../same-name';

/** What one document comes to. */
interface RenderedDocument {
  /** Mistakes in a document that declares no cluster. */
  readonly findings: readonly Finding[];
  /** Absent where it declares no cluster. */
  readonly rendered?: RenderedCluster;
  /** Files that were read for it, and folders in which they were looked for, by their absolute paths. */
  readonly reads: readonly string[];
  readonly folders: readonly string[];
}

/**
 * Renders one document of a platform file.
 *
 * @param root the folder that it must not lead out of
 * @returns nothing for a document without anything in it
 */
export function renderDocument(
  text: DocumentText,
  root: string,
  rendering: Rendering,
  parameters: FleetParameters,
): RenderedDocument | undefined {
  const declared = declaredBy(text, root, parameters);
  if (declared === undefined || declared.cluster === undefined) {
    return declared === undefined ? undefined : { findings: declared.findings, reads: [], folders: [] };
  }
  const { cluster, findings, reads, folders } = declared;
  const { result, ...rest } = renderCluster(cluster, rendering, findings);
  // With its cluster, so that they are told too when that is known from before.
  return {
    findings: [],
    reads,
    folders,
    rendered: { ...rest, result: { ...result, findings: [...findings, ...result.findings] } },
  };
}

/** What there is to say about a cluster when what it shares with others counts too; nothing of a document of another. */
export function judgeDocument(
  text: DocumentText,
  root: string,
  rendering: Rendering,
  parameters: FleetParameters,
  cluster: string,
  shared: readonly Finding[],
): readonly Finding[] {
  const declared = declaredBy(text, root, parameters);
  return declared?.cluster === undefined || declared.cluster.name !== cluster
    ? []
    : [
        ...declared.findings,
        ...judge(declared.cluster, { ...rendering, mistakes: declared.findings, shared }).findings,
      ];
}

type Declared =
  | { readonly findings: readonly Finding[]; readonly cluster?: undefined }
  | {
      readonly findings: readonly Finding[];
      readonly cluster: Cluster;
      readonly reads: readonly string[];
      readonly folders: readonly string[];
    };

function declaredBy(
  { path, text, firstLine }: DocumentText,
  root: string,
  fleet: FleetParameters,
): Declared | undefined {
  const read = readYamlDocument(text, firstLine, PLATFORM_LIMITS);
  if (read === undefined) {
    return undefined;
  }
  if (isProblem(read)) {
    return { findings: [notYaml(shownPath(path), read)] };
  }
  const { findings: mistakes, declared } = readPlatformDocument(read, path, root, { fleet });
  if (declared === undefined) {
    return { findings: mistakes };
  }
  const { cluster, findings, reads, folders } = declared.declare();
  const all = [...mistakes, ...findings];
  return { findings: all, reads, folders, cluster };
}
