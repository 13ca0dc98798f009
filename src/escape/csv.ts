/** One cell of comma-separated values. What begins like a formula is made text, since a spreadsheet would run it. */
export function csvCell(value: string): string {
  const safe = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
