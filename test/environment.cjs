const { join } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

const BUILT = join(__dirname, '../lib/src');

/** The working folder and the variables belong to the process, not to a test file. */
async function within(folder, env, work) {
  const [cwd, variables] = [process.cwd(), process.env];
  process.chdir(folder);
  process.env = env;
  try {
    return await work();
  } finally {
    process.chdir(cwd);
    process.env = variables;
  }
}

/** The package of this build, packed once for all that begin a program. */
function packOnce() {
  const tarballs = require(join(BUILT, 'sources/host/own-tarball.js'));
  const { ownTarball } = tarballs;
  let packed;
  tarballs.ownTarball = () => {
    packed ??= ownTarball();
    return packed;
  };
}

let command;

/** The command of the build, loaded once by each worker and not once by each test file. */
function built() {
  if (command === undefined) {
    require(join(BUILT, 'in-node.js'));
    packOnce();
    const { main } = require(join(BUILT, 'cli/start/main.js'));
    const { COMMANDS } = require(join(BUILT, 'cli/start/commands.js'));
    command = (argv, io) => main(argv, COMMANDS, io);
  }
  return command;
}

function runBuilt(folder, argv, env, io) {
  return within(folder, env, () => built()(argv, io));
}

/** That of Jest, in which test files find the built command: see test/run-cli.ts. */
class EnvironmentWithCommand extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.polyvirtRunBuilt = runBuilt;
  }
}

module.exports = EnvironmentWithCommand;
