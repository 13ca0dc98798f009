import { HEADER, type OutputFile } from '../../kube/yaml/files';
import type { InstallOptions } from './sidecar';

/** The image of the sidecar: how it is made, and the packages in it, each with its version and its digest. */
export function imageFiles(options: InstallOptions): OutputFile[] {
  const { versions, packages, own } = options.packages;
  const dependencies = { cdk8s: versions.cdk8s, constructs: versions.constructs, polyvirt: own.range };
  const lock = {
    name: 'polyvirt-image',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'polyvirt-image', dependencies },
      ...packages,
      'node_modules/polyvirt': {
        ...packages['node_modules/polyvirt'],
        ...(own.file === undefined ? {} : { resolved: own.range, integrity: own.integrity }),
      },
    },
  };
  return [
    { path: 'Dockerfile', text: dockerfile(options) },
    { path: 'package.json', text: json({ name: 'polyvirt-image', private: true, dependencies }) },
    { path: 'package-lock.json', text: json(lock) },
  ];
}

const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Whether an image is named by what is in it: a tag may be another image tomorrow. */
export function hasDigest(image: string): boolean {
  return /@sha256:[0-9a-f]{64}$/.test(image);
}

function dockerfile({ image, base, packages: { own } }: InstallOptions): string {
  const pin = hasDigest(base)
    ? ''
    : `# A tag can become another image. This prints its digest; name it in --base, as ${base}@sha256:…
#   docker buildx imagetools inspect ${base}
`;
  return `${HEADER}# docker build --tag ${image} .
${pin}FROM ${base}

# tini buries what a killed render leaves behind. 999 is the user of Argo CD, whose socket the sidecar shares.
RUN apt-get update \\
 && apt-get install --yes --no-install-recommends tini \\
 && rm -rf /var/lib/apt/lists/* \\
 && groupadd --gid 999 argocd \\
 && useradd --uid 999 --gid 999 --home-dir /home/argocd --create-home --shell /usr/sbin/nologin argocd

# Everything that a render needs is in the image: nothing is installed when Argo CD asks for one. npm takes exactly what
# package-lock.json names, and refuses another digest. For a package that your own programs import, run here, before this
# is built: npm install --package-lock-only --save-exact NAME
WORKDIR /opt/polyvirt
COPY package.json package-lock.json${own.file === undefined ? '' : ` ${own.file}`} ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \\
 && npm cache clean --force \\
 && rm -rf /usr/local/lib/node_modules/npm /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack
ENV NODE_PATH=/opt/polyvirt/node_modules
ENV PATH=/opt/polyvirt/node_modules/.bin:$PATH

# Before the user: what is above belongs to root, so that no render can change it.
USER 999
WORKDIR /home/argocd
ENTRYPOINT ["/usr/bin/tini", "--", "/var/run/argocd/argocd-cmp-server"]
`;
}
