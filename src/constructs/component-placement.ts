import type { PlacementDeclaration } from '../placement/declaration';
import type { Placement } from '../placement/placement';

/** Where a component is placed, as code says it: with a `Placement` instead of plain data. */
export type WithPlacement<T extends { readonly placement?: PlacementDeclaration }> = Omit<T, 'placement'> & {
  /**
   * Further nodes that it goes to or keeps away from.
   *
   * @default - none
   */
  readonly placement?: Placement;
};

/** The same as plain data. */
export function plainPlacement<T extends { readonly placement?: PlacementDeclaration }>(
  component: WithPlacement<T> | undefined,
): T | undefined {
  if (component === undefined) {
    return undefined;
  }
  const { placement, ...rest } = component;
  return { ...rest, ...(placement === undefined ? {} : { placement: placement.declaration }) } as unknown as T;
}
