import assert from 'node:assert/strict';
import {
  withChange,
  columnOf,
  columnsOf,
  fieldOfColumn,
  withMove,
  withWidth,
  shownColumns,
  STANDARD_COLUMNS,
} from '../../../../src/customers/page/columns.ts';

const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);

describe('columns of the grid', () => {
  it('have their standard order and widths', () => {
    const columnTexts = STANDARD_COLUMNS.map(({ id, width }) => `${id} ${width}`);
    assert.deepEqual(columnTexts, [
      ...['name 200', 'tags 248', 'status 136', 'platform 92', 'lastActive 172', 'created 172'],
      ...['email 210', 'phone 130', 'extId 120', 'params 260', 'page 150', 'birthday 100'],
      ...['gender 76', 'id 240'],
    ]);
    assert.equal(fieldOfColumn('page'), 'pageId');
    assert.deepEqual(
      [columnOf('pageId'), columnOf('pic'), columnOf(null)],
      ['page', undefined, undefined],
    );
  });

  it('are restored from the stored ones, without removed columns and with new ones', () => {
    const name = { id: 'name', width: 99, hidden: false, pinned: true };
    const columns = columnsOf([{ ...name, id: 'gone' }, name]);
    assert.deepEqual(columns[0], name);
    assert.deepEqual(ids(columns).toSorted(), ids(STANDARD_COLUMNS).toSorted());
  });

  it('are never all hidden', () => {
    const hidden = STANDARD_COLUMNS.map((column) => ({ ...column, hidden: true }));
    assert.equal(columnsOf(hidden), STANDARD_COLUMNS);
    const onlyId = STANDARD_COLUMNS.map((column) => ({ ...column, hidden: column.id !== 'id' }));
    assert.equal(withChange(onlyId, 'id', { hidden: true }), onlyId);
  });

  it('are moved by a number of visible columns, only among pinned or only among other columns', () => {
    const pinned = withChange(STANDARD_COLUMNS, 'email', { pinned: true });
    assert.equal(ids(shownColumns(pinned))[0], 'email');
    assert.equal(withMove(pinned, 'email', 3), pinned, 'the only pinned column cannot be moved');
    const withoutTags = withChange(STANDARD_COLUMNS, 'tags', { hidden: true });
    assert.deepEqual(ids(shownColumns(withMove(withoutTags, 'name', 1))).slice(0, 3), [
      'status',
      'name',
      'platform',
    ]);
    assert.deepEqual(ids(shownColumns(withMove(withoutTags, 'page', -9))).slice(0, 2), [
      'page',
      'name',
    ]);
  });

  it('keep a width between 36 and 1200 pixels', () => {
    const widthAfter = (width: number) =>
      withWidth(STANDARD_COLUMNS, 'name', width).find(({ id }) => id === 'name')?.width;
    assert.deepEqual([widthAfter(-5), widthAfter(100.4), widthAfter(99_999)], [36, 100, 1200]);
  });
});

describe('columns of an earlier version', () => {
  const OLD =
    'picture,name,platform,page,status,created,lastActive,tags,params,email,phone,birthday,gender,id';
  const storedColumns = OLD.split(',').map((id) => ({
    id,
    width: 99,
    hidden: id === 'page',
    pinned: false,
  }));

  it('get the current order if they were not moved, and keep their widths and visibility', () => {
    const columns = columnsOf(storedColumns);
    assert.deepEqual(ids(columns), ids(STANDARD_COLUMNS));
    assert.deepEqual(columns[0], { id: 'name', width: 99, hidden: false, pinned: false });
    assert.equal(columns.find(({ id }) => id === 'page')?.hidden, true);
    assert.equal(columns.find(({ id }) => id === 'extId')?.hidden, false);
  });

  it('keep a changed order, with the new column at the end', () => {
    const movedColumns = storedColumns.toReversed();
    const expectedIds = movedColumns.map(({ id }) => id).filter((id) => id !== 'picture');
    assert.deepEqual(ids(columnsOf(movedColumns)), [...expectedIds, 'extId']);
  });
});
