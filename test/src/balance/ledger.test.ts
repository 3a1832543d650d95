import { setupI18n } from '@lingui/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ledgerBalance, type LedgerDocument, pointEvents } from '#schemas/ledger.ts';
import { toLedgerLines, pointEventLabels } from '#src/features/balance/ledger-lines.ts';

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
    campaign: null,
    people: [],
    newest_first: 0,
  };
}

describe('the ledger', () => {
  test('has a distinct label for every event', () => {
    const labels = pointEvents.map((event) => i18n._(pointEventLabels[event]));
    expect(new Set(labels).size).toBe(pointEvents.length);
    expect(labels).toContain('Installer promotion 4');
  });
});

/** The server's ledger entries for an order, newest first, by the order's status. */
const eventsByStatus = {
  in_progress: [['order_reservation', 'reserved']],
  done: [
    ['order_complete', 'negative'],
    ['order_reservation', 'positive'],
    ['order_reservation', 'reserved'],
  ],
  rejected: [
    ['order_reject', 'positive'],
    ['order_reservation', 'reserved'],
  ],
} as const;

const orders = fc.array(
  fc.record({
    status: fc.constantFrom('in_progress', 'done', 'rejected'),
    points: fc.integer({ min: 1, max: 500 }),
  }),
  { maxLength: 6 },
);

describe('the ledger entries of an order', () => {
  test('whose completion was undone show the order in progress, until it is decided again', () => {
    const all = [
      ['order_reservation', 'reserved'],
      ['order_reservation', 'positive'],
      ['order_complete', 'negative'],
      ['order_complete', 'positive'],
      ['order_reservation', 'reserved'],
      ['order_reject', 'positive'],
    ] as const;
    const statusAfter = (count: number) => {
      const entries = all.slice(0, count).map(([event, variation], index) => ({
        ...entry(`2026-05-01T10:00:0${index}.000Z`),
        ...{ uuid: String(index), event, variation, points: 20, order_uuid: 'o1' },
      }));
      const [line] = toLedgerLines(entries.toReversed());
      return line?.kind === 'order' ? [line.status, line.points] : [];
    };
    expect([1, 3, 5, 6].map(statusAfter)).toEqual([
      ['in_progress', -20],
      ['done', -20],
      ['in_progress', -20],
      ['rejected', 0],
    ]);
  });

  const entriesOf = (order: string, status: keyof typeof eventsByStatus, points: number) =>
    eventsByStatus[status].map(([event, variation], index) => ({
      ...entry(`2026-05-01T10:00:0${index}.000Z`),
      uuid: `${order}.${index}`,
      event,
      variation,
      points,
      order_uuid: order,
    }));

  test('are combined into one line with its status, even between other entries; the lines add up to the balance', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 3 }), (orderList, otherCount) => {
        const lists = orderList.map(({ status, points }, index) =>
          entriesOf(`o${index}`, status, points),
        );
        const longest = Math.max(0, ...lists.map(({ length }) => length));
        // Each order's entries stay in sequence, interleaved with those of other orders.
        const entries: LedgerDocument[] = Array.from({ length: longest }, (_, index) =>
          lists.flatMap((list) => list.slice(index, index + 1)),
        ).flat();
        for (let index = 0; index < otherCount; index += 1)
          entries.splice(index * 2, 0, entry(`other ${index}`));
        const lines = toLedgerLines(entries);
        const orderLines = lines.flatMap((line) => (line.kind === 'order' ? [line] : []));
        const expected = new Map(orderList.map(({ status }, index) => [`o${index}`, status]));
        expect(new Map(orderLines.map(({ uuid, status }) => [uuid, status]))).toEqual(expected);
        const linePoints = lines.map((line) => (line.kind === 'order' ? line.points : 1));
        expect(linePoints.reduce((sum, one) => sum + one, 0)).toBe(ledgerBalance(entries));
        expect(lines.length).toBe(orderList.length + otherCount);
      }),
    );
  });

  test('are combined into the same line if only the newest entries are loaded', () => {
    for (const status of ['in_progress', 'done', 'rejected'] as const) {
      const all = entriesOf('o', status, 192);
      for (let read = 1; read <= all.length; read += 1) {
        const [line] = toLedgerLines(all.slice(0, read));
        expect(line).toMatchObject({ status, points: status === 'rejected' ? 0 : -192 });
      }
    }
  });
});
