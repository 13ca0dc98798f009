import { relative } from 'node:path';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { valueAt } from '../model/read/file-path';
import { type AnnouncedParameter, announcedParameters } from '../model/read/parameters';
import { readText } from '../sources/host/read-text';
import type { Dependency } from '../sources/memory';
import { CLUSTER_PARAMETER, type PluginRequest } from './request';
import { type RenderPlace, runForPlugin } from './tree';

/** What may be set in an Application. */
interface Announcements {
  readonly parameters: readonly AnnouncedParameter[];
  readonly dependencies: readonly Dependency[];
}

/** The parameters of a platform: those of the cluster that is asked for, or of all, each name once. */
export async function announceParameters(request: PluginRequest, place: RenderPlace): Promise<Announcements> {
  const { source, root } = place;
  if ('files' in source) {
    return {
      parameters: ofFiles(source.files, request.cluster),
      dependencies: source.files.map((path) => ['file', relative(root, path)] as const),
    };
  }
  // What is given does not matter here, and may be what is wrong.
  const { tree, dependencies } = await runForPlugin({ ...request, given: [] }, place);
  const names = tree.clusters.map(({ name }) => name);
  return { parameters: [...clusterParameter(names), ...(tree.parameters ?? [])], dependencies };
}

function ofFiles(files: readonly string[], cluster: string | undefined): AnnouncedParameter[] {
  const documents = files
    .flatMap((file) => [...readYaml(readText(file))])
    .flatMap((read) => (isProblem(read) ? [] : [read.value]));
  const names = documents.flatMap((value) => {
    const name = valueAt(value, ['metadata', 'name']);
    return typeof name === 'string' ? [name] : [];
  });
  const chosen = documents.filter((value) => cluster === undefined || valueAt(value, ['metadata', 'name']) === cluster);
  const unique = new Map(chosen.flatMap(announcedParameters).map((parameter) => [parameter.name, parameter] as const));
  return [...clusterParameter(names), ...unique.values()];
}

/** Where there is a choice. */
function clusterParameter(names: readonly string[]): AnnouncedParameter[] {
  const shown = [...names].sort().slice(0, SHOWN).join(', ');
  return names.length < 2
    ? []
    : [
        {
          name: CLUSTER_PARAMETER,
          title: 'Cluster',
          tooltip: `Which cluster the Application is for: ${shown}${names.length > SHOWN ? ' and so on' : ''}.`,
          type: 'string',
        },
      ];
}

const SHOWN = 20;
