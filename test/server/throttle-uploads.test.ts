import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import {
  BURST_BYTES,
  BYTES_PER_SECOND,
  MAX_WAIT_MS,
  throttleUploads,
} from '#server/http/overload/throttle-uploads.ts';

const LIMIT = 10_000_000;

let app: FastifyInstance;
beforeEach(async () => {
  app = fastify();
  throttleUploads(app, readEnvironment({}));
  await app.ready();
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/**
 * Uploads a body as a person.
 * @returns its current state
 */
function send(userId: string, headers: Record<string, string>) {
  // Only these properties of a request are used.
  const request = { actor: { userId }, headers, routeOptions: { bodyLimit: LIMIT } };
  const state = { outcome: 'waiting' };
  app
    .throttleUpload(request as unknown as FastifyRequest)
    .then(() => (state.outcome = 'let in'))
    .catch(() => (state.outcome = 'refused'));
  return state;
}
const headersOfLength = (bytes: number) => ({ 'content-length': String(bytes) });
const flush = () => vi.advanceTimersByTimeAsync(0);

describe('large bodies of one person (F50)', () => {
  test('are accepted immediately, up to the size that a phone sends', async () => {
    const uploads = Array.from({ length: 6 }, () => send('ada', headersOfLength(BURST_BYTES / 6)));
    await flush();
    expect(uploads.map(({ outcome }) => outcome)).toEqual(uploads.map(() => 'let in'));
  });

  test('wait for their turn beyond that, without delaying other people', async () => {
    send('ada', headersOfLength(LIMIT));
    send('ada', headersOfLength(BURST_BYTES - LIMIT));
    const next = send('ada', headersOfLength(BYTES_PER_SECOND));
    const edit = send('ada', headersOfLength(10_000));
    const other = send('ben', headersOfLength(LIMIT));
    await vi.advanceTimersByTimeAsync(999);
    expect([next.outcome, edit.outcome, other.outcome]).toEqual(['waiting', 'let in', 'let in']);
    await vi.advanceTimersByTimeAsync(1);
    expect(next.outcome).toBe('let in');
    await vi.advanceTimersByTimeAsync((1000 * BURST_BYTES) / BYTES_PER_SECOND);
    const laterUpload = send('ada', headersOfLength(LIMIT));
    await flush();
    expect(laterUpload.outcome).toBe('let in');
  });

  test('are rejected, unread, if they would wait too long', async () => {
    const capacity = BURST_BYTES + (BYTES_PER_SECOND * MAX_WAIT_MS) / 1000;
    const uploads = Array.from({ length: capacity / LIMIT + 2 }, () =>
      send('ada', headersOfLength(LIMIT)),
    );
    await flush();
    expect(uploads.map(({ outcome }) => outcome)).toEqual([
      'let in',
      'waiting',
      'waiting',
      'refused',
      'refused',
    ]);
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS);
    expect(uploads.map(({ outcome }) => outcome)).toEqual([
      'let in',
      'let in',
      'let in',
      'refused',
      'refused',
    ]);
  });

  test('without a declared length count as the maximum', async () => {
    send('ada', { 'transfer-encoding': 'chunked' });
    const next = send('ada', { 'transfer-encoding': 'chunked' });
    await flush();
    expect(next.outcome).toBe('waiting');
  });
});
