import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { leadGroupOf, leadStatuses } from '#schemas/lead-status.ts';
import {
  lostEdits,
  nextLead,
  applyEdits,
  withoutPendingEdits,
} from '#sync/entities/leads/machine.ts';
import { type LeadRow, leadWire } from '#sync/entities/leads/lead-row.ts';
import { SyncError } from '#sync/store/sync-error.ts';
import {
  editAt,
  type LeadMoment,
  histories,
  moment,
  movedOn,
  notFound,
  rowOf,
  uuid,
} from './lead-histories.ts';

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
const queues = fc.uniqueArray(edit, { minLength: 1, maxLength: 6, selector: ({ op_id }) => op_id });
const edited = (row: LeadRow, edits: readonly LeadEdit[]) =>
  nextLead(row, { type: 'edited', edits });
const pull = (local: LeadRow, row: LeadRow) => nextLead(local, { type: 'pulled', row });
const editedLeads = fc.tuple(leads, queues).map(([row, edits]): LeadRow => edited(row, edits));
/** Rejects the first waiting edit. */
const rejectEdit = (row: LeadRow, server: LeadRow | null, refusal = movedOn) =>
  nextLead(row, { type: 'rejected', edit: row.edits[0]?.op_id ?? '', refusal, server });
const accept = (row: LeadRow) => nextLead(row, { type: 'rejection_accepted' });

describe('any pull', () => {
  test('loses no edit that the server hasn’t confirmed', () => {
    fc.assert(
      fc.property(editedLeads, leads, (local, pulledRow) => {
        const after = pull(local, pulledRow);
        expect(after.edits).toEqual(local.edits);
        expect(after.state).toBe('waiting');
        expect(after.status).toBe(applyEdits(pulledRow, local.edits).status);
        expect(after.base_op_id).toBe(pulledRow.op_id);
      }),
    );
  });

  test('settles the edits up to the confirmed one, and leaves the later ones waiting', () => {
    fc.assert(
      fc.property(editedLeads, fc.nat(), (local, index) => {
        const sentIndex = index % local.edits.length;
        const pulledRow = rowOf({ op_id: local.edits[sentIndex]?.op_id ?? '' });
        const after = pull(local, pulledRow);
        expect(after.edits).toEqual(local.edits.slice(sentIndex + 1));
        expect(after.sent_edits).toEqual(local.edits.slice(0, sentIndex + 1));
        expect(after.state).toBe(after.edits.length > 0 ? 'waiting' : 'synced');
      }),
    );
  });

  test('is stored as is if no edit is waiting', () => {
    fc.assert(
      fc.property(leads, leads, (local, pulledRow) => {
        expect(pull(local, pulledRow)).toEqual(pulledRow);
      }),
    );
  });

  test('a rejected lead shows the server’s version, and keeps the rejected edits with their reason', () => {
    fc.assert(
      fc.property(editedLeads, leads, (local, pulledRow) => {
        const after = pull(rejectEdit(local, null), pulledRow);
        expect(after).toEqual({
          ...pulledRow,
          state: 'refused',
          refusal: movedOn,
          edits: local.edits,
        });
      }),
    );
  });
});

test('a lead with edits shows its result and the matching group', () => {
  fc.assert(
    fc.property(leads, queues, (row, edits) => {
      const visible = applyEdits(row, edits);
      const moves = edits.flatMap(({ status }) => status ?? []);
      const notes = edits.flatMap(({ NotesFromVELUXClub }) => NotesFromVELUXClub ?? []);
      expect(visible.status).toBe(moves.at(-1) ?? row.status);
      expect(visible.group).toBe(leadGroupOf(visible.status));
      expect(visible.NotesFromVELUXClub).toBe(notes.at(-1) ?? row.NotesFromVELUXClub);
      expect(visible.customer_info).toEqual(row.customer_info);
    }),
  );
});

describe('a rejection', () => {
  test('of a lead that no longer exists removes it once accepted, and no tombstone restores it', () => {
    fc.assert(
      fc.property(editedLeads, leads, (local, pulledRow) => {
        const removedRow = accept(rejectEdit(local, null, notFound));
        const deletedRow = { deleted: true, state: 'synced', edits: [], refusal: null };
        expect(removedRow).toMatchObject(deletedRow);
        expect(leadWire.nextRequest(removedRow)).toBeNull();
        expect(accept(removedRow)).toBe(removedRow);
        expect(pull(removedRow, { ...pulledRow, deleted: true })).toMatchObject(deletedRow);
      }),
    );
  });

  test('removes the lead once accepted only if the server has reported that the company no longer has it', () => {
    fc.assert(
      fc.property(
        editedLeads,
        leads,
        fc.constantFrom(movedOn, notFound),
        (local, pulledRow, reason) => {
          const rejectedRow = rejectEdit(local, null, reason);
          expect(accept(pull(rejectedRow, { ...pulledRow, deleted: true })).deleted).toBe(true);
          expect(accept(pull(rejectedRow, pulledRow)).deleted).toBe(false);
          const { edits } = local;
          const fromFile = nextLead(pulledRow, { type: 'imported', edits, refusal: reason });
          expect(accept(fromFile).deleted).toBe(false);
        },
      ),
    );
  });

  test('that is imported from a file while edits wait shows the server’s lead again', () => {
    fc.assert(
      fc.property(leads, queues, edit, (row, edits, laterEdit) => {
        fc.pre([row, ...edits].every(({ op_id }) => op_id !== laterEdit.op_id));
        const local = edited(row, edits);
        fc.pre(local.edits.every(({ op_id }) => op_id !== row.op_id));
        const after = nextLead(local, { type: 'imported', edits: [laterEdit], refusal: movedOn });
        const refused = { state: 'refused', refusal: movedOn, edits: [...edits, laterEdit] };
        expect(after).toEqual({ ...row, ...refused });
      }),
    );
  });
});

