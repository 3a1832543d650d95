import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProductRejection } from '#schemas/product-rejection.ts';
import { acceptsNewPhoto, isNewPhotoTooLate, newPhotoBy } from '#schemas/scan.ts';
import { nextScan } from '#sync/entities/scans/machine.ts';
import type { ScanRow } from '#sync/entities/scans/scan-row.ts';
import { errorCode, id, rejectionVerdict, rowOf, savedScan } from './scan-histories.ts';

const DEADLINE = '2026-05-18T10:00:00.000Z';
const now = Date.parse(DEADLINE) - 1;

/** A product on the server for which a reviewer requests a new photo. */
const objectedScan = savedScan.map((saved) => {
  const rejection: ProductRejection = {
    code: 'label_unreadable',
    note: null,
    decided_at: '2026-05-04T10:00:00.000Z',
    new_photo_until: DEADLINE,
  };
  return rowOf({ ...saved, deleted: false, rejection });
});
const replace = (row: ScanRow, imageIdxDB: string, opId: string) =>
  nextScan(row, { type: 'photo_replaced', photo: { imageIdxDB, photo_of: 'label' }, opId });
const discard = (row: ScanRow, opId: string) =>
  nextScan(row, { type: 'new_photo_discarded', opId });

describe('a new photo', () => {
  test('is accepted until the deadline, and later only for a photo not on the server yet', () => {
    fc.assert(
      fc.property(objectedScan, id, id, (row, photo, opId) => {
        expect(acceptsNewPhoto(row, now)).toBe(true);
        expect(acceptsNewPhoto(row, now + 1)).toBe(false);
        expect(acceptsNewPhoto({ ...row, new_photo_by: '' }, now)).toBe(false);
        expect(acceptsNewPhoto(replace(row, photo, opId), now + 1)).toBe(true);
      }),
    );
  });

  test('changes only the photo, and is sent based on the server’s version', () => {
    fc.assert(
      fc.property(objectedScan, id, id, (row, photo, opId) => {
        const next = replace(row, photo, opId);
        expect(next).toEqual({
          ...row,
          op_id: opId,
          state: 'waiting',
          ...{ imageIdxDB: photo, imageSent: false, image_data: null, photo_of: 'label' },
          replaced_photo: { image_data: row.image_data, photo_of: row.photo_of ?? null },
          new_photo_by: '',
        });
      }),
    );
  });

  test('can be discarded, which restores the server’s version, even after several retakes', () => {
    const photos = fc.array(fc.tuple(id, id), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(objectedScan, photos, errorCode, id, (row, taken, code, opId) => {
        const waiting = taken.reduce((before, [photo, op]) => replace(before, photo, op), row);
        const restored = { ...row, photo_of: row.photo_of ?? null };
        expect(discard(waiting, opId)).toEqual(restored);
        const verdict = rejectionVerdict(waiting, code, null);
        const rejected = nextScan(waiting, { type: 'verdict', verdict });
        expect(rejected.state).toBe('refused');
        expect(discard(rejected, opId)).toEqual(restored);
      }),
    );
  });

  test('can’t be discarded if the photo wasn’t replaced', () => {
    fc.assert(
      fc.property(objectedScan, id, (row, opId) => {
        expect(discard(row, opId)).toBe(row);
      }),
    );
  });
});

