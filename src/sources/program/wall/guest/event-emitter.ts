type Listener = (...args: unknown[]) => void;

/** As Node's, for what programs do with it. */
export class EventEmitter {
  private readonly _heard: { readonly event: unknown; readonly heard: Listener; readonly isOnce: boolean }[] = [];

  public on(event: unknown, heard: Listener): this {
    this._heard.push({ event, heard, isOnce: false });
    return this;
  }

  public addListener(event: unknown, heard: Listener): this {
    return this.on(event, heard);
  }

  public once(event: unknown, heard: Listener): this {
    this._heard.push({ event, heard, isOnce: true });
    return this;
  }

  public off(event: unknown, heard: Listener): this {
    const at = this._heard.findIndex((each) => each.event === event && each.heard === heard);
    if (at !== -1) {
      this._heard.splice(at, 1);
    }
    return this;
  }

  public removeListener(event: unknown, heard: Listener): this {
    return this.off(event, heard);
  }

  public removeAllListeners(event?: unknown): this {
    const kept = this._heard.filter((each) => event !== undefined && each.event !== event);
    this._heard.splice(0, this._heard.length, ...kept);
    return this;
  }

  public emit(event: unknown, ...args: unknown[]): boolean {
    const heard = this._heard.filter((each) => each.event === event);
    for (const each of heard) {
      if (each.isOnce) {
        this.off(event, each.heard);
      }
      each.heard.apply(this, args);
    }
    if (heard.length === 0 && event === 'error') {
      throw args[0] instanceof Error ? args[0] : new Error(`Unhandled error. (${String(args[0])})`);
    }
    return heard.length > 0;
  }

  public listenerCount(event: unknown): number {
    return this._heard.filter((each) => each.event === event).length;
  }

  public setMaxListeners(): this {
    return this;
  }
}
