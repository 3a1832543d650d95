import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { scanEdit, scanErrors, type ScanVerdict } from '#schemas/api/scan-calls.ts';
import { apiErrors } from '#schemas/api/errors.ts';
import type { Scan } from '#schemas/scan.ts';
import { scanDocument } from '#schemas/scan.ts';
import { collections } from '#schemas/collections.ts';
import { isToBeSent, scanEditOf, type ScanRow } from '#sync/entities/scans/wire.ts';
import { joinPulledScan, settle } from '#sync/entities/scans/machine.ts';

const id = fc.uuid({ version: 4 });
const at = fc.constantFrom('2026-05-04T10:00:00.000Z', '2026-05-05T11:00:00.000Z');
const serial = fc.stringMatching(/^[A-Z0-9]{1,8}-[A-Z0-9]{1,4}$/);

const savedScan: fc.Arbitrary<Scan> = fc.record({
  uuid: id,
  op_id: id,
  created_at: at,
  updated_at: at,
  deleted: fc.boolean(),
  type: fc.constant('GGL'),
  size: fc.constant('MK06'),
  variant: fc.constant('2070'),
  projects_id: id,
  serial_number: fc.option(serial),
  is_unique: fc.boolean(),
  survey: fc.option(fc.constant('[]')),
  image_data: fc.option(id),
  manual: fc.boolean(),
  time: fc.integer({ min: 0, max: 2_000_000_000_000 }),
  flag: fc.constantFrom('valid' as const, 'in_review' as const, 'rejected' as const),
  points: fc.nat(1000),
});
/** Unsent work on the device: an edit of its own, built on something or on nothing. */
const unsent: fc.Arbitrary<ScanRow> = fc
  .record({
    saved: savedScan,
    state: fc.constantFrom('waiting' as const, 'refused' as const, 'captured' as const),
    base: fc.option(id),
    prior: fc.array(id, { maxLength: 3 }),
    deleted: fc.boolean(),
  })
  .map(({ saved, state, base, prior, deleted }) => ({
    ...collections.scans.fromWire(saved),
    state,
    deleted: deleted && state === 'waiting',
    base_op_id: base,
    prior_op_ids: prior,
  }));
const sent: fc.Arbitrary<ScanRow> = savedScan.map((saved) => ({
  ...collections.scans.fromWire(saved),
  deleted: saved.deleted,
}));
const errorCode = fc.constantFrom(...scanErrors);

function refusalOf(
  row: ScanRow,
  code: (typeof scanErrors)[number],
  scan: Scan | null,
): ScanVerdict {
  const { status, message } = apiErrors[code];
  return { uuid: row.uuid, op_id: row.op_id, status, scan, error: { code, message } };
}
const pulledOf = (scan: Scan): ScanRow => ({
  ...collections.scans.fromWire(scan),
  deleted: scan.deleted,
});

describe('what is sent', () => {
  test('an edit is always one that the contract accepts', () => {
    fc.assert(
      fc.property(unsent, (row) => {
        expect(v.safeParse(scanEdit, scanEditOf(row)).issues).toBeUndefined();
      }),
    );
  });

  test('nothing is sent but what waits, and no scan before its photo', () => {
    fc.assert(
      fc.property(
        fc.oneof(unsent, sent),
        fc.boolean(),
        fc.option(id),
        (row, imageSent, imageIdxDB) => {
          const asked = { ...row, imageSent, imageIdxDB };
          const hasPhotoWaiting = imageIdxDB !== null && !imageSent && !row.deleted;
          expect(isToBeSent(asked)).toBe(row.state === 'waiting' && !hasPhotoWaiting);
        },
      ),
    );
  });
});

describe('the verdict', () => {
  test('a refusal keeps every word the person said, and says why', () => {
    fc.assert(
      fc.property(unsent, errorCode, fc.option(savedScan), (row, code, scan) => {
        const edit = { ...row, deleted: false };
        const outcome = settle(edit, refusalOf(edit, code, scan));
        expect(scanEditOf({ ...outcome.row, base_op_id: null })).toEqual(
          scanEditOf({ ...edit, base_op_id: null }),
        );
        const said =
          outcome.kind === 'rebased' ? [] : [outcome.row.state, outcome.row.refusal?.code];
        expect(said).toEqual(outcome.kind === 'rebased' ? [] : ['refused', code]);
      }),
    );
  });

  test('a conflict with an own earlier edit is none: the edit is sent again on top of it', () => {
    fc.assert(
      fc.property(unsent, savedScan, (row, scan) => {
        const edit = { ...row, deleted: false, prior_op_ids: [...row.prior_op_ids, scan.op_id] };
        const outcome = settle(edit, refusalOf(edit, 'conflict', scan));
        expect(outcome).toMatchObject({
          kind: 'rebased',
          row: { op_id: row.op_id, base_op_id: scan.op_id, state: row.state },
        });
        expect(outcome.row.prior_op_ids.length).toBeLessThan(edit.prior_op_ids.length);
      }),
    );
  });

  test('what was accepted is the server’s scan, and what it is built on from now on', () => {
    fc.assert(
      fc.property(unsent, savedScan, (row, saved) => {
        const edit = { ...row, deleted: false };
        const scan = { ...saved, uuid: row.uuid, op_id: row.op_id, deleted: false };
        const verdict = {
          uuid: row.uuid,
          op_id: row.op_id,
          status: 201,
          scan,
          error: null,
        } as const;
        expect(settle(edit, verdict).row).toMatchObject({
          state: 'sent',
          base_op_id: row.op_id,
          prior_op_ids: [],
          flag: saved.flag,
          points: saved.points,
        });
      }),
    );
  });

  test('whatever the verdict, the document is one that the store takes', () => {
    fc.assert(
      fc.property(unsent, errorCode, fc.option(savedScan), (row, code, scan) => {
        const { row: after } = settle(row, refusalOf(row, code, scan));
        expect(v.safeParse(scanDocument, after).issues).toBeUndefined();
      }),
    );
  });
});

describe('a pull', () => {
  test('never overwrites an edit that the server does not have', () => {
    fc.assert(
      fc.property(unsent, savedScan, (local, scan) => {
        fc.pre(local.op_id !== scan.op_id);
        const joined = joinPulledScan(local, pulledOf({ ...scan, uuid: local.uuid }));
        expect({ ...joined, base_op_id: null }).toEqual({ ...local, base_op_id: null });
      }),
    );
  });

  test('settles the edit whose answer was lost', () => {
    fc.assert(
      fc.property(unsent, savedScan, (local, scan) => {
        const pulled = pulledOf({ ...scan, uuid: local.uuid, op_id: local.op_id });
        expect(joinPulledScan(local, pulled)).toMatchObject({
          state: 'sent',
          base_op_id: local.op_id,
        });
      }),
    );
  });

  test('brings the server’s word to whatever has no edit of its own', () => {
    fc.assert(
      fc.property(sent, savedScan, (local, scan) => {
        const pulled = pulledOf({ ...scan, uuid: local.uuid });
        const { flag, points, op_id, deleted } = joinPulledScan(local, pulled);
        expect({ flag, points, op_id, deleted }).toEqual({
          flag: scan.flag,
          points: scan.points,
          op_id: scan.op_id,
          deleted: scan.deleted,
        });
      }),
    );
  });

  test('done twice is done once', () => {
    fc.assert(
      fc.property(fc.oneof(unsent, sent), savedScan, (local, scan) => {
        const pulled = pulledOf({ ...scan, uuid: local.uuid });
        const once = joinPulledScan(local, pulled);
        expect(joinPulledScan(once, pulled)).toEqual(once);
      }),
    );
  });
});
