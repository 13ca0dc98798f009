import { Option } from 'commander';
import { chooseFrom, suggestionFor } from '../../findings/suggestion';
import { type FindingPage, unindented } from '../../rules/page';
import { PAGES } from '../../rules/pages';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { explainGate } from './explain-gate';
import { explainHypervisor } from './explain-hypervisor';
import { type ExplainOptions, runExplainMachineDeployment, runExplainVm } from './explain-vm';
import { addClusterOptions, addParameterOptions } from './options';

const EXAMPLES = `
Examples:
  polyvirt explain PV105                     a finding: meaning, impact, diagnosis, fix, example
  polyvirt explain HCOMultiArchGoldenImagesDisabled
                                             the finding that predicts a HyperConverged alert
  polyvirt explain VirtualMachine/web        what the cluster does with a VM of the platform in this folder
  polyvirt explain vm/shop/web manifests/ --kubevirt 1.8
                                             the same for a VM in any YAML
  polyvirt explain MachineDeployment/pool    the VM that machine-controller creates for each machine of a pool
  polyvirt explain vm/web manifests/ --pod   the virt-launcher pod of the VM, as YAML
  polyvirt explain gate/ImageVolume          the history of a feature gate, and its support by architecture
  polyvirt explain hypervisor/xen            what is known about a hypervisor (your own too), with sources

Exit codes: 0 success; 1 not found; 2 usage error.`;

/** `polyvirt explain CODE|KIND/NAME`: the page of a finding, or what becomes of one thing. */
export const explain: Command = {
  configure: (commander) => {
    return addParameterOptions(
      addClusterOptions(
        commander
          .argument(
            '<subject>',
            'a finding code, the name of an alert, VirtualMachine/NAME, MachineDeployment/NAME, gate/NAME or hypervisor/NAME',
          )
          .argument(
            '[path...]',
            'where to find the VM: files, folders, or - for stdin; default: the platform in this folder',
          ),
      ),
    )
      .addOption(
        new Option('-f, --format <format>', 'output format for a VM, a gate or a hypervisor')
          .choices(['text', 'json', 'yaml'])
          .default('text'),
      )
      .option('--pod', 'print only the virt-launcher pod of the VM, as YAML or JSON')
      .addHelpText('after', EXAMPLES);
  },
  run: async ([subject = '', ...paths], options, io) => {
    if (!subject.includes('/') || /^(gate|hypervisor)\//.test(subject)) {
      return runExplain(subject, options as unknown as ExplainOptions, io);
    }
    if (/^(machinedeployment|md)s?\//i.test(subject)) {
      return runExplainMachineDeployment(subject, paths, options as unknown as ExplainOptions, io);
    }
    return runExplainVm(subject, paths, options as unknown as ExplainOptions, io);
  },
};

async function runExplain(asked: string, options: ExplainOptions, io: CommandIo): Promise<ExitCode> {
  if (asked.startsWith('hypervisor/')) {
    return explainHypervisor(asked.slice('hypervisor/'.length), options, io);
  }
  if (asked.startsWith('gate/')) {
    return explainGate(asked.slice('gate/'.length), options.format, io);
  }
  return explainFinding(asked, io);
}

/** Prints the page of a code, or of the code that an alert of upstream belongs to. */
function explainFinding(asked: string, io: CommandIo): ExitCode {
  const code = asked.toUpperCase();
  const found = PAGES.find((page) => page.code === code || page.alerts?.includes(asked));
  if (found !== undefined) {
    io.out(pageText(found));
    return 0;
  }
  const near =
    suggestionFor(
      code,
      PAGES.map((page) => page.code),
    ) ??
    suggestionFor(
      asked,
      PAGES.flatMap(({ alerts = [] }) => alerts),
    );
  const fix =
    near === undefined
      ? `Codes are ${PAGES[0]!.code} to ${PAGES.at(-1)!.code}; see docs/findings/README.md.`
      : `${chooseFrom(near, [near])}.`;
  io.err(`error: there is no finding ${asked}. ${fix}\n`);
  return 1;
}

/** A page for a terminal: headings with a colon, blocks indented. */
function pageText({ code, severity, title, alerts = [], page, example }: FindingPage): string {
  const { text, output } = example();
  const facts = [`Severity: usually ${severity}`, ...(alerts.length === 0 ? [] : [`Alert: ${alerts.join(', ')}`])];
  const sections = Object.entries(page()).map(
    ([name, paragraph]) => `${name[0]!.toUpperCase()}${name.slice(1)}: ${withoutLinks(paragraph)}`,
  );
  return [`${code} ${title}`, ...sections, ...facts, 'Example:', indented(text), 'Output:', indented(output)]
    .map((part) => `${part}\n`)
    .join('\n');
}

function withoutLinks(paragraph: string): string {
  return paragraph.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

function indented(text: string): string {
  return unindented(text).replace(/^(?=.)/gm, '    ');
}
