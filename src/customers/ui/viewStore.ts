import type * as vscode from 'vscode';
import { filterText } from '../../search/filterText.ts';
import type { KeptView, View } from '../gridMessages.ts';

/** How each bot's customers were shown last. Not what was looked for: that ends with its panel. */
export class ViewStore {
  readonly #memento: vscode.Memento;
  readonly #parse: (value: unknown) => Promise<KeptView | undefined>;

  constructor(memento: vscode.Memento, parse: (value: unknown) => Promise<KeptView | undefined>) {
    this.#memento = memento;
    this.#parse = parse;
  }

  async of(botKey: string): Promise<View | null> {
    const view = await this.#parse(this.#memento.get(keyOf(botKey)));
    return view === undefined ? null : currentView(view);
  }

  async keep(botKey: string, view: View): Promise<void> {
    await this.#memento.update(keyOf(botKey), { ...view, search: '', chosen: '' });
  }

  async forget(botKey: string): Promise<void> {
    await this.#memento.update(keyOf(botKey), undefined);
  }
}

function keyOf(botKey: string): string {
  return `customers.view.${botKey}`;
}

/** Converts a view of an earlier version. Drops typed text, which early versions also kept. */
export function currentView(view: KeptView): View {
  if (!('filter' in view)) return view;
  const { filter, ...rest } = view;
  const search = filterText({ ...filter, text: '', segment: '' });
  return { ...rest, search, chosen: search };
}