describe('a new photo after the server’s response', () => {
  test('shows the reviewer’s later decision, which remains when the photo is discarded', () => {
    fc.assert(
      fc.property(objectedScan, savedScan, id, id, id, (row, later, photo, op, opId) => {
        const { uuid, op_id } = row;
        const decided = { ...later, uuid, op_id, deleted: false, rejection: null };
        const pulled = nextScan(replace(row, photo, op), { type: 'pulled', row: rowOf(decided) });
        expect([pulled.state, pulled.imageIdxDB]).toEqual(['waiting', photo]);
        const { flag, points, image_data } = decided;
        const view = { state: 'sent', flag, points, rejection: null, imageIdxDB: image_data };
        expect(discard(pulled, opId)).toMatchObject(view);
      }),
    );
  });

  test('that was too late can be sent again once the reviewer has requested another photo', () => {
    const photoUntil = (row: ScanRow, until: string) => {
      const rejection = row.rejection && { ...row.rejection, new_photo_until: until };
      return {
        ...savedScanOf(row),
        ...{ op_id: row.op_id, image_data: row.image_data, rejection },
        flag: 'in_review' as const,
      };
    };
    fc.assert(
      fc.property(objectedScan, id, id, id, (row, photo, opId, retryId) => {
        const replacedRow = replace(row, photo, opId);
        const expired = photoUntil(row, new Date(now - 1).toISOString());
        const verdict = rejectionVerdict(replacedRow, 'new_photo_not_accepted', expired);
        const rejectedRow = nextScan(replacedRow, { type: 'verdict', verdict });
        expect(isNewPhotoTooLate(rejectedRow, now)).toBe(true);
        const requestedRow = rowOf(photoUntil(row, DEADLINE));
        const reopenedRow = nextScan(rejectedRow, { type: 'pulled', row: requestedRow });
        expect([reopenedRow.state, reopenedRow.imageIdxDB]).toEqual(['refused', photo]);
        expect(isNewPhotoTooLate(reopenedRow, now)).toBe(false);
        expect(nextScan(reopenedRow, { type: 'retried', opId: retryId })).toMatchObject({
          ...{ state: 'waiting', imageIdxDB: photo, base_op_id: row.op_id, op_id: retryId },
        });
      }),
    );
  });

  test('becomes the product’s photo if it is accepted, and ends the objection and its deadline', () => {
    fc.assert(
      fc.property(objectedScan, id, id, (row, photo, opId) => {
        const waiting = replace(row, photo, opId);
        const scan = {
          ...savedScanOf(row),
          ...{ op_id: opId, image_data: photo, flag: 'in_review' as const, rejection: null },
        };
        const verdict = { uuid: row.uuid, op_id: opId, status: 200, scan, error: null } as const;
        expect(nextScan(waiting, { type: 'verdict', verdict })).toMatchObject({
          ...{ state: 'sent', flag: 'in_review', rejection: null, imageIdxDB: photo },
          ...{ replaced_photo: null, new_photo_by: '' },
        });
      }),
    );
  });

  test('is based on a colleague’s later version, and discarding it returns to exactly that version', () => {
    fc.assert(
      fc.property(objectedScan, savedScan, id, id, id, (row, later, photo, op, opId) => {
        const colleagues = { ...later, uuid: row.uuid, deleted: false };
        const replacedRow = replace(row, photo, op);
        const pulled = nextScan(replacedRow, { type: 'pulled', row: rowOf(colleagues) });
        const verdict = rejectionVerdict(replacedRow, 'conflict', colleagues);
        const rejectedRow = nextScan(replacedRow, { type: 'verdict', verdict });
        for (const unsent of [pulled, rejectedRow]) {
          expect([unsent.imageIdxDB, unsent.base_op_id]).toEqual([photo, later.op_id]);
          const { op_id, updated_at, image_data, flag, points } = later;
          const version = { op_id, base_op_id: op_id, updated_at, image_data, flag, points };
          expect(discard(unsent, opId)).toMatchObject({ ...version, state: 'sent' });
        }
        // The verdict on the edit that was sent before the pull doesn't end the later edit.
        expect(nextScan(pulled, { type: 'verdict', verdict })).toBe(pulled);
      }),
    );
  });

  test('for a product that was accepted in the meantime isn’t needed, and is kept with that reason', () => {
    fc.assert(
      fc.property(objectedScan, id, id, (row, photo, opId) => {
        const accepted = { ...savedScanOf(row), op_id: row.op_id, image_data: row.image_data };
        const scan = { ...accepted, flag: 'valid' as const, rejection: null };
        const replacedRow = replace(row, photo, opId);
        const verdict = rejectionVerdict(replacedRow, 'project_not_open', scan);
        const keptRow = nextScan(replacedRow, { type: 'verdict', verdict });
        expect(keptRow).toMatchObject({
          ...{ state: 'refused', flag: 'valid', rejection: null, imageIdxDB: photo },
          refusal: { code: 'new_photo_not_needed' },
        });
        expect(discard(keptRow, opId)).toMatchObject({
          ...{ state: 'sent', flag: 'valid', refusal: null, replaced_photo: null },
          imageIdxDB: row.image_data,
        });
      }),
    );
  });
});

test('only products on the server have a deadline', () => {
  fc.assert(
    fc.property(objectedScan, (row) => {
      expect([newPhotoBy(row), row.new_photo_by]).toEqual([DEADLINE, DEADLINE]);
      expect(newPhotoBy({ ...row, state: 'waiting' })).toBe('');
    }),
  );
});

/** The server's scan of a row. */
function savedScanOf(row: ScanRow) {
  const { uuid, created_at, updated_at, deleted, type, size, variant, projects_id } = row;
  const { serial_number, is_unique, survey, manual, time, points } = row;
  return {
    ...{ uuid, created_at, updated_at, deleted, type, size, variant, projects_id },
    ...{ serial_number, is_unique, survey, manual, time, points, photo_of: 'label' as const },
  };
}
