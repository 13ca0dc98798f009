import { ARCHITECTURES } from '../architectures/facts';
import {
  type HostDeviceSelector,
  type HypervisorDeclaration,
  type LauncherImages,
  type PropertiesDeclaration,
  REALISATIONS,
} from '../hypervisors/declaration';
import { FEATURE_NAMES, FEATURES } from '../hypervisors/features';
import { PROPERTIES, PROPERTY_TITLES, type Property } from '../hypervisors/profile';
import { maybe } from './read/shapes';
import * as z from './read/zod';
import { required, setting, table } from './rows/row';
import { either, flag, listOf, once, quantity, type Shape, text, textMap, word } from './rows/shapes';

const FLAGS: readonly Property[] = [
  'iso',
  'privileged',
  'bootOrder',
  'ballooning',
  'virtlogd',
  'root',
  'controllers',
  'smbios',
];

function propertyShape(property: Property): z.ZodMiniType {
  if (property.endsWith('Overhead')) {
    return quantity();
  }
  if (FLAGS.includes(property)) {
    return flag();
  }
  switch (property) {
    case 'processPrefixes':
      return listOf(text)();
    case 'daemonMode':
      return z.enum(['modular', 'monolithic', 'none']);
    default:
      return text();
  }
}

/** The catalogue has a sentence for each property and feature: they are columns of its tables, not keys of an interface. */
const properties = once(() =>
  z.strictObject(
    Object.fromEntries(
      PROPERTIES.map((property) => [property, maybe(propertyShape(property), capital(PROPERTY_TITLES[property]))]),
    ),
  ),
) as unknown as Shape<PropertiesDeclaration>;

const features = once(() =>
  z.strictObject(
    Object.fromEntries(
      FEATURE_NAMES.map((feature) => [feature, maybe(flag(), `Whether it has ${FEATURES[feature]}.`)]),
    ),
  ),
) as unknown as Shape<NonNullable<HypervisorDeclaration['features']>>;

const images = once(() =>
  z.strictObject({
    all: maybe(text(), 'A manifest list, from which each node takes its own architecture.'),
    ...Object.fromEntries(ARCHITECTURES.map((name) => [name, maybe(text(), `The image for ${name}.`)])),
  }),
) as unknown as Shape<LauncherImages>;

const hostDevice = once(() =>
  z.strictObject({
    pci: maybe(text(), 'Vendor and product of a PCI device, as `10DE:1DB6`.'),
    mediated: maybe(text(), 'Name of the type of a mediated device, as `GRID T4-1Q`.'),
  }),
) as unknown as Shape<HostDeviceSelector>;

/** A hypervisor of a platform: one of the catalogue, or your own. */
export const HYPERVISOR = table<HypervisorDeclaration>('HypervisorDeclaration', () => ({
  name: required(setting(text, 'cloud-hypervisor')),
  extends: setting(text, 'qemu-kvm'),
  driver: setting(text, 'ch'),
  realisation: setting(word(...REALISATIONS), 'pod-policy'),
  image: setting(either(text, images), 'registry.example.org/launcher:1'),
  environment: setting(textMap, { LOG: 'debug' }),
  hostDevice: setting(hostDevice, { pci: '10DE:1DB6' }),
  properties: setting(properties, { launcherOverhead: '30Mi' }),
  features: setting(features, { cdrom: false }),
}));

function capital(title: string): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}.`;
}
