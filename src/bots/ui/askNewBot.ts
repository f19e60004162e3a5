import { l10n } from 'vscode';
import { checkBaseUrl } from '../../base/baseUrl.ts';
import { ServiceError } from '../../base/errors.ts';
import {
  askText,
  type Refusal,
  type Replacement,
  type TextQuestion,
} from '../../base/ui/askText.ts';
import { BACK, type Back, runSteps, type Step, type StepPosition } from '../../base/ui/steps.ts';
import { ask } from '../../base/ui/window.ts';
import { INITIAL_SAMPLE_SIZE } from '../../catalogue/seenTags.ts';
import { describeError, describeProblem } from '../../errors/ui/describeError.ts';
import { baseUrlText, exposedText } from '../../errors/ui/refusalTexts.ts';
import { type CurlLine, MAX_CURL_LENGTH, readCurlLine } from '../../service/readCurl.ts';
import { botIdClaim, withoutBearer } from '../../service/tokenText.ts';
import { askTokenText } from './replaceToken.ts';

/** Fields of a new bot that are checked with the service, in the order of their steps. */
const CHECKED_FIELDS = ['baseUrl', 'token', 'botId'] as const;
type CheckedField = (typeof CHECKED_FIELDS)[number];

/** A reason not to add the bot, and the field in which it can be corrected. */
export interface Fault {
  readonly field: CheckedField;
  readonly refusal: Refusal;
}

/**
 * Describes why the service did not accept a new bot. Known problems get their own next steps, because those of
 * `describeError` name commands on a bot that is not in the list yet.
 */
export function faultIn(error: unknown): Fault {
  const code = ServiceError.unauthorizedCode(error);
  if (code !== undefined) {
    const message = l10n.t('The service rejected this token ({0}).', code);
    return { field: 'token', refusal: { message } };
  }
  if (!(error instanceof ServiceError))
    return { field: 'botId', refusal: { message: describeError(error) } };
  const problem = describeProblem(error);
  if (ServiceError.isUnreachable(error)) {
    const message = l10n.t('{0} Press Enter to try again, or select "Add Anyway".', problem);
    return { field: 'baseUrl', refusal: { message, anyway: l10n.t('Add Anyway') } };
  }
  if (error.problem.kind === 'redirect') return { field: 'baseUrl', refusal: { message: problem } };
  if (error.problem.kind === 'protocol') {
    return { field: 'baseUrl', refusal: { message: l10n.t('{0} Check the base URL.', problem) } };
  }
  const message = ServiceError.isGone(error)
    ? l10n.t('{0} Check the bot ID.', problem)
    : describeError(error);
  return { field: 'botId', refusal: { message } };
}

/** Fields of a new bot as typed so far; `''` for a field that is not typed yet. */
export interface BotDraft {
  baseUrl: string;
  token: string;
  botId: string;
  label: string;
}

type DraftCheck = () => Promise<Fault | undefined>;

/** Typed values are stored in the draft even if the input is dismissed. */
export function askNewBot(draft: BotDraft, check: DraftCheck): Promise<void> {
  return runSteps(l10n.t('Add Bot'), new NewBotSteps(draft, check).steps());
}

/** Earlier refusal of the field, and the check of a new answer. */
type FieldQuestion = Pick<TextQuestion, 'refusal'> & Required<Pick<TextQuestion, 'accept'>>;

type AskField = (position: StepPosition, question: FieldQuestion) => Promise<string | Back>;

/**
 * Steps of "Add Bot". As soon as base URL, token and bot ID are answered, they are checked with the service. A refusal
 * is shown at the step where it can be corrected.
 */
class NewBotSteps {
  readonly #draft: BotDraft;
  readonly #check: DraftCheck;
  /** The last pasted curl line. The user is not prompted for its fields. */
  #pasted: CurlLine = {};
  /**
   * Last fault. `refusal` is absent after the user has corrected or accepted the value. The fields after `field` are
   * already answered, so the user is not prompted for these fields again.
   */
  #fault: (Pick<Fault, 'field'> & Partial<Fault>) | undefined;
  /** Number of the last check. The results of earlier checks are ignored. */
  #checkNumber = 0;
  /** Bot ID from the token, until the user has answered the step of the bot ID. Replaced if the token is replaced. */
  #suggestedBotId = '';

  constructor(draft: BotDraft, check: DraftCheck) {
    this.#draft = draft;
    this.#check = check;
  }

  steps(): readonly Step[] {
    const draft = this.#draft;
    return [
      this.#step('baseUrl', (position, question) => this.#askBaseUrl(position, question)),
      this.#step('token', (position, question) =>
        askTokenText(position, { ...question, value: draft.token }),
      ),
      this.#step('botId', (position, question) => askBotId(draft, position, question)),
      { isNeeded: true, ask: (position) => this.#askLabel(position) },
    ];
  }

