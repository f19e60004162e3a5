import type { FrameLocator } from 'playwright-core';
import { FIELD_NAMES } from '../../src/base/customerFields.ts';
import { customerAt } from '../../src/sandbox/madeCustomers.ts';
import { sandboxSeedItems } from '../../src/sandbox/seedItems.ts';
import type { Workbench } from './e2e.ts';
import { escapeRegExp } from './literally.ts';
import { overflowIn } from './overflow.ts';
import {
  untranslatedIn,
  SEARCH_WORDS,
  shownInPage,
  shownInWindow,
  unbracketedIn,
} from './shownTexts.ts';
import type { Texts } from './texts.ts';
import { untilDone } from './untilDone.ts';

/**
 * Texts that are the same in every language: products, formats, keys and IDs. Times and lists are in English, because
 * `Intl` does not support the pseudo-locale.
 */
const NAMES = [
  /Bot Tags|Bot Tag Explorer|LINE|Facebook|JSONC?|NDJSON|CSV|Parquet|UTF|URL|VS Code|curl|UUID/,
  /(Ctrl|Alt|Shift|Meta)\+\S+|\b(Del|Delete|Enter|Escape|Space|Backspace)\b/,
  /\btag-\S+|\bU[0-9a-f]{8,}|\S*@\S+|\S*\.(jsonc?|ndjson|csv|parquet|txt|bot-tags-plan)\b|https?:\S+|bot-sandbox/,
  /\b[A-Z][a-z]{2} \d{1,2}, \d{4}|\b[A-Z][a-z]{2} \d{4}|\d [AP]M\b/,
  /\d and \d|\bNew Friend and New Friends\b/,
  /\b(\d+|last|this|next) (minute|hour|day|week|month|year)s?( ago)?\b|\byesterday\b/,
  SEARCH_WORDS,
  /\btag:\S*|\band not blocked\b(?: and active < 30d)?/,
];
/** Fields of a record, named as in the service and in exported files: alone, or before their description. */
const FIELD = new RegExp(`^(?:${[...FIELD_NAMES, 'other'].join('|')})(?=$|, )`);

const WIDE = { width: 1280, height: 800 };
/** Size of a window that leaves 400 px for the page beside the activity bar. */
const NARROW = { width: 448, height: 800 };

/**
 * Checks the screens of one language: saves screenshots, and collects texts that are not in the language or do not fit.
 */
export class LanguageScreens {
  readonly #workbench: Workbench;
  readonly #texts: Texts;
  readonly #names: readonly RegExp[];
  readonly #problems: string[] = [];
  #count = 0;

  /** @param ownNames names that the test defines */
  constructor(workbench: Workbench, texts: Texts, ownNames: readonly string[]) {
    this.#workbench = workbench;
    this.#texts = texts;
    this.#names = [...NAMES, namesOfData(ownNames)];
  }

  /** Checks the window, and the page in it if given. */
  async check(name: string, frame?: FrameLocator): Promise<void> {
    const { locale } = this.#texts;
    this.#count += 1;
    const number = String(this.#count).padStart(2, '0');
    await this.#workbench.screenshot(`${locale}-${number}-${name}`);
    const shown = await shownInWindow(this.#workbench.page);
    const inPage = frame === undefined ? [] : await shownInPage(frame);
    const visibleTexts = [...shown, ...inPage].map(
      ([where, text]) => [where, text.replace(FIELD, '')] as const,
    );
    const untranslated =
      locale === 'zh-tw'
        ? untranslatedIn(visibleTexts, this.#texts)
        : unbracketedIn(visibleTexts, this.#names);
    const overflowing = frame === undefined ? [] : await overflowIn(frame);
    this.#problems.push(...[...untranslated, ...overflowing].map((line) => `${name}: ${line}`));
  }

  /** Checks the page again in a window that leaves it 400 px. */
  async checkNarrow(name: string, frame: FrameLocator): Promise<void> {
    const { page } = this.#workbench;
    const sideBar = page.locator('.part.sidebar');
    await page.keyboard.press('ControlOrMeta+b');
    await sideBar.waitFor({ state: 'hidden' });
    await page.setViewportSize(NARROW);
    await this.#untilWidth(frame, (width) => width <= 400);
    await this.check(name, frame);
    await page.setViewportSize(WIDE);
    await page.keyboard.press('ControlOrMeta+b');
    await sideBar.waitFor();
    await this.#untilWidth(frame, (width) => width > 800);
  }

  async #untilWidth(frame: FrameLocator, isRight: (width: number) => boolean): Promise<void> {
    await untilDone(async () => {
      const width: number = await frame.locator('body').evaluate('innerWidth');
      if (!isRight(width)) throw new Error(`The page is ${width} px wide.`);
    });
  }

  /** Returns and clears the problems that were found since the last call, one per line. */
  takeProblems(): readonly string[] {
    return this.#problems.splice(0);
  }
}

/** Returns a pattern that matches names of the sandbox's items and customers, and those that the test defines. */
function namesOfData(ownNames: readonly string[]): RegExp {
  // More customers than the screens show.
  const customers = Array.from({ length: 400 }, (_, index) => customerAt(index));
  const items = sandboxSeedItems().map(({ name }) => name);
  const params = customers.flatMap((customer) =>
    customer.params.flatMap(({ name, value }) => [name, value]),
  );
  const data = [...items, ...customers.map(({ name }) => name), ...params, ...ownNames, 'Campaigns']
    .filter((name) => /\p{L}{3}/u.test(name))
    .toSorted((a, b) => b.length - a.length);
  return new RegExp([...new Set(data)].map((name) => escapeRegExp(name)).join('|'));
}
