/** The folder as the environment names it. */
export const named: string;
/** A path in the folder. */
export function oracle(...parts: string[]): string;
/** Whether it is there. */
export function hasOracle(...parts: string[]): boolean;
