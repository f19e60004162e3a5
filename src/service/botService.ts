import { isUtf8 } from 'node:buffer';
import type { EndpointName } from '../base/endpoints.ts';
import { SecretsError, ServiceError } from '../base/errors.ts';
import type {
  CustomerPage,
  CustomerQuery,
  NewItem,
  RecordPage,
  RecordProblems,
  RemoteItem,
  UserRef,
  UserTagList,
} from '../base/model.ts';
import type { BotService } from '../base/ports.ts';
import { type Caller, SingleFlight } from '../base/promises.ts';
import { withoutUser } from '../base/withoutUser.ts';
import { call, type CallContext, type Called, type CallRequest } from './call.ts';
import { readAnswer, readCreatedId } from './readAnswer.ts';
import { readPage } from './readPage.ts';
import { nextKeyFromTail, readRecords } from './readRecords.ts';
import { redactedStart } from './redact.ts';
import { createBody, customersQuery, pathId, taggingBody, userBody } from './requests.ts';
import { retryAfterMs } from './retries.ts';
import { deletedIds, ok, remoteItem, userTagLists } from './schemas.ts';
import { HandOver } from './transport/handOver.ts';
import { type AskPage, walkPages } from './walkPages.ts';

/** The service over HTTP. */
export function createBotService(context: CallContext): BotService {
  return new HttpBotService(context);
}

interface ReadableRequest extends CallRequest {
  /** The answer is read after it. */
  readonly before?: (called: Called) => Promise<void>;
}

/** Asks for one page of a walk. */
interface PageAsking extends Pick<ReadableRequest, 'onSent'> {
  readonly query: CustomerQuery;
  readonly caller: Caller;
  /** The parse waits for it. */
  readonly arrived: Parameters<AskPage>[2];
}

class HttpBotService implements BotService, Record<EndpointName, unknown> {
  readonly #context: CallContext;
  readonly #reads = new SingleFlight();

  constructor(context: CallContext) {
    this.#context = context;
  }

  async createItem(
    item: NewItem & { readonly botId: string },
    signal: AbortSignal,
  ): Promise<string> {
    const request = { body: createBody(item), names: item.parentId };
    return await this.#write('createItem', request, signal, ({ answer, secret }) =>
      readCreatedId(answer, secret),
    );
  }

  async getItem(id: string, signal: AbortSignal): Promise<RemoteItem> {
    const request = { id: pathId('getItem', id) };
    return await this.#read('getItem', request, signal, ({ answer, secret }) => {
      const item = readAnswer('getItem', answer, remoteItem, secret);
      if (item.id !== id) throw anothers('getItem', { answer, secret });
      return item;
    });
  }

  async deleteItem(id: string, signal: AbortSignal): Promise<readonly string[]> {
    const subject = { kind: 'item', id } as const;
    const request = { id: pathId('deleteItem', id), subject, names: id };
    return await this.#write('deleteItem', request, signal, ({ answer, secret }) =>
      readAnswer('deleteItem', answer, deletedIds, secret),
    );
  }

  attachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    return this.#changeTag('attachTag', tagId, user, signal);
  }

  detachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    return this.#changeTag('detachTag', tagId, user, signal);
  }

  async listUserTags(user: UserRef, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const request = { body: userBody('listUserTags', user) };
    return await aboutUser(user, () =>
      this.#read('listUserTags', request, signal, (called) => this.#userLists(called, user)),
    );
  }

  async listCustomers(query: CustomerQuery, signal: AbortSignal): Promise<CustomerPage> {
    const request = { query: customersQuery(query) };
    return await this.#read('listCustomers', request, signal, (called) => this.#customers(called));
  }

  walkCustomers(
    query: CustomerQuery,
    signal: AbortSignal,
    pages?: number,
  ): AsyncGenerator<CustomerPage, void, undefined> {
    const ask = asking(query, signal, (page) => this.#page(page));
    return walkPages(ask, { start: query.next, pages, signal });
  }

  walkRecords(
    query: CustomerQuery,
    signal: AbortSignal,
  ): AsyncGenerator<RecordPage, void, undefined> {
    const ask = asking(query, signal, (page) => this.#records(page));
    return walkPages(ask, { start: query.next, signal });
  }

  async #page({ query, caller, arrived, onSent }: PageAsking): Promise<CustomerPage> {
    const before = ({ answer }: Called): Promise<void> => arrived(nextKeyFromTail(answer.body));
    const request = { query: customersQuery(query), before, onSent };
    const read = (called: Called): CustomerPage => this.#customers(called);
    return await this.#send('listCustomers', request, caller, read);
  }

  /** Finding the records takes no longer than being sure of the key without them. */
  async #records({ query, caller, arrived, onSent }: PageAsking): Promise<RecordPage> {
    const request = { query: customersQuery(query), onSent };
    const page = await this.#send('listCustomers', request, caller, ({ answer, secret }) =>
      readRecords(answer, secret, isUtf8),
    );
    await arrived(page.next ?? null);
    return page;
  }

  async #changeTag(
    endpoint: EndpointName & ('attachTag' | 'detachTag'),
    tagId: string,
    user: UserRef,
    signal: AbortSignal,
  ): Promise<void> {
    const subject = { kind: 'tagging', tagId, user } as const;
    const request = { body: taggingBody(endpoint, tagId, user), subject, names: tagId };
    await aboutUser(user, () =>
      this.#write(endpoint, request, signal, ({ answer, secret }) =>
        readAnswer(endpoint, answer, ok, secret),
      ),
    );
  }

  #userLists(called: Called, user: UserRef): readonly UserTagList[] {
    const { answer, secret } = called;
    const lists = readAnswer('listUserTags', answer, userTagLists, secret);
    const own = ownLists(lists, user);
    const others = lists.length - own.length;
    if (others === 0) return own;
    if (own.length === 0) throw anothers('listUserTags', called);
    const about = `${others} of ${lists.length} entries are about another user`;
    this.#context.log.warn(`listUserTags: ${about}`);
    return own;
  }

  #customers({ answer, secret }: Called): CustomerPage {
    const page = readPage(answer, secret);
    const { problems, records } = page;
    if (problems.size > 0) {
      const where = fieldsIn(problems.values()).join(', ');
      this.#context.log.warn(
        `listCustomers: ${problems.size} of ${records.length} records have unexpected data: ${where}`,
      );
    }
    return page;
  }

  async #write<T>(
    endpoint: EndpointName,
    request: CallRequest,
    signal: AbortSignal,
    read: (called: Called) => T,
  ): Promise<T> {
    try {
      return await this.#send(endpoint, request, { signal, callers: [signal] }, read);
    } finally {
      // Also after a failure: it may have been done all the same, and whoever checks must not get an older answer.
      this.#reads.renew();
    }
  }

  /** Each kind of read has one of the three, and its request is known by it. */
  #read<T>(
    endpoint: EndpointName,
    request: Pick<CallRequest, 'id' | 'query' | 'body'>,
    signal: AbortSignal,
    read: (called: Called) => T,
  ): Promise<T> {
    const { id, query, body } = request;
    const generation = this.#context.tokenGeneration?.() ?? 0;
    const key = `${generation} ${endpoint} ${id ?? query ?? JSON.stringify(body)}`;
    return this.#reads.join(key, signal, (caller) => this.#send(endpoint, request, caller, read));
  }

  async #send<T>(
    endpoint: EndpointName,
    request: ReadableRequest,
    caller: Caller,
    read: (called: Called) => T,
  ): Promise<T> {
    const { bot, clock, pacing } = this.#context;
    const tries = pacing.tries(caller);
    for (;;) {
      let retryAfter: string | undefined;
      try {
        const called = await call(this.#context, endpoint, request, caller.signal);
        retryAfter = called.answer.retryAfter;
        if (request.before !== undefined) await request.before(called);
        return read(called);
      } catch (thrown) {
        const error = SecretsError.is(thrown) ? unreadableToken(endpoint, thrown) : thrown;
        const comeBack =
          retryAfter === undefined ? undefined : retryAfterMs(retryAfter, clock.now());
        if (ServiceError.is(error)) {
          complete(error, bot, request);
          error.retryAfterMs = comeBack;
        }
        await tries.wait(error, comeBack);
      }
    }
  }
}

