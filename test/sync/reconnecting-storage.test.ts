import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { isConnectionLost } from '#sync/store/reconnecting-storage.ts';
import { isQuotaError } from '#sync/store/sync-error.ts';

describe('detecting a lost connection', () => {
  test.each([
    ['InvalidStateError', 'The database connection is closing.', true],
    ['DatabaseClosedError', 'Database has been closed', true],
    ['UnknownError', 'Connection to Indexed Database server lost. Refresh the page', true],
    ['UnknownError', 'Internal error opening backing store for indexedDB.open.', true],
    ['UnknownError', 'Unable to store record in object store', false],
    ['ConstraintError', 'Key already exists', false],
    ['QuotaExceededError', 'The connection is full', false],
  ])('“%s: %s” is caused by a lost connection: %s', (name, message, expected) => {
    expect(isConnectionLost(new DOMException(message, name))).toBe(expected);
    expect(isConnectionLost({ name: 'OpenFailedError', inner: { name, message } })).toBe(expected);
  });
});

describe('a failed bulk write', () => {
  const bulk = (name: string) =>
    new Dexie.BulkError('docs.bulkPut(): 2 of 2 operations failed', [
      new DOMException('of the first', name) as Error,
      new DOMException('of the second', name) as Error,
    ]);

  test('counts as interrupted by a lost connection if its requests were aborted', () => {
    expect(isConnectionLost(bulk('AbortError'))).toBe(true);
    expect(isConnectionLost(bulk('ConstraintError'))).toBe(false);
  });

  test('counts as caused by a full device if its requests report that', () => {
    expect(isQuotaError(bulk('QuotaExceededError'))).toBe(true);
    expect(isConnectionLost(bulk('QuotaExceededError'))).toBe(false);
    expect(isQuotaError(bulk('AbortError'))).toBe(false);
  });
});
