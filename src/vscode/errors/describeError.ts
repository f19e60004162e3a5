import { l10n } from 'vscode';
import { KnownIdError, NotRecordedError, WrongBotError } from '../../core/catalogue/itemActions.ts';
import { ScanMovedError } from '../../core/catalogue/recordScanned.ts';
import { endpoints, type EndpointName } from '../../core/endpoints.ts';
import {
  BusyError,
  Cancelled,
  ServiceError,
  StorageError,
  type InputField,
  type ServiceProblem,
} from '../../core/errors.ts';
import { ExportError, ExportInterrupted } from '../../core/exports/exportErrors.ts';
import { RunTaken } from '../../core/journal/journal.ts';
import { InputError } from '../../core/plans/inputProblems.ts';
import { SecretsError } from '../../core/secretsError.ts';
import { sentences } from '../../core/sentences.ts';
import { ControlCharacterError } from '../../core/service/writeCurl.ts';
import { scanEndText } from '../kit/scanText.ts';
import { describeInterrupted, describeNotExported } from './describeExport.ts';
import { describeInput } from './describeInput.ts';
import { describeOther, reasonIn } from './describeOther.ts';
import { detailText } from './detailText.ts';
import { secretsText, storageText } from './machineText.ts';
import { nextStep, saysNothingSent } from './nextStep.ts';
import { guardedText, mismatchText } from './refusalTexts.ts';
import { ScanInterrupted } from './scanInterrupted.ts';

/** What a person reads: what failed, why, whether the service may have done it, and what to do next. */
export function describeError(error: unknown): string {
  if (ServiceError.is(error)) return describeService(error);
  if (ExportError.is(error)) return describeNotExported(error);
  if (ExportInterrupted.is(error)) return describeInterrupted(error, describeError);
  if (error instanceof ScanInterrupted) {
    if (Cancelled.is(error.cause)) return scanEndText(error.scan);
    return sentences([describeError(error.cause), scanEndText(error.scan)]);
  }
  if (WrongBotError.is(error)) {
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
      'The change was not saved on this machine: {0}. The list and the journal are as they were before. Put this right, then try again.',
      storageText(error.trouble, error.detail),
    );
  }
  if (SecretsError.is(error)) return secretsText(error.step, error.detail);
  if (NotRecordedError.is(error)) return describeNotRecorded(error);
  if (KnownIdError.is(error)) {
    return l10n.t(
      'The service answered with the ID of an item that is already on the list: {0} ("{1}"). Nothing on the list was renamed or moved. "Refresh" asks the service what it has under this ID.',
      error.id,
      error.itemName,
    );
  }
  if (ScanMovedError.is(error)) {
    return l10n.t(
      'The scan was resumed or started over in another window, or its bot was removed. What was found is kept. Look in the other window for how it goes on.',
    );
  }
  if (InputError.is(error)) return describeInput(error);
  if (ControlCharacterError.is(error)) {
    return l10n.t(
      'An ID has a control character, which a terminal would act on, so no command line was copied. Use the commands of this extension for it, such as "Attach Tag…".',
    );
  }
  if (RunTaken.is(error)) {
    return l10n.t(
      'Another window carries this out now, or it is no longer in the journal. This window sends nothing more of it. Look in the Journal view for how it goes on.',
    );
  }
  return describeOther(error);
}

function describeNotRecorded({ done, id, cause }: NotRecordedError): string {
  const reason = reasonOf(cause);
  return done === 'created'
    ? l10n.t(
        'The service created it with the ID {0}, but it could not be added to the list: {1}. Use "Add Existing Tag by ID…" with this ID; do not create it again.',
        id,
        reason,
      )
    : l10n.t(
        'The service deleted {0}, but it could not be removed from the list: {1}. "Refresh" finds what is gone.',
        id,
        reason,
      );
}

function reasonOf(cause: unknown): string {
  if (BusyError.is(cause)) return l10n.t('it is locked by another window or program');
  return StorageError.is(cause) ? storageText(cause.trouble, cause.detail) : reasonIn(cause);
}

