import type { KubeObject } from '../../src/kube/object';

type Part = Readonly<Record<string, unknown>>;

/** A program under construction, whose lines are known. */
export class ProgramText {
  private readonly _lines: string[] = [
    "import { ApiObject, App, JsonPatch, Yaml } from 'cdk8s';",
    "import * as polyvirt from 'polyvirt';",
    'const { DataVolume, Enforcement, HyperConverged, InfraLabels, KubeVirt, MachineDeployment, NodePool, Platform, VirtualMachine, VirtualMachineInstance } = polyvirt;',
    'const app = new App();',
    // Factories give values that hold what was declared.
    'class Made { constructor(readonly declaration: unknown) {} }',
    'const of = (declaration: unknown) => new Made(declaration) as never;',
  ];

  /** Adds a line, and gives its number, from 1. */
  public add(line: string): number {
    return this._lines.push(line);
  }

  public toString(): string {
    return `${[...this._lines, 'app.synth();'].join('\n')}\n`;
  }
}

/** Constructs by the keys of a platform that declare one of each, and those that declare several. */
const SINGLE = { kubevirt: 'KubeVirt', infraLabels: 'InfraLabels', enforce: 'Enforcement' } as const;
const SEVERAL = {
  dataVolumes: 'DataVolume',
  virtualMachineInstances: 'VirtualMachineInstance',
  virtualMachines: 'VirtualMachine',
  machines: 'MachineDeployment',
} as const;

/** Lines of constructs by the first words of a path in the platform file: `virtualMachines/0`; the platform's own is `''`. */
export type ConstructLines = ReadonlyMap<string, number>;

/** Writes a platform as constructs: props have the names and nesting of keys. */
export function addConstructs(program: ProgramText, name: string, spec: Part): ConstructLines {
  const lines = new Map<string, number>([['', addPlatform(program, name, spec)]]);
  const own = (id: string, type: string, props: Part) =>
    program.add(`new ${type}(app.node.findChild('${name}') as never, ${literal(id)}, ${propsOf(props)} as never);`);
  for (const [key, type] of Object.entries(SINGLE)) {
    if (spec[key] !== undefined) {
      lines.set(key, own(key, type, spec[key] as Part));
    }
  }
  if (spec.hyperConverged !== undefined) {
    const { goldenImages } = spec;
    lines.set(
      'hyperConverged',
      own('hco', 'HyperConverged', {
        ...(spec.hyperConverged as Part),
        ...(goldenImages === undefined ? {} : { goldenImages }),
      }),
    );
  }
  for (const [key, type] of Object.entries(SEVERAL)) {
    for (const [i, part] of (Array.isArray(spec[key]) ? (spec[key] as Part[]) : []).entries()) {
      const { perArchitecture, name: id, ...rest } = part;
      lines.set(
        `${key}/${i}`,
        perArchitecture === true
          ? program.add(
              `VirtualMachine.perArchitecture(app.node.findChild('${name}') as never, ${literal(id)}, ${propsOf(rest)} as never);`,
            )
          : own(`${key}-${i}`, type, part),
      );
    }
  }
  return lines;
}

/** Keys of a platform that say what is known of the cluster. */
const KNOWN = [
  'target',
  'namespace',
  'labels',
  'nodes',
  'distribution',
  'hypervisors',
  'supportByArch',
  'findings',
  'argocd',
];

export function addPlatform(program: ProgramText, name: string, spec: Part): number {
  const known = Object.fromEntries(Object.entries(spec).filter(([key]) => KNOWN.includes(key)));
  return program.add(`new Platform(app, '${name}', ${propsOf(known)} as never);`);
}

/** Keys whose values factories make; of those with a list, each item. */
const MADE = new Set(['disks', 'networks', 'cloudInit', 'placement', 'source', 'goldenImages']);

function propsOf(props: Part): string {
  const written = Object.entries(props).map(([key, value]) => {
    if (key === 'nodes' && Array.isArray(value)) {
      return `nodes: [${value.map(({ pool, ...rest }: Part) => `NodePool.of(${literal(pool)}, ${literal(rest)} as never)`).join(', ')}]`;
    }
    if (key === 'nodes') {
      return `nodes: polyvirt.NodeInventory.of(Yaml.load(${literal((value as { from?: unknown }).from)}))`;
    }
    if (MADE.has(key)) {
      return `${key}: ${Array.isArray(value) ? `[${value.map((item) => `of(${literal(item)})`).join(', ')}]` : `of(${literal(value)})`}`;
    }
    if ((key === 'infra' || key === 'workloads') && typeof value === 'object') {
      return `${key}: ${propsOf(value as Part)}`;
    }
    return `${literal(key)}: ${literal(value)}`;
  });
  return `{ ${written.join(', ')} }`;
}

/** Text of a program, with what JSON cannot say. */
function literal(value: unknown): string {
  const text = JSON.stringify(value, (_key, part) =>
    typeof part === 'number' && !Number.isFinite(part) ? `\0${part}` : part,
  );
  return text.replace(/"\\u0000(NaN|-?Infinity)"/g, '$1');
}

/** Lines of a patched object: where it is made, and where each of its keys is written, `spec` or `metadata.labels`. */
export interface PatchLines {
  readonly made: number;
  readonly keys: ReadonlyMap<string, number>;
}

/** Writes an object as one with nothing but kind and name, and a patch for each of its other keys. */
export function addPatched(
  program: ProgramText,
  name: string,
  id: string,
  object: KubeObject,
  document: string,
): PatchLines {
  const scope = `app.node.findChild('${name}') as never`;
  const ours = object.kind === 'VirtualMachine' || object.kind === 'VirtualMachineInstance' ? object.kind : undefined;
  const made = program.add(
    ours === undefined
      ? `new ApiObject(${scope}, '${id}', { apiVersion: ${document}.apiVersion, kind: ${document}.kind, metadata: { name: ${document}.metadata.name } });`
      : `new ${ours}(${scope}, '${id}', { name: ${document}.metadata.name, memory: '1Gi' });`,
  );
  const written = [
    ...Object.keys(object).filter((key) => !['apiVersion', 'kind', 'metadata'].includes(key)),
    ...Object.keys(object.metadata).flatMap((key) => (key === 'name' ? [] : `metadata.${key}`)),
  ];
  const keys = written.map((path) => {
    const pointer = `/${path.replace('.', '/')}`;
    const patch = `addJsonPatch(JsonPatch.add('${pointer}', ${document}.${path}))`;
    return [
      path,
      program.add(`ApiObject.of(app.node.findChild('${name}').node.findChild('${id}')).${patch};`),
    ] as const;
  });
  return { made, keys: new Map(keys) };
}
