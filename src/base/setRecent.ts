/** Sets an entry of a cache. If the cache then has more than `max` entries, the entry set longest ago is removed. */
export function setRecent<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max) map.delete(oldest as K);
}
