import type { Construct } from 'constructs';
import {
  NETWORK_ATTACHMENT,
  type NetworkAttachmentDefinitionDeclaration,
  type NetworkAttachmentDefinitionProps,
} from '../model/network-attachment';
import { Companion } from './companion';

/** A network that VMs are put on by Multus. */
export class NetworkAttachmentDefinition extends Companion<NetworkAttachmentDefinitionDeclaration> {
  constructor(scope: Construct, id: string, props: NetworkAttachmentDefinitionProps = {}) {
    super(scope, id, props, NETWORK_ATTACHMENT);
  }
}
