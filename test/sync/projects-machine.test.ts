import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Project } from '#schemas/project.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import { nextProject } from '#sync/entities/projects/machine.ts';
import {
  closingStage,
  isProjectOnServer,
  type ProjectRow,
  projectWire,
} from '#sync/entities/projects/project-row.ts';
import { SyncError } from '#sync/store/sync-error.ts';
import {
  closed,
  editAt,
  lead,
  leadId,
  histories,
  type ProjectMoment,
  refusal,
  response,
  rowOf,
  savedProject,
  uuid,
} from './project-histories.ts';

const open = rowOf(savedProject);
const close = (row: ProjectRow, opId = editAt(0)) =>
  nextProject(row, { type: 'closed', opId, response });
const release = (row: ProjectRow) => nextProject(row, { type: 'closing_released' });
const pull = (row: ProjectRow, project: Project) =>
  nextProject(row, { type: 'pulled', row: rowOf(project) });
const withdraw = (row: ProjectRow) => nextProject(row, { type: 'closing_cancelled' });
const accept = (row: ProjectRow, edit: string, project: Project) =>
  nextProject(row, { type: 'accepted', edit, project });
const restore = (row: ProjectRow, server: Project | null, options: { awaitsLead?: string } = {}) =>
  nextProject(row, { type: 'restored', server, ...options });

describe('a closing', () => {
  test('F06: is held until it is released, then sent, and ends when the server accepts it', () => {
    const closing = close(open);
    expect([closingStage(closing), projectWire.nextRequest(closing)]).toEqual(['held', null]);
    const sending = release(closing);
    expect(closingStage(sending)).toBe('sending');
    expect(projectWire.nextRequest(sending)).toMatchObject({
      call: 'submitProjectSurvey',
      edit: editAt(0),
      params: { id: uuid },
    });
    expect(accept(sending, editAt(0), closed)).toEqual({
      ...rowOf(closed),
      sent_closing: { uuid: editAt(0), response },
    });
  });

  test('can be withdrawn while it is held or rejected, but not while being sent', () => {
    const closing = close(open);
    expect(withdraw(closing)).toEqual(open);
    const sending = release(closing);
    expect(() => withdraw(sending)).toThrow(new SyncError('closing_on_its_way'));
    expect(() => close(sending)).toThrow(new SyncError('closing_on_its_way'));
    const rejectedRow = nextProject(sending, { type: 'rejected', edit: editAt(0), refusal });
    expect([closingStage(rejectedRow), rejectedRow.refusal]).toEqual(['refused', refusal]);
    expect(withdraw(rejectedRow)).toEqual(open);
    expect(closingStage(close(rejectedRow, editAt(1)))).toBe('held');
  });

  test('isn’t possible for a project that isn’t open', () => {
    expect(() => close(rowOf(closed))).toThrow(new SyncError('project_not_open'));
  });

  test('imported from a file is held again or shows why it was rejected; this device’s own closing takes precedence', () => {
    const closing = { uuid: editAt(3), response, released: true };
    const importRow = (row: ProjectRow, importedRefusal: typeof refusal | null) =>
      nextProject(row, { type: 'closing_imported', closing, refusal: importedRefusal });
    expect([closingStage(importRow(open, null)), importRow(open, null).state]).toEqual([
      'held',
      'waiting',
    ]);
    expect(importRow(open, refusal)).toMatchObject({ state: 'refused', refusal });
    const heldRow = close(open);
    expect(importRow(heldRow, null)).toBe(heldRow);
    expect(importRow(rowOf(closed), null)).toEqual(rowOf(closed));
  });
});

describe('the closing of a replaced project', () => {
  const closing = { uuid: editAt(3), response, released: true };
  const move = (row: ProjectRow) => nextProject(row, { type: 'closing_moved', closing });

  test('is held by the project that replaces it, and rejected at once if that one is closed', () => {
    expect([closingStage(move(open)), move(open).state]).toEqual(['held', 'waiting']);
    const rejectedRow = move(rowOf(closed));
    expect([closingStage(rejectedRow), rejectedRow.refusal?.code]).toEqual([
      'refused',
      'project_not_open',
    ]);
    expect(projectWire.nextRequest(release(rejectedRow))).toBeNull();
    expect(withdraw(rejectedRow)).toEqual(rowOf(closed));
  });

  test('is rejected once it turns out that someone else has closed the project, unless it is being sent', () => {
    expect(pull(move(open), closed)).toMatchObject({
      state: 'refused',
      refusal: { code: 'project_not_open' },
      closing: { uuid: editAt(3), released: false },
    });
    const sending = release(move(open));
    expect(closingStage(pull(sending, closed))).toBe('sending');
    expect(closingStage(pull(move(open), { ...closed, op_id: editAt(3) }))).toBe('held');
  });

  test('gives way to the closing that this device already has', () => {
    const heldRow = close(open);
    expect(move(heldRow)).toBe(heldRow);
  });
});