  #step(field: CheckedField, ask: AskField): Step {
    return {
      isNeeded: true,
      isAsked: () => this.#isAsked(field),
      ask: async (position) => {
        const refusal = this.#fault?.field === field ? this.#fault.refusal : undefined;
        const accept = (text: string) => this.#refusalOf(field, text);
        const answer = await ask(position, { refusal, accept });
        if (answer === BACK) return this.#goBack();
        this.#storeAnswer(field, answer);
        const fault = this.#fault;
        // The user accepted the value although it was refused.
        if (fault?.field === field) this.#fault = { field };
        // The check found a fault in an earlier field.
        const mustGoBack = fault?.refusal !== undefined && indexOf(fault.field) < indexOf(field);
        return mustGoBack ? BACK : undefined;
      },
    };
  }

  /** Goes to the previous step. The fields after a fault are then asked again, and a running check is ignored. */
  #goBack(): Back {
    this.#fault = undefined;
    this.#checkNumber++;
    return BACK;
  }

  #isAsked(field: CheckedField): boolean {
    if (this.#fault?.field === field) return true;
    const isAnswered = this.#fault !== undefined && indexOf(field) > indexOf(this.#fault.field);
    return !isAnswered && !this.#isFilledByPaste(field);
  }

  /** Fields of a pasted line count only for its own base URL. For another one, the token must be entered again. */
  #isFilledByPaste(field: CheckedField): boolean {
    const { baseUrl } = this.#pasted;
    if (field === 'baseUrl' || baseUrl === undefined) return false;
    const isSame = this.#pasted[field] === this.#draft[field];
    return isSame && baseUrl === normalized(this.#draft.baseUrl);
  }

  /** Stores an answer, and checks the draft with the service if no later field must be answered. */
  async #refusalOf(field: CheckedField, text: string): Promise<Refusal | undefined> {
    this.#storeAnswer(field, text);
    const hasOpenField = CHECKED_FIELDS.slice(indexOf(field) + 1).some((later) =>
      this.#isAsked(later),
    );
    if (hasOpenField) return undefined;
    const checkNumber = ++this.#checkNumber;
    const fault = await this.#check();
    // The user went back during the check, so its result is about outdated values.
    if (checkNumber !== this.#checkNumber) return undefined;
    // If there is no new fault, the previous fault is corrected, but the fields after it stay answered.
    this.#fault = fault ?? (this.#fault && { field: this.#fault.field });
    return fault?.field === field ? fault.refusal : undefined;
  }

  #storeAnswer(field: CheckedField, text: string): void {
    const draft = this.#draft;
    if (field === 'baseUrl') draft.baseUrl = normalized(text);
    if (field === 'botId') [draft.botId, this.#suggestedBotId] = [text, ''];
    if (field !== 'token') return;
    draft.token = withoutBearer(text);
    if (draft.botId !== '' && draft.botId !== this.#suggestedBotId) return;
    this.#suggestedBotId = botIdClaim(draft.token) ?? '';
    draft.botId = this.#suggestedBotId;
  }

  #askBaseUrl(position: StepPosition, question: FieldQuestion): Promise<string | Back> {
    const draft = this.#draft;
    return askText(
      {
        prompt: l10n.t(
          'Base URL of the service: the part before /v1/api/. If you paste a curl command, the token and the bot ID in the command are filled in too.',
        ),
        placeholder: 'https://…',
        value: draft.baseUrl,
        replace: (text) => this.#takeCurlLine(text),
        onText: (text) => (draft.baseUrl = text),
        validate: (text) => {
          const checked = checkBaseUrl(text);
          return checked.ok ? undefined : baseUrlText(checked.problem);
        },
        ...question,
        accept: async (text) => (await confirmExposed(text)) ?? question.accept(text),
      },
      position,
    );
  }

  async #askLabel(position: StepPosition): Promise<void | Back> {
    const draft = this.#draft;
    const answer = await askText(
      {
        prompt: l10n.t('Label of the bot in the tree'),
        value: draft.label === '' ? draft.botId : draft.label,
        onText: (text) => (draft.label = text),
      },
      position,
    );
    if (answer === BACK) return this.#goBack();
    draft.label = answer;
  }

  /** Takes the fields of a pasted curl line. The input keeps only the base URL, so that the token is never visible. */
  #takeCurlLine(text: string): Replacement | undefined {
    const line = readCurlLine(text);
    if (line === undefined) return undefined;
    const { baseUrl, token, botId } = line;
    const hasField = baseUrl !== undefined || token !== undefined || botId !== undefined;
    // A text without fields may be a command that is still being typed, unless it is too long to be typed.
    if (!hasField && text.length < MAX_CURL_LENGTH) return undefined;
    this.#pasted = line;
    if (botId !== undefined) this.#storeAnswer('botId', botId);
    if (token !== undefined) this.#storeAnswer('token', token);
    if (baseUrl !== undefined) return { text: baseUrl };
    return {
      text: '',
      message: l10n.t(
        'This curl command has no usable base URL. Copy the command again, or enter the base URL.',
      ),
    };
  }
}

function indexOf(field: CheckedField): number {
  return CHECKED_FIELDS.indexOf(field);
}

function askBotId(
  draft: BotDraft,
  position: StepPosition,
  question: FieldQuestion,
): Promise<string | Back> {
  return askText(
    {
      prompt: l10n.t(
        'Bot ID. When you press Enter, the first {0} customers are read from the service.',
        INITIAL_SAMPLE_SIZE,
      ),
      value: draft.botId,
      onText: (text) => (draft.botId = text),
      ...question,
    },
    position,
  );
}

/** Returns the normalized form of a base URL; an invalid one is returned unchanged. */
function normalized(text: string): string {
  const checked = checkBaseUrl(text);
  return checked.ok ? checked.url : text;
}

/** Asks for a confirmation if the token would be sent without encryption to this base URL. */
async function confirmExposed(text: string): Promise<Refusal | undefined> {
  const checked = checkBaseUrl(text);
  if (!checked.ok || !checked.isExposed) return undefined;
  const useAnyway = l10n.t('Use This Address');
  const message = l10n.t('Send the token without encryption?');
  const detail = [exposedText(checked.url)];
  if ((await ask({ message, detail }, useAnyway)) === useAnyway) return undefined;
  return { message: l10n.t('Enter a URL that starts with https://') };
}
