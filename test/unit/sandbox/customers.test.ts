import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import type { CustomerRecord } from '../../../src/base/model.ts';
import { customerAt, firstTagsAt } from '../../../src/sandbox/madeCustomers.ts';
import {
  SANDBOX_LANGUAGES,
  sandboxLanguage,
  type SandboxLanguage,
} from '../../../src/sandbox/people.ts';
import { sandboxSeedItems } from '../../../src/sandbox/seedItems.ts';
import { scramble, unscramble } from '../../../src/sandbox/hash.ts';
import { decryptUid, encryptUid, indexOfUser, userAt } from '../../../src/sandbox/userIds.ts';

const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });
/**
 * Number of sampled customers. Every 97th customer has no ID, and every 101st no page, but none lacks both. The sample
 * has more than 97 × 101 customers, so both rules would apply to one customer in it.
 */
const COUNT = 10_000;
const sample = Array.from({ length: COUNT }, (_, index) => customerAt(index));

/** Returns the share of matching customers in the sample, in percent. */
function share(matches: (customer: Omit<CustomerRecord, 'tags'>) => boolean): number {
  return (sample.filter(matches).length / COUNT) * 100;
}

function assertBetween(value: number, low: number, high: number): void {
  assert.ok(value >= low && value <= high, `${value} is not between ${low} and ${high}`);
}