/** @param read gets what is particular to one page */
function asking<P extends CustomerPage | RecordPage>(
  query: CustomerQuery,
  signal: AbortSignal,
  read: (page: PageAsking) => Promise<P>,
): AskPage<P> {
  return (next, stop, arrived) => {
    const left = new HandOver();
    const caller = { signal: stop, callers: [signal] };
    const page = read({ query: { ...query, next }, caller, arrived, onSent: left.onSent });
    return { page, sent: () => left.wait(page) };
  };
}

/** What it throws names the user in no text: errors are logged, here and by VS Code. */
async function aboutUser<T>(user: UserRef, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw ServiceError.is(error) ? withoutUser(error, user) : error;
  }
}

/** Nobody has to ask what became of a write that this kept from leaving. */
function unreadableToken(endpoint: EndpointName, { detail }: SecretsError): ServiceError {
  return new ServiceError(endpoint, { kind: 'token-missing', detail }, 'not-sent');
}

function complete(error: ServiceError, bot: string | undefined, { subject }: CallRequest): void {
  error.bot = bot;
  if (error.outcome === 'unknown') error.subject = subject;
}

/** Names of the contract's fields, and no value. */
function fieldsIn(problems: Iterable<RecordProblems>): readonly string[] {
  const names = new Set<string>();
  for (const { fields } of problems) {
    for (const { field = 'no object' } of fields) names.add(field);
  }
  return [...names];
}

function anothers(endpoint: EndpointName, { answer, secret }: Called): ServiceError {
  const detail = 'the response is about a different item or customer than the request';
  const { httpStatus } = answer;
  const contentType = redactedStart(answer.contentType, secret);
  const problem = { kind: 'protocol', httpStatus, contentType, detail, excerpt: '' } as const;
  return new ServiceError(endpoint, problem, 'refused');
}

/** The entries of a tag list (contract, section 4.6) that do not name another user than the one asked for. */
export function ownLists(lists: readonly UserTagList[], user: UserRef): readonly UserTagList[] {
  return lists.filter((list) => isAbout(list, user));
}

/** The ID that was not sent is not known here, so that it says nothing. */
function isAbout(list: UserTagList, { rawUid, uid, pageId, channel }: UserRef): boolean {
  const isOwnId = rawUid ? agrees(list.bot_raw_uid, rawUid) : agrees(list.bot_uid, uid);
  return isOwnId && agrees(list.bot_pid, pageId) && agrees(list.bot_channel, channel);
}

/** What is left out, null or empty says nothing. */
function agrees(said: unknown, asked: unknown): boolean {
  return said === undefined || said === null || said === '' || said === asked;
}
