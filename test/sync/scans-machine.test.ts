import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { scanEdit, type ScanVerdict } from '#schemas/api/scan-calls.ts';
import { type Scan, scanDocument } from '#schemas/scan.ts';
import { nextScan } from '#sync/entities/scans/machine.ts';
import { type ScanRow, scanWire } from '#sync/entities/scans/scan-row.ts';
import {
  type AnyScanEvent,
  errorCode,
  foreignEdit,
  id,
  histories,
  rejectionVerdict,
  rowOf,
  savedScan,
  type ScanMoment,
} from './scan-histories.ts';

const sent = savedScan.map(rowOf);
const unsentIn = (...states: ('waiting' | 'refused' | 'captured')[]): fc.Arbitrary<ScanRow> =>
  fc
    .record({
      saved: savedScan,
      state: fc.constantFrom(...states),
      base: fc.option(id),
      prior: fc.array(id, { maxLength: 3 }),
      deleted: fc.boolean(),
    })
    .map(({ saved, state, base, prior, deleted }) => ({
      ...rowOf(saved),
      state,
      new_photo_by: '',
      deleted: deleted && state === 'waiting',
      base_op_id: base,
      prior_op_ids: prior,
    }));
/** An unsent local edit, with or without a base. */
const unsent = unsentIn('waiting', 'refused', 'captured');
/** A waiting edit that isn't a removal. */
const saving = unsentIn('waiting').map((row) => ({ ...row, deleted: false }));
const applyVerdict = (row: ScanRow, verdict: ScanVerdict) =>
  nextScan(row, { type: 'verdict', verdict });
const pull = (row: ScanRow, scan: Scan) =>
  nextScan(row, { type: 'pulled', row: rowOf({ ...scan, uuid: row.uuid }) });
/** Request body without the base. */
const visibleFields = (row: ScanRow) =>
  scanWire.bulkRequest([{ ...row, base_op_id: null }]).body as { scans: [unknown] };

describe('an edit from an imported file', () => {
  const importRow = (row: ScanRow, edit: ScanRow) =>
    nextScan(row, { type: 'edit_imported', row: edit });

  test('continues on the server’s version if that is its base, or an earlier edit of its phone', () => {
    fc.assert(
      fc.property(sent, saving, fc.boolean(), (sentRow, edit, isEarlierEdit) => {
        const row = { ...sentRow, deleted: false };
        const importedRow = isEarlierEdit
          ? { ...edit, base_op_id: null, prior_op_ids: [row.op_id] }
          : { ...edit, base_op_id: row.base_op_id };
        const { flag, points, rejection } = row;
        expect(importRow(row, importedRow)).toMatchObject({
          ...{ op_id: edit.op_id, variant: edit.variant, state: 'waiting' },
          ...{ base_op_id: row.base_op_id, flag, points, rejection },
        });
      }),
    );
  });

  test('never overwrites a local edit or another version of the server', () => {
    fc.assert(
      fc.property(sent, unsent, saving, (row, localEdit, edit) => {
        const importedRow = { ...edit, base_op_id: foreignEdit, prior_op_ids: [] };
        expect(importRow(row, importedRow)).toBe(row);
        expect(importRow(localEdit, importedRow)).toBe(localEdit);
      }),
    );
  });
});

describe('a sent edit', () => {
  test('always matches the contract', () => {
    fc.assert(
      fc.property(unsent, (row) => {
        const { scans } = scanWire.bulkRequest([row]).body as { scans: [unknown] };
        expect(v.safeParse(scanEdit, scans[0]).issues).toBeUndefined();
      }),
    );
  });

  test('F06: is always a waiting edit, and no scan is sent before its photo and its project', () => {
    fc.assert(
      fc.property(
        fc.oneof(unsent, sent),
        fc.boolean(),
        fc.option(id),
        (row, imageSent, imageIdxDB) => {
          const withPhoto = { ...row, imageSent, imageIdxDB };
          const isWaiting = row.state === 'waiting';
          expect(scanWire.nextRequest(withPhoto) !== null).toBe(isWaiting);
          const hasPhoto = imageIdxDB !== null && !imageSent;
          const first = hasPhoto
            ? { kind: 'photo', id: imageIdxDB }
            : { kind: 'project', id: row.projects_id };
          expect(scanWire.prerequisite(withPhoto)).toEqual(
            isWaiting && !row.deleted ? first : null,
          );
        },
      ),
    );
  });
});

