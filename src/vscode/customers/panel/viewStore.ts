import type * as vscode from 'vscode';
import type { View } from '../../../surface/gridMessages.ts';

const EMPTY_FILTER: View['filter'] = {
  text: '',
  status: [],
  platform: [],
  tag: [],
  after: null,
  before: null,
  segment: '',
};

/** How each bot's customers were shown last. Not what was looked for: that ends with its panel. */
export class ViewStore {
  readonly #memento: vscode.Memento;
  readonly #parse: (value: unknown) => Promise<View | undefined>;

  constructor(memento: vscode.Memento, parse: (value: unknown) => Promise<View | undefined>) {
    this.#memento = memento;
    this.#parse = parse;
  }

  async of(botKey: string): Promise<View | null> {
    const view = await this.#parse(this.#memento.get(keyOf(botKey)));
    return view ?? null;
  }

  async keep(botKey: string, view: View): Promise<void> {
    await this.#memento.update(keyOf(botKey), { ...view, filter: EMPTY_FILTER });
  }

  async forget(botKey: string): Promise<void> {
    await this.#memento.update(keyOf(botKey), undefined);
  }
}

function keyOf(botKey: string): string {
  return `customers.view.${botKey}`;
}
