import { readAnswer, readCreatedId } from '../contract/readAnswer.ts';
import { readPage } from '../contract/readPage.ts';
import { badInput, createBody, customersQuery, pathId, userBody } from '../contract/requests.ts';
import { deletedIds, ok, remoteItem, userTagLists } from '../contract/schemas.ts';
import { ServiceError, type EndpointName } from '../core/errors.ts';
import type {
  CustomerPage,
  CustomerQuery,
  NewItem,
  RemoteItem,
  UserRef,
  UserTagList,
} from '../core/model.ts';
import type { BotService } from '../core/ports.ts';
import { call, type CallContext } from './call.ts';

/** The service over HTTP. */
export function createBotService(context: CallContext): BotService {
  return new HttpBotService(context);
}

class HttpBotService implements BotService {
  readonly #context: CallContext;

  constructor(context: CallContext) {
    this.#context = context;
  }

  async createItem(
    item: NewItem & { readonly botId: string },
    signal: AbortSignal,
  ): Promise<string> {
    const body = createBody(item);
    const { answer, secret } = await call(this.#context, 'createItem', { body }, signal);
    return readCreatedId(answer, secret);
  }

  async getItem(id: string, signal: AbortSignal): Promise<RemoteItem> {
    const request = { id: pathId('getItem', id) };
    const { answer, secret } = await call(this.#context, 'getItem', request, signal);
    const item = readAnswer('getItem', answer, remoteItem, secret);
    if (item.id !== id) throw otherItem(answer);
    return item;
  }

  async deleteItem(id: string, signal: AbortSignal): Promise<readonly string[]> {
    const request = { id: pathId('deleteItem', id) };
    const { answer, secret } = await call(this.#context, 'deleteItem', request, signal);
    return readAnswer('deleteItem', answer, deletedIds, secret);
  }

  attachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    return this.#changeTag('attachTag', tagId, user, signal);
  }

  detachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    return this.#changeTag('detachTag', tagId, user, signal);
  }

  async listUserTags(user: UserRef, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const request = { body: userBody('listUserTags', user) };
    const { answer, secret } = await call(this.#context, 'listUserTags', request, signal);
    return readAnswer('listUserTags', answer, userTagLists, secret);
  }

  async listCustomers(query: CustomerQuery, signal: AbortSignal): Promise<CustomerPage> {
    const request = { query: customersQuery(query) };
    const { answer, secret } = await call(this.#context, 'listCustomers', request, signal);
    const page = readPage(answer, secret);
    if (page.problems.size > 0) {
      const first = page.problems.entries().next().value;
      const detail = first === undefined ? '' : `, first: record ${first[0]}, ${first[1]}`;
      this.#context.log.warn(
        `listCustomers: ${page.problems.size} of ${page.records.length} records do not match${detail}`,
      );
    }
    return page;
  }

  async #changeTag(
    endpoint: EndpointName & ('attachTag' | 'detachTag'),
    tagId: string,
    user: UserRef,
    signal: AbortSignal,
  ): Promise<void> {
    if (tagId === '') throw badInput(endpoint, 'tagId', 'enter a tag ID');
    const body = { bot_tag_id: tagId, ...userBody(endpoint, user) };
    const { answer, secret } = await call(this.#context, endpoint, { body }, signal);
    readAnswer(endpoint, answer, ok, secret);
  }
}

function otherItem(answer: { httpStatus: number; contentType: string }): ServiceError {
  const detail = 'the answer is about another item than the one asked for';
  const { httpStatus, contentType } = answer;
  const problem = { kind: 'protocol', httpStatus, contentType, detail, excerpt: '' } as const;
  return new ServiceError('getItem', problem, 'refused');
}
