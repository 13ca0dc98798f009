import type { Expression } from './expression';
import { printed } from './print';

/** A statement that makes a construct of the platform. */
export function construct(kind: string, id: Expression, props: Expression, indent = 2): string {
  const call: Expression = {
    kind: 'call',
    callee: `new ${kind}`,
    args: [{ kind: 'column', name: 'platform' }, id, props],
  };
  return `${printed(call, indent, indent + 1)};`;
}
