import * as v from 'valibot';
import { expect, test } from 'vitest';
import { content } from '#schemas/content.ts';
import { orderResponse } from '#schemas/order.ts';
import { ApiFailure } from '#server/http/failure.ts';
import { parseJsonInput } from '#server/operator/command.ts';

const asked = (input: string) => ({ args: [], input });
const mark = '\u200B';

test('a pasted voucher number loses invisible characters', () => {
  const voucher = {
    number: `${mark}1234-5678\u202C\u00A0`,
    expiresAt: null,
    password: `a${mark}b`,
  };
  expect(parseJsonInput(orderResponse, asked(JSON.stringify(voucher)))).toEqual({
    number: '1234-5678',
    expiresAt: null,
    password: 'ab',
  });
});

test('news loses unstorable characters, and keeps its line breaks', () => {
  const words = {
    en: { title: `${mark}Closed\u0000`, text: '<p>a</p>\r\n<p>b</p>', youtube: null },
  };
  expect(parseJsonInput(content.entries.content, asked(JSON.stringify(words)))).toMatchObject({
    en: { title: 'Closed', text: '<p>a</p>\n<p>b</p>' },
  });
});

test('a file can start with a byte order mark', () => {
  expect(parseJsonInput(v.object({ a: v.number() }), asked('\ufeff{"a":1}'))).toEqual({ a: 1 });
  expect(() => parseJsonInput(v.object({}), asked('no JSON'))).toThrow(ApiFailure);
});
