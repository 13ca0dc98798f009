/** Stands for a part of a text that must not be shown. */
export const HIDDEN = '(hidden)';

/**
 * Texts that are secret as a whole, wherever they are: scripts of VMs, answers for a set-up of Windows, keys, access to a
 * cluster or a registry.
 */
const WHOLE: readonly RegExp[] = [
  /^\s*(?:#cloud-(?:config|boothook)\b|#include\b|## template: ?jinja|Content-Type: multipart|\{\s*"ignition"|#!)/,
  /<(?:\w+:)?unattend\b/,
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|AGE-SECRET-KEY-/,
  // A kubeconfig, in YAML or JSON.
  /(?:client-key-data|client-certificate-data|current-context)["']?\s*:/,
  /["']?kind["']?\s*:\s*["']?Config\b[\s\S]*["']?users["']?\s*:|["']?users["']?\s*:[\s\S]*["']?kind["']?\s*:\s*["']?Config\b/,
  // The configuration of a client of registries.
  /"auths?"\s*:\s*(?:\{|")/,
  // A Secret within a text.
  /["']?kind["']?\s*:\s*["']?Secret\b[\s\S]*["']?(?:data|stringData)["']?\s*:|["']?stringData["']?\s*:/,
];

const WORD =
  '(?:password|passwd|passphrase|token|secret|api[-_]?key|private[-_]?key|access[-_]?key|credentials?|kubeconfig|userdata|networkdata)';

/** A flag whose value is the next word: `--token`. */
const FLAG = new RegExp(`^-{1,2}[\\w-]*${WORD}[\\w-]*$`, 'i');

/**
 * What is a secret by its form alone, in our own sentences too. What introduces it is kept.
 *
 * Each is quick to rule out by the letters that it cannot do without.
 */
const FORMS: readonly { readonly has: RegExp; readonly pattern: RegExp; readonly shown: string }[] = [
  { has: /PRIVATE KEY/, pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:[\w+/=\s:,-]|\\[nrt])*/g, shown: HIDDEN },
  // The name and password of an address; a password may have an at or a slash in it.
  {
    has: /:\/[^\s]*@/,
    pattern: /(\w:\/{1,3})(?:[^\s/"'<>?#]+|[^\s/@:"'<>]+:(?!\d+\/)[^\s@"'<>]*)(?=@)/g,
    shown: `$1${HIDDEN}`,
  },
  // The same without a scheme; a tag before a digest is none.
  {
    has: /:[^\s]*@/,
    pattern: /((?:^|[\s"'(=]))[\w.+~-]+:[^\s/@"'()]+(?=@(?!sha\d+:)[\w.-]+[:/])/g,
    shown: `$1${HIDDEN}`,
  },
  // The signature of an address: having it is enough to be let in.
  {
    has: /[?&;]\S*=/,
    pattern:
      /([?&;][\w.-]*(?:token|secret|passw(?:or)?d|pwd|signature|credential|sig|key|auth|code|jwt|session)=)[^\s&"'<>()]+/gi,
    shown: `$1${HIDDEN}`,
  },
  { has: /\bey[JK]/, pattern: /\bey[JK][\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)*/g, shown: HIDDEN },
  { has: /bearer|basic/i, pattern: /(\b(?:Bearer|Basic)[ \t]+)(?!auth)[\w+/=.~-]{6,}/gi, shown: `$1${HIDDEN}` },
  // Tokens that say whose they are: GitHub, GitLab, Slack, AWS, Google, OpenAI and its likes, Vault, Docker, npm, Hugging Face.
  {
    has: /gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|A[KS]IA|AIza|ya29\.|\bsk-|hv[sb]\.|dckr_pat_|npm_|hf_|shp\w\w_/,
    pattern:
      /\b(?:gh[opsur]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{12,}|xox[abeprs]-[\w-]{8,}|A[KS]IA[A-Z0-9]{12,}|AIza[\w-]{20,}|ya29\.[\w.-]{10,}|sk-[\w-]{16,}|hv[sb]\.[\w-]{16,}|dckr_pat_[\w-]{12,}|npm_\w{20,}|hf_\w{16,}|shp\w\w_\w{16,})/g,
    shown: HIDDEN,
  },
];

/** What introduces a secret in a text of a user's, and the secret. What only names one, as `secretName`, is none. */
const INTRODUCED: readonly RegExp[] = [
  // --token=VALUE, --token VALUE
  new RegExp(`(-{1,2}[\\w-]*${WORD}[\\w-]*[= ])\\S+`, 'gi'),
  // db.password=VALUE, "token": "VALUE", password: VALUE
  new RegExp(
    `((?:^|[\\s,;&?{"'])[\\w.-]*${WORD}[\\w.-]*(?<!name|ref|file|path)` +
      `(?:["']?[ \\t]*=[ \\t]*|["'][ \\t]*:[ \\t]*|:[ \\t]+))(?:"[^"]*"|'[^']*'|[^\\s&,;]+)`,
    'gim',
  ),
];

/** Long enough to be a key, in letters of both cases and digits: nothing that Kubernetes names looks like it. */
const ENCODED = /^[A-Za-z0-9+/_-]{32,}={0,2}$/;

/** Whether a text is a secret as a whole, by what it looks like. */
export function isSecretText(text: string): boolean {
  return WHOLE.some((pattern) => pattern.test(text)) || isEncodedSecret(text);
}

/** Base64 of something, or a key of random letters. */
export function isEncodedSecret(text: string): boolean {
  const letters = text.includes('\n') ? text.replace(/\s+/g, '') : text;
  return ENCODED.test(letters) && /[A-Z]/.test(letters) && /[a-z]/.test(letters) && /[0-9+/=]/.test(letters);
}

/** Whether the next word of a command line is a secret. */
export function isSecretFlag(word: unknown): boolean {
  return typeof word === 'string' && FLAG.test(word);
}

/** A text of a user's without what is secret in it; where all of it is, only that. */
export function withoutSecrets(text: string): string {
  return isSecretText(text)
    ? HIDDEN
    : withoutForms(INTRODUCED.reduce((left, pattern) => left.replace(pattern, `$1${HIDDEN}`), text));
}

/** What words of a text of a user's introduce as secret: `hunter2` of `--password=hunter2`. */
export function introducedSecrets(text: string): string[] {
  return INTRODUCED.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([whole, before = '']) => whole.slice(before.length)),
  );
}

/** Any text without what is a secret by its form alone. */
export function withoutForms(text: string): string {
  return FORMS.reduce((left, { has, pattern, shown }) => (has.test(left) ? left.replace(pattern, shown) : left), text);
}

/** What a program says of its own failure, without what is secret in it. */
export function thrownText(message: string): string {
  return withoutSecrets(withoutContents(message));
}

/** The first line of a failure, without what was being read: parsers like to quote that. */
export function withoutContents(message: string): string {
  const [line = ''] = message.split('\n');
  return /JSON/.test(line) && /(Unexpected|not valid|position)/.test(line)
    ? line.replace(/^([A-Za-z]*Error:|the app failed: [A-Za-z]*Error:).*$/s, '$1 a text is not valid JSON')
    : line;
}
