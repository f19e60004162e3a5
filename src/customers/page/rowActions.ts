import * as l10n from '@vscode/l10n';
import { element, icon, iconButton, lock, onClick, showInPlace } from '../../base/page/dom.ts';
import type { RowAction, PageContext } from './pageContext.ts';
import type { Icon } from '../../base/page/icons.ts';
import { fieldOf } from '../../base/jsonValues.ts';
import type { MenuEntry } from '../../base/page/menu.ts';
import { Popup } from '../../base/page/popup.ts';
import { showColumnsMenu } from './columnsMenu.ts';
import type { GridRow } from './rows.ts';

const TAG_ICONS = { attachTag: 'add', detachTag: 'remove' } as const satisfies Record<string, Icon>;
type TagAction = keyof typeof TAG_ICONS;

/** Buttons that attach and detach a tag, show the statistics or the details, and a menu with further actions. */
export class RowActions {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #buttons = new Map<TagAction, HTMLButtonElement>();
  readonly #statistics: HTMLButtonElement;
  readonly #details: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  #row: GridRow | undefined;

  constructor(context: PageContext) {
    this.#context = context;
    const { actions } = context;
    for (const name of Object.keys(TAG_ICONS) as TagAction[]) {
      const attributes = { type: 'button', class: 'secondary' };
      const text = element('span', { class: 'text' }, textOf(name));
      const button = element('button', attributes, icon(TAG_ICONS[name]), text);
      this.#buttons.set(name, button);
      onClick(button, () => actions.runRowAction(name));
    }
    this.#statistics = iconButton('graph', l10n.t('Statistics'), () => actions.toggleStatistics());
    this.#details = iconButton('layout-sidebar-right', l10n.t('Details'), () =>
      actions.toggleDetails(),
    );
    this.#more = iconButton('ellipsis', l10n.t('More Actions…'), () => this.#toggleMenu(columns));
    this.#more.setAttribute('aria-haspopup', 'menu');
    const columns = new Popup(l10n.t('Columns'), this.#more, (content) =>
      showColumnsMenu(content, context),
    );
    this.element = element(
      'div',
      { class: 'actions' },
      ...this.#buttons.values(),
      this.#statistics,
      this.#details,
      columns.element,
    );
  }

  update(row: GridRow | undefined): void {
    this.#row = row;
    const { format, selection, viewState } = this.#context;
    this.#statistics.setAttribute('aria-pressed', String(viewState.view.statistics));
    this.#details.setAttribute('aria-pressed', String(viewState.view.details));
    const hasManySelected = selection.size > 1;
    // With several selected rows, the buttons are not locked: for many rows, the commands write a plan, even for a
    // read-only bot. For fewer rows, the commands themselves show the reason.
    const reason = hasManySelected ? null : reasonAgainstTags(row, this.#context);
    const name = fieldOf(row?.record, 'name');
    const customerName = typeof name === 'string' ? name : '';
    const subject = hasManySelected
      ? l10n.t('{0} selected', format.number(selection.size))
      : customerName;
    for (const [type, button] of this.#buttons) {
      showInPlace(button, hasManySelected || row !== undefined);
      lock(button, reason !== null, reason ?? `${textOf(type)}\n${subject}`);
    }
  }

  #toggleMenu(columns: Popup): void {
    const { menu } = this.#context;
    if (menu.isOpenFor(this.#more)) return menu.close();
    columns.close();
    const { right, bottom } = this.#more.getBoundingClientRect();
    const groups = [...this.#entries(), [entryOf(l10n.t('Columns'), () => columns.toggle())]];
    // Leaves a gap of 3 px between the button and the menu.
    menu.show(l10n.t('More Actions…'), groups, this.#more, { x: right, y: bottom + 3 });
  }

  #select(change: () => void): void {
    change();
    this.#context.range.end();
    this.#context.actions.showSelection();
  }

  #entries(): readonly (readonly MenuEntry[])[] {
    const { format, actions, selection, order, range, store } = this.#context;
    const row = this.#row;
    const lastPage = store.count > 0 ? store.pageNumberOf(store.count - 1) : undefined;
    const page = row?.page ?? lastPage;
    const noRowReason = row === undefined ? l10n.t('Select a customer first.') : null;
    const action = (type: RowAction, label: string, disabledReason: string | null): MenuEntry => {
      return { label, disabledReason, act: () => actions.runRowAction(type) };
    };
    const noCustomers = l10n.t('No customers');
    return [
      [
        action('listTags', l10n.t('List Tags'), noRowReason ?? row?.untaggableReason ?? null),
        action('copyId', l10n.t('Copy User ID'), noRowReason ?? reasonAgainstId(row)),
      ],
      [
        action('openRecord', l10n.t('Open Record as JSON'), noRowReason),
        action(
          'openPage',
          l10n.t('Open Page {0} as JSON', format.number(page ?? 1)),
          page === undefined ? noCustomers : null,
        ),
      ],
      [
        entryOf(
          l10n.t('Select All {0}', format.number(order.length)),
          () => this.#select(() => selection.selectAll(order)),
          order.length === 0 ? noCustomers : null,
        ),
        entryOf(
          l10n.t('Clear Selection'),
          () => this.#select(() => selection.clear()),
          selection.size === 0 ? l10n.t('Select a customer first.') : null,
        ),
        entryOf(
          l10n.t('Copy Range as CSV'),
          () => actions.copyRange('csv'),
          range.rectangle === undefined
            ? l10n.t(
                'Select cells first: drag over the table, or hold Shift and press the arrow keys.',
              )
            : null,
        ),
      ],
    ];
  }
}

/** Returns the reason why tags of the current row cannot be changed; `null`: they can be changed. */
export function reasonAgainstTags(
  row: GridRow | undefined,
  { selection, model }: PageContext,
): string | null {
  if (model.lockReason !== null) return model.lockReason;
  if (row === undefined) return l10n.t('Select a customer first.');
  return selection.size > 1
    ? l10n.t('Select only one customer. To tag several customers, use "Tag Customers…".')
    : row.untaggableReason;
}

function textOf(action: TagAction): string {
  return action === 'attachTag' ? l10n.t('Attach Tag…') : l10n.t('Detach Tag…');
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
