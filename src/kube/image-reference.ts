const HOST = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\\d+)?';
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const REFERENCE = new RegExp(
  `^(?:${HOST}/)?${PART}(?:/${PART})*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`,
);

/** Whether a text names a container image as a container runtime takes it; of digests only SHA-256, as registries have. */
export function isImageReference(text: string): boolean {
  return text.length <= 4096 && REFERENCE.test(text);
}
