import { isMap, type KubeObject } from '../../kube/object';
import { isSecret } from '../../schema/shown-value';
import { type FieldChange, positionIn, type Step } from './field-change';
import { kindName } from './field-cursor';
import { HIDDEN, isSecretFlag, withoutSecrets } from './secret-text';

/** Parts of kinds that hold secrets as a whole. */
const SECRET_PARTS: Readonly<Record<string, readonly string[]>> = {
  Secret: ['data', 'stringData'],
};

/** Keys whose values are secrets wherever they are, unless they name something that holds the secret. */
const SECRET_KEY =
  /^(?!accessCredentials$)(?:.*(?:password|passwd|passphrase|privatekey|secretkey|accesskey|token|kubeconfig|credentials)|auth|extraHeaders|sshPublicKeys|sshAuthorizedKeys|last-applied-configuration|sysprep)$/i;

/** Variables of containers are called like this when they hold one. */
const SECRET_VARIABLE = /PASSWORD|PASSWD|TOKEN|SECRET|PRIVATE|CREDENTIAL|API_?KEY/i;

/** Where scripts of machines are, which hold keys and passwords as cloud-init does. */
const SCRIPT_KEYS: ReadonlySet<string> = new Set([
  'content',
  'preKubeadmCommands',
  'postKubeadmCommands',
  'userdata',
  'user-data',
  'network-data',
  'vendor-data',
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
      return value.map((item, i) => (isSecretFlag(value[i - 1]) && !isSecretFlag(item) ? HIDDEN : show(item, keys)));
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

/** Whether the value of a change is one that must not be shown; in a list it may depend on what is before it. */
export function isHiddenChange(states: readonly KubeObject[], change: FieldChange): boolean {
  const [object] = states;
  const shown = shower(object!)(change.after ?? change.before, change.steps);
  return shown === HIDDEN || isSecretItem(change.steps) || states.some((state) => isAfterFlag(state, change.steps));
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

/** The word after `--token` in a list of arguments. */
function isAfterFlag(object: KubeObject, steps: readonly Step[]): boolean {
  const position = steps.at(-1);
  const list = typeof position === 'number' ? steps.slice(0, -1).reduce<unknown>(stepInto, object) : undefined;
  return Array.isArray(list) && isSecretFlag(list[(position as number) - 1]) && !isSecretFlag(list[position as number]);
}

function stepInto(value: unknown, step: Step): unknown {
  if (Array.isArray(value)) {
    return value[positionIn(value, step)];
  }
  return isMap(value) && typeof step === 'string' ? value[step] : undefined;
}

function keysOf(steps: readonly Step[]): string[] {
  return steps.filter((step) => typeof step === 'string');
}