describe('an undo before any verdict', () => {
  const withdraw = (row: LeadRow) => nextLead(row, { type: 'withdrawn' });

  test('restores the lead as it was before its first edit', () => {
    fc.assert(
      fc.property(leads, queues, fc.nat(), (row, edits, index) => {
        const first = index % edits.length;
        const [earlierEdits, laterEdits] = [edits.slice(0, first), edits.slice(first)];
        const afterFirst = earlierEdits.length > 0 ? edited(row, earlierEdits) : row;
        expect(withdraw(edited(afterFirst, laterEdits))).toEqual(row);
      }),
    );
  });

  test('restores the lead as last pulled', () => {
    fc.assert(
      fc.property(editedLeads, leads, (local, pulledRow) => {
        expect(withdraw(pull(local, pulledRow))).toEqual(pulledRow);
      }),
    );
  });

  test('isn’t possible if no edit is waiting, after a rejection, or if the lead was deleted', () => {
    fc.assert(
      fc.property(editedLeads, leads, (local, pulledRow) => {
        const removedRow = pull(local, { ...pulledRow, deleted: true });
        for (const row of [pulledRow, rejectEdit(local, null), removedRow]) {
          expect(withoutPendingEdits(row)).toBeNull();
          expect(() => withdraw(row)).toThrow(new SyncError('edit_on_its_way'));
        }
      }),
    );
  });
});

test('F43: lost edits are based on the server’s version, unless someone has edited it since', () => {
  const [first, second, old, theirOpId] = ['1', '2', '3', '4'] as const;
  const editOn = (op_id: string, base_op_id: string): LeadEdit => ({ op_id, base_op_id, time: 1 });
  const restoredEdits = {
    ...rowOf({}),
    sent_edits: [editOn(first, old), editOn(second, theirOpId)],
    base_op_id: second,
    updated_at: '2026-05-04T10:00:00.000Z',
  };
  const updated_at = '2026-05-03T10:00:00.000Z';
  const restored = { uuid: '5', op_id: '6', updated_at, deleted: false };
  const basesOf = (edits: readonly LeadEdit[]) => edits.map(({ base_op_id }) => base_op_id);
  expect(basesOf(lostEdits(restoredEdits, restored))).toEqual(['6', first]);
  expect(basesOf(lostEdits(restoredEdits, { ...restored, op_id: first }))).toEqual([first]);
  const unchanged = { ...restored, op_id: second, updated_at: restoredEdits.updated_at };
  expect(lostEdits(restoredEdits, unchanged)).toEqual([]);
  const updatedLater = { ...restored, updated_at: '2026-05-05T10:00:00.000Z' };
  expect(basesOf(lostEdits(restoredEdits, updatedLater))).toEqual([old, first]);
  expect(basesOf(lostEdits(restoredEdits, null))).toEqual([old, first]);
});

test('F43: a server that has the last known version lacks no edit, even if someone else made it', () => {
  fc.assert(
    fc.property(editedLeads, leads, (local, pulledRow) => {
      const sentId = local.edits.at(-1)?.op_id ?? '';
      const acceptedRow = nextLead(local, {
        type: 'accepted',
        edit: sentId,
        lead: rowOf({ op_id: sentId }),
      });
      const afterPull = pull(acceptedRow, pulledRow);
      expect(afterPull.sent_edits).toEqual(local.edits);
      const server = {
        uuid,
        op_id: pulledRow.op_id,
        updated_at: afterPull.updated_at,
        deleted: false,
      };
      expect(lostEdits(afterPull, server)).toEqual([]);
      expect(nextLead(afterPull, { type: 'restored', server })).toBe(afterPull);
    }),
  );
});

