import { PROPERTIES, PROPERTY_TITLES, type Property } from '../../src/hypervisors/profile';
import { HYPERVISOR_VARIABLE, PROPERTY_EFFECTS } from '../../src/hypervisors/property-effects';

/** Methods of the two Go interfaces of the proposal, in their order. */
export const METHODS: Readonly<Record<'LibvirtWrapper' | 'Hypervisor', readonly string[]>> = {
  LibvirtWrapper: [
    'SetupLibvirt',
    'GetHypervisorCommandPrefix',
    'StartHypervisorDaemon',
    'StartVirtlog',
    'root',
    'GetLibvirtUriAndUser',
    'GetPidDir',
  ],
  Hypervisor: [
    'GetVirtLauncherMonitorOverhead',
    'GetVirtLauncherOverhead',
    'GetVirtlogdOverhead',
    'GetHypervisorDaemonOverhead',
    'GetHypervisorOverhead',
    'SupportsIso',
    'GetHypervisorDevice',
    'ShouldRunPrivileged',
    'GetVcpuRegex',
    'GetLibvirtSocketPath',
    'GetDiskDriver',
    'RequiresBootOrder',
    'SupportsMemoryBallooning',
  ],
};

/** Properties that stand for a method. */
export function propertiesOf(method: string): Property[] {
  return PROPERTIES.filter((property) => PROPERTY_EFFECTS[property].method === method);
}

/** Tables of docs/hypervisors.md that follow from the rows of properties, by the name of their place in it. */
export function hypervisorTables(): Readonly<Record<string, string>> {
  return {
    properties: table(
      ['property', 'what it is', 'takes effect in', 'effect'],
      PROPERTIES.map((property) => {
        const { places, effect } = PROPERTY_EFFECTS[property];
        return [`\`${property}\``, PROPERTY_TITLES[property], places.join(', '), effect];
      }),
    ),
    contract: table(
      ['variable', 'property', 'read by'],
      [
        [`\`${HYPERVISOR_VARIABLE}\``, 'its name', 'the launcher image'],
        ...PROPERTIES.flatMap((property) => {
          const { variable, reader } = PROPERTY_EFFECTS[property];
          return variable === undefined ? [] : [[`\`${variable}\``, `\`${property}\``, reader ?? '']];
        }),
      ],
    ),
    methods: table(
      ['interface', 'method', 'property', 'takes effect in'],
      Object.entries(METHODS).flatMap(([name, methods]) =>
        methods.map((method) => {
          const properties = propertiesOf(method);
          const places = new Set(properties.flatMap((property) => PROPERTY_EFFECTS[property].places));
          return [name, `\`${method}\``, properties.map((each) => `\`${each}\``).join(', '), [...places].join(', ')];
        }),
      ),
    ),
  };
}

/** A page with each table in its place. */
export function withTables(page: string): string {
  return Object.entries(hypervisorTables()).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end of ${name} -->)`),
        (_, begin: string, end: string) => `${begin}\n${rows}\n\n${end}`,
      ),
    page,
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