describe('Sandbox: customer data', () => {
  it('finds the index of each user', () => {
    fc.assert(fc.property(uint32, (index) => indexOfUser(userAt(index)) === index));
    fc.assert(fc.property(uint32, (word) => unscramble(scramble(word)) === word));
    for (let index = 0; index < COUNT; index++) assert.equal(indexOfUser(userAt(index)), index);
  });

  it('finds no index if any property of the user differs', () => {
    fc.assert(
      fc.property(uint32, fc.nat(), (index, seed) => {
        const user = userAt(index);
        const position = seed % user.rawUid.length;
        const digit = user.rawUid[position] === '1' ? '2' : '1';
        const rawUid = user.rawUid.slice(0, position) + digit + user.rawUid.slice(position + 1);
        assert.equal(indexOfUser({ ...user, rawUid }), undefined);
        assert.equal(indexOfUser({ ...user, pageId: `${user.pageId}0` }), undefined);
        assert.equal(indexOfUser({ ...user, channel: 1 - user.channel }), undefined);
      }),
    );
    // The last ten digits are the scrambled index, which never exceeds 32 bits.
    assert.equal(indexOfUser({ ...userAt(1), rawUid: '1000009999999999' }), undefined);
  });

  it('decrypts each encrypted user ID, and returns undefined for any other text', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(fc.property(text, (rawUid) => decryptUid(encryptUid(rawUid)) === rawUid));
    fc.assert(fc.property(text, (rawUid) => encryptUid(rawUid) !== rawUid));
    for (const invalidUid of [
      '',
      'enc-',
      'U123',
      `${encryptUid('abc')}A`,
      encryptUid('abc').slice(0, -1),
    ]) {
      assert.equal(decryptUid(invalidUid), undefined);
    }
  });

  it('has IDs in the format of their platform, mostly of LINE', () => {
    for (const { id, platform } of sample.filter((customer) => customer.id !== '')) {
      assert.match(id, platform === 'LINE' ? /^U[0-9a-f]{32}$/ : /^[1-9]\d{15}$/);
    }
    assertBetween(
      share(({ platform }) => platform === 'LINE'),
      55,
      70,
    );
    assertBetween(
      share(({ platform }) => platform === 'FB'),
      30,
      45,
    );
  });

  it('has a share of customers with each status and each gender', () => {
    for (const status of [1, 2, 3, 4, 5]) {
      assertBetween(
        share((customer) => customer.status === status),
        3,
        75,
      );
    }
    assertBetween(
      share(({ gender }) => gender === '男'),
      25,
      50,
    );
    assertBetween(
      share(({ gender }) => gender === '女'),
      25,
      50,
    );
  });

  for (const language of SANDBOX_LANGUAGES) {
    it(`uses mostly ${language}, and sometimes the other language`, () => {
      const customers = Array.from({ length: COUNT }, (_, index) => customerAt(index, language));
      const chinese = customers.filter(({ name }) => /^\p{Script=Han}{3}/u.test(name)).length;
      const english = customers.filter(({ name }) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(name)).length;
      assert.equal(chinese + english, COUNT);
      const [low, high] = language === 'en' ? [8, 16] : [55, 75];
      assertBetween((chinese / COUNT) * 100, low, high);
      const items = sandboxSeedItems(language).map(({ name }) => name);
      const isChinese = (name: string): boolean => /\p{Script=Han}/u.test(name);
      const han = items.filter(isChinese).length;
      if (language === 'en') assert.ok(han > 0 && han < items.length / 4, `${han} are Chinese`);
      else assert.ok(han > items.length / 2 && han < items.length, `${han} are Chinese`);
      const values = customers.flatMap(({ params }) => params.map(({ value }) => value));
      assert.ok(values.some(isChinese) && !values.every(isChinese));
    });
  }

  it('differs only in names between the languages', () => {
    const withoutNames = (index: number, language: SandboxLanguage): unknown => {
      const { name, params, ...rest } = customerAt(index, language);
      return { ...rest, isNamed: name !== '', times: params.map(({ timestamp }) => timestamp) };
    };
    for (let index = 0; index < 500; index++)
      assert.deepEqual(withoutNames(index, 'zh-tw'), withoutNames(index, 'en'));
    const ids = (language: SandboxLanguage): unknown =>
      sandboxSeedItems(language).map(({ name, ...rest }) => ({ ...rest, isNamed: name !== '' }));
    assert.deepEqual(ids('zh-tw'), ids('en'));
  });

  it('has Chinese names for any Chinese display language, and English names for all others', () => {
    for (const display of ['zh-tw', 'zh-TW', 'zh-cn', 'zh-hant', 'zh']) {
      assert.equal(sandboxLanguage(display), 'zh-tw');
    }
    for (const display of ['en', 'en-US', 'de', 'qps-ploc', '', 'zha']) {
      assert.equal(sandboxLanguage(display), 'en');
    }
  });

  it('leaves fields empty or omits them for some customers, but never both ID and page', () => {
    assertBetween(
      share(({ id }) => id === ''),
      0.9,
      1.1,
    );
    assertBetween(
      share(({ pageId }) => pageId === ''),
      0.8,
      1.1,
    );
    assertBetween(
      share(({ pic }) => pic === ''),
      14,
      15,
    );
    assert.equal(
      share(({ id, pageId }) => id === '' && pageId === ''),
      0,
    );
    for (const field of ['email', 'gender', 'birthday', 'phone', 'extId'] as const) {
      assertBetween(
        share((customer) => !(field in customer)),
        10,
        70,
      );
    }
    assertBetween(
      share(({ email }) => email === ''),
      3,
      15,
    );
    assert.ok(sample.slice(0, 100).some(({ id }) => id === ''));
    assert.ok(sample.slice(0, 100).some(({ pageId }) => pageId === ''));
  });

  it('has values only in the specified formats', () => {
    for (const customer of sample) {
      assert.match(customer.pic ?? '', /^$|^https:\/\/pictures\.sandbox\.invalid\/\d+\.png$/);
      if (customer.email) assert.match(customer.email, /^[\w.]+@example\.(com|org)$/);
      if (customer.phone) assert.match(customer.phone, /^09\d\d-\d{3}-\d{3}$/);
      if (customer.birthday) assert.match(customer.birthday, /^(19|20)\d\d-[01]\d-[0-3]\d$/);
      assert.ok(customer.created <= customer.lastActive);
      assert.equal(String(customer.created).length, 13);
    }
  });

  it("has 0 to 6 tags and params with unique names and times within the customer's activity", () => {
    const tagCounts = new Set<number>();
    const paramCounts = new Set<number>();
    for (const [index, { created, lastActive, params }] of sample.entries()) {
      const tags = firstTagsAt(index);
      tagCounts.add(tags.size);
      paramCounts.add(params?.length ?? 0);
      assert.equal(new Set(params?.map(({ name }) => name)).size, params?.length);
      for (const { timestamp } of [...tags.values(), ...params]) {
        assert.ok(timestamp >= created && timestamp <= lastActive);
      }
      for (const { count } of tags.values()) assert.ok(count >= 1);
    }
    assert.deepEqual(
      [...tagCounts].toSorted((a, b) => a - b),
      [0, 1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual(
      [...paramCounts].toSorted((a, b) => a - b),
      [0, 1, 2, 3, 4, 5, 6],
    );
  });
});
