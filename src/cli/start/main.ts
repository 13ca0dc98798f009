import { Command, type Command as Commander, type CommanderError } from 'commander';
import { isWorkspaceError } from '../../sources/host/open-text';
import { type Memory, setMemory } from '../../sources/memory';
import { earlyProgram } from '../../speed/early-program';
import { noteMessage } from '../../speed/late-optimizer';
import { readQuickly } from '../../speed/read-quickly';
import { printFindings } from '../format/print-findings';
import { type CommandEntry, type CommandGroup, READERS, versionText } from './command';
import { type CommandIo, commandIo, type ExitCode, type Io, outputGuard } from './io';

const ISSUES = 'https://github.com/polyvirt/polyvirt/issues';

/** Runs one command line. Total: whatever happens ends in a message and an exit code. */
export async function main(argv: readonly string[], commands: Commands, world: Io): Promise<ExitCode> {
  const io = commandIo(world, outputGuard(process.env));
  const isQuick = process.env.POLYVIRT_SPEED !== 'off';
  if (isQuick) {
    setMemory(memoryIn(process.env));
    readQuickly(true);
  }
  try {
    return await dispatch(argv, commands, io);
  } catch (error) {
    return explain(error, io);
  } finally {
    if (isQuick) {
      setMemory({});
      readQuickly(false);
    }
  }
}

/** Commands by their words. */
export type Commands = Readonly<Record<string, CommandEntry | CommandGroup>>;

const OVERVIEW = `
Examples:
  polyvirt check manifests/      find what a cluster would reject
  polyvirt review main           show what this branch does to the VMs on main
  polyvirt init first            create a platform in the folder first
  polyvirt synth                 write dist/ for the platform in this folder
  polyvirt synth --help          show the options and examples of one command

Exit codes: 0 success, 1 an error finding or drift, 2 usage error, 10 upgrade or review found changes, 11 a policy blocks them.`;

async function dispatch(argv: readonly string[], commands: Commands, io: CommandIo): Promise<ExitCode> {
  if (argv[0] === '__complete') {
    const { completionLines } = require('../completion/candidates') as typeof import('../completion/candidates');
    io.out(completionLines(argv.slice(1), commands));
    return 0;
  }
  const program = speakingThrough(new Command('polyvirt'), io)
    .description(
      'Check, review and write virtual machines on Kubernetes for the architectures and releases your clusters run.',
    )
    .version(versionText(), '-V, --version', 'print the version, and the date of its KubeVirt data')
    .helpCommand(false)
    .addHelpText('after', OVERVIEW);
  let code: ExitCode = 0;
  addCommands(program, commands, argv, io, (exit) => {
    code = exit;
  });
  if (argv.length === 0) {
    io.err(program.helpInformation());
    return 2;
  }
  await program.parseAsync([...argv], { from: 'user' });
  return code;
}

/** Only the command that is called is loaded; the others are a line in the overview. */
function addCommands(
  parent: Commander,
  commands: Commands,
  [called, ...rest]: readonly string[],
  io: CommandIo,
  end: (code: ExitCode) => void,
): void {
  // Where one of them is called the others are not shown.
  const shown = called !== undefined && Object.hasOwn(commands, called) ? [called] : Object.keys(commands);
  for (const name of shown) {
    const entry = commands[name]!;
    const commander = speakingThrough(parent.command(name), io).description(entry.summary);
    if (entry.reader !== undefined) {
      commander.helpGroup(READERS[entry.reader]);
    }
    if ('commands' in entry) {
      addCommands(commander.helpCommand(false), entry.commands, called === name ? rest : [], io, end);
    } else if (called === name) {
      const command = entry.load();
      command.configure(commander).action(async () => {
        end(await command.run(commander.args, commander.opts(), io));
      });
    }
  }
}

function speakingThrough(commander: Commander, io: CommandIo): Commander {
  return commander
    .exitOverride()
    .showHelpAfterError('Run with --help for how to call it.')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (message, write) => {
        const [hint = '\n'] = SUGGESTION.exec(message) ?? [];
        write(message.slice(0, -hint.length));
        write(hint.slice(1));
      },
    });
}

/** The line that commander adds of its own; what it quotes of the command line ends with a quotation mark. */
const SUGGESTION = /\n\(Did you mean (?:one of )?[\w, -]+\?\)\n$/;

function explain(error: unknown, io: CommandIo): ExitCode {
  if (isCommanderError(error)) {
    return error.exitCode === 0 ? 0 : 2;
  }
  if (isWorkspaceError(error)) {
    printFindings(error.findings, io);
    return error.usage ? 2 : 1;
  }
  // The message may quote what was read, so it is left out; the stack names our own lines only.
  const { name, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  io.err(
    `polyvirt stopped unexpectedly (${name}). That is a defect of polyvirt, not of your files.\n` +
      `Please report it at ${ISSUES}, with the command line and these lines:\n  ${versionText()}\n${frames.join('\n')}\n`,
  );
  return 1;
}

function isCommanderError(error: unknown): error is CommanderError {
  return (
    error instanceof Error && 'exitCode' in error && String((error as { code?: unknown }).code).startsWith('commander.')
  );
}

/** What is kept between runs. Each part of it is loaded with the command that asks for it. */
function memoryIn(env: NodeJS.ProcessEnv): Memory {
  return {
    bundle: async (app) => (await import('../../speed/kept-bundle')).keptBundle(app, env),
    wall: () => (require('../../speed/kept-wall') as typeof import('../../speed/kept-wall')).keptWall(env),
    fleet: (...asked) =>
      (require('../../speed/kept-fleet') as typeof import('../../speed/kept-fleet')).keptFleet(...asked, env),
    commit: (...asked) =>
      (require('../../speed/kept-commits') as typeof import('../../speed/kept-commits')).keptCommit(...asked, env),
    process: earlyProgram,
    message: noteMessage,
    judge: (cluster) =>
      (require('../../speed/early-judge') as typeof import('../../speed/early-judge')).judgeEarly(cluster),
  };
}