describe('a verdict', () => {
  test('that rejects an edit has a reason, and keeps everything that the person entered', () => {
    fc.assert(
      fc.property(saving, errorCode, fc.option(savedScan), (row, code, scan) => {
        const after = applyVerdict(row, rejectionVerdict(row, code, scan));
        expect(visibleFields(after)).toEqual(visibleFields(row));
        expect([after.state, after.refusal?.code]).toEqual(['refused', code]);
        expect(after.base_op_id).toBe(scan?.op_id ?? row.base_op_id);
      }),
    );
  });

  test('about a conflict with the device’s earlier edit doesn’t count: the edit is resent, based on the earlier edit', () => {
    fc.assert(
      fc.property(saving, savedScan, id, (row, scan, laterId) => {
        const prior_op_ids = [...row.prior_op_ids, scan.op_id, laterId];
        const edit = { ...row, prior_op_ids };
        const after = applyVerdict(edit, rejectionVerdict(edit, 'conflict', scan));
        expect(after).toEqual({ ...edit, base_op_id: scan.op_id, prior_op_ids: [laterId] });
        expect(scanWire.nextRequest(after)).not.toEqual(scanWire.nextRequest(edit));
      }),
    );
  });

  test('about a conflict with a version that a pull has already delivered doesn’t count: the edit is sent, based on that version', () => {
    fc.assert(
      fc.property(saving, savedScan, (row, saved) => {
        const scan = { ...saved, deleted: false };
        const edit = { ...row, prior_op_ids: [...row.prior_op_ids, scan.op_id] };
        const verdict = rejectionVerdict(edit, 'conflict', scan);
        const pulledRow = pull(edit, scan);
        expect(applyVerdict(pulledRow, verdict)).toBe(pulledRow);
      }),
    );
  });

  test('that accepts an edit makes it the server’s version, and later edits are based on it', () => {
    fc.assert(
      fc.property(saving, savedScan, (row, saved) => {
        const { uuid, op_id } = row;
        const scan = { ...saved, uuid, op_id, deleted: false };
        expect(applyVerdict(row, { uuid, op_id, status: 201, scan, error: null })).toMatchObject({
          state: 'sent',
          base_op_id: op_id,
          prior_op_ids: [],
          flag: saved.flag,
          points: saved.points,
        });
      }),
    );
  });

  test('always leaves a document that the store accepts', () => {
    fc.assert(
      fc.property(unsent, errorCode, fc.option(savedScan), (row, code, scan) => {
        const after = applyVerdict(row, rejectionVerdict(row, code, scan));
        expect(v.safeParse(scanDocument, after).issues).toBeUndefined();
      }),
    );
  });

  test('on an edit that is no longer waiting changes nothing', () => {
    const settledScans = fc.oneof(unsentIn('refused', 'captured'), sent);
    fc.assert(
      fc.property(settledScans, errorCode, fc.option(savedScan), (row, code, scan) => {
        expect(applyVerdict(row, rejectionVerdict(row, code, scan))).toBe(row);
      }),
    );
  });
});

describe('a removal', () => {
  test('stays, even if another tab detaches the scan from its project at the same time', () => {
    fc.assert(
      fc.property(unsentIn('waiting'), fc.option(id), id, (row, replacement, opId) => {
        const removal = { ...row, deleted: true };
        expect(nextScan(removal, { type: 'project_detached', replacement, opId })).toBe(removal);
      }),
    );
  });
});

