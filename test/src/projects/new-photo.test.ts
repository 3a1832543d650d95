import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RejectionReason } from '#schemas/configuration.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { builtInRejectionReasons } from '#schemas/product-rejection.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { builtInText, reasonText } from '#src/features/projects/detail/rejection-text.ts';
import { productsNeedingPhoto } from '#src/features/projects/detail/new-photo-notice.tsx';
import { capturedScan } from '../scan/scan-fixture.ts';

const reason = (code: string, text_translated: Record<string, string>): RejectionReason => {
  return { code, text_translated, allows_new_photo: true };
};
const reasons = [
  reason('label_unreadable', { en: 'The label can’t be read.', pl: 'Etykieta jest nieczytelna.' }),
  reason('empty', {}),
];

describe('the text of a reason', () => {
  test('is in the person’s language, or in English', () => {
    const text = (language: string) => reasonText({ code: 'label_unreadable' }, reasons, language);
    expect(text('pl')).toBe('Etykieta jest nieczytelna.');
    expect(text('hu')).toBe('The label can’t be read.');
  });

  test('is missing for a code that the region doesn’t have, and for a code without text', () => {
    expect(reasonText({ code: 'empty' }, reasons, 'en')).toBeNull();
    const otherCode = fc.stringMatching(/^[a-z][a-z_]{0,39}$/);
    fc.assert(
      fc.property(otherCode, fc.constantFrom('en', 'pl'), (code, language) => {
        fc.pre(reasons.every((listed) => listed.code !== code));
        expect(reasonText({ code }, reasons, language)).toBeNull();
        expect(reasonText({ code }, undefined, language)).toBeNull();
      }),
    );
  });
});

test('every built-in reason has a text in the app', () => {
  for (const code of Object.keys(builtInRejectionReasons)) {
    expect(builtInText(code)).toBeDefined();
  }
  expect(builtInText('no_such_reason')).toBeUndefined();
});

test('the list of products that need a new photo contains sent scans before their deadline, most urgent first', () => {
  const now = Date.parse('2026-05-04T10:00:00.000Z');
  const product: fc.Arbitrary<ScanDocument> = fc
    .record({
      days: fc.option(fc.integer({ min: -3, max: 14 })),
      state: fc.constantFrom('sent' as const, 'waiting' as const, 'refused' as const),
    })
    .map(({ days, state }) =>
      capturedScan({
        state,
        new_photo_by:
          days === null || state !== 'sent' ? '' : new Date(now + days * DAY_MS).toISOString(),
        replaced_photo: state === 'sent' ? null : { image_data: null, photo_of: null },
      }),
    );
  fc.assert(
    fc.property(fc.array(product), (products) => {
      const open = productsNeedingPhoto(products, now);
      const deadlines = open.map(({ new_photo_by }) => Date.parse(new_photo_by));
      expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b));
      const expected = products.filter(({ new_photo_by }) => Date.parse(new_photo_by) > now);
      expect(new Set(open)).toEqual(new Set(expected));
    }),
  );
});
