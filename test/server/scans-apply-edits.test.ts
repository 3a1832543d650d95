import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTierCategory, type TierCategory } from '#schemas/product-type.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import type { ScanContext } from '#server/scans/validate-scan.ts';
import { holdsSerial, type ScanState } from '#server/scans/scan-row.ts';
import { applyEdits, type BatchState } from '#server/scans/apply-edits.ts';
import {
  closed,
  company,
  configuration,
  known,
  photo,
  piece,
  pieces,
  project,
  rules,
} from './scan-rules-setup.ts';
import { removalOf, saveOf } from './scan-setup.ts';

/** Edits as devices might send them, with few ids so that they conflict. */
const ids = [1, 2, 3, 4].map((digit) => `20000000-0000-4000-8000-00000000000${digit}`);
const ops = [1, 2, 3, 4, 5, 6].map((digit) => `30000000-0000-4000-8000-00000000000${digit}`);
const edit = fc.oneof(
  fc
    .record({
      uuid: fc.constantFrom(...ids),
      op: fc.constantFrom(...ops),
      base: fc.constantFrom(null, ...ops),
      piece: fc.constantFrom(...pieces),
      where: fc.constantFrom(project, closed),
      isGeneric: fc.boolean(),
    })
    .map(({ uuid, op, base, piece: of, where, isGeneric }) =>
      saveOf(of, where, {
        uuid,
        op_id: op,
        base_op_id: base,
        ...(isGeneric ? { serial_number: null, is_unique: false, image_data: photo } : {}),
      }),
    ),
  fc
    .record({ uuid: fc.constantFrom(...ids), op: fc.constantFrom(...ops) })
    .map(({ uuid, op }) => ({ ...removalOf(uuid), op_id: op })),
);

const empty: BatchState = {
  companyId: company,
  scans: new Map(),
  tombstones: new Set(),
  known,
  now: '2026-05-04T10:00:00.000Z',
};

/** Counts the scans per tier category, as the database would. */
function fittedIn(scans: readonly ScanState[]): ScanContext['fitted'] {
  const fitted = new Map<TierCategory, number>();
  for (const { type, deleted, flag } of scans) {
    const category = findTierCategory(demoProductTypes, type);
    if (deleted || flag === 'rejected' || category === undefined) continue;
    fitted.set(category, (fitted.get(category) ?? 0) + 1);
  }
  return fitted;
}

/** Returns the state of the database after applying the edits. */
function after(before: BatchState, edits: Parameters<typeof applyEdits>[0]) {
  const settlement = applyEdits(edits, before, rules);
  const scans = new Map([...before.scans, ...settlement.changed]);
  const counting = [...scans.values()].filter(holdsSerial);
  const next: BatchState = {
    ...before,
    scans,
    tombstones: new Set([...before.tombstones, ...settlement.tombstones.keys()]),
    known: {
      ...known,
      countedBy: new Map(counting.map(({ serial_number, uuid }) => [serial_number ?? '', uuid])),
      fitted: fittedIn([...scans.values()]),
    },
  };
  return { settlement, next, counting };
}

describe('any sequence of edits', () => {
  test('leaves every serial number counted at most once', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { counting } = after(empty, edits);
        const serials = counting.map(({ serial_number }) => serial_number);
        expect(new Set(serials).size).toBe(serials.length);
      }),
    );
  });

  test('has a verdict for each edit, in order: either a scan or an error', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { settlement } = after(empty, edits);
        expect(settlement.verdicts.map(({ uuid, op_id }) => [uuid, op_id])).toEqual(
          edits.map(({ uuid, op_id }) => [uuid, op_id]),
        );
        for (const { status, error } of settlement.verdicts) {
          expect(error === null).toBe(status < 300);
        }
      }),
    );
  });

  test('has the same result in one batch as one by one', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const atOnce = after(empty, edits);
        let before = empty;
        const verdicts = edits.map((one) => {
          const step = after(before, [one]);
          before = step.next;
          return step.settlement.verdicts[0];
        });
        expect(atOnce.settlement.verdicts).toEqual(verdicts);
        expect(atOnce.next.scans).toEqual(before.scans);
        expect(atOnce.next.tombstones).toEqual(before.tombstones);
      }),
    );
  });
});

describe('an applied sequence of edits', () => {
  test('changes nothing when its last edit is resent (F01)', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 20 }), (edits) => {
        const { settlement, next } = after(empty, edits);
        const last = edits.slice(-1);
        const [again] = after(next, last).settlement.verdicts;
        const first = settlement.verdicts.at(-1);
        if (first?.error !== null) return;
        expect(again?.scan).toEqual(first.scan);
        expect(after(next, last).settlement.changed.size).toBe(0);
      }),
    );
  });

  test('pays each new product by the level that the company has reached', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        let before = empty;
        const steps = edits.map((one) => {
          const { settlement, next } = after(before, [one]);
          const step = { before, changed: [...settlement.changed.values()] };
          before = next;
          return step;
        });
        const news = steps.flatMap((step) =>
          step.changed
            .filter(({ uuid, deleted }) => !deleted && !step.before.scans.has(uuid))
            .map((saved) => ({ saved, fitted: step.before.known.fitted })),
        );
        for (const { saved, fitted } of news) {
          const count = fitted.get(findTierCategory(demoProductTypes, saved.type) ?? 99) ?? 0;
          expect(saved.tier_points).toBe(count < 2 ? 0 : count < 4 ? 7 : 11);
          const ofType = configuration.product_points[saved.type] ?? 0;
          expect(saved.points).toBe(ofType + saved.tier_points);
        }
      }),
    );
  });

  test('never changes scans of another company', () => {
    const foreign: ScanState = {
      ...saveOf(piece, closed, { uuid: ids[0] ?? '' }),
      company_id: closed,
      flag: 'valid',
      points: 1,
      tier_points: 0,
      created_at: empty.now,
      updated_at: empty.now,
    };
    const before = { ...empty, scans: new Map([[foreign.uuid, foreign]]) };
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const { settlement } = after(before, edits);
        expect(settlement.changed.has(foreign.uuid)).toBe(false);
        const foreignVerdicts = settlement.verdicts.filter(({ uuid }) => uuid === foreign.uuid);
        expect(foreignVerdicts.every(({ scan, status }) => scan === null && status === 409)).toBe(
          true,
        );
      }),
    );
  });
});