describe('a rejected photo', () => {
  test('rejects only a scan that waits for it, not one that was detached from its project', () => {
    fc.assert(
      fc.property(unsentIn('waiting', 'captured'), id, (row, photoId) => {
        const scan = { ...row, deleted: false, imageIdxDB: photoId, imageSent: false };
        const refusal = { code: 'unsupported_media', message: '' };
        const after = nextScan(scan, { type: 'photo_rejected', photoId, refusal });
        expect(after.state).toBe(row.state === 'waiting' ? 'refused' : 'captured');
      }),
    );
  });
});

describe('a pull', () => {
  test('never overwrites an edit that the server doesn’t have', () => {
    fc.assert(
      fc.property(unsent, savedScan, (local, scan) => {
        fc.pre(local.op_id !== scan.op_id);
        expect(pull(local, scan)).toBe(local);
        const [prior] = local.prior_op_ids;
        fc.pre(prior !== undefined);
        expect(pull(local, { ...scan, op_id: prior ?? '' })).toEqual({
          ...local,
          base_op_id: prior,
          prior_op_ids: local.prior_op_ids.slice(1),
        });
      }),
    );
  });

  test('settles the edit whose response was lost', () => {
    fc.assert(
      fc.property(unsentIn('waiting', 'refused'), savedScan, (local, scan) => {
        const { op_id } = local;
        const settled = { state: 'sent', base_op_id: op_id, prior_op_ids: [] };
        expect(pull(local, { ...scan, op_id })).toMatchObject(settled);
      }),
    );
  });

  test('replaces documents without edits by the server’s version', () => {
    fc.assert(
      fc.property(sent, savedScan, (local, scan) => {
        const { flag, points, op_id, deleted } = scan;
        expect(pull(local, scan)).toMatchObject({ flag, points, op_id, deleted, state: 'sent' });
      }),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(unsent, sent), savedScan, (local, scan) => {
        const pulledOnce = pull(local, scan);
        expect(pull(pulledOnce, scan)).toEqual(pulledOnce);
      }),
    );
  });
});

test('F43: the rejection of a removal ends if the restored server no longer has the scan', () => {
  fc.assert(
    fc.property(sent, savedScan, errorCode, id, (row, saved, code, opId) => {
      const removedRow = nextScan({ ...row, deleted: false }, { type: 'removed', opId });
      const keptScan = { ...saved, uuid: row.uuid, deleted: false };
      const rejectedRow = applyVerdict(removedRow, rejectionVerdict(removedRow, code, keptScan));
      expect([rejectedRow.state, rejectedRow.refusal?.code]).toEqual(['sent', code]);
      expect(nextScan(rejectedRow, { type: 'restored', server: null })).toEqual({
        ...rejectedRow,
        state: 'waiting',
        refusal: null,
        base_op_id: null,
        new_photo_by: '',
        imageSent: false,
      });
    }),
  );
});

const forEveryMoment = (check: (moment: ScanMoment) => void) =>
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 500 },
  );

/** True if the server confirmed the edit, rejected the removal, or accepted the product without its new photo. */
function settles(event: AnyScanEvent, { op_id, deleted, replaced_photo }: ScanRow): boolean {
  if (event.type === 'pulled') return event.row.op_id === op_id;
  if (event.type !== 'verdict' || event.verdict.op_id !== op_id) return false;
  const { error, scan } = event.verdict;
  const isAccepted = replaced_photo !== null && scan?.flag === 'valid' && !scan.deleted;
  if (error?.code === 'project_not_open' && isAccepted) return true;
  return error === null || (deleted && scan?.deleted === false);
}

