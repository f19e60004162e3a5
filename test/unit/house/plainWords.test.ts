import assert from 'node:assert/strict';
import { commentsOf } from '../../../scripts/house/comments.ts';
import { commentProblems, plainProblems } from '../../../scripts/house/plainWords.ts';

describe('plainProblems', () => {
  it('accepts plain sentences', () => {
    for (const text of [
      'Could not attach the tag. Try again.',
      'The standard setting is listed below.',
      'This outcome is unknown. It is checked by the service.',
    ])
      assert.deepEqual(plainProblems(text), [], text);
  });

  it('names the word and its replacement', () => {
    assert.deepEqual(plainProblems('Whoever has the address can read it.'), [
      '"Whoever": write the user, the caller',
    ]);
    assert.deepEqual(plainProblems('Load the page anew.'), ['"anew": write again']);
  });

  it('finds all forms of the words', () => {
    for (const text of [
      'The run stands.',
      'Nobody knows.',
      'Everybody can read it.',
      'Resume goes on.',
      'The icon goes with it.',
      'The change was taken back.',
      'The log tells why.',
      'Put this right first.',
      'It was stopped.',
    ])
      assert.equal(plainProblems(text).length, 1, text);
  });

  it('finds each flagged word of a line', () => {
    assert.equal(plainProblems('It is told to whom it was sent.').length, 3);
  });
});

describe('commentProblems', () => {
  it('accepts comments that name their subject', () => {
    for (const text of [
      'Maximum rows per group.',
      'Returns the page that it was given, or `undefined`.',
      'By default, all rows are shown.',
      'Oneself is not a word of the list.',
    ])
      assert.deepEqual(commentProblems(text), [], text);
  });

  it('rejects comments that begin without a subject', () => {
    for (const text of ['What is kept.', 'Of the page.', 'The same with rows.', 'It is not sent.'])
      assert.equal(commentProblems(text).length, 1, text);
  });

  it('reports the start and the words of a comment', () => {
    assert.deepEqual(commentProblems('What stands in the list.'), [
      '"What" at the start: name the subject',
      '"stands": write is, is listed, is paused',
    ]);
  });

  it('rejects words of the list', () => {
    assert.equal(commentProblems('Tells whoever asks.').length, 2);
  });
});

describe('commentsOf', () => {
  it('returns each comment with its line, and joins consecutive line comments', () => {
    const source = `/** First. */
const a = 1; // Second
// is joined.

// Third.
/*
 * Fourth
 * of two lines.
 */
`;
    assert.deepEqual(commentsOf('a.ts', source), [
      { line: 1, text: 'First.' },
      { line: 2, text: 'Second\nis joined.' },
      { line: 5, text: 'Third.' },
      { line: 6, text: 'Fourth\nof two lines.' },
    ]);
  });

  it('ignores comment marks in strings', () => {
    assert.deepEqual(commentsOf('a.ts', "const url = 'http://a/*b*/';"), []);
  });
});
