import { asText, isMap } from '../kube/object';

/** A command of a plugin: words, no shell. */
export type PluginCommand = readonly string[];

/** `plugin.yaml`, as far as it says what is run. */
export interface PluginConfig {
  /** Absent for one that is meant whatever it is called. */
  readonly name?: string;
  readonly init?: PluginCommand;
  readonly generate: PluginCommand;
  readonly parameters?: PluginCommand;
  /** A file that must be there, or a command that must print something. */
  readonly discover?: { readonly fileName: string } | { readonly command: PluginCommand };
  readonly preserveFileMode: boolean;
}

/** Reads a plugin's configuration; says what cmp-server would not start with. */
export function readPluginConfig(value: unknown): PluginConfig | string {
  if (!isMap(value) || value.kind !== 'ConfigManagementPlugin') {
    return 'its kind is not ConfigManagementPlugin';
  }
  const [metadata, spec] = [value.metadata, value.spec].map((part) => (isMap(part) ? part : {}));
  const generate = commandOf(spec!.generate);
  if (typeof metadata!.name !== 'string' || metadata!.name === '') {
    return 'metadata.name is missing';
  }
  if (generate === undefined) {
    return 'spec.generate.command is missing';
  }
  const init = commandOf(spec!.init);
  const parameters = commandOf(partOf(spec!.parameters, 'dynamic'));
  const fileName = partOf(spec!.discover, 'fileName');
  const find = commandOf(partOf(spec!.discover, 'find'));
  return {
    name: typeof spec!.version === 'string' ? `${metadata!.name}-${spec!.version}` : metadata!.name,
    generate,
    preserveFileMode: spec!.preserveFileMode === true,
    ...(init === undefined ? {} : { init }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(typeof fileName === 'string' && fileName !== ''
      ? { discover: { fileName } }
      : find === undefined
        ? {}
        : { discover: { command: find } }),
  };
}

function partOf(value: unknown, key: string): unknown {
  return isMap(value) ? value[key] : undefined;
}

function commandOf(value: unknown): PluginCommand | undefined {
  const words = [partOf(value, 'command'), partOf(value, 'args')].flatMap((part) => (Array.isArray(part) ? part : []));
  return Array.isArray(partOf(value, 'command')) && words.length > 0 ? words.map(asText) : undefined;
}
