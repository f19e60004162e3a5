import { readPage } from '../../src/service/readPage.ts';
import { median } from './numbers.ts';
import { Pages } from './pages.ts';

/** Times for one page, in ms. */
export interface ValidationResult {
  parse: number;
  /** Time to read a page, without decoding and parsing it. */
  check: number;
}

const { head, tail } = new Pages(2).page(0);
const body = Buffer.concat([head, tail]);
const answer = { httpStatus: 200, contentType: 'application/json', body };

let parsing = 0;
let decoding = 0;

/** Returns the function with a timer that passes the elapsed ms to `onTime`. */
function timed<A extends unknown[], R>(
  work: (...args: A) => R,
  onTime: (ms: number) => void,
): (...args: A) => R {
  return function clocked(this: unknown, ...args) {
    const started = performance.now();
    const result = work.apply(this, args);
    onTime(performance.now() - started);
    return result;
  };
}

JSON.parse = timed(JSON.parse, (ms) => (parsing = ms));
const decode = Reflect.get(TextDecoder.prototype, 'decode');
TextDecoder.prototype.decode = timed(decode, (ms) => (decoding = ms));

// Parse and check times come from the same call, so that a garbage collection counts for the step in which it happens.
const times: Record<keyof ValidationResult, number[]> = { parse: [], check: [] };
const rounds = Number(process.argv[2]);
// The first ten rounds warm up.
for (let round = -10; round < rounds; round += 1) {
  const started = performance.now();
  readPage(answer, '');
  const whole = performance.now() - started;
  if (round < 0) continue;
  times.parse.push(parsing);
  times.check.push(whole - parsing - decoding);
}
const result: ValidationResult = { parse: median(times.parse), check: median(times.check) };
console.log(JSON.stringify(result));
