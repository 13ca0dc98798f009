const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;

/** A key of a label or annotation: a name, or a DNS name, a slash and a name. */
export function isQualifiedName(text: string): boolean {
  if (!text.includes('/')) {
    return text !== '' && isLabelValue(text);
  }
  const [prefix = '', name = '', ...more] = text.split('/');
  return more.length === 0 && name !== '' && isLabelValue(name) && isDnsSubdomain(prefix);
}

/** The value of a label. */
export function isLabelValue(text: string): boolean {
  return text.length <= 63 && LABEL_VALUE.test(text);
}

/** A DNS-1123 label: what namespaces, volumes and networks are named by. */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && LABEL.test(text);
}

/** A DNS-1123 subdomain: what most objects are named by. */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= 253 && SUBDOMAIN.test(text);
}

const HOST = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\\d+)?';
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const REFERENCE = new RegExp(
  `^(?:${HOST}/)?${PART}(?:/${PART})*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`,
);

/** Whether a text names a container image as a container runtime takes it; of digests only SHA-256, as registries have. */
export function isImageReference(text: string): boolean {
  return text.length <= 4096 && REFERENCE.test(text);
}