describe('a project that the server doesn’t have yet', () => {
  test('F06: waits for the lead that creates it; none of its parts are sent before', () => {
    const awaiting = { ...open, awaits_lead: leadId };
    expect(projectWire.nextRequest(release(close(awaiting)))).toBeNull();
    expect(isProjectOnServer(awaiting, new Set())).toBe(false);
    expect(isProjectOnServer(awaiting, new Set([leadId]))).toBe(true);
    const pulledRow = pull(close(awaiting), savedProject);
    expect(pulledRow).toMatchObject({ awaits_lead: null, state: 'waiting' });
    expect(isProjectOnServer(pulledRow, new Set())).toBe(true);
  });

  test('F43: is started again under its id, then closed, each once', () => {
    const restoredRow = restore(close(open), null);
    expect(projectWire.nextRequest(restoredRow)).toMatchObject({
      call: 'createProject',
      edit: uuid,
      body: { uuid, op_id: uuid, prior_op_ids: [] },
    });
    expect(isProjectOnServer(restoredRow, new Set())).toBe(false);
    const startedRow = accept(restoredRow, uuid, savedProject);
    expect([startedRow.unbegun, closingStage(startedRow)]).toEqual([false, 'held']);
    expect(accept(startedRow, uuid, closed)).toBe(startedRow);
    expect(accept(restore(open, null), uuid, savedProject)).toEqual(open);
  });

  test('F43: that came from a lead returns with that lead’s edit, or is shown as lost if there is no such edit', () => {
    const ofLead = rowOf({ ...savedProject, lead });
    expect(restore(ofLead, null, { awaitsLead: leadId })).toMatchObject({
      awaits_lead: leadId,
      unbegun: false,
    });
    expect(restore(ofLead, null)).toMatchObject({
      state: 'refused',
      refusal: { code: 'project_not_found' },
    });
  });

  test('F43: is started again even if its closing is withdrawn or the server would reject it', () => {
    const restoredRow = restore(close(open), null);
    const withdrawn = withdraw(restoredRow);
    expect(withdrawn).toMatchObject({ state: 'waiting', unbegun: true, closing: null });
    expect(projectWire.nextRequest(withdrawn)).toMatchObject({ call: 'createProject', edit: uuid });
    const rejectedRow = nextProject(restoredRow, { type: 'rejected', edit: uuid, refusal });
    expect(withdraw(rejectedRow)).toMatchObject({ state: 'refused', unbegun: true, closing: null });
  });

  test('F43: is started again despite a late verdict on its closing, or a closing imported from a file', () => {
    const lateRejection = { type: 'rejected', edit: editAt(0), refusal } as const;
    const closing = { uuid: editAt(1), response, released: false };
    const fromFile = { type: 'closing_imported', closing, refusal } as const;
    const recreatedRow = nextProject(restore(release(close(open)), null), lateRejection);
    const importedRow = nextProject(restore(open, null), fromFile);
    for (const row of [recreatedRow, importedRow]) {
      expect(withdraw(row)).toMatchObject({ state: 'waiting', unbegun: true, closing: null });
    }
  });
});

describe('a project that was deleted on the server', () => {
  const deletedProject = { ...savedProject, deleted: true };

  test('is kept with its unsent answers, and shows the reason why they can’t be sent', () => {
    const closing = close(open);
    const sending = release(closing);
    const rejectedRow = nextProject(sending, { type: 'rejected', edit: editAt(0), refusal });
    for (const row of [closing, sending, rejectedRow]) {
      expect(pull(row, deletedProject)).toEqual({
        ...open,
        state: 'refused',
        refusal: { code: 'project_not_found', message: '' },
        closing: { uuid: editAt(0), response, released: false },
      });
    }
  });

  test('disappears once its closing is withdrawn; if the server has it again, it is closed again', () => {
    const rejectedRow = pull(close(open), deletedProject);
    expect(withdraw(rejectedRow)).toEqual({ ...open, deleted: true });
    const returnedRow = pull(rejectedRow, savedProject);
    expect([returnedRow.state, closingStage(returnedRow)]).toEqual(['waiting', 'held']);
    const closing = { uuid: editAt(1), response, released: false };
    const importedRefusal = { code: 'project_not_found', message: '' };
    const fromFile = nextProject(open, {
      type: 'closing_imported',
      closing,
      refusal: importedRefusal,
    });
    expect([fromFile.state, fromFile.refusal]).toEqual(['waiting', null]);
  });

  test('disappears if it has no unsent work', () => {
    expect(pull(open, deletedProject)).toEqual({ ...open, deleted: true });
    expect(pull(restore(open, null), deletedProject)).toEqual({ ...open, deleted: true });
  });
});

test('F43: a closing that the server accepted and lost is resent if the project is unchanged', () => {
  const closedRow = accept(release(close(open)), editAt(0), closed);
  const restoredRow = restore(closedRow, savedProject);
  expect([restoredRow.state, restoredRow.closing]).toEqual([
    'waiting',
    { uuid: editAt(0), response, released: false },
  ]);
  expect(restore(closedRow, closed)).toBe(closedRow);
  // Products resent by others change the project on the server, too.
  expect(restore(closedRow, { ...savedProject, updated_at: '2026-05-05T10:00:00.000Z' })).toEqual(
    restoredRow,
  );
});

