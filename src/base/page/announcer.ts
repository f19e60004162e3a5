import { element } from './dom.ts';

/** Debounce time of `saySoon`, so that only the last of a series of keystrokes is announced. */
const DEBOUNCE_MS = 600;
const PROGRESS_INTERVAL_MS = 10_000;

/** Announces changes to users of screen readers. Contains the page's only live regions. */
export class Announcer {
  readonly element = element('div', { class: 'hidden-text' });
  readonly #polite = element('span', { 'aria-live': 'polite' });
  readonly #assertive = element('span', { 'aria-live': 'assertive' });
  readonly #pending = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastProgressTime = -PROGRESS_INTERVAL_MS;

  constructor() {
    // Screen readers read a closed shadow root, but a text search of the page does not find its content a second time.
    this.element.attachShadow({ mode: 'closed' }).append(this.#polite, this.#assertive);
  }

  say(text: string): void {
    show(this.#polite, text);
  }

  /** Announces a text after a pause. Only the last text of each topic is announced; an empty text clears the topic. */
  saySoon(topic: string, text: string): void {
    if (text === '') this.#pending.delete(topic);
    else this.#pending.set(topic, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sayPending(), DEBOUNCE_MS);
  }

  sayProgress(text: string): void {
    const now = performance.now();
    if (now - this.#lastProgressTime < PROGRESS_INTERVAL_MS) return;
    this.#lastProgressTime = now;
    this.say(text);
  }

  /** Announces an error before any other text. */
  alert(text: string): void {
    show(this.#assertive, text);
  }

  #sayPending(): void {
    const texts = [...this.#pending.values()];
    this.#pending.clear();
    if (texts.length > 0) this.say(texts.join(' · '));
  }
}

/** Screen readers announce only changes, so a space is appended to a repeated text. */
function show(region: HTMLElement, text: string): void {
  region.textContent = region.textContent === text && text !== '' ? `${text}\u00A0` : text;
}
