import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { apiErrorStatus } from '#schemas/api/errors.ts';
import { OperatorError, clientError } from '#console/data/operator-error.ts';
import { refetchAll, SESSION_KEY } from '#console/data/query-client.ts';

const errorOf = (code: keyof typeof apiErrorStatus) =>
  new OperatorError(code, { status: apiErrorStatus[code] }).isOutdated;

test('the screen is outdated after a conflict or for a deleted record, but not after invalid input', () => {
  expect(errorOf('conflict')).toBe(true);
  expect(errorOf('move_not_allowed')).toBe(true);
  expect(errorOf('not_found')).toBe(true);
  expect(errorOf('invalid_input')).toBe(false);
  expect(errorOf('forbidden')).toBe(false);
  expect(errorOf('internal')).toBe(false);
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
