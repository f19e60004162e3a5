import { badInput, customersQuery, pathId, taggingBody, userBody } from './requests.ts';
import { endpoints } from '../base/endpoints.ts';
import type { UserRef } from '../base/model.ts';
import { checkBaseUrl } from '../base/baseUrl.ts';
import {
  refuseControlCharacters,
  writeCurl,
  type CurlRequest,
  type CurlShell,
} from './writeCurl.ts';
import { pathOf, type CallRequest } from './call.ts';

/**
 * Writes the request that the client itself would send, as a shell command.
 * @throws {ServiceError} if the client would not send the request
 * @throws {ControlCharacterError} if an ID has a control character
 */
export function curlLine(wanted: CurlRequest, baseUrl: string, shell: CurlShell): string {
  const base = checkBaseUrl(baseUrl);
  if (!base.ok) throw badInput(wanted.request, 'baseUrl', base.problem);
  const request = requestOf(wanted);
  const { method } = endpoints[wanted.request];
  const url = base.url + pathOf(wanted.request, request);
  return writeCurl({ method, url, body: request.body }, shell);
}

function requestOf(wanted: CurlRequest): CallRequest {
  switch (wanted.request) {
    case 'listCustomers':
      refuseControlCharacters(wanted.query.botId);
      return { query: customersQuery(wanted.query) };
    case 'getItem':
      refuseControlCharacters(wanted.tagId);
      return { id: pathId('getItem', wanted.tagId) };
    case 'listUserTags':
      return { body: userBody('listUserTags', checkUser(wanted.user)) };
    default:
      refuseControlCharacters(wanted.tagId);
      return { body: taggingBody(wanted.request, wanted.tagId, checkUser(wanted.user)) };
  }
}

function checkUser(user: UserRef): UserRef {
  refuseControlCharacters(user.rawUid, user.uid, user.pageId);
  return user;
}
