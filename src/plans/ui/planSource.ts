import { l10n } from 'vscode';
import type { InputWarning } from '../../base/inputProblems.ts';
import type { Bot, Customer } from '../../base/model.ts';
import type { PlanSource } from '../../base/plan.ts';
import {
  type CustomerSource,
  searchNotes,
  type ServiceSource,
} from '../../customers/ui/chosenRows.ts';
import { nameOf } from '../../customers/ui/rows.ts';
import {
  type ReadProgress,
  customersWithMatch,
  sourceCustomers,
} from '../../customers/ui/sourcePages.ts';
import { describeWarnings } from '../../errors/ui/describeInput.ts';
import type { CompleteChoice, PlanCandidate } from '../input/inputColumns.ts';
import type { Input } from '../input/openInput.ts';
import { candidateOf } from '../planLines.ts';

export const JOBS = ['attach', 'detach', 'attach and detach', 'match'] as const;
/** Purpose of a plan. `match` attaches a tag to the customers that match a search, and detaches it from all others. */
export type Job = (typeof JOBS)[number];

type OpenedFile = Pick<ChosenInput, 'input' | 'file'>;

/** Chosen customers: one of the two fields is set. */
export interface CustomersAnswer {
  readonly source?: CustomerSource | undefined;
  readonly opened?: OpenedFile | undefined;
}

/** Answers so far to the prompts for a new plan. */
export interface PlanDraft {
  job: Job;
  bot: Bot | undefined;
  customers: CustomersAnswer;
}

/** Candidates for the lines of a plan, and where they come from. */
export interface CandidateSource {
  /** Source as stored in the head of the plan. */
  readonly origin: PlanSource;
  /** Whether the run must first read each customer's tags, because the source does not contain them. */
  readonly checkFirst: boolean;
  /** Comments that describe the customers, such as the search that selected them. */
  readonly about?: readonly string[];
  /** Message if the plan would have no line. Defaults to "no customer matches". */
  readonly emptyMessage?: string;
  /** Returns warnings about the candidates read so far, for problems that no single line of the plan shows. */
  readonly warnings?: () => readonly string[];
  /** Reads the candidates. May be called once. Throws the signal's reason on abort. */
  candidates(
    signal: AbortSignal,
    report: (gathered: ReadProgress) => void,
  ): AsyncIterable<PlanCandidate>;
}

export interface ChosenInput {
  readonly input: Input;
  readonly choice: CompleteChoice;
  /** Path or name of the file, as written in the plan. */
  readonly file: string;
}

export function fileSource({ input, choice, file }: ChosenInput): CandidateSource {
  let warnings: readonly string[] = [];
  const storeWarnings = (found: readonly InputWarning[]): void =>
    void (warnings = describeWarnings(found));
  return {
    origin: { kind: 'file', file },
    checkFirst: true,
    warnings: () => warnings,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      let customerCount = 0;
      for await (const rows of input.rows(choice, signal, storeWarnings)) {
        for (const row of rows) yield row;
        report({ pages: 0, customers: (customerCount += rows.length) });
      }
    },
  };
}

export function customersSource(
  sourceOptions: Parameters<typeof sourceCustomers>[0],
  source: CustomerSource,
): CandidateSource {
  return {
    ...originAndComments(source),
    checkFirst: false,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      for await (const customers of sourceCustomers(sourceOptions, source, signal, report)) {
        for (const customer of customers) yield namedCandidate(customer);
      }
    },
  };
}

/** Returns a source for customers who must get or lose the tag, so that exactly those who match have the tag. */
export function matchSource(
  sourceOptions: Parameters<typeof sourceCustomers>[0],
  source: ServiceSource,
  tagId: string,
): CandidateSource {
  return {
    origin: { kind: 'service' },
    about: searchNotes(source.narrowing.search),
    emptyMessage: l10n.t(
      'The customers with this tag are already exactly those who match the search, so no plan was created.',
    ),
    checkFirst: false,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      for await (const customers of customersWithMatch(sourceOptions, source, signal, report)) {
        for (const { customer, isMatch } of customers) {
          const candidate = namedCandidate(customer);
          // A customer with unreadable tags counts as untagged, so the plan detaches nothing from this customer.
          const isTagged = candidate.tags?.has(tagId) ?? false;
          if (isTagged !== isMatch)
            yield { ...candidate, onlyAction: isMatch ? 'attach' : 'detach' };
        }
      }
    },
  };
}

function namedCandidate(customer: Customer | undefined): PlanCandidate {
  return { ...candidateOf(customer), name: nameOf(customer) };
}

function originAndComments(source: CustomerSource): Pick<CandidateSource, 'origin' | 'about'> {
  if (source.kind === 'service') {
    return { origin: { kind: 'service' }, about: searchNotes(source.narrowing.search) };
  }
  const { scope, notes } = source.chosen;
  return { origin: { kind: scope === 'selected' ? 'selected' : 'matching' }, about: notes };
}
