import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import { allExtracted } from './extracted.ts';
import { FRAGMENTS, NOTHING_TO_DO } from './messageExceptions.ts';
import { Places, type Place } from './places.ts';
import { textsIn } from './translations.ts';
import { whyNoMessage, missingPartsOf } from './wholeMessage.ts';

interface Message {
  readonly text: string;
  /** Positions of the calls of `l10n.t`, as `file:line`. */
  readonly at: readonly string[];
  readonly places: ReadonlySet<Place>;
}

/** Places in the order in which they are listed. */
const LISTED_PLACES: readonly Place[] = [
  ...(['error', 'warning', 'information', 'question', 'progress'] as const),
  ...(['validation', 'problem', 'empty', 'done'] as const),
];

describe('messages', () => {
  const messages = collect();
  const among = (...places: readonly Place[]): readonly Message[] =>
    messages.filter((one) => places.some((place) => one.places.has(place)));

  it('are assigned to the places that show them, and listed in out/messages.md', () => {
    assert.ok(among('error').length > 250);
    for (const place of LISTED_PLACES) assert.ok(among(place).length > 5, place);
    const placesOf = (text: string): readonly Place[] => [
      ...(messages.find((one) => one.text === text)?.places ?? []),
    ];
    assert.deepEqual(placesOf('Open a plan first: a file whose name ends in {0}.'), ['error']);
    assert.deepEqual(placesOf('Copied.'), ['done']);
    assert.ok(
      placesOf('The tag already has this name. Enter another name.').includes('validation'),
    );
    mkdirSync(join(projectRoot, 'out'), { recursive: true });
    writeFileSync(join(projectRoot, 'out/messages.md'), listOf(messages));
  });

  it('have content', () => {
    const bare = among(...LISTED_PLACES).flatMap(({ text, at }) => {
      const why = whyNoMessage(text);
      return why === undefined || isFragment(text, at) ? [] : [`${at[0]}: "${text}" ${why}`];
    });
    assert.deepEqual(bare, []);
  });

  it('are sentences that say what happened and what to do next if they are errors', () => {
    const wrong = among('error').flatMap(({ text, at }) => {
      const lacks = missingPartsOf(text).filter((lack) => !isMet(text, lack));
      const isExcused = lacks.length === 0 || isFragment(text, at) || NOTHING_TO_DO.has(text);
      return isExcused ? [] : [`${at[0]}: "${text}" ${lacks.join(', ')}`];
    });
    assert.deepEqual(wrong, []);
  });

  it('are complete sentences wherever they are shown', () => {
    const cut = among('warning', 'information', 'validation', 'empty').flatMap(({ text, at }) =>
      /^\p{Lu}.*\p{L}[,.] \p{Lu}/u.test(text) && !/[.?…:}]$/.test(text) && !NOTHING_TO_DO.has(text)
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
    const idle = FRAGMENTS.filter(
      ({ files, texts: which }) =>
        !messages.some(
          ({ text, at }) => at.some((one) => files.test(one)) && (which?.test(text) ?? true),
        ),
    );
    assert.deepEqual(idle, []);
  });

  it('of the welcome view contain a command link', () => {
    const welcome = Object.entries(textsIn('package.nls.json')).filter(([key]) =>
      key.startsWith('view.welcome'),
    );
    assert.ok(welcome.length >= 2);
    for (const [key, text] of welcome) assert.match(text, /\]\(command:[\w.]+[?)]/, key);
  });
});

function collect(): readonly Message[] {
  const places = new Places();
  const found = Map.groupBy(allExtracted(), ({ key }) => key ?? '');
  return [...found].map(([text, calls]) => ({
    text,
    at: calls.map(({ at }) => at),
    places: new Set(calls.flatMap(({ source, node }) => [...places.of(source, node)])),
  }));
}

/** Checks whether the text ends with a value that is a sentence with its own full stop. */
function isMet(text: string, lack: string): boolean {
  return lack === 'does not end with a full stop' && /\{\d\}$/.test(text);
}

/**
 * Checks whether a text is part of a sentence. describeError.test.ts checks the complete sentence,
 * or the table lists the exception.
 */
function isFragment(text: string, at: readonly string[]): boolean {
  return FRAGMENTS.some(
    ({ files, texts }) => at.some((one) => files.test(one)) && (texts?.test(text) ?? true),
  );
}

function listOf(messages: readonly Message[]): string {
  const parts = LISTED_PLACES.map((place) => {
    const texts = messages.filter(
      ({ places }) => LISTED_PLACES.find((one) => places.has(one)) === place,
    );
    const lines = texts.map(
      ({ text, at }) => `- ${text.replaceAll('\n', ' ↵ ')} — \`${at.join('`, `')}\``,
    );
    return `## ${place} (${texts.length})\n\n${lines.join('\n')}\n`;
  });
  return `# Every message\n\n${parts.join('\n')}`;
}
