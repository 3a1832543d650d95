import fc from 'fast-check';
import { scanErrors, type ScanVerdict } from '#schemas/api/scan-calls.ts';
import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import { apiErrorStatus } from '#schemas/api/errors.ts';
import { scanFromWire } from '#schemas/from-wire.ts';
import type { Scan } from '#schemas/scan.ts';
import { newScan, nextScan } from '#sync/entities/scans/machine.ts';
import type { ScanEvent } from '#sync/entities/scans/scan-events.ts';
import type { ScanRow } from '#sync/entities/scans/scan-row.ts';

export const id = fc.uuid({ version: 4 });
const timestamp = fc.constantFrom('2026-05-04T10:00:00.000Z', '2026-05-05T11:00:00.000Z');
const serial = fc.stringMatching(/^[A-Z0-9]{1,8}-[A-Z0-9]{1,4}$/);

export const savedScan: fc.Arbitrary<Scan> = fc.record({
  uuid: id,
  op_id: id,
  created_at: timestamp,
  updated_at: timestamp,
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
  photo_of: fc.option(fc.constantFrom('product' as const, 'label' as const)),
  flag: fc.constantFrom('valid' as const, 'in_review' as const, 'rejected' as const),
  rejection: fc.option(
    fc.record({
      code: fc.constantFrom('label_unreadable', 'returned'),
      note: fc.option(fc.constant('Please show the whole label.')),
      decided_at: timestamp,
      new_photo_until: fc.option(fc.constant('2026-05-18T10:00:00.000Z')),
    }),
  ),
  points: fc.nat(1000),
});
export const rowOf = (scan: Scan): ScanRow => ({ ...scanFromWire(scan), deleted: scan.deleted });
export const errorCode = fc.constantFrom(...scanErrors);

export function rejectionVerdict(
  row: Pick<ScanRow, 'uuid' | 'op_id'>,
  code: (typeof scanErrors)[number],
  scan: Scan | null,
): ScanVerdict {
  const [status, message] = [apiErrorStatus[code], apiErrorMessages[code]];
  return { uuid: row.uuid, op_id: row.op_id, status, scan, error: { code, message } };
}

/** Ordered edits, so that server events often concern the last or an older one. */
export const editAt = (index: number) =>
  `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const foreignEdit = editAt(999);
const refusal = { code: 'internal', message: '' };
const localKinds = [
  'saved',
  'edited',
  'photo_replaced',
  'new_photo_discarded',
  'retried',
  'removed',
  'save_undone',
  'project_detached',
] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...localKinds, 'verdict', 'rejected', 'pulled', 'restored'),
    /** Number of edits before the latest one; -1 for an edit from another device. */
    editsBack: fc.integer({ min: -1, max: 3 }),
    code: fc.option(errorCode),
    server: fc.option(
      fc.record({
        editsBack: fc.integer({ min: -1, max: 3 }),
        deleted: fc.boolean(),
        at: timestamp,
      }),
    ),
  }),
  { maxLength: 12 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];
export type AnyScanEvent = Parameters<typeof nextScan>[1];

function eventOf({ kind, editsBack, code, server }: Step, saved: Scan, last: number): AnyScanEvent {
  const editBefore = (edits: number) =>
    edits < 0 || edits > last ? foreignEdit : editAt(last - edits);
  const [edit, opId, { uuid }] = [editBefore(editsBack), editAt(last + 1), saved];
  const common = {
    ...saved,
    op_id: editBefore(server?.editsBack ?? 0),
    updated_at: server?.at ?? saved.updated_at,
  };
  const scan = { ...common, deleted: server?.deleted ?? false };
  switch (kind) {
    case 'saved':
    case 'save_undone':
      return { type: kind, projectId: uuid, opId };
    case 'edited':
      return { type: kind, changes: { variant: `V${last}` }, opId };
    case 'photo_replaced':
      return { type: kind, photo: { imageIdxDB: editAt(500 + last), photo_of: 'label' }, opId };
    case 'project_detached':
      return { type: kind, replacement: server && uuid, opId };
    case 'new_photo_discarded':
    case 'retried':
    case 'removed':
      return { type: kind, opId };
    case 'rejected':
      return { type: kind, edit, refusal };
    case 'pulled':
      return { type: kind, row: rowOf(scan) };
    case 'restored':
      return { type: kind, server: server && scan };
    case 'verdict': {
      const accepted = { uuid, op_id: edit, status: 201, error: null } as const;
      if (code !== null) return verdictEvent(rejectionVerdict(accepted, code, server && scan));
      return verdictEvent({
        ...accepted,
        scan: server && { ...scan, op_id: edit, deleted: false },
      });
    }
  }
}
function verdictEvent(verdict: ScanVerdict): Extract<ScanEvent, { type: 'verdict' }> {
  return { type: 'verdict', verdict };
}

/** Random event sequences of a scan: a new one, or one on the server. */
export const histories = fc
  .tuple(savedScan, fc.boolean(), steps)
  .map(([saved, isNew, allSteps]) => {
    const scan = { ...saved, op_id: editAt(0), deleted: false };
    const newRow = newScan(rowOf(scan), { uuid: scan.uuid, opId: editAt(0), now: 0 });
    let row: ScanRow = isNew ? { ...newRow, deleted: false } : rowOf(scan);
    let last = 0;
    return allSteps.flatMap((step) => {
      const isLocal = localKinds.some((kind) => kind === step.kind);
      if (isLocal && row.deleted) return [];
      const before = row;
      const event = eventOf(step, scan, last);
      row = nextScan(before, event);
      if (row.op_id === editAt(last + 1)) last += 1;
      return [{ before, event, after: row, isLocal, scan }];
    });
  });
export type ScanMoment = ReturnType<typeof histories.generate>['value'][number];
