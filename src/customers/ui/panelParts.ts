import type * as vscode from 'vscode';
import type * as gridMessages from '../gridMessages.ts';
import type { Bot, CustomerPage } from '../../base/model.ts';
import type { PageSource } from '../../base/endpoints.ts';
import type { Lazy } from '../../base/promises.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import type { RowContext } from '../../catalogue/ui/handler.ts';
import { filterText } from '../../search/filterText.ts';
import type { SavedSegment } from '../../search/segment.ts';
import type { TagActions } from '../../service/tagActions.ts';
import type { GridState, StoredView, View } from '../gridMessages.ts';
import type { SavedSegments } from './savedSegments.ts';

/**
 * Stores the last view of each bot's customers, without the search, which is lost when the panel is closed. Only a view
 * that an earlier version stored has a search, which is made from its filter.
 */
export class ViewStore {
  readonly #memento: vscode.Memento;
  readonly #validators: Lazy<Pick<typeof gridMessages, 'parseView'>>;

  constructor(memento: vscode.Memento, validators: Lazy<Pick<typeof gridMessages, 'parseView'>>) {
    this.#memento = memento;
    this.#validators = validators;
  }

  /** Returns the stored view; `null` if there is none, or if it is not valid. */
  async load(botKey: string): Promise<View | null> {
    const { parseView } = await this.#validators();
    const view = parseView(this.#memento.get(keyOf(botKey)));
    return view === undefined ? null : currentView(view);
  }

  async save(botKey: string, view: View): Promise<void> {
    await this.#memento.update(keyOf(botKey), { ...view, search: '', chosen: '' });
  }

  async remove(botKey: string): Promise<void> {
    await this.#memento.update(keyOf(botKey), undefined);
  }
}

function keyOf(botKey: string): string {
  return `customers.view.${botKey}`;
}

/** Converts a view of an earlier version. Drops typed text, which early versions also stored. */
export function currentView(view: StoredView): View {
  if (!('filter' in view)) return view;
  const { filter, ...rest } = view;
  const search = filterText({ ...filter, text: '', segment: '' });
  return { ...rest, search, chosen: search };
}

/** Actions of the grid that run a command. The panel handles all other actions itself. */
export type GridAction =
  'attachTag' | 'detachTag' | 'listTags' | 'copyId' | 'copyIds' | 'openPage' | 'openRecord';

/** State of a panel that its parts read. It changes while the panel is open. */
export interface PanelState {
  readonly bot: Bot;
  /** Number of the current set of rows. The panel and the grid ignore messages with another number. */
  readonly generation: number;
}

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  readonly serviceOf: (bot: Bot) => Promise<PageSource>;
  readonly validators: Lazy<Pick<typeof gridMessages, 'parseGridMessage' | 'parseGridState'>>;
  readonly tags: TagActions;
  /** Called when a page was loaded. */
  readonly onPage: (botKey: string, page: CustomerPage) => void;
  readonly views: ViewStore;
  readonly catalogue: Pick<CatalogueReader, 'isReadOnly' | 'namedItems' | 'onDidChange'>;
  readonly segments: Pick<SavedSegments, 'onDidChange' | 'segmentsOf'>;
  /** Prompts the user for a name and saves the segment. */
  readonly saveSegment: (bot: Bot, text: string) => Promise<void>;
  /** Removes a segment after a confirmation. */
  readonly removeSegment: (bot: Bot, segment: Pick<SavedSegment, 'name' | 'from'>) => Promise<void>;
  /** Called when a webview page has reported the time zone of the user's clock. */
  readonly reportZone: (zone: string) => void;
  /** Runs the command of an action. `row`: row of the action; `undefined`: the action applies to the selected rows. */
  readonly onAction: (action: GridAction, row: RowContext | undefined) => Promise<void>;
  readonly onError: (error: unknown, bot: Bot) => Promise<void>;
  /** Called when the user has moved to a row. */
  readonly onRow: () => void;
}

export type SharedParts = Omit<PanelParts, 'catalogue' | 'onRow'>;

/** `limit`: number of customers per page. `from`: time in ms after which they were active; `null`: any time. */
export type Query = Pick<GridState, 'limit' | 'from'>;

export interface PanelStart extends Query {
  readonly view: View | null;
  /** Number of pages that were loaded before the window was reloaded. */
  readonly pagesBefore: number;
}
