import { ServiceError, type ServiceProblem } from '../../base/errors.ts';
import { ExportError } from '../../base/exportErrors.ts';
import { InputError } from '../../base/inputProblems.ts';
import { ControlCharacterError } from '../../service/writeCurl.ts';
import { TooLargeText } from '../../base/ui/tooLargeText.ts';
import { failedAfterStart } from './describeExport.ts';

/** Kind of message in which an error is shown. Only an `error` is logged. */
export type Severity = 'information' | 'warning' | 'error';

/** Problems that this machine finds before a request is sent. */
const NOT_SENT: ReadonlySet<ServiceProblem['kind']> = new Set(['bad-input', 'read-only'] as const);

/** Returns the severity of an error. A command refused on this machine is only a warning, and is not logged. */
export function severityOf(error: unknown): Severity {
  if (!(error instanceof Error)) return 'error';
  if (error.name === 'UserError') {
    if (error.cause !== undefined) return 'error';
    return 'isNotice' in error ? 'information' : 'warning';
  }
  if (ExportError.is(error)) return failedAfterStart(error) ? 'error' : 'warning';
  if (ServiceError.is(error)) return isNotSent(error.problem) ? 'warning' : 'error';
  const isRefusal =
    TooLargeText.is(error) || InputError.is(error) || ControlCharacterError.is(error);
  return isRefusal ? 'warning' : 'error';
}

function isNotSent(problem: ServiceProblem): boolean {
  // With a detail, the secret storage failed. The reason must be in the log.
  if (problem.kind === 'token-missing') return problem.detail === undefined;
  return NOT_SENT.has(problem.kind);
}
