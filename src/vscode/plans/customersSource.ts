import { candidateOf, type PlanCandidate } from '../../core/plans/planLines.ts';
import { nameOf } from '../customers/panel/rows.ts';
import { aboutSearch } from '../sources/aboutSearch.ts';
import type { CustomerSource } from '../sources/customerSource.ts';
import { sourceCustomers } from '../sources/sourcePages.ts';
import type { PlanSource } from './planSource.ts';

/** Turns customers into the users of a plan. */
export function customersSource(
  walk: Parameters<typeof sourceCustomers>[0],
  source: CustomerSource,
  withNames: boolean,
): PlanSource {
  return {
    ...about(source),
    checkFirst: false,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      for await (const customers of sourceCustomers(walk, source, signal, report)) {
        for (const customer of customers) {
          const name = withNames ? nameOf(customer) : undefined;
          yield { ...candidateOf(customer), ...(name === undefined ? {} : { name }) };
        }
      }
    },
  };
}

function about(source: CustomerSource): Pick<PlanSource, 'origin' | 'about'> {
  if (source.kind === 'service') {
    return { origin: { kind: 'service' }, about: aboutSearch(source.narrowing.search) };
  }
  const { scope, about } = source.chosen;
  return { origin: { kind: scope === 'selected' ? 'selected' : 'matching' }, about };
}
