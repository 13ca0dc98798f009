/** What every declared object says about itself. */
export interface MetadataDeclaration {
  readonly name: string;
  /** The platform's namespace where absent. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Metadata of what an object makes in turn, as a virtual machine makes its instance. */
export interface TemplateMetadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
