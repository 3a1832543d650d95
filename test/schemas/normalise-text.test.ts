import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isFileBody } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { stripPhone } from '#schemas/phone.ts';
import { typedText } from '#schemas/primitives.ts';
import { normaliseLines, normaliseLine } from '#schemas/normalise-text.ts';

const invisibleCharacters = [
  '\u00AD',
  '\u034F',
  '\u061C',
  '\u115F',
  '\u180E',
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2060',
  '\u2061',
  '\u2064',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u206F',
  '\u3164',
  '\uFE0F',
  '\uFEFF',
  '\uFFA0',
  '\uFFF9',
  '\u{E0001}',
  '\u{E0020}',
  '\u0086',
  '\uD800',
];
const spaces = ['\u00A0', '\u1680', '\u2003', '\u2009', '\u202F', '\u205F', '\u3000', '\u2028'];

describe('a normalised line', () => {
  test.each(invisibleCharacters)('has no invisible character %j', (character) => {
    expect(normaliseLine(`${character}Lip${character}owa 1${character}`)).toBe('Lipowa 1');
    expect(normaliseLines(`${character}one${character}\r\ntwo${character}`)).toBe('one\ntwo');
    expect(normaliseLine(` ${character} ${character}`)).toBe('');
    expect(v.is(typedText(20, 1), `${character}${character}`)).toBe(false);
  });

  test.each(spaces)('has an ordinary space for %j', (space) => {
    expect(normaliseLine(`${space}Lipowa${space}1${space}`)).toBe('Lipowa 1');
  });

  test('keeps the typed letters, composed', () => {
    expect(normaliseLine('O’Neil – Ło\u0301dz\u0301')).toBe('O’Neil – Łódź');
  });

  test('keeps emoji, including those of several code points', () => {
    const emoji = '👨‍👩‍👧 ❤️ 👍🏽 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🇵🇱';
    expect(normaliseLine(`\u200B${emoji}\u200D`)).toBe(emoji);
  });

  test('stays the same when normalised again, and has none of the characters', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.constantFrom(...invisibleCharacters),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(unit, fc.constantFrom('🏠', '❤', 'e\u0301', ' '))), (parts) => {
        for (const normalise of [normaliseLine, normaliseLines]) {
          const normalisedText = normalise(parts.join(''));
          expect(normalise(normalisedText)).toBe(normalisedText);
          expect(normalisedText).toBe(normalisedText.normalize('NFC').trim());
          expect(normalisedText).not.toMatch(/[\u200B\u202A-\u202E\u2066-\u2069\uFEFF\u00AD]/);
        }
      }),
    );
  });
});