test('F43: edits are sent again after another device’s later edit, unless someone has changed the same part since', () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
  const [moved, moved2, noted] = ids;
  const foreignEdit = crypto.randomUUID();
  const sentEdits = [
    { op_id: moved, base_op_id: uuid, time: 1, status: 'interested' as const },
    { op_id: moved2, base_op_id: moved, time: 2, status: 'contacted' as const },
    { op_id: noted, base_op_id: moved2, time: 3, NotesFromVELUXClub: 'Ring twice.' },
  ];
  const restoredLead = {
    uuid,
    op_id: foreignEdit,
    updated_at: '2031-01-01T00:00:00.000Z',
    deleted: false,
  };
  const resent = (fields: Partial<LeadRow>) => {
    const lead = { ...rowOf({ ...fields, op_id: foreignEdit }), sent_edits: sentEdits };
    return lostEdits(lead, restoredLead).map(({ op_id, base_op_id }) => [op_id, base_op_id]);
  };
  expect(resent({ status: 'contacted', NotesFromVELUXClub: 'Ring twice.' })).toEqual([
    [moved, foreignEdit],
    [moved2, moved],
    [noted, moved2],
  ]);
  expect(resent({ status: 'agreed', NotesFromVELUXClub: 'Ring twice.' })).toEqual([
    [noted, foreignEdit],
  ]);
  expect(resent({ status: 'agreed', NotesFromVELUXClub: 'Ring once.' })).toEqual([]);
});

const forEveryMoment = (check: (moment: LeadMoment) => void) =>
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 500 },
  );

const idsOf = (edits: readonly LeadEdit[]) => edits.map(({ op_id }) => op_id);

describe('any sequence of events', () => {
  test('keeps an edit, in place, until the server confirms it or a later one', () => {
    forEveryMoment(({ before, event, after, isLocal }) => {
      if (isLocal) return;
      const sentId =
        event.type === 'accepted' ? event.edit : event.type === 'pulled' ? event.row.op_id : '';
      const open = before.edits.slice(before.edits.findIndex(({ op_id }) => op_id === sentId) + 1);
      expect(after.edits.slice(after.edits.length - open.length)).toEqual(open);
      if (after.edits.length === 0) return;
      expect([after.deleted, after.state === 'synced']).toEqual([false, false]);
    });
  });

  test('leaves a state that shows the remaining work', () => {
    forEveryMoment(({ after }) => {
      const { state, edits } = after;
      expect(leadWire.nextRequest(after)?.edit).toBe(
        state === 'waiting' ? edits[0]?.op_id : undefined,
      );
      expect(state === 'synced').toBe(edits.length === 0);
      expect(after.refusal !== null).toBe(state === 'refused');
    });
  });

  test('an accepted rejection leaves nothing to send, and removes a lead that no longer exists', () => {
    forEveryMoment(({ before, event, after }) => {
      if (event.type !== 'rejection_accepted' || before.state !== 'refused') return;
      expect(after).toMatchObject({ state: 'synced', edits: [], refusal: null });
      expect(after.deleted).toBe(before.refusal?.code === notFound.code);
    });
  });

  test('a verdict on the sent edit lets the next one be sent, or ends sending; a verdict on another edit has no effect', () => {
    forEveryMoment(({ after }) => {
      const otherRejection = { type: 'rejected', edit: editAt(999), refusal: movedOn } as const;
      expect(nextLead(after, otherRejection)).toBe(after);
      const request = leadWire.nextRequest(after);
      if (!request) return;
      const server = rowOf({ op_id: request.edit });
      const acceptedRow = nextLead(after, { type: 'accepted', edit: request.edit, lead: server });
      expect(leadWire.nextRequest(acceptedRow)?.edit).toBe(after.edits[1]?.op_id);
      expect(leadWire.nextRequest(rejectEdit(after, server))).toBeNull();
      expect(rejectEdit(after, server).edits).toEqual(after.edits);
    });
  });

  test('is idempotent for repeated events', () => {
    forEveryMoment(({ event, after, isLocal }) => {
      if (isLocal) return;
      expect(nextLead(after, event)).toEqual(after);
    });
  });

  test('F43: a server that lost everything gets everything that it had accepted again, exactly once', () => {
    forEveryMoment(({ after }) => {
      const { sent_edits, edits, state, deleted } = after;
      const restoredRow = nextLead(after, { type: 'restored', server: null });
      expect(idsOf(restoredRow.edits)).toEqual(idsOf(deleted ? edits : [...sent_edits, ...edits]));
      const isRejected = state === 'refused';
      const expectedState = isRejected ? 'refused' : 'waiting';
      expect(restoredRow.state).toBe(restoredRow.edits.length > 0 ? expectedState : 'synced');
      expect(nextLead(restoredRow, { type: 'restored', server: null })).toBe(restoredRow);
      const last = sent_edits.at(-1)?.op_id ?? after.op_id;
      const server = { uuid, op_id: last, updated_at: moment, deleted: false };
      expect(nextLead(after, { type: 'restored', server })).toBe(after);
    });
  });
});
