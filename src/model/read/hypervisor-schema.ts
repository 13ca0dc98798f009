import { ARCHITECTURES } from '../../architectures/facts';
import { REALISATIONS } from '../../hypervisors/declaration';
import { FEATURE_NAMES, FEATURES } from '../../hypervisors/features';
import { PROPERTIES, PROPERTY_TITLES, type Property } from '../../hypervisors/profile';
import { lazily, maybe, quantity, text, textMap } from './shapes';
import * as z from './zod';

const FLAGS: readonly Property[] = ['iso', 'privileged', 'bootOrder', 'ballooning', 'virtlogd', 'root'];

function propertySchema(property: Property): z.ZodMiniType {
  if (property.endsWith('Overhead')) {
    return quantity;
  }
  if (FLAGS.includes(property)) {
    return z.boolean();
  }
  switch (property) {
    case 'processPrefixes':
      return z.array(text);
    case 'daemonMode':
      return z.enum(['modular', 'monolithic', 'none']);
    default:
      return text;
  }
}

const properties = lazily(() =>
  z.strictObject(
    Object.fromEntries(
      PROPERTIES.map((property) => [property, maybe(propertySchema(property), capital(PROPERTY_TITLES[property]))]),
    ),
  ),
);

const flag = lazily(() => z.boolean());

const features = lazily(() =>
  z.strictObject(
    Object.fromEntries(FEATURE_NAMES.map((feature) => [feature, maybe(flag, `Whether it has ${FEATURES[feature]}.`)])),
  ),
);

const images = lazily(() =>
  z.strictObject({
    all: maybe(text, 'A manifest list, from which each node takes its own architecture.'),
    ...Object.fromEntries(ARCHITECTURES.map((name) => [name, maybe(text, `The image for ${name}.`)])),
  }),
);

/** A hypervisor of a platform: one of the catalogue, or one's own. */
export const HYPERVISOR = lazily(() =>
  z.strictObject({
    name: text,
    extends: maybe(text, 'The hypervisor that it is like but for what is said here.'),
    driver: maybe(text, 'The libvirt driver behind it.'),
    realisation: maybe(
      z.enum(REALISATIONS),
      'How it reaches the cluster; native, else cluster-image, where absent and possible.',
    ),
    image: maybe(z.union([text, images]), 'Its launcher image: a manifest list, or one image per architecture.'),
    environment: maybe(textMap, 'Environment of its launchers, for pod-policy.'),
    properties: maybe(properties, 'What a launcher needs to know of it and the catalogue does not say.'),
    features: maybe(features, 'VM features that it has or lacks.'),
  }),
);

function capital(title: string): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}.`;
}
