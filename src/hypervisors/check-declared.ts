import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { isDnsLabel, isImageReference, isQualifiedName } from '../kube/names';
import { own } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import { catalogued, HYPERVISOR_ALIASES, hypervisorNames } from './catalogue';
import { type HypervisorDeclaration, malformed, type PropertiesDeclaration } from './declaration';
import { checkImages, imagesOf } from './image';
import { LAUNCHER_PROPERTIES, TWINS } from './profile';

/**
 * Mistakes in one declared hypervisor, before any of them is used.
 *
 * @param architectures those that its launchers run on, as far as they are known
 */
export function checkDeclaredHypervisor(
  declaration: HypervisorDeclaration,
  declared: readonly HypervisorDeclaration[],
  i: number,
  architectures: readonly Architecture[],
): Finding[] {
  return [
    ...checkName(declaration, declared.slice(0, i)),
    ...checkExtends(declaration, declared),
    ...checkComplete(declaration),
    ...checkValues(declaration),
    ...checkImages(declaration, architectures),
  ];
}

/** The fix for a name that is no hypervisor of the platform. */
export function chooseHypervisor(written: string, declared: readonly HypervisorDeclaration[]): string {
  return chooseFrom(own(HYPERVISOR_ALIASES, written.toLowerCase()) ?? written, hypervisorNames(declared));
}

function checkName({ name }: HypervisorDeclaration, earlier: readonly HypervisorDeclaration[]): Finding[] {
  if (name === '') {
    // That it has none is said where it is read.
    return [];
  }
  if (!isDnsLabel(name)) {
    return [
      malformed(
        `hypervisors[${name}].name`,
        `"${name}" cannot be the name of a hypervisor`,
        'It becomes the value of a label and part of the names of objects',
        'use lower-case letters, digits and -, at most 63 of them',
      ),
    ];
  }
  return earlier.some((other) => other.name === name)
    ? [
        malformed(
          `hypervisors[${name}]`,
          `${name} is declared twice`,
          'Only one of the two can be meant',
          'keep one of them',
        ),
      ]
    : [];
}

function checkExtends(declaration: HypervisorDeclaration, declared: readonly HypervisorDeclaration[]): Finding[] {
  const { name, extends: base } = declaration;
  const path = `hypervisors[${name}].extends`;
  if (base === undefined) {
    return [];
  }
  if (catalogued(name) !== undefined) {
    return [
      malformed(
        path,
        `${name} is in the catalogue and extends nothing`,
        'VMs that ask for it would get something else than users expect',
        'give your own a name of its own, or leave extends out',
      ),
    ];
  }
  if (!hypervisorNames(declared).includes(base)) {
    return [
      malformed(
        path,
        `there is no hypervisor ${shownValue(base)}`,
        'What it does not say itself would come from there',
        chooseHypervisor(base, declared),
      ),
    ];
  }
  return inCircle(declaration, declared)
    ? [malformed(path, `${name} extends itself through ${base}`, 'That ends nowhere', 'extend one of the catalogue')]
    : [];
}

function inCircle({ name }: HypervisorDeclaration, declared: readonly HypervisorDeclaration[]): boolean {
  const seen = new Set<string>();
  let next: string | undefined = name;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    const current: string = next;
    next = catalogued(current) === undefined ? declared.find((each) => each.name === current)?.extends : undefined;
  }
  return next === name;
}

/** A hypervisor that extends nothing has to say all of the proposal; a Plugin asks for the domain itself. */
function checkComplete(declaration: HypervisorDeclaration): Finding[] {
  const { name, extends: base, properties = {}, driver } = declaration;
  if (base !== undefined || catalogued(name) !== undefined) {
    return [];
  }
  const missing = [
    ...(driver === undefined ? ['driver'] : []),
    ...LAUNCHER_PROPERTIES.filter((property) => properties[property] === undefined).map(
      (property) => `properties.${property}`,
    ),
  ];
  return missing.length === 0
    ? []
    : [
        {
          code: 'PV402',
          severity: 'error',
          path: `hypervisors[${name}]`,
          what: `${name} extends nothing and lacks ${missing.join(', ')}`,
          why: 'The launcher and its pod need all of them; polyvirt does not guess',
          fix: 'say it, or extend the hypervisor of the catalogue that it is most like',
        },
      ];
}

