import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextScan } from '#sync/entities/scans/machine.ts';
import type { ScanRow } from '#sync/entities/scans/scan-row.ts';
import {
  editAt,
  errorCode,
  foreignEdit,
  rejectionVerdict,
  rowOf,
  savedScan,
} from './scan-histories.ts';

/** A saved scan with its first edit, which the server may or may not have. */
const savedRows = savedScan.map((scan): ScanRow => {
  const { uuid } = scan;
  const row = rowOf({ ...scan, op_id: editAt(0), deleted: false });
  return nextScan(
    { ...row, state: 'captured', base_op_id: null },
    { type: 'saved', projectId: uuid, opId: editAt(0) },
  );
});
const rejectScan = (row: ScanRow, code: string) =>
  nextScan(row, { type: 'rejected', edit: row.op_id, refusal: { code, message: '' } });
const remove = (row: ScanRow) => nextScan(row, { type: 'removed', opId: editAt(1) });
const retry = (row: ScanRow) => nextScan(row, { type: 'retried', opId: editAt(1) });
/** Rejects a scan because the server has an edit other than the base. */
const conflict = (row: ScanRow, op_id: string) => {
  const scan = { ...row, op_id, deleted: false, flag: 'valid' as const };
  const verdict = rejectionVerdict(row, 'conflict', scan);
  return nextScan(row, { type: 'verdict', verdict });
};

describe.each(['unknown_shape', 'internal'])('a scan whose edit ended with %s', (code) => {
  test('remembers the edit, which the server may have accepted', () => {
    fc.assert(
      fc.property(savedRows, (row) => {
        expect(rejectScan(row, code)).toMatchObject({
          state: 'refused',
          prior_op_ids: [row.op_id],
        });
      }),
    );
  });

  test('isn’t removed without informing the server', () => {
    fc.assert(
      fc.property(savedRows, (row) => {
        expect(remove(rejectScan(row, code))).toMatchObject({ state: 'waiting', deleted: true });
      }),
    );
  });

  test('doesn’t conflict with itself when it is resent', () => {
    fc.assert(
      fc.property(savedRows, (row) => {
        const retriedRow = retry(rejectScan(row, code));
        const baseFields = { base_op_id: row.op_id, prior_op_ids: [] };
        expect(conflict(retriedRow, row.op_id)).toEqual({ ...retriedRow, ...baseFields });
        expect(conflict(retriedRow, foreignEdit)).toMatchObject({ state: 'refused' });
      }),
    );
  });
});

describe('a scan that the server has rejected', () => {
  const rejectedRows = fc.tuple(savedRows, errorCode).map(([row, code]) => {
    return nextScan(row, { type: 'verdict', verdict: rejectionVerdict(row, code, null) });
  });

  test('remembers no edit, because the server doesn’t have the scan; so no removal is sent', () => {
    fc.assert(
      fc.property(rejectedRows, (row) => {
        expect(row).toMatchObject({ state: 'refused', prior_op_ids: [] });
        expect(remove(row)).toMatchObject({ state: 'captured', deleted: true });
      }),
    );
  });

  test('gets a conflict if someone else’s scan exists when it is retried', () => {
    fc.assert(
      fc.property(rejectedRows, (row) => {
        const after = conflict(retry(row), foreignEdit);
        expect(after).toMatchObject({ state: 'refused', refusal: { code: 'conflict' } });
      }),
    );
  });
});
