// The yardstick: a process that reads a stream with our reader and does nothing else.
const { readObjects } = require('../lib/src/sources/read-objects.js');

const { objects } = readObjects(process.argv.slice(2));
process.stderr.write(`${objects.length} objects\n`);
