import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { allCalls, calls } from '#schemas/api/calls.ts';
import { MAX_BULK } from '#schemas/api/scan-calls.ts';
import { findJsonExcess, isNestedTooDeeply } from '#schemas/json-nesting.ts';
import { parseOptions } from '#schemas/person-rules.ts';
import { bodyLimit, LEEWAY_BYTES, getMaxValues } from '#server/http/contract/body-limit.ts';
import { findOverlongList } from '#server/http/contract/validate-input.ts';
import { arbitraryOf } from './arbitrary.ts';

const callWith = (body: v.GenericSchema): Call => ({ ...calls.requestSignInCode, id: 'new', body });

describe('the size limit of a request (security 23)', () => {
  test('is defined for every call, and is as small as possible', () => {
    const limits = allCalls.map((call) => [call.id, bodyLimit(call)] as const);
    expect(limits.filter(([, bytes]) => !(bytes > 0 && bytes < 11_000_000))).toEqual([]);
    expect(bodyLimit(calls.signOut)).toBe(LEEWAY_BYTES);
    expect(bodyLimit(calls.requestSignInCode)).toBeLessThan(8_000);
    expect(bodyLimit(calls.submitProjectSurvey)).toBeLessThan(64_000);
  });

  test.each([
    ['a text', v.object({ name: v.string() }), 'new.name: a text in a request needs a maxLength.'],
    ['a list', v.array(v.boolean()), 'new: a list in a request needs a maxLength.'],
    [
      'a part of a list',
      v.pipe(v.array(v.object({ name: v.string() })), v.maxLength(2)),
      'new.0.name: a text in a request needs a maxLength.',
    ],
    [
      'anything',
      v.object({ name: v.unknown() }),
      'new.name: the maximum size of a unknown is unknown.',
    ],
  ])('can’t be computed for a new call without a maximum: %s', (_name, body, sentence) => {
    expect(() => bodyLimit(callWith(body))).toThrow(sentence);
  });

  test('allows everything that its schema accepts, in any encoding', () => {
    for (const call of allCalls) {
      const { body } = call;
      if (body === undefined || isFileBody(body)) continue;
      fc.assert(
        fc.property(arbitraryOf(body, { texts: [], sets: [] }), (value) => {
          const escapedJson = JSON.stringify(value, null, 1).replace(
            /[^\u0020-\u007e\n]/gu,
            (character) =>
              `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`.repeat(
                character.length,
              ),
          );
          expect(escapedJson.length).toBeLessThanOrEqual(bodyLimit(call));
        }),
        { numRuns: 10 },
      );
    }
  });

  test('allows a full bulk of scans with their answers', () => {
    const [sample] = fc.sample(arbitraryOf(calls.createScan.body, { texts: [], sets: [] }), 1);
    const answer = { question_id: 300, answer_id: 301, value: null };
    const answers = JSON.stringify(Array.from({ length: 40 }, () => answer));
    const scan = { ...(sample as object), survey: answers };
    const scans = Array.from({ length: MAX_BULK }, () => scan);
    expect(JSON.stringify({ scans }).length).toBeLessThan(bodyLimit(calls.sendScans));
  });
});

describe('a list that is too long', () => {
  const texts = v.pipe(v.array(v.string()), v.maxLength(2));
  const pages = v.pipe(v.array(v.object({ letters: v.nullable(texts) })), v.maxLength(2));
  const schema = v.object({ pages: v.optional(pages) });

  test('is found with its path, at any depth', () => {
    expect(findOverlongList(schema, { pages: [{}, {}, {}] }, 'body')).toBe('body.pages');
    const inner = { pages: [{ letters: null }, { letters: ['a', 'b', 'c'] }] };
    expect(findOverlongList(schema, inner, 'body')).toBe('body.pages.1.letters');
    const either = v.union([v.object({ other: v.string() }), schema]);
    expect(findOverlongList(either, inner, 'body')).toBe('body.pages.1.letters');
  });

  test('is only found in the option that matches its literal', () => {
    const list = (kind: string, max: number) =>
      v.object({ kind: v.literal(kind), pages: v.pipe(v.array(v.number()), v.maxLength(max)) });
    const either = v.variant('kind', [list('short', 1), list('long', 2)]);
    expect(findOverlongList(either, { kind: 'long', pages: [1, 2] }, 'body')).toBeNull();
    expect(findOverlongList(either, { kind: 'short', pages: [1, 2] }, 'body')).toBe('body.pages');
    expect(findOverlongList(either, { kind: 'long', pages: [1, 2, 3] }, 'body')).toBe('body.pages');
  });

  test('isn’t found in other data', () => {
    for (const value of [
      null,
      1,
      'a',
      [],
      {},
      { pages: null },
      { pages: [null, { letters: [] }] },
    ]) {
      expect(findOverlongList(schema, value, 'body')).toBeNull();
    }
  });
});

describe('JSON with too many values', () => {
  test('is detected before parsing, whatever the values are', () => {
    for (const item of ['0', 'null', '""', '[]', '{}', '"\\\\"', '{"a":0}']) {
      const list = (count: number) => `[${Array.from({ length: count }, () => item).join()}]`;
      expect(findJsonExcess(list(10), 30)).toBeNull();
      expect(findJsonExcess(list(40), 30)).toBe('values');
    }
    expect(findJsonExcess('{"a":0,"b":0,"c":0}', 3)).toBe('values');
  });

  test('isn’t detected in strings', () => {
    const text = ',[{"\\'.repeat(100);
    expect(findJsonExcess(JSON.stringify({ text, more: [text, text] }), 10)).toBeNull();
  });

  test('isn’t detected in valid bodies, or in lists that are one item too long', () => {
    for (const call of allCalls) {
      const { body } = call;
      if (body === undefined || isFileBody(body)) continue;
      const samples = fc.sample(arbitraryOf(body, { texts: [], sets: [] }), {
        numRuns: 10,
        seed: 7,
      });
      for (const value of samples) {
        expect(findJsonExcess(JSON.stringify(value), getMaxValues(call))).toBeNull();
      }
    }
    const [scan] = fc.sample(arbitraryOf(calls.createScan.body, { texts: [], sets: [] }), 1);
    const scans = Array.from({ length: MAX_BULK + 1 }, () => scan);
    expect(findJsonExcess(JSON.stringify({ scans }), getMaxValues(calls.sendScans))).toBeNull();
    expect(getMaxValues(calls.sendScans)).toBeLessThan(25_000);
    expect(getMaxValues(calls.requestSignInCode)).toBeLessThan(1_100);
  });
});

describe('JSON that is nested too deeply', () => {
  const nestedLists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  test('is detected before parsing', () => {
    expect(isNestedTooDeeply(nestedLists(32))).toBe(false);
    expect(isNestedTooDeeply(nestedLists(33))).toBe(true);
    expect(isNestedTooDeeply('{"a":'.repeat(33))).toBe(true);
  });

  test('isn’t detected in strings or siblings', () => {
    expect(isNestedTooDeeply(JSON.stringify({ text: `"\\${nestedLists(40)}` }))).toBe(false);
    expect(isNestedTooDeeply(`[${nestedLists(20)},`.repeat(40))).toBe(true);
    expect(isNestedTooDeeply(`[${`${nestedLists(20)},`.repeat(40)}0]`)).toBe(false);
  });

  test('is rejected in a person’s options, which couldn’t be serialized again', () => {
    expect(parseOptions(`{"a":${nestedLists(20)}}`)).not.toBeNull();
    expect(parseOptions(`{"a":${nestedLists(4_000)}}`)).toBeNull();
  });
});
