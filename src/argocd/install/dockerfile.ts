import { HEADER } from '../../kube/yaml/files';
import type { InstallOptions } from './options';

/** The image of the sidecar. */
export function dockerfile({ version, image }: InstallOptions): string {
  return `${HEADER}# docker build --tag ${image} .
FROM node:22-bookworm-slim

# tini buries what a killed render leaves behind. 999 is the user of Argo CD, whose socket the sidecar shares.
RUN apt-get update \\
 && apt-get install --yes --no-install-recommends tini \\
 && rm -rf /var/lib/apt/lists/* \\
 && groupadd --gid 999 argocd \\
 && useradd --uid 999 --gid 999 --home-dir /home/argocd --create-home --shell /usr/sbin/nologin argocd

# Everything that a render needs is in the image: nothing is installed when Argo CD asks for one. Packages that your own
# programs import, add here.
WORKDIR /opt/polyvirt
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund --save-exact polyvirt@${version} cdk8s@2 constructs@10 \\
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
