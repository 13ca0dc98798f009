import { Construct } from 'constructs';
import { DATA_VOLUME, type DataVolumeDeclaration, type DataVolumeProps } from '../model/data-volume';
import { dataVolume, leftOutOfDataVolume } from '../model/manifests/data-volume';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** A volume that CDI creates and fills. */
export class DataVolume extends Construct {
  /** Name of the volume and of its claim. */
  public readonly name: string;
  private readonly _declared: Declared<DataVolumeDeclaration>;

  constructor(scope: Construct, id: string, props: DataVolumeProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declared = new Declared(this, props, DATA_VOLUME, { name: this.name });

    new Resource(
      this,
      {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'DataVolume',
        name: this.name,
        namespace: props.namespace ?? undefined,
      },
      () => dataVolume(this._declared.declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === DataVolume),
      ...leftOutOfDataVolume(this._declared.declaration, Platform.contextOf(this)),
    ]);
  }
}
