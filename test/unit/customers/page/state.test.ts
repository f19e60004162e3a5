import assert from 'node:assert/strict';
import { RowStore } from '../../../../src/customers/page/rows.ts';
import { Model } from '../../../../src/customers/page/state.ts';
import { append, customer, pageRows, reset, rows, status } from './sample.ts';

function newModel() {
  const store = new RowStore([]);
  return { store, model: new Model(store) };
}

describe('rows of the page', () => {
  it('are added with each page, and keep the number of their page', () => {
    const { model, store } = newModel();
    assert.deepEqual(model.apply(reset()), reset());
    model.apply(append(0, rows(0, 3)));
    const change = model.apply(append(3, rows(3, 2, 2)));
    assert.deepEqual(change, { type: 'append', rows: pageRows(rows(3, 2, 2)) });
    const pages = [0, 1, 2, 3, 4, 5].map((number) => store.row(number)?.page);
    assert.deepEqual(pages, [1, 1, 1, 2, 2, undefined]);
    assert.deepEqual(store.row(4)?.record, customer(4));
  });

  it('ignore messages of another generation', () => {
    const { model, store } = newModel();
    assert.equal(model.apply(append(0, rows(0, 3))), undefined);
    model.apply(reset(2));
    assert.equal(model.apply(append(0, rows(0, 3), 1)), undefined);
    assert.equal(model.apply({ type: 'status', generation: 1, status: status(9) }), undefined);
    assert.equal(model.apply({ type: 'patch', generation: 2, row: 5, json: '{}' }), undefined);
    assert.equal(store.count, 0);
    assert.equal(model.status.state, 'loading');
  });

  it('never add a page twice', () => {
    const { model, store } = newModel();
    model.apply(reset());
    model.apply(append(0, rows(0, 3)));
    model.apply(append(0, rows(0, 3)));
    assert.equal(store.count, 3);
  });

  it('can be requested only once at a time', () => {
    const { model } = newModel();
    model.apply(reset());
    assert.equal(model.startLoadingMore(), false);
    model.apply(append(0, rows(0, 3)));
    assert.equal(model.startLoadingMore(), true);
    assert.equal(model.startLoadingMore(), false);
    model.apply(append(3, rows(3, 2)));
    assert.equal(model.startLoadingMore(), true);
  });

  it('stay after an error, and more can be requested again', () => {
    const { model, store } = newModel();
    model.apply(reset());
    model.apply(append(0, rows(0, 3)));
    model.startLoadingMore();
    const failed = status(3, { state: 'error', error: 'no' });
    model.apply({ type: 'status', generation: 1, status: failed });
    assert.equal(store.count, 3);
    assert.equal(model.startLoadingMore(), true);
  });

  it('load pictures unless the last reset forbids it', () => {
    const { model } = newModel();
    assert.equal(model.loadsPictures, true);
    const first = reset();
    assert.ok(first.type === 'reset');
    model.apply({ ...first, pictures: false });
    assert.equal(model.loadsPictures, false);
    model.apply(append(0, rows(0, 3)));
    assert.equal(model.loadsPictures, false);
    model.apply(reset(2));
    assert.equal(model.loadsPictures, true);
  });
});
