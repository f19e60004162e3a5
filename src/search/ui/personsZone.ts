/** The time zone of the person's clock, whose days they mean: in a remote window it is not this machine's. */
export class PersonsZone {
  #zone: string | undefined;

  /** Such as `Asia/Taipei`; `undefined`: that of this machine's clock, as far as anybody has said. */
  get current(): string | undefined {
    return this.#zone;
  }

  /** A page has said it. */
  say(zone: string): void {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#zone = zone === own ? undefined : zone;
  }
}
