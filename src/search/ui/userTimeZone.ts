/** Time zone of the user, for days. In a remote window, the machine may be in another zone. */
export class UserTimeZone {
  #zone: string | undefined;

  /** Zone such as `Asia/Taipei`. `undefined` if it is the zone of this machine, or not known yet. */
  get current(): string | undefined {
    return this.#zone;
  }

  /** Stores the zone that a page reported. */
  report(zone: string): void {
    const machineZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#zone = zone === machineZone ? undefined : zone;
  }
}
