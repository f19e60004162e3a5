import type * as vscode from 'vscode';

/** Fake of the global state of VS Code, which all windows share. */
export class FakeMemento implements vscode.Memento {
  readonly values = new Map<string, unknown>();
  keys = () => [...this.values.keys()];
  get = (key: string) => structuredClone(this.values.get(key)) as never;
  update = (key: string, value: unknown): Promise<void> => {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, structuredClone(value));
    return Promise.resolve();
  };
}
