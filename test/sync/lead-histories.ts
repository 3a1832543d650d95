import fc from 'fast-check';
import { leadFromWire } from '#schemas/from-wire.ts';
import type { Lead } from '#schemas/lead.ts';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { nextLead, withoutPendingEdits } from '#sync/entities/leads/machine.ts';
import type { LeadRow } from '#sync/entities/leads/lead-row.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';

export const uuid = '30000000-0000-4000-8000-000000000001';
export const moment = '2026-05-04T10:00:00.000Z';
const lead: Lead = {
  uuid,
  op_id: '30000000-0000-4000-8000-000000000002',
  created_at: moment,
  updated_at: moment,
  deleted: false,
  status: 'new',
  expires_on: moment,
  ...offeredLead,
  expected_installation_date: null,
  reasons: [],
  project_id: null,
  moved_by: { actor: 'operator', name: null },
  moved_at: moment,
};
export const rowOf = (changes: Partial<Lead> = {}): LeadRow => ({
  ...leadFromWire({ ...lead, ...changes }),
  deleted: changes.deleted ?? false,
});
/** The rejection of an edit because the lead was changed elsewhere, or no longer belongs to the company. */
export const movedOn = { code: 'lead_moved_on', message: '' };
export const notFound = { code: 'lead_not_found', message: '' };

/** Ordered edits, so that server events often concern a pending or earlier one. */
export const editAt = (index: number) =>
  `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const localKinds = ['edited', 'retried', 'rejection_accepted', 'withdrawn', 'imported'] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...localKinds, 'accepted', 'rejected', 'pulled', 'restored'),
    /** Number of edits back from the latest; -1 for an edit from another device. */
    editIndex: fc.integer({ min: -1, max: 3 }),
    status: fc.constantFrom('interested' as const, 'contacted' as const, 'lost' as const),
    code: fc.constantFrom(movedOn.code, notFound.code),
    hasServer: fc.boolean(),
    isDeleted: fc.boolean(),
  }),
  { maxLength: 14 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];
type AnyEvent = Parameters<typeof nextLead>[1];

function eventOf(
  { kind, editIndex, status, code, ...changes }: Step,
  row: LeadRow,
  editIds: string[],
): AnyEvent {
  const op_id = editIds.at(-1 - editIndex) ?? editAt(999);
  const refusal = { code, message: '' };
  const server = rowOf({ op_id, status, deleted: changes.isDeleted });
  const createEdit = (base: LeadRow): LeadEdit => {
    const next = editAt(editIds.length);
    editIds.push(next);
    const base_op_id = base.edits.at(-1)?.op_id ?? base.base_op_id;
    return { op_id: next, base_op_id, time: editIds.length, status };
  };
  switch (kind) {
    case 'edited':
      return { type: kind, edits: [createEdit(row)] };
    case 'retried':
      return { type: kind, recreate: createEdit };
    case 'imported':
      return { type: kind, edits: [createEdit(row)], refusal: changes.hasServer ? null : refusal };
    case 'accepted':
      return { type: kind, edit: op_id, lead: server };
    case 'rejected':
      return { type: kind, edit: op_id, refusal, server: changes.hasServer ? server : null };
    case 'pulled':
      return { type: kind, row: server };
    case 'restored':
      return { type: kind, server: changes.hasServer ? server : null };
    case 'withdrawn':
    case 'rejection_accepted':
      return { type: kind };
  }
}

/** Random event sequences of a lead. Steps that the rules forbid are skipped. */
export const histories = steps.map((allSteps) => {
  const ids: string[] = [];
  let row = rowOf();
  return allSteps.flatMap((step) => {
    const isLocal = localKinds.some((kind) => kind === step.kind);
    const isForbidden =
      row.deleted ||
      (step.kind === 'edited' && row.state === 'refused') ||
      (step.kind === 'withdrawn' && withoutPendingEdits(row) === null);
    if (isLocal && isForbidden) return [];
    const before = row;
    const event = eventOf(step, before, ids);
    row = nextLead(before, event);
    return [{ before, event, after: row, isLocal }];
  });
});
export type LeadMoment = ReturnType<typeof histories.generate>['value'][number];
