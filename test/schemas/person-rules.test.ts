import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  managesOwnEmail,
  personName,
  parseOptions,
  parsePushTokens,
} from '#schemas/person-rules.ts';

describe('a name', () => {
  test('isn’t empty, and has one line of at most 80 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (input) => {
        // eslint-disable-next-line no-control-regex
        const isPlain = !/[\u0000-\u001f\u007f]/.test(input) && input.length <= 80;
        expect(v.is(personName, input)).toBe(isPlain && input.trim() !== '');
      }),
    );
    expect(v.is(personName, 'x'.repeat(81))).toBe(false);
  });
});

test('owners can change and verify their own email address, but staff can’t', () => {
  expect(([3, 4, 7, 8] as const).map(managesOwnEmail)).toEqual([true, false, true, false]);
});

describe('options and push tokens', () => {
  test('are parsed as they were written', () => {
    const tokens = fc.array(
      fc.record({
        platform: fc.stringMatching(/^[a-z]{1,32}$/),
        token: fc.string({ minLength: 1, maxLength: 200 }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(tokens, fc.dictionary(fc.string(), fc.jsonValue()), (list, options) => {
        expect(parsePushTokens(JSON.stringify(list))).toEqual(list);
        expect(JSON.stringify(parseOptions(JSON.stringify(options)))).toBe(JSON.stringify(options));
      }),
    );
  });

  test('are null if the text isn’t valid', () => {
    for (const text of ['', '{', '"text"', '1', 'null']) {
      expect([parseOptions(text), parsePushTokens(text)]).toEqual([null, null]);
    }
    expect(parseOptions('[]')).toBeNull();
    expect(parsePushTokens('{}')).toBeNull();
    expect(
      parsePushTokens(JSON.stringify(Array(21).fill({ platform: 'web', token: 'a' }))),
    ).toBeNull();
  });
});
