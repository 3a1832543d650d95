import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collections } from '#schemas/collections.ts';
import type { Lead } from '#schemas/lead.ts';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { groupOf, leadStatuses } from '#schemas/lead-steps.ts';
import { offered } from '#test/setup/offered-lead.ts';
import {
  joinPulledLead,
  leadRefused,
  type LeadRow,
  withEdits,
  withoutWaiting,
  withWaiting,
} from '#sync/entities/leads/machine.ts';

const uuid = '30000000-0000-4000-8000-000000000001';
const moment = '2026-05-04T10:00:00.000Z';
const lead: Lead = {
  uuid,
  op_id: '30000000-0000-4000-8000-000000000002',
  created_at: moment,
  updated_at: moment,
  deleted: false,
  status: 'new',
  expires_on: moment,
  ...offered,
  expected_installation_date: null,
  reasons: [],
  project_id: null,
  moved_by: { actor: 'operator', name: null },
  moved_at: moment,
};
const rowOf = (changes: Partial<Lead> = {}): LeadRow => ({
  ...collections.leads.fromWire({ ...lead, ...changes }),
  deleted: false,
});

const leads = fc
  .record({ op_id: fc.uuid(), status: fc.constantFrom(...leadStatuses), note: fc.string() })
  .map(({ op_id, status, note }) => rowOf({ op_id, status, NotesFromVELUXClub: note }));
const edit: fc.Arbitrary<LeadEdit> = fc.record(
  {
    op_id: fc.uuid(),
    base_op_id: fc.uuid(),
    time: fc.nat(),
    status: fc.constantFrom('interested' as const, 'contacted' as const, 'lost' as const),
    NotesFromVELUXClub: fc.string(),
  },
  { requiredKeys: ['op_id', 'base_op_id', 'time'] },
);
const queues = fc.uniqueArray(edit, { minLength: 1, maxLength: 6, selector: (e) => e.op_id });
const waiting = fc.tuple(leads, queues).map(([row, edits]): LeadRow => withWaiting(row, edits));

describe('whatever a pull brings', () => {
  test('no edit is lost that the server has not named', () => {
    fc.assert(
      fc.property(waiting, leads, (local, pulled) => {
        const joined = joinPulledLead(local, pulled);
        expect(joined.edits).toEqual(local.edits);
        expect(joined.state).toBe('waiting');
        expect(joined.status).toBe(withEdits(pulled, local.edits).status);
        expect(joined.base_op_id).toBe(pulled.op_id);
      }),
    );
  });

  test('the edits up to the one that it names are done, and those behind it wait', () => {
    fc.assert(
      fc.property(waiting, fc.nat(), (local, at) => {
        const done = at % local.edits.length;
        const pulled = rowOf({ op_id: local.edits[done]?.op_id ?? '' });
        const joined = joinPulledLead(local, pulled);
        expect(joined.edits).toEqual(local.edits.slice(done + 1));
        expect(joined.sent_edits).toEqual(local.edits.slice(0, done + 1));
        expect(joined.state).toBe(joined.edits.length > 0 ? 'waiting' : 'synced');
      }),
    );
  });

  test('it is taken as it is where nothing waits', () => {
    fc.assert(
      fc.property(leads, leads, (local, pulled) => {
        expect(joinPulledLead(local, pulled)).toEqual(pulled);
        expect(joinPulledLead(null, pulled)).toBe(pulled);
      }),
    );
  });

  test('a refused lead shows the server’s, and keeps what was refused with its reason', () => {
    fc.assert(
      fc.property(waiting, leads, (local, pulled) => {
        const refusal = { code: 'lead_moved_on', message: '' };
        const refused = leadRefused(local, null, local.edits, refusal);
        const joined = joinPulledLead(refused, pulled);
        expect(joined).toEqual({ ...pulled, state: 'refused', refusal, edits: local.edits });
      }),
    );
  });
});

test('a lead with edits shows what it becomes, and its group with it', () => {
  fc.assert(
    fc.property(leads, queues, (row, edits) => {
      const shown = withEdits(row, edits);
      const moves = edits.flatMap(({ status }) => status ?? []);
      const notes = edits.flatMap(({ NotesFromVELUXClub }) => NotesFromVELUXClub ?? []);
      expect(shown.status).toBe(moves.at(-1) ?? row.status);
      expect(shown.group).toBe(groupOf(shown.status));
      expect(shown.NotesFromVELUXClub).toBe(notes.at(-1) ?? row.NotesFromVELUXClub);
      expect(shown.customer_info).toEqual(row.customer_info);
    }),
  );
});

describe('taken back before any verdict', () => {
  test('a lead is what it was before the first of its edits', () => {
    fc.assert(
      fc.property(leads, queues, fc.nat(), (row, edits, at) => {
        const first = at % edits.length;
        const halfway = withWaiting(row, edits.slice(0, first));
        expect(withoutWaiting(withWaiting(halfway, edits.slice(first)))).toEqual(row);
      }),
    );
  });

  test('it is what the last pull brought of it', () => {
    fc.assert(
      fc.property(waiting, leads, (local, pulled) => {
        expect(withoutWaiting(joinPulledLead(local, pulled))).toEqual(pulled);
      }),
    );
  });

  test('it is not where nothing waits, where it was refused, or where it is gone', () => {
    fc.assert(
      fc.property(waiting, leads, (local, pulled) => {
        const refusal = { code: 'lead_moved_on', message: '' };
        expect(withoutWaiting(pulled)).toBeNull();
        expect(withoutWaiting(leadRefused(local, null, local.edits, refusal))).toBeNull();
        expect(withoutWaiting(joinPulledLead(local, { ...pulled, deleted: true }))).toBeNull();
      }),
    );
  });
});