describe('any sequence of events', () => {
  test('keeps unsent work, waiting or rejected, until the server has exactly that edit', () => {
    forEveryMoment(({ before, event, after, isLocal }) => {
      if (isLocal || before.state === 'sent') return;
      const isSettled = after.state === 'sent';
      expect(isSettled && !settles(event, before)).toBe(false);
      if (isSettled) return;
      expect([before.state, 'refused']).toContain(after.state);
      expect(after.deleted).toBe(before.deleted && after.state !== 'refused');
      expect(visibleFields({ ...after, deleted: false })).toEqual(
        visibleFields({ ...before, deleted: false }),
      );
    });
  });

  test('changes only the base of the last edit if no event is about that edit', () => {
    forEveryMoment(({ before, event, after }) => {
      const isVerdict = event.type === 'verdict' || event.type === 'rejected';
      const opId = event.type === 'verdict' ? event.verdict.op_id : before.op_id;
      if (!isVerdict || (event.type === 'rejected' ? event.edit : opId) === before.op_id) return;
      const { base_op_id, prior_op_ids } = after;
      expect(after).toEqual({ ...before, base_op_id, prior_op_ids });
    });
  });

  test('leaves a state that shows the remaining work, and that the store accepts', () => {
    forEveryMoment(({ after }) => {
      const { state, op_id } = after;
      expect(v.safeParse(scanDocument, after).issues).toBeUndefined();
      expect(scanWire.nextRequest(after)?.edit ?? null).toBe(state === 'waiting' ? op_id : null);
      expect(state === 'refused' && (after.refusal === null || after.deleted)).toBe(false);
      const { base_op_id, prior_op_ids } = after;
      const base = state === 'sent' ? { base_op_id: op_id, prior_op_ids: [] } : {};
      expect({ base_op_id, prior_op_ids }).toMatchObject(base);
    });
  });

  test('a rejection ends sending, or causes a limited number of retries on another base', () => {
    forEveryMoment(({ after, scan: serverScan }) => {
      if (after.state !== 'waiting') return;
      for (const op_id of [foreignEdit, ...after.prior_op_ids]) {
        const scan = { ...serverScan, op_id };
        const next = applyVerdict(after, rejectionVerdict(after, 'conflict', scan));
        // A base that a pull has updated since the request is retried once.
        const isKnownBase = op_id === after.base_op_id && !after.prior_op_ids.includes(op_id);
        expect(next === after).toBe(isKnownBase);
        const hasFewerIds = next.prior_op_ids.length < after.prior_op_ids.length;
        expect(isKnownBase || hasFewerIds || next.state !== 'waiting').toBe(true);
      }
    });
  });

  test('is idempotent for repeated events', () => {
    forEveryMoment(({ event, after, isLocal }) => {
      // A colleague removed it, which rejects the edit built on it.
      const isForRemoved = event.type === 'verdict' && event.verdict.scan?.deleted === true;
      if (isLocal || isForRemoved) return;
      expect(nextScan(after, event)).toEqual(after);
    });
  });

  test('F43: a server that lost everything gets everything that it had accepted again, exactly once', () => {
    forEveryMoment(({ after }) => {
      const { state, base_op_id, updated_at } = after;
      const restoredRow = nextScan(after, { type: 'restored', server: null });
      // The server may have lost the photo, too.
      const unsent = state === 'captured' ? after : { ...after, imageSent: false };
      // A rejected removal ends when the server no longer has the scan.
      const expectedState =
        state === 'sent' ? { state: 'waiting', refusal: null, new_photo_by: '' } : {};
      expect(restoredRow).toEqual(
        base_op_id === null || state === 'captured'
          ? unsent
          : { ...unsent, ...expectedState, base_op_id: null },
      );
      expect(nextScan(restoredRow, { type: 'restored', server: null })).toBe(restoredRow);
      if (base_op_id === null) return;
      const server = { uuid: after.uuid, op_id: base_op_id, updated_at, deleted: false };
      expect(nextScan(after, { type: 'restored', server })).toEqual(
        state === 'sent' ? after : unsent,
      );
    });
  });
});
