/** Patterns of words that the project does not use, each with the plain words to write instead. */
const WORDS: readonly (readonly [pattern: string, instead: string])[] = [
  ['nobody|everybody|anybody', 'no one, or name who it is'],
  ['whoever|whom', 'the user, the caller'],
  ['anew', 'again'],
  ['so many', 'the number of'],
  ['stands|stood', 'is, is listed, is paused'],
  ['go(?:es)? on|going on|went on', 'continue'],
  ['goes with', 'belongs to'],
  ['tak(?:e|es|en|ing) (?:it |them )?back|took back', 'undo'],
  ['tells?|told', 'show, report, say'],
  ['at hand', 'available'],
  ['behind it', 'after it'],
  ['in the place of', 'instead of, replaces'],
  ['(?:is|are|was) asked for', 'is requested, prompts for'],
  ['what came before', 'previous'],
  ['a person', 'the user, the customer'],
  ['put right|puts? (?:it|them|this) right', 'fix'],
  ['at once', 'immediately, or at the same time'],
];

const FORBIDDEN = new RegExp(String.raw`\b(?:${WORDS.map(([word]) => word).join('|')})\b`, 'gi');

/** Pattern of a text that begins with a pronoun without a noun before it. */
const OPENING = /^It (?:is|was)\b/;

/** Words at the start of a comment that have no noun before them, or that hide the subject. */
const COMMENT_OPENING =
  /^(?:What|Of|Who(?:m|se)?|Those|Where|As|One|It|They|That|Which|By(?! default)|The same|Such)\b/;

/** Returns a message for each word of a comment that has a plainer one, and for a start without a subject. */
export function commentProblems(text: string): readonly string[] {
  const [opening] = COMMENT_OPENING.exec(text) ?? [];
  const words = plainProblems(text).filter((problem) => !problem.startsWith('"It is"'));
  return opening === undefined ? words : [`"${opening}" at the start: name the subject`, ...words];
}

/** Returns a message for each word of a text that has a plainer one. */
export function plainProblems(text: string): readonly string[] {
  const words = [...text.matchAll(FORBIDDEN)].map(
    ([word]) => `"${word}": write ${insteadOf(word)}`,
  );
  return OPENING.test(text) ? ['"It is" at the start: name the subject', ...words] : words;
}

function insteadOf(word: string): string {
  const entry = WORDS.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(word));
  return entry?.[1] ?? 'something plainer';
}
