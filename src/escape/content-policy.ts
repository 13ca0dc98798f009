/**
 * What a page may do, as a tag of its head: run its one script and look as its one style says, each by its hash, and nothing
 * else. Attributes such as `onclick` and `style` are not among it, so no text that got into a page could use them.
 *
 * @param sha256 of a text, in base64
 * @param style exactly what is between `<style>` and `</style>`
 * @param script exactly what is between `<script>` and `</script>`; absent where the page has none
 */
export function contentPolicy(sha256: (text: string) => string, style: string, script?: string): string {
  const rules = [
    "default-src 'none'",
    `style-src 'sha256-${sha256(style)}'`,
    ...(script === undefined ? [] : [`script-src 'sha256-${sha256(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`;
}
