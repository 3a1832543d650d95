import { beforeEach, expect, test } from 'vitest';
import { OperatorError } from '#console/data/operator-error.ts';
import {
  failRequest,
  finishRequest,
  forgetRequests,
  isUnfinished,
  requestOf,
  startRequest,
} from '#console/data/unfinished-requests.ts';

beforeEach(forgetRequests);

const request = requestOf('startChat', { body: { title: 'Gutters' } });

test('an action without a response keeps its key, even for another dialog', () => {
  const key = startRequest(request);
  expect(startRequest(requestOf('startChat', { body: { title: 'Gutters' } }))).toBe(key);
});

test('another call, other input or a finished action gets a new key', () => {
  const key = startRequest(request);
  expect(startRequest(requestOf('startChat', { body: { title: 'Roof' } }))).not.toBe(key);
  expect(startRequest(requestOf('answerChat', { body: { title: 'Gutters' } }))).not.toBe(key);
  finishRequest(request);
  expect(startRequest(request)).not.toBe(key);
});

test.each([
  [401, false, false],
  [401, true, true],
  [403, true, true],
  [429, true, true],
  [409, true, false],
  [503, false, true],
])('after %i, repeated: %s, the action keeps its key: %s', (status, isRepeated, isKept) => {
  expect(isUnfinished(request)).toBe(false);
  startRequest(request);
  failRequest(request, new OperatorError('unknown', { status }), { isRepeated });
  expect(isUnfinished(request)).toBe(isKept);
});

test('another operator in the same browser gets new keys', () => {
  const key = startRequest(request);
  forgetRequests();
  expect(startRequest(request)).not.toBe(key);
});

test('the key of the oldest of many unfinished actions is dropped', () => {
  const key = startRequest(request);
  for (let index = 0; index < 100; index += 1) startRequest(requestOf('other', index));
  expect(startRequest(request)).not.toBe(key);
});
