// What a thread runs that helps to render a fleet: the program, loaded as for the command that it helps.
import { join } from 'node:path';
import { loadBundle } from './load-bundle';

const program = (loadBundle(join(__dirname, 'bundle.js'), 'synth', require) ??
  require('./run')) as typeof import('./run');
program.helpToRender();
