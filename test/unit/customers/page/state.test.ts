import assert from 'node:assert/strict';
import { RowStore } from '../../../../src/customers/page/rows.ts';
import { Model } from '../../../../src/customers/page/state.ts';
import { append, customer, reset, rows, status } from './sample.ts';

function newModel() {
  const store = new RowStore([]);
  return { store, model: new Model(store) };
}

describe('rows of the page', () => {
  it('are added with each page, and keep the number of their page', () => {
    const { model, store } = newModel();
    assert.equal(model.apply(reset()), true);
    model.apply(append(0, rows(0, 3)));
    assert.equal(model.apply(append(3, rows(3, 2, 2))), true);
    const pages = [0, 1, 2, 3, 4, 5].map((number) => store.row(number)?.page);
    assert.deepEqual(pages, [1, 1, 1, 2, 2, undefined]);
    assert.deepEqual(store.row(4)?.record, customer(4));
  });

  it('ignore messages of another generation', () => {
    const { model, store } = newModel();
    assert.equal(model.apply(append(0, rows(0, 3))), false);
    model.apply(reset(2));
    assert.equal(model.apply(append(0, rows(0, 3), 1)), false);
    assert.equal(model.apply({ type: 'status', generation: 1, status: status(9) }), false);
    assert.equal(model.apply({ type: 'patch', generation: 1, row: 5, json: '{}' }), false);
    assert.equal(model.apply({ type: 'askScope', generation: 1 }), false);
    assert.equal(model.apply({ type: 'askScope', generation: 2 }), true);
    assert.equal(store.count, 0);
    assert.equal(model.status.state, 'loading');
  });

  it('end with a page that may be empty', () => {
    const { model, store } = newModel();
    model.apply(reset());
    model.apply(append(0, rows(0, 3)));
    model.apply(append(3, []));
    assert.equal(store.count, 3);
    assert.deepEqual(store.row(2)?.record, customer(2));
    assert.equal(store.pageNumberOf(2), 1);
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
