import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { type LedgerDocument, pointEvents } from '#schemas/ledger.ts';
import { byMonth } from '#src/features/balance/ledger-months.ts';
import { pointEventWords } from '#src/features/balance/point-event-words.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function entry(created_at: string): LedgerDocument {
  return {
    uuid: created_at,
    op_id: created_at,
    created_at,
    updated_at: created_at,
    event: 'other',
    points: 1,
    variation: 'positive',
    project_uuid: null,
    order_uuid: null,
    newest_first: 0,
  };
}

describe('the ledger', () => {
  test('stands under its months, in its order', () => {
    const entries = ['2026-05-31T10', '2026-05-02T10', '2026-04-30T10', '2025-05-01T10'].map(
      (hour) => entry(`${hour}:00:00.000Z`),
    );
    const months = byMonth(entries, (moment) => moment.slice(0, 7));
    expect(months.map(({ key, entries: { length } }) => [key, length])).toEqual([
      ['2026-05', 2],
      ['2026-04', 1],
      ['2025-05', 1],
    ]);
    expect(months.flatMap((month) => month.entries)).toEqual(entries);
  });

  test('is empty without entries', () => {
    expect(byMonth([])).toEqual([]);
  });

  test('has words for every reason, each its own', () => {
    const labels = pointEvents.map((event) => i18n._(pointEventWords[event]));
    expect(new Set(labels).size).toBe(pointEvents.length);
    expect(labels).toContain('Installers promotion 4');
  });
});
