import { l10n } from 'vscode';
import type { Customer } from '../../base/model.ts';
import { candidateOf, type PlanCandidate } from '../planLines.ts';
import { nameOf } from '../../customers/ui/rows.ts';
import { aboutSearch } from '../../customers/ui/aboutSearch.ts';
import type { CustomerSource, ServiceSource } from '../../customers/ui/customerSource.ts';
import { matchedCustomers, sourceCustomers } from '../../customers/ui/sourcePages.ts';
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
        for (const customer of customers) yield namedCandidate(customer, withNames);
      }
    },
  };
}

/** Turns the customers for whom a tag does not match a search yet into the users of a plan. */
export function matchSource(
  walk: Parameters<typeof sourceCustomers>[0],
  source: ServiceSource,
  tagId: string,
  withNames: boolean,
): PlanSource {
  return {
    origin: { kind: 'service' },
    about: aboutSearch(source.narrowing.search),
    nothing: l10n.t(
      'The customers with this tag are already exactly those who match the search, so no plan was created.',
    ),
    checkFirst: false,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      for await (const customers of matchedCustomers(walk, source, signal, report)) {
        for (const { customer, isMatch } of customers) {
          const candidate = namedCandidate(customer, withNames);
          // A customer whose tags cannot be read loses nothing.
          const isTagged = candidate.tags?.has(tagId) ?? false;
          if (isTagged !== isMatch) yield { ...candidate, only: isMatch ? 'attach' : 'detach' };
        }
      }
    },
  };
}

function namedCandidate(customer: Customer | undefined, withNames: boolean): PlanCandidate {
  const name = withNames ? nameOf(customer) : undefined;
  return { ...candidateOf(customer), ...(name === undefined ? {} : { name }) };
}

function about(source: CustomerSource): Pick<PlanSource, 'origin' | 'about'> {
  if (source.kind === 'service') {
    return { origin: { kind: 'service' }, about: aboutSearch(source.narrowing.search) };
  }
  const { scope, about } = source.chosen;
  return { origin: { kind: scope === 'selected' ? 'selected' : 'matching' }, about };
}