interface Schema {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly unknown[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly key?: Schema;
  readonly value?: Schema;
  readonly pipe?: readonly {
    readonly type: string;
    readonly kind: string;
    readonly operation?: unknown;
    readonly requirement?: unknown;
  }[];
}

/** Lists all text fields of a schema, with their paths. */
function textsOf(schema: Schema, path: string): [string, Schema][] {
  const inner = schema.pipe?.[0] as Schema | undefined;
  if (inner && inner !== schema && inner.type !== 'string' && inner.pipe) {
    return textsOf({ ...inner }, path);
  }
  if (schema.type === 'string') return [[path, schema]];
  return [
    ...(schema.wrapped ? textsOf(schema.wrapped, path) : []),
    ...(schema.item ? textsOf(schema.item, `${path}[]`) : []),
    ...(schema.value ? textsOf(schema.value, `${path}{}`) : []),
    ...(schema.type === 'union' || schema.type === 'variant'
      ? (schema.options as Schema[]).flatMap((option) => textsOf(option, path))
      : []),
    ...Object.entries(schema.entries ?? {}).flatMap(([name, entry]) =>
      textsOf(entry, `${path}.${name}`),
    ),
  ];
}

/** Lists the steps of a text's pipe, including nested pipes. */
function stepsOf({ pipe = [] }: Schema): NonNullable<Schema['pipe']>[number][] {
  return pipe.flatMap((element) => {
    const isNestedPipe = element.kind === 'schema' && 'pipe' in element;
    return isNestedPipe ? stepsOf(element as unknown as Schema) : [element];
  });
}

const requestTexts = allCalls.flatMap((call) => {
  const body = isFileBody(call.body) ? call.body.fields : call.body;
  return Object.entries({ params: call.params, query: call.query, body }).flatMap(
    ([name, schema]) =>
      schema === undefined ? [] : textsOf(schema as unknown as Schema, `${call.id} ${name}`),
  );
});

/** JSON that the app generates, so it contains no typed text. */
const jsonTexts = [
  'updateUser body.options',
  'updateUser body.fcm',
  'updateCompany body.surveyResponse',
  'registerCompany body.company.survey',
  'registerCompany body.installer.options',
  'createScan body.survey',
  'sendScans body.scans[].survey',
];
const normalForms: unknown[] = [normaliseLine, normaliseLines, normaliseEmail, stripPhone];

describe('every text of a request', () => {
  test('is found by the search in the schemas', () => {
    expect(requestTexts.length).toBeGreaterThan(150);
  });

  test('is normalised first, or accepts no invisible characters', () => {
    const unnormalisedTexts = requestTexts.filter(([path, schema]) => {
      if (jsonTexts.includes(path)) return false;
      const steps = stepsOf(schema).filter(
        ({ type }) => type !== 'string' && type !== 'max_length',
      );
      if (normalForms.includes(steps[0]?.operation)) return false;
      if (steps.some(({ type }) => type === 'uuid')) return false;
      const regex = steps.find(({ type }) => type === 'regex')?.requirement;
      if (!(regex instanceof RegExp)) return true;
      return fc
        .sample(fc.stringMatching(regex), { numRuns: 20, seed: 1 })
        .some((text) =>
          invisibleCharacters.some((character) =>
            [
              `${character}${text}`,
              `${text}${character}`,
              text.slice(0, 1) + character + text.slice(1),
            ].some((sample) => regex.test(sample)),
          ),
        );
    });
    expect(unnormalisedTexts.map(([path]) => path)).toEqual([]);
  });

  test('is listed as JSON only if it exists', () => {
    const paths = requestTexts.map(([path]) => path);
    expect(jsonTexts.filter((path) => !paths.includes(path))).toEqual([]);
  });
});

/** Files that trim text that is not typed: labels, serial numbers, headers, stack traces, combined names. */
const machineTexts = [
  'schemas/text-search.ts',
  'schemas/label.ts',
  'schemas/printable.ts',
  'schemas/serial-number.ts',
  'schemas/normalise-text.ts',
  'server/addresses/built-in-places.ts',
  'server/certificates/page-parts.ts',
  'server/contents/sanitise.ts',
  'server/db/migrations/030-search-keys.ts',
  'server/http/contract/request-language.ts',
  'server/leads/lead-project.ts',
  'server/leads/lead-row.ts',
  'server/logger.ts',
  'server/messages/templates/render-message.ts',
  'server/orders/store-order-file.ts',
  'schemas/customer-text.ts',
  'src/data/text/phone.ts',
  'src/features/_shared/contact/contact-links.tsx',
  'src/features/leads/customer-card.tsx',
  'src/features/marketing/preview/text-fit.ts',
  'src/features/scan/manual/list/read-list.ts',
  'src/features/scan/manual/manual-entry.ts',
  'src/ui/theme.ts',
  'sync/entities/leads/commands.ts',
  'sync/http/fetch-with-progress.ts',
  'sync/reports/error-report.ts',
  'server/http/contract/register-calls.ts',
  // These parse numbers within a text, and remove invisible characters themselves.
  'src/ui/fields/typed-number.ts',
  'schemas/find-phones.ts',
];

test('typed text is always normalised, never only trimmed', async () => {
  const files: string[] = [];
  for await (const file of glob('{schemas,server,src,sync,workers}/**/*.{ts,tsx}')) {
    if (/\.trim\(\)/.test(readFileSync(file, 'utf8'))) files.push(file);
  }
  expect(files.filter((file) => !machineTexts.includes(file))).toEqual([]);
});
