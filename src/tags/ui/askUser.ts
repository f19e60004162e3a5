import * as vscode from 'vscode';
import { type Bot, FACEBOOK, LINE, type UserRef } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { customerCountText } from '../../base/ui/localeTexts.ts';
import {
  type Back,
  BACK,
  requireAnswer,
  step,
  type Step,
  type StepPosition,
} from '../../base/ui/steps.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TagMatch } from '../../catalogue/tagSearch.ts';
import { askBot } from '../../catalogue/ui/askBot.ts';
import { botLabels } from '../../catalogue/ui/botLooks.ts';
import { type MatchEntry, SearchPick, TagFinder } from '../../catalogue/ui/pickFromSearch.ts';
import type { TaggingMemory, UserDraft } from '../../service/userMemory.ts';
import { type ChannelPage, CustomerIndex, type KnownCustomers } from './customerIndex.ts';

/** A user ID that the user typed. */
interface TypedId {
  readonly id: string;
  readonly isEncrypted: boolean;
}

interface KnownCustomer {
  readonly bot: Bot;
  readonly user: UserRef;
}

type Answer = KnownCustomer | TypedId;

interface OfferedBots {
  readonly catalogue: Catalogue;
  /** Returns the bots. Called each time that a step is shown. The first bot is proposed. */
  readonly bots: () => readonly Bot[];
  /** Throws an error if the bot must not be used. */
  readonly check?: (bot: Bot) => void;
}

/**
 * Steps that ask for a customer. The user picks a known customer by name or ID, or types any user ID and then picks its
 * bot and its Facebook page or LINE account ("page" below).
 */
export class CustomerSteps {
  readonly steps: readonly Step[];
  readonly #knownCustomers: KnownCustomers;
  readonly #offered: OfferedBots;
  #index: CustomerIndex | undefined;
  #bot: Bot | undefined;
  /** ID that the user typed; `undefined` if a known customer was picked. */
  #typedId: TypedId | undefined;
  #user: UserRef | undefined;

  constructor(isNeeded: boolean, knownCustomers: KnownCustomers, offered: OfferedBots) {
    this.#knownCustomers = knownCustomers;
    this.#offered = offered;
    const isTyped = (): boolean => this.#typedId !== undefined;
    const customer = step(
      isNeeded,
      (position) => this.#ask(position),
      (answer) => this.#acceptCustomer(answer),
    );
    const bot = step(
      isNeeded,
      (position) => this.#askBot(position),
      (answer) => this.#acceptBot(answer),
    );
    const page = step(
      isNeeded,
      (position) => this.#askPage(position),
      (answer) => this.#acceptPage(answer),
    );
    this.steps = [
      customer,
      { ...bot, isAsked: () => isTyped() && offered.bots().length > 1 },
      { ...page, isAsked: isTyped },
    ];
  }

