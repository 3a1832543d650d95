import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { apiErrorStatus } from '#schemas/api/errors.ts';
import { OperatorError, clientError } from '#console/data/operator-error.ts';
import { refetchAll, SESSION_KEY } from '#console/data/query-client.ts';

const outdated = (code: keyof typeof apiErrorStatus) =>
  new OperatorError(code, { status: apiErrorStatus[code] }).isOutdated;

test('a conflict or a deleted record means that the screen is outdated; invalid input doesn’t', () => {
  expect(outdated('conflict')).toBe(true);
  expect(outdated('move_not_allowed')).toBe(true);
  expect(outdated('not_found')).toBe(true);
  expect(outdated('invalid_input')).toBe(false);
  expect(outdated('forbidden')).toBe(false);
  expect(outdated('internal')).toBe(false);
  expect(clientError('offline').isOutdated).toBe(false);
});

test('after a conflict all fetched data is outdated, but not the session', async () => {
  const client = new QueryClient();
  const keys = [SESSION_KEY, ['readOrder', { params: { id: 'a' } }], ['listOrders', 'list', {}]];
  for (const queryKey of keys) client.setQueryData(queryKey, {});
  await refetchAll(client);
  expect(keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([
    false,
    true,
    true,
  ]);
});
