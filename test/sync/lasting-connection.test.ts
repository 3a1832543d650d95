import { describe, expect, test } from 'vitest';
import { isConnectionLost } from '#sync/lasting-connection.ts';

describe('what a lost connection looks like', () => {
  test.each([
    ['InvalidStateError', 'The database connection is closing.', true],
    ['DatabaseClosedError', 'Database has been closed', true],
    ['UnknownError', 'Connection to Indexed Database server lost. Refresh the page', true],
    ['UnknownError', 'Internal error opening backing store for indexedDB.open.', true],
    ['UnknownError', 'Unable to store record in object store', false],
    ['ConstraintError', 'Key already exists', false],
    ['QuotaExceededError', 'The connection is full', false],
  ])('%s: %s → %s', (name, message, is) => {
    expect(isConnectionLost(new DOMException(message, name))).toBe(is);
    expect(isConnectionLost({ name: 'OpenFailedError', inner: { name, message } })).toBe(is);
  });
});
