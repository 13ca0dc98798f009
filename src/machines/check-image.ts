import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import type { Release } from '../kube/release';
import { wrong } from './check-fields';
import { type ImageSourceKind, imageSourceKind } from './image-source';
import { configText } from './view';

const DENIED =
  'The MachineDeployment is accepted, and KubeVirt then refuses to start each of its machines: CDI denies the volume';

/** Schemes that CDI takes of each source. Source: CDI pkg/apiserver/webhooks/datavolume-validate.go. */
const SCHEMES: Readonly<Partial<Record<ImageSourceKind, readonly string[]>>> = {
  http: ['http', 'https'],
  registry: ['docker', 'oci-archive'],
};

/** An image of which a controller makes a volume that CDI denies: by its form, or because its source says another thing. */
export function checkImage(disk: Readonly<Record<string, unknown>>, path: string, controller: Release): Finding[] {
  const image = configText(disk.osImage);
  const told = configText(disk.source) ?? '';
  if (image === undefined || image === '') {
    return [];
  }
  const kind = imageSourceKind(image, told, controller);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(image)?.[1]?.toLowerCase();
  const source = kind === told ? `source: ${told}` : `machine-controller ${controller}`;
  if (kind === 'nothing') {
    return [
      denied(path, `machine-controller ${controller} makes no source of ${shownValue(image)}`, 'write namespace/name'),
    ];
  }
  if (kind === 'pvc') {
    return scheme === undefined && !image.startsWith('/')
      ? []
      : [denied(path, `${source} takes ${shownValue(image)} for a claim`, fixFor(scheme))];
  }
  return SCHEMES[kind]!.includes(scheme ?? '')
    ? []
    : [
        denied(
          path,
          `${source} takes ${shownValue(image)} for ${kind === 'http' ? 'a web address' : 'an image of a registry'}`,
          scheme === 'docker' && kind === 'http' && told !== 'http'
            ? 'use machine-controller 1.58 or later, which reads it as an image of a registry, or an http address'
            : fixFor(scheme),
        ),
      ];
}

function fixFor(scheme: string | undefined): string {
  const kind = Object.entries(SCHEMES).find(([, schemes]) => schemes.includes(scheme ?? ''))?.[0];
  return kind === undefined
    ? 'write an address with http, https, docker or oci-archive, or a claim as namespace/name'
    : `leave source out, or write source: ${kind}`;
}

function denied(path: string, what: string, fix: string): Finding {
  return {
    ...wrong(`${path}.osImage`, what, DENIED, fix),
    source:
      'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go; CDI pkg/apiserver/webhooks/datavolume-validate.go',
  };
}
