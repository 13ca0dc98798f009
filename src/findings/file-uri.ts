/** A file as repositories name it: with forward slashes, and without the `./` that a shell may have put before it. */
export function slashed(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(\.\/+)+/, '');
}

/**
 * A file as a URI: relative as it was given, so that a viewer finds it in its own clone; absolute only where it was.
 *
 * A lone surrogate, which a file name can hold, has no UTF-8 and would make the encoding throw.
 */
export function fileUri(file: string): string {
  const path = slashed(file.toWellFormed());
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]:\//.test(path)) {
    return `file:///${encoded.replace('%3A', ':')}`;
  }
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
