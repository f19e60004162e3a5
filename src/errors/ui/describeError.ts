import { l10n } from 'vscode';
import { KnownIdError, NotRecordedError, WrongBotError } from '../../catalogue/itemActions.ts';
import { ScanInterrupted, ScanMovedError } from '../../catalogue/recordScanned.ts';
import { endpoints, type EndpointName } from '../../base/endpoints.ts';
import {
  BusyError,
  Cancelled,
  type InputField,
  RunTaken,
  SecretsError,
  ServiceError,
  type ServiceProblem,
  StorageError,
} from '../../base/errors.ts';
import { ExportError, ExportInterrupted } from '../../base/exportErrors.ts';
import { InputError } from '../../base/inputProblems.ts';
import { sentences } from '../../base/text.ts';
import { scanEndText } from '../../catalogue/ui/scanText.ts';
import { describeInterrupted, describeNotExported } from './describeExport.ts';
import { describeInput } from './describeInput.ts';
import { describeOther, reasonIn } from './describeOther.ts';
import { detailText } from './detailText.ts';
import { secretsText, storageText } from './machineText.ts';
import { guardedText, mismatchText, nextStep, saysNothingSent } from './refusalTexts.ts';

/** Returns the text for the user: what failed, why, whether it may have been carried out, and what to do. */
export function describeError(error: unknown): string {
  if (error instanceof ServiceError) return describeService(error);
  if (error instanceof ExportError) return describeNotExported(error);
  if (error instanceof ExportInterrupted) return describeInterrupted(error, describeError);
  if (error instanceof ScanInterrupted) {
    if (Cancelled.is(error.cause)) return scanEndText(error.scan);
    return sentences([describeError(error.cause), scanEndText(error.scan)]);
  }
  if (error instanceof WrongBotError) {
    return l10n.t(
      'This ID belongs to another bot ({0}). Add that bot first, or check the ID.',
      error.itemBotId,
    );
  }
  if (BusyError.is(error)) {
    return l10n.t(
      'The list of bots and tags is locked by another window or program, so the change was not saved. Try again.',
    );
  }
  if (StorageError.is(error)) {
    return l10n.t(
      'Could not save the change on this machine ({0}). The list and the Journal are unchanged. Fix the problem, then try again.',
      storageText(error.trouble, error.detail),
    );
  }
  if (SecretsError.is(error)) return secretsText(error.step, error.detail);
  if (error instanceof NotRecordedError) return describeNotRecorded(error);
  if (error instanceof KnownIdError) {
    return l10n.t(
      'For the new tag or folder, the service returned the ID {0}, which is already in the list ("{1}"). The list was not changed. Use "Refresh" to read this item from the service.',
      error.id,
      error.itemName,
    );
  }
  if (error instanceof ScanMovedError) {
    return l10n.t(
      'The scan stopped in this window, because another window resumed or restarted the scan, or because the bot was removed from the list. The results so far are kept. If the scan continues in another window, check the progress there.',
    );
  }
  if (error instanceof InputError) return describeInput(error);
  if (RunTaken.is(error)) {
    return l10n.t(
      'Another window has taken over this run, or the Journal no longer lists the run. This window sends nothing more. Check the Journal view for progress.',
    );
  }
  return describeOther(error);
}

function describeNotRecorded({ done, id, cause }: NotRecordedError): string {
  const reason = reasonOf(cause);
  return done === 'created'
    ? l10n.t(
        'The service created the tag or folder with the ID {0}, but VS Code could not add the new item to the list ({1}). Do not create the item again. Use "Add Existing Item by ID…" with this ID.',
        id,
        reason,
      )
    : l10n.t(
        'The service deleted {0}, but VS Code could not remove {0} from the list ({1}). Use "Refresh" to update the list.',
        id,
        reason,
      );
}

function reasonOf(cause: unknown): string {
  if (BusyError.is(cause)) return detailText(cause.message);
  return StorageError.is(cause) ? storageText(cause.trouble, cause.detail) : reasonIn(cause);
}

function describeService(error: ServiceError): string {
  if (ServiceError.isWriteRefused(error) || ServiceError.isMismatch(error)) {
    return problemText(error.problem);
  }
  const texts = [describeProblem(error)];
  if (error.outcome === 'unknown') texts.push(unknownText(error.endpoint));
  else {
    if (!endpoints[error.endpoint].isRead && !saysNothingSent(error)) {
      texts.push(l10n.t('Nothing was changed.'));
    }
    texts.push(nextStep(error) ?? '');
  }
  return sentences(texts);
}

/** Describes what failed and why. The next step is not included. */
export function describeProblem({ endpoint, problem }: ServiceError): string {
  return sentences([actionText(endpoint), problemText(problem)]);
}

