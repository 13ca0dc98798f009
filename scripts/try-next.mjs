// What to try once the reference fleet is synthesized: the last lines of `npm start`. They answer from the same platforms.
const COMMANDS = [
  ['npx polyvirt place', 'on which nodes each VM can run, and why nowhere else'],
  ['npx polyvirt images', 'which golden images are imported, for which architectures'],
  ['npx polyvirt explain vm/enclave', 'what a cluster makes of a VM and its pod, line by line with reasons'],
];
const width = Math.max(...COMMANDS.map(([command]) => command.length));
process.stderr.write(
  `\nTry next:\n${COMMANDS.map(([command, what]) => `  ${command.padEnd(width)}  ${what}\n`).join('')}`,
);
