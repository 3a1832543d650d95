import { newestFirstKey } from '#schemas/primitives.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';

const id = '0199a1b2-0000-7000-8000-000000000001';
const createdAt = '2026-05-04T10:00:00.000Z';

/** A new, synced lead without edits, as stored on the device. */
export function leadOf(changes: Partial<LeadDocument> = {}): LeadDocument {
  return {
    uuid: id,
    op_id: id,
    base_op_id: id,
    created_at: createdAt,
    updated_at: createdAt,
    status: 'new',
    group: 'open',
    expires_on: '2026-05-11T10:00:00.000Z',
    ...offeredLead,
    expected_installation_date: null,
    reasons: [],
    project_id: null,
    moved_by: { actor: 'operator', name: null },
    moved_at: createdAt,
    newest_first: newestFirstKey(Date.parse(createdAt)),
    state: 'synced',
    refusal: null,
    edits: [],
    before: null,
    sent_edits: [],
    ...changes,
  };
}