/** More than any process beside a guest takes, in billionths of a byte: more is a mistaken unit. */
const MOST_OVERHEAD = parseQuantity('1Ti')!.nano;

/** As every shell and Kubernetes up to 1.33 takes them. */
const VARIABLE = /^[A-Za-z_.-][A-Za-z0-9_.-]*$/;

/** Values that have the right type and cannot be right, which only a cluster would say, and late. */
function checkValues(declaration: HypervisorDeclaration): Finding[] {
  const { name, properties = {}, environment = {} } = declaration;
  const path = `hypervisors[${name}]`;
  return [
    ...checkOverheads(properties, `${path}.properties`),
    ...checkDevice(properties.device, `${path}.properties.device`),
    ...checkHostDevice(declaration, path),
    ...checkPaths(properties, `${path}.properties`),
    ...checkWords(properties, `${path}.properties`),
    ...checkUri(properties.uri, `${path}.properties.uri`),
    ...checkThreads(properties.vcpuThreads, `${path}.properties.vcpuThreads`),
    ...checkTwins(declaration, path),
    ...Object.keys(environment)
      .filter((variable) => !VARIABLE.test(variable))
      .map((variable) =>
        malformed(
          `${path}.environment["${variable}"]`,
          `"${variable}" cannot be the name of a variable`,
          'The API server rejects the pods of its VMs',
          'use letters, digits, _, - and ., and no digit first',
        ),
      ),
    ...checkReferences(declaration, `${path}.image`),
  ];
}

function checkOverheads(properties: PropertiesDeclaration, path: string): Finding[] {
  return Object.entries(properties).flatMap(([property, value]) => {
    const quantity = property.endsWith('Overhead') ? parseQuantity(String(value)) : undefined;
    const isRight = quantity !== undefined && quantity.nano >= 0n && quantity.nano <= MOST_OVERHEAD;
    return !property.endsWith('Overhead') || isRight
      ? []
      : [
          {
            code: 'PV001',
            severity: 'error' as const,
            path: `${path}.${property}`,
            what: `"${value}" is not an amount of memory that a process can take`,
            why: 'The memory request of the launcher pod is computed from it',
            fix: 'write a quantity that is not negative and at most 1Ti, as 30Mi',
          },
        ];
  });
}

/** Kubernetes takes what has a domain for an extended resource, and what has none for one of its own. */
function checkDevice(device: string | undefined, path: string): Finding[] {
  const isRight = device === undefined || device === 'none' || (device.includes('/') && isQualifiedName(device));
  return isRight
    ? []
    : [
        malformed(
          path,
          `"${device}" cannot be the name of a device resource`,
          'The API server rejects the pods of its VMs, or no node ever offers it',
          'write it as its device plugin does, a domain and a name: acme.example/vmm; or none where it needs no device',
        ),
      ];
}

/** As virt-handler reads it. Source: kubevirt pkg/virt-handler/device-manager/pci_device.go. */
const PCI = /^[0-9a-f]{4}:[0-9a-f]{4}$/i;

function checkHostDevice({ hostDevice, properties = {} }: HypervisorDeclaration, path: string): Finding[] {
  if (hostDevice === undefined) {
    return [];
  }
  const at = `${path}.hostDevice`;
  const { pci, mediated } = hostDevice;
  const why = 'virt-handler would offer no such device on any node';
  return [
    ...((pci === undefined) === (mediated === undefined)
      ? [
          malformed(
            at,
            'hostDevice needs either pci or mediated',
            why,
            'write pci: "10DE:1DB6", or mediated: and the name of its type',
          ),
        ]
      : []),
    ...(pci === undefined || PCI.test(pci)
      ? []
      : [
          malformed(
            `${at}.pci`,
            `"${pci}" is no vendor and product of a PCI device`,
            why,
            'write two times four hexadecimal digits, as 10DE:1DB6',
          ),
        ]),
    ...(properties.device === undefined ||
    properties.device.startsWith('devices.kubevirt.io/') ||
    properties.device === 'none'
      ? [
          malformed(
            at,
            'hostDevice needs a device resource of its own in properties.device',
            'KubeVirt offers what it finds under that name',
            'write properties.device: a domain and a name, as acme.example/vmm',
          ),
        ]
      : []),
  ];
}

