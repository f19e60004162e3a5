import type { Customer } from './model.ts';

/**
 * Who a customer is, as a hash that is kept nowhere but in memory; `undefined` for one whom the service does not identify,
 * or not as the contract says.
 */
export function customerKey({ id, pageId, platform }: Customer): number | undefined {
  const isKnown = id !== undefined && pageId !== undefined && platform !== undefined;
  return id === '' || !isKnown ? undefined : hash53(`${platform}\n${pageId}\n${id}`);
}

/** 53 bits: among a million customers, two alike are as likely as 1 in 18,000. */
function hash53(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
