import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTierCategory, type TierCategory } from '#schemas/product-type.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { type ScanContext, applyEdits, type BatchState } from '#server/scans/apply-edits.ts';
import { holdsSerial, type ScanState } from '#server/scans/scan-row.ts';
import {
  closedProject,
  company,
  configuration,
  knownContext,
  photo,
  product,
  products,
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
      opId: fc.constantFrom(...ops),
      base: fc.constantFrom(null, ...ops),
      scannedProduct: fc.constantFrom(...products),
      projectId: fc.constantFrom(project, closedProject),
      isGeneric: fc.boolean(),
    })
    .map(({ uuid, opId, base, scannedProduct, projectId, isGeneric }) =>
      saveOf(scannedProduct, projectId, {
        uuid,
        op_id: opId,
        base_op_id: base,
        ...(isGeneric ? { serial_number: null, is_unique: false, image_data: photo } : {}),
      }),
    ),
  fc
    .record({ uuid: fc.constantFrom(...ids), opId: fc.constantFrom(...ops) })
    .map(({ uuid, opId }) => ({ ...removalOf(uuid), op_id: opId })),
);

const emptyState: BatchState = {
  companyId: company,
  scans: new Map(),
  tombstones: new Set(),
  levels: null,
  context: knownContext,
  now: '2026-05-04T10:00:00.000Z',
  clockError: null,
};

/** Counts the scans per tier category, as the database would. */
function countByTier(scans: readonly ScanState[]): ScanContext['tierCounts'] {
  const tierCounts = new Map<TierCategory, number>();
  for (const { type, deleted, flag } of scans) {
    const category = findTierCategory(demoProductTypes, type);
    if (deleted || flag === 'rejected' || category === undefined) continue;
    tierCounts.set(category, (tierCounts.get(category) ?? 0) + 1);
  }
  return tierCounts;
}

/** Applies edits, and returns their result and the next state of the database. */
function applyAll(before: BatchState, edits: Parameters<typeof applyEdits>[0]) {
  const result = applyEdits(edits, before, rules);
  const scans = new Map([...before.scans, ...result.changedScans]);
  const countingScans = [...scans.values()].filter(holdsSerial);
  const next: BatchState = {
    ...before,
    scans,
    tombstones: new Set([...before.tombstones, ...result.tombstones.keys()]),
    context: {
      ...knownContext,
      serialHolders: new Map(
        countingScans.map(({ serial_number, uuid }) => [serial_number ?? '', uuid]),
      ),
      tierCounts: countByTier([...scans.values()]),
    },
  };
  return { result, next, countingScans };
}

describe('any sequence of edits', () => {
  test('leaves every serial number counted at most once', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { countingScans } = applyAll(emptyState, edits);
        const serials = countingScans.map(({ serial_number }) => serial_number);
        expect(new Set(serials).size).toBe(serials.length);
      }),
    );
  });

  test('has a verdict for each edit, in order: either a scan or an error', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { result } = applyAll(emptyState, edits);
        expect(result.verdicts.map(({ uuid, op_id }) => [uuid, op_id])).toEqual(
          edits.map(({ uuid, op_id }) => [uuid, op_id]),
        );
        for (const { status, error } of result.verdicts) {
          expect(error === null).toBe(status < 300);
        }
      }),
    );
  });

  test('has the same result in one batch as one by one', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const inOneBatch = applyAll(emptyState, edits);
        let before = emptyState;
        const verdicts = edits.map((edit) => {
          const stepResult = applyAll(before, [edit]);
          before = stepResult.next;
          return stepResult.result.verdicts[0];
        });
        expect(inOneBatch.result.verdicts).toEqual(verdicts);
        expect(inOneBatch.next.scans).toEqual(before.scans);
        expect(inOneBatch.next.tombstones).toEqual(before.tombstones);
      }),
    );
  });
});

describe('an applied sequence of edits', () => {
  test('changes nothing when its last edit is resent (F01)', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 20 }), (edits) => {
        const { result, next } = applyAll(emptyState, edits);
        const last = edits.slice(-1);
        const [repeatedVerdict] = applyAll(next, last).result.verdicts;
        const first = result.verdicts.at(-1);
        if (first?.error !== null) return;
        expect(repeatedVerdict?.scan).toEqual(first.scan);
        expect(applyAll(next, last).result.changedScans.size).toBe(0);
      }),
    );
  });

  test('gives each new product points by the level that the company has reached', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        let before = emptyState;
        const steps = edits.map((edit) => {
          const { result, next } = applyAll(before, [edit]);
          const stepResult = { before, changed: [...result.changedScans.values()] };
          before = next;
          return stepResult;
        });
        const newlySaved = steps.flatMap((stepResult) =>
          stepResult.changed
            .filter(({ uuid, deleted }) => !deleted && !stepResult.before.scans.has(uuid))
            .map((savedScan) => ({
              saved: savedScan,
              tierCounts: stepResult.before.context.tierCounts,
            })),
        );
        for (const { saved, tierCounts } of newlySaved) {
          const count = tierCounts.get(findTierCategory(demoProductTypes, saved.type) ?? 99) ?? 0;
          expect(saved.tier_points).toBe(count < 2 ? 0 : count < 4 ? 7 : 11);
          const pointsOfType = configuration.product_points[saved.type] ?? 0;
          expect(saved.points).toBe(pointsOfType + saved.tier_points);
        }
      }),
    );
  });

  test('never changes scans of another company', () => {
    const foreignState: ScanState = {
      ...saveOf(product, closedProject, { uuid: ids[0] ?? '' }),
      company_id: closedProject,
      flag: 'valid',
      points: 1,
      tier_points: 0,
      campaign: null,
      campaign_time: null,
      campaign_level: null,
      created_at: emptyState.now,
      updated_at: emptyState.now,
    };
    const before = { ...emptyState, scans: new Map([[foreignState.uuid, foreignState]]) };
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const { result } = applyAll(before, edits);
        expect(result.changedScans.has(foreignState.uuid)).toBe(false);
        const foreignVerdicts = result.verdicts.filter(({ uuid }) => uuid === foreignState.uuid);
        expect(foreignVerdicts.every(({ scan, status }) => scan === null && status === 409)).toBe(
          true,
        );
      }),
    );
  });
});
