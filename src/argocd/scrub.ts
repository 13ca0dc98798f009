import type { Environment } from './settings';

/** Names of variables whose values nobody else is to see. */
const SECRET_NAME = /(TOKEN|PASSWORD|PASSWD|SECRET|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_?KEY|AUTH|ASKPASS|NONCE)/i;

/** Shorter ones are ordinary words, and hiding those would hide the message. */
const SHORTEST = 5;

/**
 * Takes secrets and contents of files out of what goes to stderr: Argo CD shows all of it to everybody who sees the
 * Application, and keeps it.
 */
export function scrubbed(text: string, env: Environment): string {
  const secrets = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && value !== undefined && value.length >= SHORTEST)
    .map(([, value]) => value!)
    .sort((a, b) => b.length - a.length);
  return secrets
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
    .replace(/-----BEGIN [^-]+-----[\s\S]*?(-----END [^-]+-----|$)/g, '***')
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1***@');
}

/** What a program says of its own failure, without what it had just read: parsers like to quote that. */
export function withoutContents(message: string): string {
  const [line = ''] = message.split('\n');
  return /JSON/.test(line) && /(Unexpected|not valid|position)/.test(line)
    ? line.replace(/^([A-Za-z]*Error:|the app failed: [A-Za-z]*Error:).*$/s, '$1 a text is not valid JSON')
    : line;
}
