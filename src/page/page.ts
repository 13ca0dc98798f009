import { contentPolicy, markupText } from '../findings/escape/formats';
import { hash } from '../kube/hash';

/** What a page is made of. */
interface PageParts {
  /** Text, not markup. */
  readonly title: string;
  readonly style: string;
  /** The one script that the page may run; absent where it runs none. */
  readonly script?: string;
  /** Markup, in which everything that came from a file is escaped already. */
  readonly body: string;
}

/**
 * A page that needs nothing beside itself: no address, no font, and only its own style and script, which its policy names by
 * their hashes.
 */
export function renderPage({ title, style, script, body }: PageParts): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    contentPolicy((text) => hash('sha256', text, 'base64'), style, script),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${markupText(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body,
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