function actionText(endpoint: EndpointName): string {
  const texts: Record<EndpointName, string> = {
    createItem: l10n.t('Could not create the tag or folder.'),
    getItem: l10n.t('Could not read the tag or folder.'),
    deleteItem: l10n.t('Could not delete the tag or folder.'),
    attachTag: l10n.t('Could not attach the tag.'),
    detachTag: l10n.t('Could not detach the tag.'),
    listUserTags: l10n.t('Could not read the tags of the customer.'),
    listCustomers: l10n.t('Could not read customers.'),
  };
  return texts[endpoint];
}

function problemText(problem: ServiceProblem): string {
  switch (problem.kind) {
    case 'bad-input':
      return problem.isIllFormed === true
        ? l10n.t('An ID is cut off in the middle of a character. Copy the whole ID again.')
        : fieldText(problem.field);
    case 'token-missing':
      return problem.detail === undefined
        ? sentences([l10n.t('The bot has no token.'), l10n.t('Use "Enter Token…" on the bot.')])
        : secretsText('read', problem.detail);
    case 'read-only':
    case 'guarded-elsewhere':
      return guardedText(problem);
    case 'other-bot':
    case 'other-type':
      return mismatchText(problem);
    case 'not-recorded':
      return l10n.t(
        'The change could not be written to the Journal ({0}), so nothing was sent. Try again.',
        problem.trouble === undefined
          ? detailText(problem.detail)
          : storageText(problem.trouble, problem.detail),
      );
    case 'failure':
      return failureText(problem);
    case 'protocol':
      return protocolText(problem);
    case 'unknown-id':
      return l10n.t('The response of the service contains no readable ID.');
    case 'redirect':
      return l10n.t(
        'The service redirects to {0}. The token was not sent there. Check the base URL of the bot.',
        problem.location,
      );
    case 'too-large':
      return l10n.t(
        'The response is larger than {0} MiB. Load fewer customers per page.',
        problem.limitBytes / 1024 / 1024,
      );
    case 'paging-loop':
      return l10n.t(
        'Loading was stopped, because it would never end: the service sent the same key for the next page twice.',
      );
    case 'too-many-empty-pages':
      return l10n.t(
        'Loading stopped, because the service sent {0} empty pages in a row.',
        problem.pages,
      );
    default:
      return connectionText(problem);
  }
}

function connectionText(
  problem: Extract<ServiceProblem, { kind: 'connect' | 'circuit-open' | 'lost' | 'timeout' }>,
): string {
  switch (problem.kind) {
    case 'connect':
      return l10n.t(
        'Could not connect to the service ({0}). Check the base URL and your connection.',
        detailText(problem.detail),
      );
    case 'circuit-open':
      return l10n.t(
        'Several attempts to connect to the service failed in a row, so this request was not sent. The next attempt is possible in {0} s.',
        Math.ceil(problem.retryInMs / 1000),
      );
    case 'lost':
      return l10n.t('The connection was lost ({0}).', detailText(problem.detail));
    case 'timeout':
      return l10n.t(
        'The service sent no complete response within {0} s. The setting "botTags.network.timeout" controls this limit.',
        problem.limitMs / 1000,
      );
  }
}

function failureText(problem: Extract<ServiceProblem, { kind: 'failure' }>): string {
  const { errorMessage, errorCode, httpStatus } = problem;
  const code = errorCode === undefined ? `HTTP ${httpStatus}` : `errorCode ${errorCode}`;
  return errorMessage === undefined
    ? l10n.t('The service reported an error ({0}).', code)
    : l10n.t('The service reported an error: {0} ({1}).', errorMessage, code);
}

function protocolText(problem: Extract<ServiceProblem, { kind: 'protocol' }>): string {
  const type = problem.contentType === '' ? l10n.t('no content type') : problem.contentType;
  const text = l10n.t(
    'The service sent an unexpected response ({0}, HTTP {1}, {2}).',
    detailText(problem.detail),
    problem.httpStatus,
    type,
  );
  return problem.excerpt === ''
    ? text
    : sentences([text, l10n.t('The response begins with "{0}".', problem.excerpt)]);
}

function fieldText(field: InputField): string {
  switch (field) {
    case 'tagId':
      return l10n.t('The ID of the tag or folder is not valid.');
    case 'baseUrl':
      return l10n.t('The base URL is not valid.');
    case 'token':
      return l10n.t(
        'The token has characters that are not allowed in a token. Enter the token again.',
      );
    default:
      // The UI checks the other fields before it calls the service.
      return l10n.t('The value of "{0}" is missing or not valid.', field);
  }
}

function unknownText(endpoint: EndpointName): string {
  switch (endpoint) {
    case 'createItem':
      return l10n.t(
        'The tag or folder may have been created anyway. Look for the tag or folder in the service before you try again.',
      );
    case 'deleteItem':
      return l10n.t('The tag or folder may have been deleted anyway. Use "Refresh" to check.');
    default:
      return l10n.t('The change may have been made anyway. Use "Tags of Customer…" to check.');
  }
}
