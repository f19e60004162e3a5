import type { BotService, EndpointName } from '../base/endpoints.ts';
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
import { type SharedRequest, SingleFlight } from '../base/promises.ts';
import { withoutUser } from '../base/withoutUser.ts';
import { call, type CallContext, type CallResult, type CallRequest } from './call.ts';
import { AnswerReader, readAnswer, readCreatedId } from './readAnswer.ts';
import { readPage } from './readPage.ts';
import { nextKeyFromTail, readRecords } from './readRecords.ts';
import {
  createBody,
  customersQuery,
  deletedIds,
  okResult,
  pathId,
  remoteItem,
  taggingBody,
  userBody,
  userTagLists,
} from './wireFormat.ts';
import { retryAfterMs } from './retries.ts';
import { type PageRequest, walkPages } from './walkPages.ts';

interface ReadableRequest extends CallRequest {
  /** Called before the response is parsed. Parsing waits for the returned promise. */
  readonly beforeParsing?: (result: CallResult) => Promise<void>;
}

/** Has a method for each endpoint. */
export class HttpBotService implements BotService, Record<EndpointName, unknown> {
  readonly #context: CallContext;
  readonly #reads = new SingleFlight();

  constructor(context: CallContext) {
    this.#context = context;
  }

  async createItem(
    item: NewItem & { readonly botId: string },
    signal: AbortSignal,
  ): Promise<string> {
    const request = { body: createBody(item), namedId: item.parentId };
    return await this.#write('createItem', request, signal, ({ answer, secret }) =>
      readCreatedId(answer, secret),
    );
  }

  async getItem(id: string, signal: AbortSignal): Promise<RemoteItem> {
    const request = { id: pathId('getItem', id) };
    return await this.#read('getItem', request, signal, ({ answer, secret }) => {
      const item = readAnswer('getItem', answer, remoteItem, secret);
      if (item.id !== id) throw wrongSubjectError('getItem', { answer, secret });
      return item;
    });
  }

  async deleteItem(id: string, signal: AbortSignal): Promise<readonly string[]> {
    const subject = { kind: 'item', id } as const;
    const request = { id: pathId('deleteItem', id), subject, namedId: id };
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
    return await withUserRemoved(user, () =>
      this.#read('listUserTags', request, signal, (result) => this.#readUserLists(result, user)),
    );
  }

  async listCustomers(query: CustomerQuery, signal: AbortSignal): Promise<CustomerPage> {
    const request = { query: customersQuery(query) };
    return await this.#read('listCustomers', request, signal, (result) =>
      this.#readCustomers(result),
    );
  }

  walkCustomers(
    query: CustomerQuery,
    signal: AbortSignal,
    maxPages?: number,
  ): AsyncGenerator<CustomerPage, void, undefined> {
    const requestPage = (request: PageRequest) => this.#requestPage(query, request);
    return walkPages(requestPage, { start: query.next, maxPages, signal });
  }

  walkRecords(
    query: CustomerQuery,
    signal: AbortSignal,
  ): AsyncGenerator<RecordPage, void, undefined> {
    const requestRecords = (request: PageRequest) => this.#requestRecords(query, request);
    return walkPages(requestRecords, { start: query.next, signal });
  }

  async #requestPage(
    query: CustomerQuery,
    { key, sharedRequest, onArrival, onSent }: PageRequest,
  ): Promise<CustomerPage> {
    // Parsing takes longer than finding the next key. The next page can be requested meanwhile.
    const beforeParsing = ({ answer }: CallResult): Promise<void> =>
      onArrival(nextKeyFromTail(answer.body));
    const request = { query: customersQuery({ ...query, next: key }), beforeParsing, onSent };
    const parse = (result: CallResult): CustomerPage => this.#readCustomers(result);
    return await this.#send('listCustomers', request, sharedRequest, parse);
  }

  /**
   * Reads the records, which takes a few ms, before it calls `onArrival`.
   * Finding the next key first would read the page twice.
   */
  async #requestRecords(
    query: CustomerQuery,
    { key, sharedRequest, onArrival, onSent }: PageRequest,
  ): Promise<RecordPage> {
    const request = { query: customersQuery({ ...query, next: key }), onSent };
    const page = await this.#send('listCustomers', request, sharedRequest, ({ answer, secret }) =>
      readRecords(answer, secret),
    );
    await onArrival(page.next ?? null);
    return page;
  }

  async #changeTag(
    endpoint: 'attachTag' | 'detachTag',
    tagId: string,
    user: UserRef,
    signal: AbortSignal,
  ): Promise<void> {
    const subject = { kind: 'tagging', tagId, user } as const;
    const request = { body: taggingBody(endpoint, tagId, user), subject, namedId: tagId };
    await withUserRemoved(user, () =>
      this.#write(endpoint, request, signal, ({ answer, secret }) =>
        readAnswer(endpoint, answer, okResult, secret),
      ),
    );
  }

  #readUserLists(result: CallResult, user: UserRef): readonly UserTagList[] {
    const { answer, secret } = result;
    const lists = readAnswer('listUserTags', answer, userTagLists, secret);
    const ownEntries = ownLists(lists, user);
    const otherCount = lists.length - ownEntries.length;
    if (otherCount === 0) return ownEntries;
    if (ownEntries.length === 0) throw wrongSubjectError('listUserTags', result);
    const warning = `${otherCount} of ${lists.length} entries are about another user`;
    this.#context.log.warn(`listUserTags: ${warning}`);
    return ownEntries;
  }

  #readCustomers({ answer, secret }: CallResult): CustomerPage {
    const page = readPage(answer, secret);
    const { problems, records } = page;
    if (problems.size > 0) {
      const fieldNames = fieldsIn(problems.values()).join(', ');
      this.#context.log.warn(
        `listCustomers: ${problems.size} of ${records.length} records have unexpected data: ${fieldNames}`,
      );
    }
    return page;
  }

  async #write<T>(
    endpoint: EndpointName,
    request: CallRequest,
    signal: AbortSignal,
    parse: (result: CallResult) => T,
  ): Promise<T> {
    try {
      return await this.#send(endpoint, request, { signal, callerSignals: [signal] }, parse);
    } finally {
      // Also after a failure, because the write may have been carried out. A later read must not
      // join a read that began before the write.
      this.#reads.renew();
    }
  }

  /** Joins an identical read, if one is running. Each read has one of `id`, `query` and `body`, which identifies it. */
  #read<T>(
    endpoint: EndpointName,
    request: Pick<CallRequest, 'id' | 'query' | 'body'>,
    signal: AbortSignal,
    parse: (result: CallResult) => T,
  ): Promise<T> {
    const { id, query, body } = request;
    const generation = this.#context.tokenGeneration?.() ?? 0;
    const key = `${generation} ${endpoint} ${id ?? query ?? JSON.stringify(body)}`;
    return this.#reads.join(key, signal, (sharedRequest) =>
      this.#send(endpoint, request, sharedRequest, parse),
    );
  }

  async #send<T>(
    endpoint: EndpointName,
    request: ReadableRequest,
    sharedRequest: SharedRequest,
    parse: (result: CallResult) => T,
  ): Promise<T> {
    const { bot, clock, pacing } = this.#context;
    const tries = pacing.tries(sharedRequest);
    // Ends when a try succeeds, or when `tries.wait` throws because no further try is due.
    for (;;) {
      let retryAfter: string | undefined;
      try {
        const result = await call(this.#context, endpoint, request, sharedRequest.signal);
        retryAfter = result.answer.retryAfter;
        if (request.beforeParsing !== undefined) await request.beforeParsing(result);
        return parse(result);
      } catch (thrown) {
        const error = SecretsError.is(thrown) ? unreadableToken(endpoint, thrown) : thrown;
        const retryDelayMs =
          retryAfter === undefined ? undefined : retryAfterMs(retryAfter, clock.now());
        if (error instanceof ServiceError) {
          addContext(error, bot, request);
          error.retryAfterMs = retryDelayMs;
        }
        await tries.wait(error, retryDelayMs);
      }
    }
  }
}

