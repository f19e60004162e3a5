import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import { allExtracted } from './extracted.ts';
import { FRAGMENTS, NOTHING_TO_DO } from './messageExceptions.ts';
import { Destinations, type Destination } from './destinations.ts';
import { textsIn } from './translations.ts';
import { whyNoMessage, missingPartsOf } from './wholeMessage.ts';

/** Text with several sentences, or with a comma before a name. A label has neither. */
const NO_LABEL = /^\p{Lu}.*\p{L}[,.] \p{Lu}/u;

interface Message {
  readonly text: string;
  /** Positions of the calls of `l10n.t`, as `file:line`. */
  readonly at: readonly string[];
  readonly destinations: ReadonlySet<Destination>;
}

/** Destinations in the order in which they are listed. */
const LISTED_DESTINATIONS: readonly Destination[] = [
  ...(['error', 'warning', 'information', 'question', 'progress'] as const),
  ...(['validation', 'problem', 'empty', 'done'] as const),
];

describe('messages', () => {
  const messages = collect();
  const messagesShownAs = (...wanted: readonly Destination[]): readonly Message[] =>
    messages.filter((message) => wanted.some((name) => message.destinations.has(name)));

  it('are assigned to the parts of the UI that show them, and listed in out/messages.md', () => {
    assert.ok(messagesShownAs('error').length > 250);
    for (const name of LISTED_DESTINATIONS) assert.ok(messagesShownAs(name).length > 5, name);
    const destinationsOf = (text: string): readonly Destination[] => [
      ...(messages.find((message) => message.text === text)?.destinations ?? []),
    ];
    assert.deepEqual(destinationsOf('Open a plan first: a file whose name ends in {0}.'), [
      'error',
    ]);
    assert.deepEqual(destinationsOf('Copied.'), ['done']);
    assert.ok(
      destinationsOf('The tag already has this name. Enter another name.').includes('validation'),
    );
    mkdirSync(join(projectRoot, 'out'), { recursive: true });
    writeFileSync(join(projectRoot, 'out/messages.md'), listOf(messages));
  });

  it('have content', () => {
    const bare = messagesShownAs(...LISTED_DESTINATIONS).flatMap(({ text, at }) => {
      const why = whyNoMessage(text);
      return why === undefined || isFragment(text, at) ? [] : [`${at[0]}: "${text}" ${why}`];
    });
    assert.deepEqual(bare, []);
  });

  it('are sentences that say what happened and what to do next if they are errors', () => {
    const wrong = messagesShownAs('error').flatMap(({ text, at }) => {
      const lacks = missingPartsOf(text).filter((lack) => !isFulfilledByValue(text, lack));
      const isExcused = lacks.length === 0 || isFragment(text, at) || NOTHING_TO_DO.has(text);
      return isExcused ? [] : [`${at[0]}: "${text}" ${lacks.join(', ')}`];
    });
    assert.deepEqual(wrong, []);
  });

  it('are complete sentences wherever they are shown', () => {
    const cut = messagesShownAs('warning', 'information', 'validation', 'empty').flatMap(
      ({ text, at }) =>
        NO_LABEL.test(text) && !/[.?…:}]$/.test(text) && !NOTHING_TO_DO.has(text)
          ? [`${at[0]}: ${text}`]
          : [],
    );
    assert.deepEqual(cut, []);
  });

  it('have no unneeded exception', () => {
    const texts = new Set(messages.map(({ text }) => text));
    assert.deepEqual(
      [...NOTHING_TO_DO.keys()].filter(
        (text) => !texts.has(text) || missingPartsOf(text).length === 0,
      ),
      [],
    );
    const unusedFragments = FRAGMENTS.filter(
      ({ files, texts }) =>
        !messages.some(
          ({ text, at }) =>
            at.some((position) => files.test(position)) && (texts?.test(text) ?? true),
        ),
    );
    assert.deepEqual(unusedFragments, []);
  });

  it('of the welcome view contain a command link', () => {
    const welcome = Object.entries(textsIn('package.nls.json')).filter(([key]) =>
      key.startsWith('view.welcome'),
    );
    assert.ok(welcome.length >= 2);
    for (const [key, text] of welcome) assert.match(text, /\]\(command:[\w.]+[?)]/, key);
  });
});

/** Returns all translated texts of the code, with the parts of the UI that show each. */
function collect(): readonly Message[] {
  const destinations = new Destinations();
  const found = Map.groupBy(allExtracted(), ({ key }) => key ?? '');
  return [...found].map(([text, calls]) => ({
    text,
    at: calls.map(({ at }) => at),
    destinations: new Set(calls.flatMap(({ source, node }) => [...destinations.of(source, node)])),
  }));
}

/** Checks whether the text ends with a value that is a sentence with its own full stop. */
function isFulfilledByValue(text: string, lack: string): boolean {
  return lack === 'does not end with a full stop' && /\{\d\}$/.test(text);
}

/**
 * Checks whether a text is only a part of a message, or an exception, as `FRAGMENTS` lists. describeError.test.ts checks
 * the complete messages of errors.
 */
function isFragment(text: string, at: readonly string[]): boolean {
  return FRAGMENTS.some(
    ({ files, texts }) =>
      at.some((position) => files.test(position)) && (texts?.test(text) ?? true),
  );
}

/** Returns a Markdown list of the messages. Each message is listed under its first destination. */
function listOf(messages: readonly Message[]): string {
  const sections = LISTED_DESTINATIONS.map((name) => {
    const texts = messages.filter(
      ({ destinations }) => LISTED_DESTINATIONS.find((listed) => destinations.has(listed)) === name,
    );
    const lines = texts.map(
      ({ text, at }) => `- ${text.replaceAll('\n', ' ↵ ')} — \`${at.join('`, `')}\``,
    );
    return `## ${name} (${texts.length})\n\n${lines.join('\n')}\n`;
  });
  return `# Every message\n\n${sections.join('\n')}`;
}
