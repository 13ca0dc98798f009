/** What stands for a value that must not be shown. */
export const HIDDEN = '(hidden)';

/** Texts that are secret as a whole, wherever they are: scripts of machines, answers for a set-up of Windows, and keys. */
const SECRET_TEXT =
  /^\s*(?:#cloud-config\b|## template: ?jinja|Content-Type: multipart|\{\s*"ignition")|<(?:\w+:)?unattend\b|-----BEGIN [A-Z ]*PRIVATE KEY/;

const WORD = '(?:password|passwd|passphrase|token|secret|api[-_]?key|private[-_]?key|access[-_]?key|credentials?)';

/** A flag whose value is the next word: `--token`. */
const FLAG = new RegExp(`^-{1,2}[\\w-]*${WORD}[\\w-]*$`, 'i');

/** What introduces a secret in a text, and the secret. What only names one, as `secretName`, is none. */
const SECRETS: readonly RegExp[] = [
  // The name and password of an address.
  /(\w+:\/\/)[^\s/@]+(?=@)/g,
  // --token=VALUE, --token VALUE
  new RegExp(`(-{1,2}[\\w-]*${WORD}[\\w-]*[= ])\\S+`, 'gi'),
  // db.password=VALUE, "token": "VALUE", password: VALUE
  new RegExp(
    `((?:^|[\\s,;&?{"'])[\\w.-]*${WORD}[\\w.-]*(?<!name|ref|file|path)` +
      `(?:["']?[ \\t]*=[ \\t]*|["'][ \\t]*:[ \\t]*|:[ \\t]+))(?:"[^"]*"|'[^']*'|[^\\s&,;]+)`,
    'gim',
  ),
  // The signature of an address that lets everybody in who has it.
  /([?&][\w-]*(?:signature|credential|sig|key)=)[^\s&"']+/gi,
  /(\b(?:Bearer|Basic)[ \t]+)[\w+/=.~-]{6,}/gi,
];

/** Whether the next word of a command line is a secret. */
export function isSecretFlag(word: unknown): boolean {
  return typeof word === 'string' && FLAG.test(word);
}

/** A text without what is secret in it; where all of it is, only that. */
export function withoutSecrets(text: string): string {
  return SECRET_TEXT.test(text)
    ? HIDDEN
    : SECRETS.reduce((left, pattern) => left.replace(pattern, `$1${HIDDEN}`), text);
}
