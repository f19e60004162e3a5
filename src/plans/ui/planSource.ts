import { l10n } from 'vscode';
import type { InputReport } from '../../base/inputProblems.ts';
import type { Customer } from '../../base/model.ts';
import type { PlanSource as Origin } from '../../base/plan.ts';
import { aboutSearch } from '../../customers/ui/chosenRows.ts';
import type { CustomerSource, ServiceSource } from '../../customers/ui/customerSource.ts';
import { nameOf } from '../../customers/ui/rows.ts';
import {
  type Gathered,
  matchedCustomers,
  sourceCustomers,
} from '../../customers/ui/sourcePages.ts';
import { describeWarnings } from '../../errors/ui/describeInput.ts';
import type { Input, WholeChoice } from '../input/inputFiles.ts';
import { candidateOf, type PlanCandidate } from '../planLines.ts';

/** Whom a plan is for. */
export interface PlanSource {
  readonly origin: Origin;
  /** It does not tell which tags they have. */
  readonly checkFirst: boolean;
  /** Comments that say whom it is for, where its lines alone do not. */
  readonly about?: readonly string[];
  /** Message if the plan would have no line. Defaults to "no customer matches". */
  readonly nothing?: string;
  /** What is odd about those that were given so far: more than one line of a plan can tell. */
  readonly warnings?: () => readonly string[];
  /** Once; throws the signal's reason. */
  candidates(
    signal: AbortSignal,
    report: (gathered: Gathered) => void,
  ): AsyncIterable<PlanCandidate>;
}

/** A file with users, and which of its columns are what. */
export interface ChosenInput {
  readonly input: Input;
  readonly choice: WholeChoice;
  /** As the plan says where its users come from. */
  readonly file: string;
}

/** The users of a file. Which tags they have stands nowhere in it. */
export function fileSource({ input, choice, file }: ChosenInput, withNames: boolean): PlanSource {
  let warnings: readonly string[] = [];
  const keep = (report: InputReport): void => void (warnings = describeWarnings(report.warnings));
  return {
    origin: { kind: 'file', file },
    checkFirst: true,
    warnings: () => warnings,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      let customers = 0;
      for await (const rows of input.rows(choice, signal, keep)) {
        for (const row of rows) yield withNames ? row : { ...row, name: undefined };
        report({ pages: 0, customers: (customers += rows.length) });
      }
    },
  };
}

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
