import type { OverviewData, OverviewRequest, OverviewSource } from '../overviewMessages.ts';
import type { Announcer } from '../../base/page/announcer.ts';
import { element } from '../../base/page/dom.ts';
import { dotted, fill, type Words } from './words.ts';

type Command = Extract<OverviewRequest, { type: 'command' }>['command'];

interface HeadOptions {
  readonly words: Words;
  readonly announcer: Announcer;
  readonly onCommand: (command: Command) => void;
  readonly onSource: (source: OverviewSource) => void;
}

/** Says what is shown: of whom, how many, how old; and what else can be done. */
export class Head {
  readonly element: HTMLElement;
  readonly #options: HeadOptions;
  readonly #bot = element('span', { class: 'bot' });
  readonly #scope = element('span', { class: 'dim' });
  readonly #choice = element('div', { class: 'choice', role: 'group' });
  readonly #progress = element('span', { role: 'status', class: 'dim', 'aria-live': 'off' });
  readonly #cancel: HTMLButtonElement;
  readonly #buttons = element('div', { class: 'buttons' });
  #data: OverviewData | undefined;

  constructor(options: HeadOptions) {
    this.#options = options;
    const { strings } = options.words;
    this.#choice.setAttribute('aria-label', strings.sourceLabel);
    this.#cancel = this.#button('cancel', strings.cancel, 'secondary');
    this.#cancel.hidden = true;
    this.#buttons.append(
      this.#button('export', strings.export, 'link'),
      this.#button('scan', strings.scan, 'primary'),
    );
    const title = element('h1', {}, strings.title);
    const texts = element('div', { class: 'texts' }, title, this.#bot, this.#scope);
    const busy = element('div', { class: 'busy' }, this.#progress, this.#cancel);
    this.element = element('header', {}, texts, this.#choice, busy, this.#buttons);
    // How old it is changes while somebody looks.
    setInterval(() => this.#showScope(), 60_000);
  }

  show(data: OverviewData): void {
    const isOther = this.#data !== undefined && isCountedAnew(this.#data, data);
    this.#data = data;
    this.#bot.textContent = data.label;
    this.#buttons.hidden = data.scope === null;
    this.#showScope();
    if (isOther) this.#options.announcer.saySoon('scope', this.#scope.textContent);
    const { words, onSource } = this.#options;
    const shown = data.scope?.source;
    this.#choice.hidden = data.sources.length < 2;
    this.#choice.replaceChildren(
      ...data.sources.map((source) => {
        const text = words.strings.sources[source];
        const pressed = { 'aria-pressed': String(source === shown), 'data-key': `by ${source}` };
        const button = element('button', { type: 'button', class: 'quiet', ...pressed }, text);
        button.addEventListener('click', () => onSource(source));
        return button;
      }),
    );
  }

  progress(text: string | null, canCancel: boolean): void {
    if (text !== null) this.#options.announcer.sayStep(text);
    this.#progress.textContent = text ?? '';
    this.#cancel.hidden = text === null || !canCancel;
  }

  #showScope(): void {
    const { words } = this.#options;
    const { scope, aggregate } = this.#data ?? {};
    if (!scope || !aggregate) return void (this.#scope.textContent = '');
    const { scanned, loaded } = words.strings;
    const template = scope.source === 'scan' ? scanned : loaded;
    const counted = fill(template, words.customers(aggregate.customers), words.ago(aggregate.time));
    this.#scope.textContent = dotted(counted, scope.choice);
    this.#scope.title = words.day(aggregate.time);
  }

  #button(command: Command, text: string, kind: string): HTMLButtonElement {
    const attributes = { type: 'button', class: kind, 'data-key': command };
    const button = element('button', attributes, text);
    button.addEventListener('click', () => this.#options.onCommand(command));
    return button;
  }
}

/** Other customers, or the same at another time. */
function isCountedAnew(before: OverviewData, { scope, aggregate }: OverviewData): boolean {
  return (
    aggregate !== null &&
    (before.aggregate?.time !== aggregate.time ||
      before.aggregate.customers !== aggregate.customers ||
      before.scope?.source !== scope?.source)
  );
}

/** Nobody was counted yet. */
export function emptyPage({
  words,
  onCommand,
}: Pick<HeadOptions, 'words' | 'onCommand'>): HTMLElement {
  const { empty, emptyHint, scan, openCustomers } = words.strings;
  const button = (command: Command, text: string, kind: string) => {
    const made = element('button', { type: 'button', class: kind, 'data-key': command }, text);
    made.addEventListener('click', () => onCommand(command));
    return made;
  };
  return element(
    'div',
    { class: 'empty' },
    element('p', {}, empty),
    element('p', { class: 'dim' }, emptyHint),
    element(
      'div',
      { class: 'buttons' },
      button('scan', scan, 'primary'),
      button('openCustomers', openCustomers, 'secondary'),
    ),
  );
}
