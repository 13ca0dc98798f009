#!/usr/bin/env node
// `kubectl_complete-polyvirt`, which kubectl runs with the words after `kubectl polyvirt`.
process.argv.splice(2, 0, '__complete');
require('./bin');
