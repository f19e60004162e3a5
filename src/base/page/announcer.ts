import { element } from './dom.ts';

/** ms of quiet before what changes with every key is said, so that the last of it is. */
const PATIENCE = 600;
/** ms from one step of something long to the next that is said. */
const STEP = 10_000;

/** What is said to who cannot see that something changed: the page's only live regions. */
export class Announcer {
  readonly element = element('div', { class: 'hidden-text' });
  readonly #polite = element('span', { 'aria-live': 'polite' });
  readonly #assertive = element('span', { 'aria-live': 'assertive' });
  readonly #soon = new Map<string, string>();
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #stepped = -STEP;

  constructor() {
    // Screen readers look into it; nothing that searches the page finds what stands elsewhere once more.
    this.element.attachShadow({ mode: 'closed' }).append(this.#polite, this.#assertive);
  }

  /** At once: somebody did something, and this came of it. */
  say(text: string): void {
    show(this.#polite, text);
  }

  /** Once it has stayed so for a while. @param topic of which the last is said; with an empty text nothing */
  saySoon(topic: string, text: string): void {
    if (text === '') this.#soon.delete(topic);
    else this.#soon.set(topic, text);
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#sayAll(), PATIENCE);
  }

  /** How far something long is: not each time. */
  sayStep(text: string): void {
    const now = performance.now();
    if (now - this.#stepped < STEP) return;
    this.#stepped = now;
    this.say(text);
  }

  /** Something went wrong: before all else. */
  alert(text: string): void {
    show(this.#assertive, text);
  }

  #sayAll(): void {
    const texts = [...this.#soon.values()];
    this.#soon.clear();
    if (texts.length > 0) this.say(texts.join(' · '));
  }
}

/** The same text again is a change only with a space behind it. */
function show(region: HTMLElement, text: string): void {
  region.textContent = region.textContent === text && text !== '' ? `${text}\u00A0` : text;
}
