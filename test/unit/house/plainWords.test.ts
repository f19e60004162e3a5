import assert from 'node:assert/strict';
import { plainProblems } from '../../../scripts/house/plainWords.ts';

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