  /** Customer that the user has chosen. Throws before the steps have run. */
  get customer(): KnownCustomer {
    return { bot: requireAnswer(this.#bot), user: requireAnswer(this.#user) };
  }

  #ask(position: StepPosition): Promise<Answer | Back> {
    const { catalogue, bots } = this.#offered;
    const index = new CustomerIndex(bots(), this.#knownCustomers);
    this.#index = index;
    return askCustomer(index, { catalogue, draft: this.#knownCustomers.memory.draft() }, position);
  }

  #acceptCustomer(answer: Answer): void {
    const [firstBot, ...otherBots] = this.#offered.bots();
    if (!('id' in answer)) {
      this.#acceptBot(answer.bot);
      [this.#user, this.#typedId] = [answer.user, undefined];
      return;
    }
    if (firstBot !== undefined && otherBots.length === 0) this.#acceptBot(firstBot);
    [this.#user, this.#typedId] = [undefined, answer];
    // If this dialog is dismissed, the next one offers the ID again.
    this.#knownCustomers.memory.noteDraft(this.#draft());
  }

  #askBot(position: StepPosition): Promise<Bot | Back> {
    const { catalogue, bots } = this.#offered;
    return askBot(catalogue, position, ({ key }) => key === bots()[0]?.key);
  }

  #acceptBot(bot: Bot): void {
    this.#offered.check?.(bot);
    this.#bot = bot;
  }

  #askPage(position: StepPosition): Promise<ChannelPage | Back> {
    const pages = requireAnswer(this.#index).pagesOf(requireAnswer(this.#bot));
    return askPage(pages, this.#draft(), this.#knownCustomers.memory, position);
  }

  #acceptPage({ channel, pageId }: ChannelPage): void {
    const { id, isEncrypted } = requireAnswer(this.#typedId);
    this.#user = { ...(isEncrypted ? { uid: id } : { rawUid: id }), channel, pageId };
  }

  /** Returns the typed ID with the last page ID that the user typed, to be offered again by the next dialog. */
  #draft(): UserDraft {
    return { pageId: '', ...this.#knownCustomers.memory.draft(), ...requireAnswer(this.#typedId) };
  }
}

/** Returns the possible channels of a user ID. LINE IDs are "U" and 32 hexadecimal digits, Facebook IDs are digits. */
function channelsOf({ id, isEncrypted }: TypedId): readonly number[] {
  if (!isEncrypted && /^U[0-9a-f]{32}$/.test(id)) return [LINE];
  return !isEncrypted && /^\d{10,}$/.test(id) ? [FACEBOOK] : [LINE, FACEBOOK];
}

/**
 * Asks for the page or account of the customer: one with known customers, or any other by its ID.
 * @param draft typed user ID, and the page ID to fill in. The memory keeps the draft with the typed page ID.
 */
async function askPage(
  pages: readonly ChannelPage[],
  draft: UserDraft,
  memory: TaggingMemory,
  position: StepPosition,
): Promise<ChannelPage | Back> {
  const { l10n } = vscode;
  const channels = channelsOf(draft);
  const pageEntries = pages
    .filter(({ channel }) => channels.includes(channel))
    .map((page) => ({
      label: page.pageId,
      description: channelName(page.channel),
      iconPath: new vscode.ThemeIcon('account'),
      ...page,
    }));
  const otherPageEntries = channels.map((channel) => ({
    label: channel === LINE ? l10n.t('Other LINE Account…') : l10n.t('Other Facebook Page…'),
    iconPath: new vscode.ThemeIcon('edit'),
    channel,
    pageId: undefined,
  }));
  const items = [...pageEntries, ...otherPageEntries];
  const placeholder = l10n.t('Facebook page or LINE official account that the customer chats with');
  const question = {
    prompt: l10n.t('ID of the Facebook page or LINE official account'),
    value: draft.pageId,
    onText: (pageId: string) => memory.noteDraft({ ...draft, pageId }),
  };
  for (;;) {
    const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
    if (picked === BACK) return BACK;
    const { channel, pageId } = picked;
    if (pageId !== undefined) return { channel, pageId };
    const typed = await askText(question, { ...position, canGoBack: true });
    if (typed !== BACK) return { channel, pageId: typed };
  }
}

interface CustomerQuestion {
  readonly catalogue: Catalogue;
  /** ID that the user typed in an earlier dialog, which was then dismissed. */
  readonly draft: TypedId | undefined;
}

async function askCustomer(
  index: CustomerIndex,
  question: CustomerQuestion,
  position: StepPosition,
): Promise<Answer | Back> {
  for (;;) {
    const answer = await new CustomerPick(index, question, position).ask();
    if (answer === BACK) return BACK;
    const { item, typed, isButtonPressed } = answer;
    if (item !== undefined) return index.customerOf(item);
    if (isButtonPressed) {
      const id = await askEncrypted(typed, position);
      if (id !== BACK) return { id, isEncrypted: true };
    } else if (typed !== '') return { id: typed, isEncrypted: false };
    // Without typed text, the user has chosen the entry of the draft, which is the only one without a customer.
    else if (question.draft !== undefined) return question.draft;
  }
}

/**
 * Search for a known customer. A `CustomerIndex` presents customers as items, so that tags and customers are searched
 * alike. Other entries and a button let the user enter an ID instead.
 */
class CustomerPick extends SearchPick {
  readonly #index: CustomerIndex;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #draft: TypedId | undefined;

  constructor(
    index: CustomerIndex,
    { catalogue, draft }: CustomerQuestion,
    position: StepPosition,
  ) {
    const button = {
      iconPath: new vscode.ThemeIcon('lock'),
      tooltip: vscode.l10n.t('Enter Encrypted User ID…'),
    };
    super(new TagFinder(index), { first: index.recent(), button }, position);
    this.#index = index;
    this.#labels = botLabels(catalogue);
    this.#draft = draft;
  }

  protected override placeholder(count: number): string {
    const { l10n } = vscode;
    return count === 0
      ? l10n.t('Enter a user ID')
      : l10n.t('Search {0} by name or user ID, or enter a user ID', customerCountText(count));
  }

  protected override firstEntries(): readonly MatchEntry[] {
    const draft = this.#draft;
    return [...super.firstEntries(), ...(draft === undefined ? [] : [typedIdEntry(draft.id)])];
  }

  protected override entryOf({ item }: TagMatch): MatchEntry {
    const { bot, user } = this.#index.customerOf(item);
    const botLabel = this.#labels.get(bot.key);
    const channel = channelName(user.channel);
    return {
      label: item.name,
      description: botLabel === undefined ? channel : `${channel} · ${botLabel}`,
      detail: vscode.l10n.t('{0}, page or account ID {1}', item.id, user.pageId),
      iconPath: new vscode.ThemeIcon('account'),
      alwaysShow: true,
      item,
    };
  }

  protected override otherEntries(typed: string): readonly MatchEntry[] {
    return typed === '' ? [] : [typedIdEntry(typed)];
  }
}

function channelName(channel: number): string {
  return channel === LINE ? 'LINE' : 'Facebook';
}

function typedIdEntry(id: string): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Use {0} as the user ID', id),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
}

function askEncrypted(value: string, position: StepPosition): Promise<string | Back> {
  const prompt = vscode.l10n.t(
    'Encrypted user ID (the value of bot_uid that the service passes to your bot)',
  );
  return askText({ prompt, value }, { ...position, canGoBack: true });
}