function describeService(error: ServiceError): string {
  if (ServiceError.isForbidden(error) || ServiceError.isMismatch(error)) {
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

/** Describes what failed and why, without what to do next. */
export function describeProblem({ endpoint, problem }: ServiceError): string {
  return sentences([actionText(endpoint), problemText(problem)]);
}

function actionText(endpoint: EndpointName): string {
  const texts: Record<EndpointName, string> = {
    createItem: l10n.t('Creating failed:'),
    getItem: l10n.t('Reading the tag failed:'),
    deleteItem: l10n.t('Deleting failed:'),
    attachTag: l10n.t('Attaching the tag failed:'),
    detachTag: l10n.t('Detaching the tag failed:'),
    listUserTags: l10n.t("Listing the customer's tags failed:"),
    listCustomers: l10n.t('Reading customers failed:'),
  };
  return texts[endpoint];
}

function problemText(problem: ServiceProblem): string {
  switch (problem.kind) {
    case 'bad-input':
      return problem.isIllFormed === true ? illFormedText() : fieldText(problem.field);
    case 'token-missing':
      return problem.detail === undefined
        ? l10n.t('the bot has no token. Use "Enter Token…" on the bot.')
        : secretsText('read', problem.detail);
    case 'read-only':
    case 'guarded-elsewhere':
      return guardedText(problem);
    case 'other-bot':
    case 'other-type':
      return mismatchText(problem);
    case 'not-recorded':
      return l10n.t(
        'it could not be written into the journal ({0}), so nothing was sent. Try again.',
        problem.trouble === undefined
          ? detailText(problem.detail)
          : storageText(problem.trouble, problem.detail),
      );
    case 'failure':
      return failureText(problem);
    case 'protocol':
      return protocolText(problem);
    case 'unknown-id':
      return l10n.t('the answer has no ID that could be read.');
    case 'redirect':
      return l10n.t(
        'the service redirects to {0}. The token was not sent there; check the base URL of the bot.',
        problem.location,
      );
    case 'connect':
      return l10n.t(
        'the service cannot be reached ({0}). Check the base URL and your connection.',
        detailText(problem.detail),
      );
    case 'circuit-open':
      return l10n.t(
        'the service could not be reached several times in a row. The next attempt is in {0} s.',
        Math.ceil(problem.retryInMs / 1000),
      );
    case 'lost':
      return l10n.t('the connection was lost ({0}).', detailText(problem.detail));
    case 'timeout':
      return l10n.t(
        'no complete answer within {0} s. The limit is the setting "botTags.network.timeout".',
        problem.limitMs / 1000,
      );
    case 'too-large':
      return l10n.t(
        'the answer is larger than {0} MiB. Ask for fewer customers per page.',
        problem.limitBytes / 1024 / 1024,
      );
    case 'paging-loop':
      return l10n.t('the service repeated a paging key, so its pages would never end.');
    case 'too-many-empty-pages':
      return l10n.t('the service sent {0} empty pages in a row.', problem.pages);
  }
}

function failureText(problem: Extract<ServiceProblem, { kind: 'failure' }>): string {
  const { errorMessage, errorCode, httpStatus } = problem;
  const said = errorMessage ?? l10n.t('the service refused without a message');
  return errorCode === undefined
    ? l10n.t('{0} (HTTP {1}).', said, httpStatus)
    : l10n.t('{0} (errorCode {1}).', said, String(errorCode));
}

function protocolText(problem: Extract<ServiceProblem, { kind: 'protocol' }>): string {
  const type = problem.contentType === '' ? l10n.t('no content type') : problem.contentType;
  const text = l10n.t(
    'the answer is not what the interface promises: {0} (HTTP {1}, {2}).',
    detailText(problem.detail),
    problem.httpStatus,
    type,
  );
  return problem.excerpt === ''
    ? text
    : sentences([text, l10n.t('It begins: {0}', problem.excerpt)]);
}

function illFormedText(): string {
  return l10n.t('an ID has half of a character, as if it had been cut. Copy it again.');
}

function fieldText(field: InputField): string {
  const texts: Record<InputField, string> = {
    user: l10n.t('give either the unencrypted or the encrypted user ID, and only one of them.'),
    channel: l10n.t('the channel has to be 0 (Facebook) or 1 (LINE).'),
    pageId: l10n.t('the page ID is missing.'),
    limit: l10n.t('the limit has to be a whole number from 1 to 3086.'),
    from: l10n.t('the time has to be a timestamp of 13 digits, in milliseconds.'),
    tagId: l10n.t('this is not an ID.'),
    name: l10n.t('the name is empty.'),
    botId: l10n.t('the bot ID is empty.'),
    baseUrl: l10n.t('the base URL is not valid.'),
    token: l10n.t('the token has characters that no token can have. Enter it again.'),
  };
  return texts[field];
}

function unknownText(endpoint: EndpointName): string {
  switch (endpoint) {
    case 'createItem':
      return l10n.t(
        'It may still have been created: look for it in the service before you try again.',
      );
    case 'deleteItem':
      return l10n.t('It may still have been deleted: "Refresh" asks the service.');
    default:
      return l10n.t('It may still have been done: "Tags of Customer…" shows what the service has.');
  }
}
