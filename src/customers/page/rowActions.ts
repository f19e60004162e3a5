import type { GridStrings } from '../gridStrings.ts';
import { element, icon, iconButton, lock, onClick, showInPlace } from '../../base/page/dom.ts';
import type { RowAction } from './pageActions.ts';
import type { PageContext } from './pageContext.ts';
import type { Icon } from '../../base/page/icons.ts';
import { fieldOf } from '../../base/jsonValues.ts';
import type { MenuEntry } from '../../base/page/menu.ts';
import { Popup } from '../../base/page/popup.ts';
import { showColumnsMenu } from './columnsMenu.ts';
import type { GridRow } from './rows.ts';

export interface ActionState {
  readonly row: GridRow | undefined;
  /** Number of the page that "Open Page" opens; `undefined`: none. */
  readonly page: number | undefined;
  /** Whether the details pane is open. */
  readonly hasDetails: boolean;
  /** Whether the statistics are open. */
  readonly hasStatistics: boolean;
  readonly hasRange: boolean;
  readonly shownCount: number;
  readonly selectedCount: number;
  /** Reason why tags of any customer cannot be changed; `null`: they can be changed. */
  readonly lockReason: string | null;
}

const TAG_ICONS = { attachTag: 'add', detachTag: 'remove' } as const satisfies Record<string, Icon>;
type TagAction = keyof typeof TAG_ICONS;

const INITIAL_STATE: ActionState = {
  row: undefined,
  page: undefined,
  hasDetails: false,
  hasStatistics: false,
  hasRange: false,
  shownCount: 0,
  selectedCount: 0,
  lockReason: null,
};

/** Actions on the current row: two buttons, and a menu with further actions. */
export class RowActions {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #buttons = new Map<TagAction, HTMLButtonElement>();
  readonly #statistics: HTMLButtonElement;
  readonly #details: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  #state = INITIAL_STATE;

  constructor(context: PageContext) {
    this.#context = context;
    const { strings, actions } = context;
    for (const name of Object.keys(TAG_ICONS) as TagAction[]) {
      const attributes = { type: 'button', class: 'secondary' };
      const text = element('span', { class: 'text' }, strings[name]);
      const button = element('button', attributes, icon(TAG_ICONS[name]), text);
      this.#buttons.set(name, button);
      onClick(button, () => actions.runRowAction(name));
    }
    const { charts, details } = strings;
    this.#statistics = iconButton('graph', charts.title, () => actions.toggleStatistics());
    this.#details = iconButton('layout-sidebar-right', details, () => actions.toggleDetails());
    this.#more = iconButton('ellipsis', strings.moreActions, () => this.#toggleMenu(columns));
    this.#more.setAttribute('aria-haspopup', 'menu');
    const columns = new Popup(strings.columnsMenu, this.#more, (content) =>
      showColumnsMenu(content, context),
    );
    this.element = element(
      'div',
      { class: 'actions' },
      ...[...this.#buttons.values(), this.#statistics, this.#details, columns.element],
    );
  }

  update(state: ActionState): void {
    this.#state = state;
    this.#statistics.setAttribute('aria-pressed', String(state.hasStatistics));
    this.#details.setAttribute('aria-pressed', String(state.hasDetails));
    const { strings, format } = this.#context;
    const hasManySelected = state.selectedCount > 1;
    // With several selected rows, the buttons are not locked: for many rows, the commands write a plan, even for a
    // read-only bot. For fewer rows, the commands themselves show the reason.
    const reason = hasManySelected ? null : reasonAgainstTags(state, strings);
    const name = fieldOf(state.row?.record, 'name');
    const customerName = typeof name === 'string' ? name : '';
    const subject = hasManySelected
      ? format.count(strings.selected, state.selectedCount)
      : customerName;
    for (const [type, button] of this.#buttons) {
      showInPlace(button, hasManySelected || state.row !== undefined);
      lock(button, reason !== null, reason ?? `${strings[type]}\n${subject}`);
    }
  }

  #toggleMenu(columns: Popup): void {
    const { menu, strings } = this.#context;
    if (menu.isOpenFor(this.#more)) return menu.close();
    columns.close();
    const { right, bottom } = this.#more.getBoundingClientRect();
    const groups = [...this.#entries(), [entryOf(strings.columnsMenu, () => columns.toggle())]];
    // Leaves a gap of 3 px between the button and the menu.
    menu.show(strings.moreActions, groups, this.#more, { x: right, y: bottom + 3 });
  }

  #select(change: () => void): void {
    change();
    this.#context.range.end();
    this.#context.actions.showSelection();
  }

  #entries(): readonly (readonly MenuEntry[])[] {
    const { strings, format, actions, selection, order } = this.#context;
    const { row, page, shownCount, selectedCount, hasRange } = this.#state;
    const noRowReason = row === undefined ? strings.noRow : null;
    const action = (type: RowAction, label: string, disabledReason: string | null): MenuEntry => {
      return { label, disabledReason, act: () => actions.runRowAction(type) };
    };
    const noCustomers = strings.none;
    return [
      [
        action('listTags', strings.listTags, noRowReason ?? row?.untaggableReason ?? null),
        action('copyId', strings.copyId, noRowReason ?? reasonAgainstId(row)),
      ],
      [
        action('openRecord', strings.openRecord, noRowReason),
        action(
          'openPage',
          format.count(strings.openPage, page ?? 1),
          page === undefined ? noCustomers : null,
        ),
      ],
      [
        entryOf(
          format.count(strings.selectAll, shownCount),
          () => this.#select(() => selection.selectAll(order)),
          shownCount === 0 ? noCustomers : null,
        ),
        entryOf(
          strings.clearSelection,
          () => this.#select(() => selection.clear()),
          selectedCount === 0 ? strings.noRow : null,
        ),
        entryOf(
          strings.range.copyCsv,
          () => actions.copyRange('csv'),
          hasRange ? null : strings.range.none,
        ),
      ],
    ];
  }
}

/** Returns the reason why tags of the current row cannot be changed; `null`: they can be changed. */
export function reasonAgainstTags(
  { row, selectedCount, lockReason }: Pick<ActionState, 'row' | 'selectedCount' | 'lockReason'>,
  strings: GridStrings,
): string | null {
  if (lockReason !== null) return lockReason;
  if (row === undefined) return strings.noRow;
  return selectedCount > 1 ? strings.severalSelected : row.untaggableReason;
}

function entryOf(label: string, act: () => void, disabledReason: string | null = null): MenuEntry {
  return { label, disabledReason, act };
}

/** Returns the reason why the ID of the current row cannot be copied; `null`: the ID can be copied. */
function reasonAgainstId(row: GridRow | undefined): string | null {
  const id = fieldOf(row?.record, 'id');
  return typeof id === 'string' && id !== ''
    ? null
    : (row?.untaggableReason ?? row?.problems[0]?.text ?? '');
}
