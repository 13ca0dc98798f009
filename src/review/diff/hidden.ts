import { isMap, type KubeObject } from '../../kube/object';
import { isSecret } from '../../schema/shown-value';
import type { FieldChange, Step } from './field-change';
import { kindName } from './field-cursor';

/** What stands for a value that must not be shown. */
export const HIDDEN = '(hidden)';

/** Parts of kinds that hold secrets as a whole. */
const SECRET_PARTS: Readonly<Record<string, readonly string[]>> = {
  Secret: ['data', 'stringData'],
};

/** Keys whose values are secrets wherever they are, unless they name something that holds the secret. */
const SECRET_KEY =
  /^(?!accessCredentials$)(?:.*(?:password|passwd|passphrase|privatekey|secretkey|accesskey|token|kubeconfig|credentials)|auth|sshPublicKeys|last-applied-configuration|sysprep)$/i;

/** Variables of containers are called like this when they hold one. */
const SECRET_VARIABLE = /PASSWORD|PASSWD|TOKEN|SECRET|PRIVATE|CREDENTIAL|API_?KEY/i;

/** Where scripts of machines are, which hold keys and passwords as cloud-init does. */
const SCRIPT_KEYS: ReadonlySet<string> = new Set([
  'content',
  'preKubeadmCommands',
  'postKubeadmCommands',
  'userdata',
  'ignition',
]);

/** Shows the values of one object: scalars and structures as they are, and not a word of what is secret. */
export type Show = (value: unknown, steps: readonly Step[]) => unknown;

/** How values of a kind are shown. */
export function shower(object: Pick<KubeObject, 'apiVersion' | 'kind'>): Show {
  const parts = SECRET_PARTS[kindName(object)] ?? [];
  const isHidden = (keys: readonly string[]) => parts.includes(keys[0] ?? '') || isSecret(keys) || keys.some(isKey);
  const show = (value: unknown, keys: readonly string[]): unknown => {
    if (isHidden(keys)) {
      return hidden(value);
    }
    if (Array.isArray(value)) {
      return value.map((item) => show(item, keys));
    }
    if (isMap(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, part]) => [
          key,
          key === 'value' && isSecretVariable(value) ? HIDDEN : show(part, [...keys, key]),
        ]),
      );
    }
    return typeof value === 'string' ? withoutSecrets(value) : value;
  };
  return (value, steps) => (value === undefined ? undefined : show(value, keysOf(steps)));
}

/** Whether the value of a change is one that must not be shown. */
export function isHiddenChange(object: KubeObject, change: FieldChange): boolean {
  const shown = shower(object)(change.after ?? change.before, change.steps);
  return shown === HIDDEN || isSecretItem(change.steps);
}

/** A variable that is addressed by its name: `env[PASSWORD].value`. */
function isSecretItem(steps: readonly Step[]): boolean {
  return (
    steps.at(-1) === 'value' &&
    steps.some((step) => typeof step === 'object' && 'values' in step && SECRET_VARIABLE.test(String(step.values[0])))
  );
}

/** The keys of what is hidden may be shown, as those of a secret; nothing that is below them. */
function hidden(value: unknown): unknown {
  return isMap(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, HIDDEN])) : HIDDEN;
}

function isKey(key: string): boolean {
  return SCRIPT_KEYS.has(key) || SECRET_KEY.test(key.slice(key.lastIndexOf('/') + 1));
}

function isSecretVariable(item: Readonly<Record<string, unknown>>): boolean {
  return typeof item.name === 'string' && SECRET_VARIABLE.test(item.name) && typeof item.value === 'string';
}

/** Text without the name and password that an address may carry, and without the values of flags like `--token=`. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`)
    .replace(/(-{1,2}[\w-]*(?:password|passwd|token|secret|api-?key)[\w-]*[= ])\S+/gi, `$1${HIDDEN}`);
}

function keysOf(steps: readonly Step[]): string[] {
  return steps.filter((step) => typeof step === 'string');
}
