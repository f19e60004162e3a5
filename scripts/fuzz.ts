import { FUZZED_CALLS, fuzzReader } from '../test/fuzz/fuzzCalls.ts';

/**
 * Entry of `npm run fuzz [count] [seed]`: passes mutated response bodies to the client, by default
 * 100,000 for each kind of call. The client must return a value or throw a `ServiceError`.
 */
const [count = 100_000, seed = Math.floor(Math.random() * 2 ** 32)] = process.argv
  .slice(2)
  .map(Number);

console.log(`seed ${seed}, ${count} bodies for each call`);
for (const name of FUZZED_CALLS) {
  const values = await fuzzReader(name, count, seed);
  const { heapUsed } = process.memoryUsage();
  const heap = `${Math.round(heapUsed / 1024 / 1024)} MB heap`;
  console.log(`${name}: ${values} values, ${count - values} errors of our own, ${heap}`);
}
