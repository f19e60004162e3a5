/**
 * Returns a generator of random numbers from 0 to 1 (mulberry32). The same seed reproduces the numbers, and so a failure.
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Fragments that break parsers: wrong types, prototype keys, numbers at the limits, unpaired parts of syntax. */
const FRAGMENTS = [
  ...['null', 'true', '[]', '{}', '""', '-0', '1e999', '-1e-999', '9007199254740993', '0.1'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'],
  ...['"errorCode":500,', '"errorMessage":null,', '"status":200,', '"res":', '"next":"', '"id":1,'],
  ...['\\u0000', '\\ud800', '\u2028', '"', '\\', '{', '}', '[', ']', ',', ':', '<html>', ' '],
  '['.repeat(2000),
  '{"res":'.repeat(500),
];

/**
 * Returns a copy of the body with one to four changes: the end is cut off, a part is removed or doubled, a fragment is
 * inserted, bits are flipped, or two parts change places.
 */
export function mutateBody(body: Uint8Array, random: () => number): Uint8Array {
  let bytes = Buffer.from(body);
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++) bytes = mutateOnce(bytes, random);
  return bytes;
}

function mutateOnce(bytes: Buffer, random: () => number): Buffer<ArrayBuffer> {
  const at = Math.floor(random() * (bytes.length + 1));
  const end = Math.min(bytes.length, at + Math.floor(random() * 40));
  const [head, middle, tail] = [
    bytes.subarray(0, at),
    bytes.subarray(at, end),
    bytes.subarray(end),
  ];
  switch (Math.floor(random() * 6)) {
    case 0:
      return Buffer.concat([head]);
    case 1:
      return Buffer.concat([head, tail]);
    case 2:
      return Buffer.concat([head, middle, middle, tail]);
    case 3: {
      const fragment = FRAGMENTS[Math.floor(random() * FRAGMENTS.length)] ?? '';
      return Buffer.concat([head, Buffer.from(fragment), tail]);
    }
    case 4: {
      const flipped = Buffer.from(middle.map((byte) => byte ^ (1 << Math.floor(random() * 8))));
      return Buffer.concat([head, flipped, tail]);
    }
    default:
      return Buffer.concat([tail, middle, head]);
  }
}