const forEveryMoment = (check: (moment: ProjectMoment) => void) =>
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 2000 },
  );

describe('any sequence of events', () => {
  test('keeps a closing until the server has accepted exactly that closing', () => {
    forEveryMoment(({ before, event, after, isLocal }) => {
      if (isLocal || before.closing === null) return;
      const isClosingAccepted = event.type === 'accepted' && event.edit === before.closing.uuid;
      expect(after.closing?.uuid).toBe(isClosingAccepted ? undefined : before.closing.uuid);
      expect((after.closing ?? after.sent_closing)?.response).toEqual(before.closing.response);
    });
  });

  test('lets a tombstone remove the project, unless it has an unsent closing or date', () => {
    forEveryMoment(({ before, event, after }) => {
      if (event.type !== 'pulled' || !event.row.deleted) return;
      const { deleted, state, refusal: currentRefusal } = after;
      const hasDate =
        before.date_edit !== null &&
        !before.deleted &&
        before.date_edit.date !== event.row.installation_date;
      expect({ deleted, state, code: currentRefusal?.code }).toEqual(
        before.closing === null && !hasDate
          ? { deleted: true, state: 'synced', code: undefined }
          : { deleted: false, state: 'refused', code: 'project_not_found' },
      );
    });
  });

  test('leaves a state that shows the remaining work', () => {
    forEveryMoment(({ after }) => {
      const { state, closing, unbegun, awaits_lead, date_edit, date_refusal } = after;
      const isDateWaiting = date_edit !== null && date_refusal === null;
      const isUnsentWork = closing !== null || unbegun || isDateWaiting;
      expect(after.refusal !== null).toBe(state === 'refused');
      expect(state === 'waiting').toBe(isUnsentWork && state !== 'refused');
      const isWaitingForProducts = !unbegun && !isDateWaiting && closing?.released === false;
      const isSent = state === 'waiting' && awaits_lead === null && !isWaitingForProducts;
      expect(projectWire.nextRequest(after) !== null).toBe(isSent);
    });
  });

  test('a verdict on the sent edit lets the next one be sent, or ends sending; a verdict on another edit has no effect', () => {
    forEveryMoment(({ after }) => {
      const otherRejection = { type: 'rejected', edit: editAt(997), refusal } as const;
      expect(nextProject(after, otherRejection)).toBe(after);
      const { edit } = projectWire.nextRequest(after) ?? {};
      if (edit === undefined) return;
      expect(projectWire.nextRequest(accept(after, edit, savedProject))?.edit).not.toBe(edit);
      const rejectedRow = nextProject(after, { type: 'rejected', edit, refusal });
      // A rejected date doesn't delay the closing.
      const next = projectWire.nextRequest(rejectedRow);
      const isOnlyClosingLeft = after.date_edit?.uuid === edit && after.closing?.released;
      expect(next?.edit).toBe(isOnlyClosingLeft ? after.closing?.uuid : undefined);
    });
  });

  test('is idempotent for repeated events', () => {
    forEveryMoment(({ event, after, isLocal }) => {
      if (isLocal) return;
      expect(nextProject(after, event)).toEqual(after);
    });
  });
});

describe('F43: any sequence of events with a server that lost the project', () => {
  test('keeps its creation pending until the server has the project, or it is discarded', () => {
    forEveryMoment(({ before, event, after }) => {
      if (!before.unbegun) return;
      const isKnown = event.type === 'pulled' || event.type === 'accepted';
      const isDiscarded = event.type === 'discarded';
      expect(after.unbegun).toBe(!isDiscarded && (!isKnown || after === before || after.received));
    });
  });

  test('doesn’t start or close a deleted project again', () => {
    forEveryMoment(({ after }) => {
      if (!after.deleted) return;
      for (const server of [null, savedProject, closed]) expect(restore(after, server)).toBe(after);
    });
  });

  test('starts and closes it again on the server, unless it is already closed', () => {
    forEveryMoment(({ after }) => {
      if (after.deleted) return;
      const expectedClosing =
        after.closing ?? (isProjectOpen(after.status.id) ? null : after.sent_closing);
      const closing = expectedClosing && { ...expectedClosing, released: false };
      const isWaiting = { closing, state: 'waiting', refusal: null };
      expect(restore(after, closed)).toBe(after);
      const reopenedRow = restore(after, savedProject);
      const { date_edit } = reopenedRow;
      const isLost = closing !== null || date_edit !== after.date_edit;
      expect(reopenedRow).toEqual(isLost ? { ...after, ...isWaiting, date_edit } : after);
      const restoredRow = restore(after, null);
      expect(restoredRow.closing).toEqual(closing);
      expect(restoredRow.state).toBe(after.lead === null ? 'waiting' : 'refused');
      expect(restoredRow.unbegun).toBe(after.lead === null);
    });
  });
});
