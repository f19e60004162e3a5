import assert from 'node:assert/strict';

import { DIRECT, type NetworkOptions } from '../../../src/base/networkOptions.ts';
import {
  createTransport,
  type TransportOptions,
} from '../../../src/service/transport/createTransport.ts';
import {
  TransportError,
  type HttpRequest,
  type Transport,
} from '../../../src/service/transport/transport.ts';
import { onCleanup } from '../cleanup.ts';
import { SECRET } from './answers.ts';
import { SIGNAL } from './client.ts';

/** Creates a transport that `cleanUp` closes. */
export function openTransport(options: TransportOptions = {}): Transport {
  const transport = createTransport(options);
  onCleanup(() => transport.close());
  return transport;
}

interface Opened {
  readonly transport: Transport;
  /** Warnings of the transport. */
  readonly log: readonly string[];
  /** Settings for the next requests. */
  network: NetworkOptions;
}

/** Creates a transport with these options. A test may later change `network` of the result. */
export function openWith(options: Partial<NetworkOptions>): Opened {
  const log: string[] = [];
  const opened: Opened = {
    transport: openTransport({
      settings: {
        get network() {
          return opened.network;
        },
      },
      log: { warn: (line) => void log.push(line) },
    }),
    log,
    network: { ...DIRECT, useProxy: true, ...options },
  };
  return opened;
}

/** Returns a POST request with the token and an empty JSON object. */
export function requestTo(origin: string, overrides: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'POST',
    origin,
    path: '/a?b=c',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: '{}',
    signal: SIGNAL,
    limitMs: 5000,
    maxBytes: 100_000,
    ...overrides,
  };
}

/** Returns the `TransportError` with which the request ends. */
export async function failureOf(sending: Promise<unknown>): Promise<TransportError> {
  try {
    await sending;
  } catch (error) {
    assert.ok(error instanceof TransportError, `not a TransportError: ${String(error)}`);
    return error;
  }
  throw new assert.AssertionError({ message: 'the request did not fail' });
}
