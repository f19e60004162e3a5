import * as l10n from '@vscode/l10n';
import { element } from '../../base/page/dom.ts';
import type { CustomerAggregate } from '../../catalogue/scanCounts.ts';
import type { OverviewData, OverviewRequest } from '../overviewMessages.ts';
import type { TagFacts } from '../tidyUp.ts';
import type { ComparedScans } from './facts.ts';
import type { OverviewContext } from './overviewContext.ts';
import { joinedByDots, type OverviewFormat } from './overviewFormat.ts';

type Command = Extract<OverviewRequest, { type: 'command' }>['command'];

/** Header of the page: the counted customers, their number, the age of the count, and further actions. */
export class Head {
  readonly element: HTMLElement;
  readonly #context: OverviewContext;
  readonly #bot = element('span', { class: 'bot' });
  readonly #scope = element('span', { class: 'dim' });
  readonly #sources = element('div', { class: 'choice', role: 'group' });
  readonly #progress = element('span', { role: 'status', class: 'dim', 'aria-live': 'off' });
  readonly #cancel: HTMLButtonElement;
  readonly #buttons = element('div', { class: 'buttons' });
  #data: OverviewData | undefined;

  constructor(context: OverviewContext) {
    this.#context = context;
    this.#sources.setAttribute('aria-label', l10n.t('Counted customers'));
    this.#cancel = createButton(context, 'cancel', l10n.t('Cancel'), 'secondary');
    this.#cancel.hidden = true;
    this.#buttons.append(
      createButton(context, 'export', l10n.t('Export…'), 'link'),
      createButton(context, 'scan', l10n.t('Scan Customers…'), 'primary'),
    );
    const title = element('h1', {}, l10n.t('Tag Overview'));
    const texts = element('div', { class: 'texts' }, title, this.#bot, this.#scope);
    const busy = element('div', { class: 'busy' }, this.#progress, this.#cancel);
    this.element = element('header', {}, texts, this.#sources, busy, this.#buttons);
    // The displayed age must be updated while the page is open.
    setInterval(() => this.#showScope(), 60_000);
  }

  show(data: OverviewData): void {
    const isNewCount = this.#data !== undefined && isNewlyCounted(this.#data, data);
    this.#data = data;
    this.#bot.textContent = data.label;
    this.#buttons.hidden = data.scope === null;
    this.#showScope();
    if (isNewCount) this.#context.announcer.saySoon('scope', this.#scope.textContent);
    const { host } = this.#context;
    const shownSource = data.scope?.source;
    this.#sources.hidden = data.sources.length < 2;
    this.#sources.replaceChildren(
      ...data.sources.map((source) => {
        const text = source === 'scan' ? l10n.t('Last Scan') : l10n.t('Loaded Customers');
        const attributes = {
          'aria-pressed': String(source === shownSource),
          'data-key': `by ${source}`,
        };
        const button = element('button', { type: 'button', class: 'quiet', ...attributes }, text);
        button.addEventListener('click', () => host.post({ type: 'source', source }));
        return button;
      }),
    );
  }

  showProgress(text: string | null): void {
    if (text !== null) this.#context.announcer.sayProgress(text);
    this.#progress.textContent = text ?? '';
    this.#cancel.hidden = text === null;
  }

  #showScope(): void {
    const { format } = this.#context;
    const { scope, aggregate } = this.#data ?? {};
    if (!scope || !aggregate) return void (this.#scope.textContent = '');
    const customers = format.customers(aggregate.customers);
    const age = format.ago(aggregate.time);
    const countText =
      scope.source === 'scan'
        ? l10n.t('{0} scanned {1}', customers, age)
        : l10n.t('{0} loaded, counted {1}', customers, age);
    this.#scope.textContent = joinedByDots(countText, scope.choice);
    this.#scope.title = format.day(aggregate.time);
  }
}

/** Returns whether other customers were counted, or the same ones at another time. */
function isNewlyCounted(before: OverviewData, { scope, aggregate }: OverviewData): boolean {
  return (
    aggregate !== null &&
    (before.aggregate?.time !== aggregate.time ||
      before.aggregate.customers !== aggregate.customers ||
      before.scope?.source !== scope?.source)
  );
}

/** Creates the content of the page before any customers were counted. */
export function emptyPage(context: OverviewContext): HTMLElement {
  return element(
    'div',
    { class: 'empty' },
    element('p', {}, l10n.t('No customers of this bot have been scanned or loaded yet.')),
    element(
      'p',
      { class: 'dim' },
      l10n.t(
        'A scan reads the customers in batches and counts how many customers have each tag. No customer data is saved.',
      ),
    ),
    element(
      'div',
      { class: 'buttons' },
      createButton(context, 'scan', l10n.t('Scan Customers…'), 'primary'),
      createButton(context, 'openCustomers', l10n.t('Show Customers'), 'secondary'),
    ),
  );
}

function createButton(
  { host }: OverviewContext,
  command: Command,
  text: string,
  kind: string,
): HTMLButtonElement {
  const button = element('button', { type: 'button', class: kind, 'data-key': command }, text);
  button.addEventListener('click', () => host.post({ type: 'command', command }));
  return button;
}

interface NumbersData {
  readonly aggregate: CustomerAggregate;
  readonly tags: readonly TagFacts[];
  readonly comparedScans: ComparedScans;
}

/** Five key figures of a bot. */
export class Numbers {
  readonly element = element('dl', { class: 'numbers' });
  readonly #format: OverviewFormat;
  readonly #tidyButton = element('button', {
    type: 'button',
    class: 'tidy-count',
    'data-key': 'tidy',
  });

  constructor(format: OverviewFormat, onTidy: () => void) {
    this.#format = format;
    this.#tidyButton.addEventListener('click', onTidy);
    this.#tidyButton.title = l10n.t(
      'Show these tags. Tags whose only problem is an unknown folder are not counted.',
    );
  }

  show({ aggregate, tags, comparedScans }: NumbersData): void {
    const format = this.#format;
    const { customers, tagged, taggings } = aggregate;
    const mean = customers === 0 ? 0 : taggings / customers;
    this.element.replaceChildren(
      createFigure('tags', format.number(tags.length), l10n.t('tags')),
      createFigure(
        'tagged',
        format.number(tagged),
        l10n.t(
          'customers with a tag ({0})',
          customers === 0 ? '–' : format.share(tagged, customers),
        ),
      ),
      createFigure('mean', format.decimal(mean), l10n.t('tags per customer')),
      this.#createChangeFigure(comparedScans),
      createFigure('tidy', this.#tidyButton, l10n.t('tags to tidy up')),
    );
  }

  showTidy(count: number): void {
    this.#tidyButton.textContent = this.#format.number(count);
    this.#tidyButton.classList.toggle('some', count > 0);
  }

  #createChangeFigure(comparedScans: ComparedScans): HTMLElement {
    const format = this.#format;
    const { comparedScan } = comparedScans;
    if (comparedScan === undefined)
      return createFigure('change', '–', l10n.t('no earlier scan to compare with'));
    const { appeared, gone } = comparedScans.countChangedTags();
    const text = `+${format.number(appeared)} −${format.number(gone)}`;
    return createFigure(
      'change',
      text,
      l10n.t('new and missing tags since {0}', format.day(comparedScan.time)),
    );
  }
}

function createFigure(name: string, value: Node | string, label: string): HTMLElement {
  const [term, data] = [element('dt', {}, label), element('dd', {}, value)];
  return element('div', { 'data-number': name }, term, data);
}
