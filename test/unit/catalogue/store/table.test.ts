import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

import { Statement } from '../../../../src/catalogue/store/database.ts';
import { number, Table, text, textOrNull, yesOrNo } from '../../../../src/catalogue/store/table.ts';

interface Pet {
  readonly owner: string;
  readonly name: string;
  readonly isTame: boolean;
  readonly legs: number;
  readonly chip: string | null;
}

const PETS = new Table<Pet>(
  'pet',
  {
    owner: text('owner'),
    name: text('called'),
    isTame: yesOrNo('tame'),
    legs: number('legs'),
    chip: textOrNull('chip'),
  },
  ['owner', 'name'],
);
const CAT: Pet = { owner: 'a', name: 'Tom', isTame: true, legs: 4, chip: null };

describe('Table and Statement', () => {
  let sqlite: DatabaseSync;
  const prepare = (sql: string): Statement => new Statement(sqlite, sql);

  beforeEach(() => {
    sqlite = new DatabaseSync(':memory:');
    sqlite.exec(
      'CREATE TABLE pet (chip TEXT, called TEXT, legs REAL, tame INTEGER, owner TEXT, PRIMARY KEY (owner, called))',
    );
  });

  afterEach(() => sqlite.close());

  it('save a complete object, and update the row with the same key', () => {
    prepare(PETS.save).run({ ...CAT, unknown: 'is not kept' });
    prepare(PETS.save).run({ ...CAT, name: 'Kit', isTame: false, chip: 'c' });
    prepare(PETS.save).run({ ...CAT, legs: 3 });
    assert.deepEqual(prepare(`${PETS.select} ORDER BY called DESC`).all().map(PETS.read), [
      { ...CAT, legs: 3 },
      { ...CAT, name: 'Kit', isTame: false, chip: 'c' },
    ]);
  });

  it('insert a row once', () => {
    prepare(PETS.insert).run(CAT);
    assert.throws(() => prepare(PETS.insert).run(CAT), /UNIQUE/);
  });

  it('leave an existing row unchanged if the table has only key columns', () => {
    const owners = new Table('pet', { owner: text('owner'), name: text('called') }, [
      'owner',
      'name',
    ]);
    prepare(PETS.save).run(CAT);
    prepare(owners.save).run({ owner: 'a', name: 'Tom' });
    assert.deepEqual(prepare(PETS.select).all().map(PETS.read), [CAT]);
  });

  it('read only some columns', () => {
    prepare(PETS.save).run(CAT);
    const part = PETS.part('name', 'isTame');
    const row = prepare(`${part.select} WHERE owner = :owner`).get({ owner: 'a' });
    assert.deepEqual(Object.keys(row ?? {}), ['called', 'tame']);
    assert.deepEqual(row && part.read(row), { name: 'Tom', isTame: true });
  });

  it('bind each parameter by its name, at any position and any number of times', () => {
    const statement = prepare('SELECT :b AS first, :a AS second, :b AS third');
    assert.deepEqual({ ...statement.get({ a: 1, b: 'x' }) }, { first: 'x', second: 1, third: 'x' });
  });

  it('reject a missing value instead of binding NULL', () => {
    const statement = prepare('SELECT :a AS a');
    assert.throws(() => statement.get({ b: 1 }), /a value for a/);
    assert.throws(() => statement.get(), /a value for a/);
    assert.deepEqual({ ...statement.get({ a: null }) }, { a: null });
  });
});
