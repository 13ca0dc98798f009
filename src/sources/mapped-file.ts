/** Where a file is. */
export interface MappedPath {
  /** Below what was asked for, with slashes. */
  readonly below: string;
  /** What was asked for, by its name alone, which may say what is in it, as `clusters`; empty where it says nothing. */
  readonly above: string;
  /** The cluster that it is for, where what deploys it says that. */
  readonly cluster?: string;
  /** The Application that says that, where one does. */
  readonly application?: string;
}

/** A file of one side, as far as it tells which cluster it is for. */
export interface MappedFile extends MappedPath {
  /** Its documents. Asked only where names of folders do not say enough. */
  readonly texts: () => readonly string[];
  /** Set where it is a link: that the same object is in the file it leads to says nothing. */
  readonly isLink?: true;
}

/** With the name of what was asked for. */
export function wholePath({ above, below }: MappedPath): string {
  return above === '' ? below : `${above}/${below}`;
}
