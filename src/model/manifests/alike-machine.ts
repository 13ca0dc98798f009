import { follow, type TrieNode } from '../../kube/content-trie';
import type { PlatformContext } from '../context';
import { likenessOf } from '../likeness';
import type { VirtualMachineDeclaration } from '../virtual-machine';
import { guestIdentity } from './identity';
import { ownVolumeName } from './instance-spec';

/** A machine as one of many: what it is like, and the texts that it has for itself. */
export interface AlikeMachine {
  /** The same for machines whose objects differ in nothing but those texts. */
  readonly kind: TrieNode;
  /** In the order in which the object has them. */
  readonly own: readonly string[];
}

/** A machine that need not be made, where one like it was; nothing where it is to be made like any other. */
export function alikeMachine(
  declaration: VirtualMachineDeclaration,
  platform: PlatformContext,
): AlikeMachine | undefined {
  const likeness = declaration.hostname === undefined ? likenessOf(declaration, platform) : undefined;
  if (likeness === undefined) {
    return undefined;
  }
  const {
    name,
    namespace = platform.namespace,
    labels,
    annotations,
    template,
    disks,
    cloudInit,
    firmware,
  } = declaration;
  const own = [name];
  const volumes: string[] = [];
  for (const disk of disks ?? []) {
    if ('dataVolumeTemplate' in disk) {
      const volume = ownVolumeName(name, disk.name);
      own.push(volume);
      volumes.push(volume);
    }
  }
  own.push(...volumes);
  const { userData, networkData, ...told } = cloudInit ?? {};
  const texts = [userData, networkData].filter((text) => text !== undefined);
  const { uuid, serial } = guestIdentity(platform.name, namespace, name, firmware);
  own.push(...texts, uuid, serial);
  let kind = follow(likeness, namespace);
  for (const part of [labels, annotations, template, told, userData === undefined, networkData === undefined]) {
    kind = follow(kind, part);
  }
  return kind === undefined || own.some((text) => typeof text !== 'string') ? undefined : { kind, own };
}
