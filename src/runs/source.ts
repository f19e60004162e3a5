import type { Ledger } from './ledger.ts';
import type { Operation, Operations } from '../base/operation.ts';

/** Gives the operations that wait, in their order, each once. */
export class Source {
  readonly #operations: Operations;
  readonly #ledger: Ledger;
  /** Of so many users, when not all are wanted. */
  readonly #users: number | undefined;
  #cursor = 0;
  #begun = 0;
  #lastUser: string | undefined;

  constructor(operations: Operations, ledger: Ledger, users: number | undefined) {
    this.#operations = operations;
    this.#ledger = ledger;
    this.#users = users;
  }

  get isEmpty(): boolean {
    return this.#peek() === undefined;
  }

  take(): number | undefined {
    const index = this.#peek();
    if (index === undefined) return undefined;
    this.#cursor = index + 1;
    if (this.#users !== undefined) {
      const user = userOf(this.#operations.at(index));
      if (user !== this.#lastUser) this.#begun++;
      this.#lastUser = user;
    }
    return index;
  }

  #peek(): number | undefined {
    while (this.#cursor < this.#ledger.total && !this.#ledger.isWaiting(this.#cursor)) {
      this.#cursor++;
    }
    const index = this.#cursor;
    if (index >= this.#ledger.total) return undefined;
    if (this.#users === undefined || this.#begun < this.#users) return index;
    return userOf(this.#operations.at(index)) === this.#lastUser ? index : undefined;
  }
}

/** Tells the users of a run apart. Operations of one user stand side by side. */
export function userOf(operation: Operation): string {
  if (operation.line > 0) return String(operation.line);
  if (operation.kind === 'delete') return operation.itemId;
  const { rawUid, uid, pageId, channel } = operation.user;
  return JSON.stringify([rawUid, uid, pageId, channel]);
}
