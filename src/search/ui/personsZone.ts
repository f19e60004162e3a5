/** Time zone of the user, for days. In a remote window, the machine may be in another zone. */
export class UserTimeZone {
  #zone: string | undefined;

  /**
   * Zone such as `Asia/Taipei`. `undefined`: the zone of this machine, or none was reported yet.
   */
  get current(): string | undefined {
    return this.#zone;
  }

  /** Stores the zone that a page reported. */
  say(zone: string): void {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#zone = zone === own ? undefined : zone;
  }
}
