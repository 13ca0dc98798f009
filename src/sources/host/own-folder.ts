import { basename, dirname, sep } from 'node:path';

/** The folder of polyvirt's own code, `src` or `lib/src`, whether this runs from its own file or from a bundle. */
export const OWN_SOURCE = __dirname.slice(0, __dirname.lastIndexOf(`${sep}src${sep}`) + '/src'.length);

/** The root of polyvirt's own package. */
export const OWN_PACKAGE = basename(dirname(OWN_SOURCE)) === 'lib' ? dirname(dirname(OWN_SOURCE)) : dirname(OWN_SOURCE);
