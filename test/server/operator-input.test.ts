import * as v from 'valibot';
import { expect, test } from 'vitest';
import { content } from '#schemas/content.ts';
import { orderResponse } from '#schemas/order.ts';
import { ApiFailure } from '#server/http/failure.ts';
import { parseJsonInput } from '#server/operator/command.ts';

const operatorInput = (input: string) => ({ args: [], input });
const invisible = '\u200B';

test('a pasted voucher number loses invisible characters', () => {
  const voucher = {
    number: `${invisible}1234-5678\u202C\u00A0`,
    expiresAt: null,
    password: `a${invisible}b`,
  };
  expect(parseJsonInput(orderResponse, operatorInput(JSON.stringify(voucher)))).toEqual({
    number: '1234-5678',
    expiresAt: null,
    password: 'ab',
  });
});

test('news loses unstorable characters, and keeps its line breaks', () => {
  const texts = {
    en: { title: `${invisible}Closed\u0000`, text: '<p>a</p>\r\n<p>b</p>', youtube: null },
  };
  expect(
    parseJsonInput(content.entries.content, operatorInput(JSON.stringify(texts))),
  ).toMatchObject({
    en: { title: 'Closed', text: '<p>a</p>\n<p>b</p>' },
  });
});

test('a file can start with a byte order mark', () => {
  expect(parseJsonInput(v.object({ a: v.number() }), operatorInput('\ufeff{"a":1}'))).toEqual({
    a: 1,
  });
  expect(() => parseJsonInput(v.object({}), operatorInput('no JSON'))).toThrow(ApiFailure);
});
