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
export function curlLine(curlRequest: CurlRequest, baseUrl: string, shell: CurlShell): string {
  const base = checkBaseUrl(baseUrl);
  if (!base.ok) throw badInput(curlRequest.request, 'baseUrl', base.problem);
  const request = requestOf(curlRequest);
  const { method } = endpoints[curlRequest.request];
  const url = base.url + pathOf(curlRequest.request, request);
  return writeCurl({ method, url, body: request.body }, shell);
}

function requestOf(curlRequest: CurlRequest): CallRequest {
  switch (curlRequest.request) {
    case 'listCustomers':
      refuseControlCharacters(curlRequest.query.botId);
      return { query: customersQuery(curlRequest.query) };
    case 'getItem':
      refuseControlCharacters(curlRequest.tagId);
      return { id: pathId('getItem', curlRequest.tagId) };
    case 'listUserTags':
      return { body: userBody('listUserTags', checkUser(curlRequest.user)) };
    default:
      refuseControlCharacters(curlRequest.tagId);
      return {
        body: taggingBody(curlRequest.request, curlRequest.tagId, checkUser(curlRequest.user)),
      };
  }
}

function checkUser(user: UserRef): UserRef {
  refuseControlCharacters(user.rawUid, user.uid, user.pageId);
  return user;
}
