import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardSerialNumber } from '#schemas/club-card.ts';
import * as v from 'valibot';
import {
  cursorPosition,
  formatSerial,
  serialDigits,
} from '#src/features/club-card/serial-digits.ts';

const digits = fc
  .array(fc.integer({ min: 0, max: 9 }), { maxLength: 10 })
  .map((list) => list.join(''));

describe('a card number as typed', () => {
  test('is shown in the groups printed on the card', () => {
    expect(formatSerial('4810024601')).toBe('4810 024 601');
    expect(formatSerial('48100')).toBe('4810 0');
    expect(formatSerial('')).toBe('');
  });

  test('keeps its digits and drops characters between them', () => {
    expect(serialDigits(' 4810-024.601 ')).toBe('4810024601');
    expect(serialDigits('Nr ４８１０ 024 601 99')).toBe('4810024601');
    fc.assert(
      fc.property(digits, (input) => {
        expect(serialDigits(formatSerial(input))).toBe(input);
      }),
    );
  });

  test('is accepted by the contract only with ten digits', () => {
    fc.assert(
      fc.property(fc.string(), (input) => {
        const digitsOnly = serialDigits(input);
        expect(v.is(cardSerialNumber, digitsOnly)).toBe(digitsOnly.length === 10);
      }),
    );
    expect(v.is(cardSerialNumber, '4810024601')).toBe(true);
  });

  test('keeps the cursor after the same digit', () => {
    fc.assert(
      fc.property(digits, fc.nat({ max: 10 }), (input, cursor) => {
        const before = Math.min(cursor, input.length);
        const formatted = formatSerial(input).slice(0, cursorPosition(before));
        expect(serialDigits(formatted)).toBe(input.slice(0, before));
        expect(formatted).toBe(formatted.trim());
      }),
    );
  });
});