/** Files and folders of the launcher's container. */
function checkPaths(properties: PropertiesDeclaration, path: string): Finding[] {
  return (['emulator', 'firmware', 'socketPath', 'pidFolder'] as const).flatMap((property) => {
    const value = properties[property];
    return value === undefined || value === 'none' || /^[/$]/.test(value)
      ? []
      : [
          malformed(
            `${path}.${property}`,
            `"${value}" is no path of the launcher’s container`,
            'libvirt and the launcher look for it there',
            'write it from the root, as /usr/bin/acme-vmm, or none',
          ),
        ];
  });
}

/** Words of libvirt's XML, and the name of a user. */
function checkWords(properties: PropertiesDeclaration, path: string): Finding[] {
  return (['virtType', 'machine', 'diskBus', 'diskDriver', 'user'] as const).flatMap((property) => {
    const value = properties[property];
    return value === undefined || /^[\w.+-]+$/.test(value)
      ? []
      : [
          malformed(
            `${path}.${property}`,
            `"${value}" is not one word`,
            property === 'user' ? 'The container has no such user' : 'libvirt rejects a domain that says so',
            'write letters, digits, _, -, + and . only',
          ),
        ];
  });
}

/** Source: libvirt docs/uri.rst, driver[+transport]://[user@][host][:port]/[path]. */
const URI = /^[a-z][a-z0-9]*(?:\+[a-z0-9]+)?:\/\/\S*$/;

function checkUri(uri: string | undefined, path: string): Finding[] {
  return uri === undefined || uri === 'none' || URI.test(uri)
    ? []
    : [
        malformed(
          path,
          `"${uri}" is no URI of libvirt`,
          'libvirt finds no driver by it, and no guest starts',
          'write the driver and where it is, as ch:///session',
        ),
      ];
}

function checkThreads(pattern: string | undefined, path: string): Finding[] {
  return pattern === undefined || pattern === 'none' || isPattern(pattern)
    ? []
    : [
        malformed(
          path,
          `"${pattern}" is no regular expression`,
          'A launcher cannot tell the threads of vCPUs from others by it',
          'correct it, as ^CPU [0-9]+/KVM$',
        ),
      ];
}

/** Go writes flags of a whole expression before it. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text.replace(/^\(\?[imsU]+\)/, '')) !== undefined;
  } catch {
    return false;
  }
}

/** What is a property and a feature may be said as either; twice only if it is the same. */
function checkTwins({ properties = {}, features = {} }: HypervisorDeclaration, path: string): Finding[] {
  return TWINS.filter(
    (twin) => properties[twin] !== undefined && features[twin] !== undefined && properties[twin] !== features[twin],
  ).map((twin) =>
    malformed(
      `${path}.features.${twin}`,
      `features.${twin} is ${features[twin]}, and properties.${twin} is ${properties[twin]}`,
      'They are the same thing, and only one can be true',
      'say it once',
    ),
  );
}

function checkReferences(declaration: HypervisorDeclaration, path: string): Finding[] {
  const isOne = typeof declaration.image === 'string';
  return Object.entries(imagesOf(declaration) ?? {})
    .filter(([, reference]) => !isImageReference(reference))
    .map(([key, reference]) =>
      malformed(
        isOne ? path : `${path}.${key}`,
        `"${reference}" cannot be an image`,
        'Nodes cannot pull it: InvalidImageName',
        'write registry/name:tag or registry/name@sha256: and 64 hexadecimal digits',
      ),
    );
}
