import { resolve } from 'node:path';
import { Option } from 'commander';
import { INSTALL_FORMS, type InstallForm, installFiles } from '../../argocd/install/files';
import { hasDigest } from '../../argocd/install/image';
import { type InstallOptions, pluginName, USUAL_BASE, USUAL_TIMEOUT_S } from '../../argocd/install/sidecar';
import { writeInstallation } from '../../sinks/write-files';
import { shownPath } from '../../sources/host/open-text';
import { lockedPackages } from '../../sources/host/own-tarball';
import { type Command, VERSION } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { ownPackage } from './init';

interface InstallCommandOptions {
  readonly output: string;
  readonly stdout?: boolean;
  readonly only?: readonly InstallForm[];
  readonly image: string;
  readonly base: string;
  readonly timeout: string;
  readonly programs?: boolean;
  readonly discover?: boolean;
  readonly namespace: string;
  readonly instance: string;
}

const HELP = `
Writes kustomize/ (a component), helm/values.yaml, openshift/ (an ArgoCD resource), health/ (Lua) and a Dockerfile with its
packages and their digests. Each is complete on its own: use one. The sidecar runs unprivileged on a read-only root file system, with limits. Applications name the
plugin with its version, ${pluginName(VERSION)}. Programs of repositories run only with --programs, sandboxed in WebAssembly: see
docs/security.md.

Examples:
  polyvirt argocd install --image registry.example/polyvirt:${VERSION}
  polyvirt argocd install --only helm --stdout > values.yaml
  polyvirt argocd install --timeout 120          raise all related timeouts together
  polyvirt argocd install --image registry.example/polyvirt@sha256:…   the image by what is in it, once it is pushed
  polyvirt argocd install --programs             allow programs, for repositories you trust

Exit codes: 0 success; 1 a file already exists and differs; 2 usage error.`;

/** Argo CD reads its parameters when a process starts; the operator on OpenShift and the chart restart by themselves. */
const RESTART = `The timeout counts after a restart of those who read argocd-cmd-params-cm at their start; with kustomize:
  kubectl --namespace argocd rollout restart statefulset/argocd-application-controller deployment/argocd-server deployment/argocd-repo-server
`;

/** `polyvirt argocd install`: what an administrator of Argo CD applies. */
export const install: Command = {
  configure: (commander) => {
    return commander
      .option('-o, --output <folder>', 'where to write', 'argocd')
      .option('-p, --stdout', 'write to stdout instead')
      .addOption(new Option('--only <form...>', 'only these').choices([...INSTALL_FORMS]))
      .option('--image <image>', 'image of the sidecar, built from the Dockerfile', `polyvirt:${VERSION}`)
      .option('--base <image>', 'image of Node that the Dockerfile begins with, best with its digest', USUAL_BASE)
      .option('--timeout <seconds>', 'seconds that Argo CD allows for one render', String(USUAL_TIMEOUT_S))
      .option('--programs', 'let the sidecar run the programs of repositories; without it, only platforms in YAML work')
      .addOption(new Option('--no-programs', 'as without it').hideHelp())
      .option('--discover', 'add discovery, for Applications that name no plugin; slows down every Application')
      .option('--namespace <name>', 'namespace of Argo CD on OpenShift', 'openshift-gitops')
      .option('--instance <name>', 'name of the ArgoCD resource on OpenShift', 'openshift-gitops')
      .addHelpText('after', HELP);
  },
  run: async (_args, options, io) => runInstall(options as unknown as InstallCommandOptions, io),
};

function runInstall(options: InstallCommandOptions, io: CommandIo): ExitCode {
  const timeoutS = Number(options.timeout);
  if (!Number.isInteger(timeoutS) || timeoutS < 10) {
    io.err(`error: --timeout ${options.timeout} is not a whole number of seconds from 10.\n`);
    return 2;
  }
  for (const [option, image] of [
    ['--image', options.image],
    ['--base', options.base],
  ] as const) {
    if (!/^[A-Za-z0-9][\w.\-/:@]*$/.test(image)) {
      io.err(`error: ${option} "${image}" is not the name of an image.\n`);
      return 2;
    }
  }
  const output = resolve(options.output);
  const forms = options.only ?? INSTALL_FORMS;
  const own = forms.includes('docker') ? ownPackage(output) : { range: VERSION, write: () => [] };
  const chosen: InstallOptions = {
    version: VERSION,
    image: options.image,
    base: options.base,
    packages: { ...lockedPackages(), own },
    timeoutS,
    programs: options.programs === true,
    discover: options.discover === true,
    namespace: options.namespace,
    instance: options.instance,
  };
  const files = installFiles(chosen, forms);
  if (options.stdout === true) {
    io.manifests(
      files.map(({ text }) => text).join(files.every(({ path }) => path.endsWith('.yaml')) ? '---\n' : '\n'),
    );
    return 0;
  }
  const { written, unchanged } = writeInstallation(output, files);
  own.write();
  const loose = forms.some((form) => form !== 'health') ? looseImages(options) : '';
  io.err(
    `${shownPath(output)}: ${written} written, ${unchanged} unchanged\n` +
      `Applications name the plugin: ${pluginName(VERSION)}\n` +
      loose +
      (timeoutS === USUAL_TIMEOUT_S ? '' : RESTART),
  );
  return 0;
}

/** Images that may be other ones tomorrow: their digests are in a registry only. */
function looseImages({ image, base }: InstallCommandOptions): string {
  const names = Object.entries({ '--image': image, '--base': base }).filter(([, name]) => !hasDigest(name));
  return names.length === 0
    ? ''
    : `without a digest: ${names.map(([option, name]) => `${option} ${name}`).join(', ')}; name them with @sha256:… to run the same image each time\n`;
}