/** Runs a step. Removes the user from its errors, because the client and VS Code log errors. */
async function withUserRemoved<T>(user: UserRef, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof ServiceError ? withoutUser(error, user) : error;
  }
}

function unreadableToken(endpoint: EndpointName, { detail }: SecretsError): ServiceError {
  return new ServiceError(endpoint, { kind: 'token-missing', detail }, 'not-sent');
}

function addContext(error: ServiceError, bot: string | undefined, { subject }: CallRequest): void {
  error.bot = bot;
  if (error.outcome === 'unknown') error.subject = subject;
}

/** Returns the names of the fields with problems, without values, because values are personal data. */
function fieldsIn(problems: Iterable<RecordProblems>): readonly string[] {
  const names = new Set<string>();
  for (const { fields } of problems) {
    for (const { field = 'no object' } of fields) names.add(field);
  }
  return [...names];
}

function wrongSubjectError(endpoint: EndpointName, { answer, secret }: CallResult): ServiceError {
  const reader = new AnswerReader(endpoint, answer, secret);
  return reader.protocolError(
    'the response is about a different item or customer than the request',
  );
}

/** Returns the lists that name no other user than the requested one (docs/service-interface.md, section 4.6). */
export function ownLists(lists: readonly UserTagList[], user: UserRef): readonly UserTagList[] {
  return lists.filter((list) => isAbout(list, user));
}

/** Compares only the kind of ID that was sent, because the user's other kind of ID is unknown. */
function isAbout(list: UserTagList, { rawUid, uid, pageId, channel }: UserRef): boolean {
  const isOwnId = rawUid
    ? matchesRequest(list.bot_raw_uid, rawUid)
    : matchesRequest(list.bot_uid, uid);
  return (
    isOwnId && matchesRequest(list.bot_pid, pageId) && matchesRequest(list.bot_channel, channel)
  );
}

/** A missing, null or empty value in a response always matches. */
function matchesRequest(received: unknown, requested: unknown): boolean {
  return received === undefined || received === null || received === '' || received === requested;
}
