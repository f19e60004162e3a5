import assert from 'node:assert/strict';
import { Model } from '../../../src/webview/state.ts';
import { append, reset, row, rows, STATE, status } from './sample.ts';

describe('rows of the page', () => {
  it('grow with every page and keep its numbers', () => {
    const model = new Model();
    assert.deepEqual(model.apply(reset()), { type: 'reset', state: STATE });
    model.apply(append(0, rows(0, 3)));
    const change = model.apply(append(3, rows(3, 2, 2)));
    assert.deepEqual(change, { type: 'append', first: 3, asked: false });
    assert.deepEqual(
      model.rows.map(({ page }) => page),
      [1, 1, 1, 2, 2],
    );
  });

  it('ignore messages of another generation', () => {
    const model = new Model();
    assert.equal(model.apply(append(0, rows(0, 3))), undefined);
    model.apply(reset(2));
    assert.equal(model.apply(append(0, rows(0, 3), 1)), undefined);
    assert.equal(model.apply({ type: 'status', generation: 1, status: status(9) }), undefined);
    assert.equal(model.apply({ type: 'patch', generation: 2, row: 5, value: row(5) }), undefined);
    assert.equal(model.rows.length, 0);
    assert.equal(model.status.state, 'loading');
  });

  it('never take a page twice', () => {
    const model = new Model();
    model.apply(reset());
    model.apply(append(0, rows(0, 3)));
    model.apply(append(0, rows(0, 3)));
    assert.equal(model.rows.length, 3);
  });

  it('tell whether somebody asked for the new ones', () => {
    const model = new Model();
    model.apply(reset());
    assert.equal(model.askForMore(), false);
    model.apply(append(0, rows(0, 3)));
    assert.equal(model.askForMore(), true);
    assert.equal(model.askForMore(), false);
    const change = model.apply(append(3, rows(3, 2)));
    assert.deepEqual(change, { type: 'append', first: 3, asked: true });
  });

  it('count a loading that a command began as asked for', () => {
    const model = new Model();
    model.apply(reset());
    model.apply(append(0, rows(0, 3)));
    model.apply({ type: 'status', generation: 1, status: status(3, { state: 'loading' }) });
    const change = model.apply(append(3, rows(3, 2)));
    assert.deepEqual(change, { type: 'append', first: 3, asked: true });
  });

  it('stay after an error, and more can be asked for again', () => {
    const model = new Model();
    model.apply(reset());
    model.apply(append(0, rows(0, 3)));
    model.askForMore();
    const failed = status(3, { state: 'error', error: 'no' });
    model.apply({ type: 'status', generation: 1, status: failed });
    assert.equal(model.rows.length, 3);
    assert.equal(model.askForMore(), true);
  });
});
