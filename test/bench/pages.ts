/** Records per page: the most that the service allows. */
export const PAGE_RECORDS = 3086;

interface Page {
  head: Buffer;
  tail: Buffer;
}

const tagNames = ['VIP', 'newsletter', 'birthday-2026', '門市會員', 'first order', '退貨'];
const values = ['台北市信義區', 'yes', '2026-03-14', 'a note of some length about this customer'];
const START = 1_700_000_000_000;

/**
 * Pages as the service sends them, about 1 kB per record. The pieces are made once: pages differ
 * only in the key at their end.
 */
export class Pages {
  readonly #records: Buffer;
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
    const records = Array.from({ length: PAGE_RECORDS }, (_, index) => record(index));
    this.#records = Buffer.from(
      `{"status":200,"res":{"records":${JSON.stringify(records)},"next":`,
    );
  }

  /** Returns the bytes of a page by its index, from 0. */
  page(index: number): Page {
    const next = index + 1 < this.#count ? JSON.stringify(`key-${index + 1}`) : 'null';
    return { head: this.#records, tail: Buffer.from(`${next}}}`) };
  }
}

/** Returns the record with this index. The multiplication spreads times and IDs, which thus look random. */
export function record(index: number) {
  const spread = (index * 2_654_435_761) % 4_294_967_296;
  const id = (spread * 1_000 + index).toString().padStart(16, '1');
  return {
    id,
    name: index % 3 === 0 ? `王小明 ${index}` : `Customer ${index}`,
    platform: index % 2 === 0 ? 'fb' : 'line',
    pageId: '104857600123456',
    status: 1,
    created: START + spread,
    lastActive: START + spread + index,
    pic: index % 5 === 0 ? null : `https://pictures.example/${id}/${spread.toString(36)}.jpg`,
    email: `customer.${index}@mail.example`,
    gender: index % 2 === 0 ? 'male' : 'female',
    phone: `+8869${String(spread).slice(0, 8)}`,
    locale: 'zh_TW',
    tags: Array.from({ length: index % 9 }, (_, place) => tag(index, place)),
    params: Array.from({ length: index % 11 }, (_, place) => param(index, place)),
  };
}

function tag(index: number, place: number) {
  return {
    id: `65f0${(index * 31 + place).toString(16).padStart(20, '0')}`,
    name: tagNames[(index + place) % tagNames.length],
    timestamp: START + index * 1_000 + place,
    count: (index + place) % 7,
  };
}

function param(index: number, place: number): object {
  return {
    name: `param_${place}`,
    value: values[(index + place) % values.length],
    timestamp: START + index * 1_000 + place,
  };
}
