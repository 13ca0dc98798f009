import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { asText, compact, nonEmpty } from '../kube/object';
import { atLeast, holdsIn, type Release, type ReleaseRange } from '../kube/release';
import { wrong } from './check-fields';
import { configText, listOf } from './view';

/** What an image comes from, as CDI calls it; `nothing` is an empty source, which CDI rejects. */
export type ImageSourceKind = 'http' | 'registry' | 'pvc' | 'nothing';

/**
 * How a controller reads an image that does not say its source: by its form, and by more forms from release to release.
 *
 * Source: machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, getDataVolumeSource up to 1.55 and
 * parseOSImageSource from 1.56 on.
 */
const FORMS: readonly (ReleaseRange & {
  /** Values of `source` that are read. */
  readonly told: readonly ('http' | 'registry' | 'pvc')[];
  /** Schemes of addresses that are images of a registry. */
  readonly registries: readonly string[];
  /** What a name without a namespace is. */
  readonly bare: 'pvc' | 'nothing';
})[] = [
  { before: '1.56.0', told: [], registries: [], bare: 'nothing' },
  { since: '1.56.0', before: '1.58.0', told: ['http', 'pvc'], registries: [], bare: 'pvc' },
  { since: '1.58.0', told: ['http', 'registry', 'pvc'], registries: ['docker', 'oci-archive'], bare: 'pvc' },
];

/** The first controllers, with a flat map, know addresses only. */
const ADDRESSES_ONLY_BEFORE = '1.46.0';

/** First controller that says how an image of a registry is pulled. */
const PULL_METHOD_SINCE = '1.58.0';

/** The image source that a controller makes of an image and its declared source. */
export function imageSourceKind(image: string, told: string, controller: Release): ImageSourceKind {
  const { told: sources, registries, bare } = FORMS.find((row) => holdsIn(row, controller))!;
  const said = sources.find((each) => each === told);
  if (said !== undefined) {
    return said;
  }
  if (!atLeast(controller, ADDRESSES_ONLY_BEFORE)) {
    return 'http';
  }
  const scheme = requestScheme(image);
  if (scheme !== undefined) {
    return registries.includes(scheme) ? 'registry' : 'http';
  }
  return image.includes('/') ? 'pvc' : bare;
}

/** The source of the volumes of a machine. The namespace of a claim is absent where only the controller knows it. */
export function imageSource(
  disk: Readonly<Record<string, unknown>>,
  infraNamespace: string | undefined,
  controller: Release,
): Readonly<Record<string, unknown>> {
  const image = configText(disk.osImage) ?? '?';
  switch (imageSourceKind(image, configText(disk.source) ?? '', controller)) {
    case 'nothing':
      return {};
    case 'pvc': {
      // Only the first two parts count, whatever follows.
      const [first = '', second] = image.split('/');
      return {
        pvc:
          second === undefined
            ? { name: image, ...compact({ namespace: infraNamespace }) }
            : { name: second, namespace: first },
      };
    }
    case 'registry': {
      const pullMethod = atLeast(controller, PULL_METHOD_SINCE) ? configText(disk.pullMethod) || 'node' : undefined;
      return { registry: { url: image, ...compact({ pullMethod }) } };
    }
    case 'http': {
      const headers = listOf(disk.extraHeaders).map(asText);
      return {
        http: {
          url: image,
          ...compact({ extraHeaders: nonEmpty(headers), secretRef: configText(disk.dataVolumeSecretRef) || undefined }),
        },
      };
    }
  }
}

/**
 * The scheme of an address, `""` for a path, nothing for what is neither.
 *
 * As Go's url.ParseRequestURI decides: an absolute URI or an absolute path.
 */
function requestScheme(text: string): string | undefined {
  const [, scheme, rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(.*)$/s.exec(text) ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Go rejects control characters in a URL
  if (text === '' || /[\u0000-\u001f\u007f]/.test(text) || (scheme === undefined && !rest.startsWith('/'))) {
    return undefined;
  }
  const authority = /^\/\/([^/?]*)/.exec(rest)?.[1];
  const host = authority?.slice(authority.lastIndexOf('@') + 1);
  const isHost = host === undefined || /^(\[[^\]]*\]|[^\s:[\]<>"]*)(:\d*)?$/.test(host);
  return isHost ? (scheme ?? '').toLowerCase() : undefined;
}

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
