/** Adds items to a list. As arguments of `push`, more than some hundred thousand of them overflow the stack. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) {
    list.push(item);
  }
}

/** The largest of any number of numbers; less than any where there are none. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
}
