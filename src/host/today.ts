/** The only clock: allowances for findings have a last day. No manifest depends on it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
