import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Project } from '#schemas/project.ts';
import { nextProject } from '#sync/entities/projects/machine.ts';
import { type ProjectRow, projectWire } from '#sync/entities/projects/project-row.ts';
import { SyncError } from '#sync/store/sync-error.ts';
import {
  closed,
  editAt,
  histories,
  lead,
  type ProjectMoment,
  response,
  rowOf,
  savedProject,
  startedOffline,
  uuid,
} from './project-histories.ts';

const open = rowOf(savedProject);
const [march, april, may] = ['2027-03-01', '2027-04-01', '2027-05-01'] as const;
const setDate = (row: ProjectRow, date: string | null, edit = editAt(0)) =>
  nextProject(row, { type: 'date_changed', opId: edit, date });
const pull = (row: ProjectRow, changes: Partial<Project>) =>
  nextProject(row, { type: 'pulled', row: rowOf({ ...savedProject, ...changes }) });
const accept = (row: ProjectRow, edit: string, changes: Partial<Project>) =>
  nextProject(row, { type: 'accepted', edit, project: { ...savedProject, ...changes } });
const reject = (row: ProjectRow, edit: string, code: string) =>
  nextProject(row, { type: 'rejected', edit, refusal: { code, message: '' } });

describe('a new installation date', () => {
  test('is shown immediately, sent with the date that it replaces, and synced when accepted', () => {
    const datedRow = setDate(open, march);
    expect(datedRow).toMatchObject({ installation_date: march, state: 'waiting' });
    expect(projectWire.nextRequest(datedRow)).toEqual({
      call: 'updateProjectInstallationDate',
      edit: editAt(0),
      params: { id: uuid },
      body: { installation_date: march, known_dates: [null] },
      idempotencyKey: editAt(0),
    });
    const acceptedRow = accept(datedRow, editAt(0), { installation_date: march });
    expect(acceptedRow).toMatchObject({
      state: 'synced',
      installation_date: march,
      date_edit: null,
    });
    expect(projectWire.nextRequest(acceptedRow)).toBeNull();
  });

  test('F01: that is corrected while it is being sent refers to both dates, and ignores the earlier verdict', () => {
    const correctedRow = setDate(setDate(open, march), april, editAt(1));
    expect(projectWire.nextRequest(correctedRow)).toMatchObject({
      edit: editAt(1),
      body: { installation_date: april, known_dates: [null, march] },
    });
    expect(accept(correctedRow, editAt(0), { installation_date: march })).toBe(correctedRow);
    expect(reject(correctedRow, editAt(0), 'conflict')).toBe(correctedRow);
    expect(pull(correctedRow, { installation_date: march })).toMatchObject({
      installation_date: april,
      state: 'waiting',
    });
  });

  test('of a project that the server doesn’t have is part of its creation', () => {
    const datedRow = setDate(startedOffline, march, editAt(1));
    expect(projectWire.nextRequest(datedRow)).toMatchObject({
      call: 'createProject',
      body: { installationDate: march, op_id: editAt(1), prior_op_ids: [uuid] },
    });
    expect(datedRow.date_edit).toBeNull();
  });

  test('waits for the person’s decision if someone else has changed the date', () => {
    const rejectedRow = reject(setDate(open, march), editAt(0), 'conflict');
    const seenRow = pull(rejectedRow, { installation_date: may });
    expect(seenRow).toMatchObject({
      state: 'refused',
      refusal: { code: 'conflict' },
      installation_date: may,
      date_edit: { date: march, server_date: may },
    });
    expect(projectWire.nextRequest(seenRow)).toBeNull();
    const ownRow = setDate(seenRow, march, editAt(1));
    expect(projectWire.nextRequest(ownRow)).toMatchObject({
      edit: editAt(1),
      body: { installation_date: march, known_dates: [null, march, may] },
    });
    const withdrawnRow = nextProject(seenRow, { type: 'date_withdrawn' });
    expect(withdrawnRow).toMatchObject({
      state: 'synced',
      installation_date: may,
      date_edit: null,
    });
    // Someone chose the same date, so the person needn't decide.
    expect(pull(seenRow, { installation_date: march })).toMatchObject({
      state: 'synced',
      date_edit: null,
    });
  });

  test('isn’t known to the person if someone else set it while the screen showed an earlier one', () => {
    const seenRow = pull(open, { installation_date: may });
    const lateRow = nextProject(seenRow, {
      type: 'date_changed',
      opId: editAt(0),
      date: march,
      seenDate: null,
    });
    expect(projectWire.nextRequest(lateRow)).toMatchObject({ body: { known_dates: [null] } });
    const pendingRow = pull(setDate(open, march), { installation_date: may });
    expect(pendingRow.installation_date).toBe(march);
    expect(projectWire.nextRequest(setDate(pendingRow, april, editAt(1)))).toMatchObject({
      body: { known_dates: [null, march] },
    });
  });

  test('that was rejected isn’t sent again before the person decides', () => {
    const rejectedRow = reject(setDate(open, march), editAt(0), 'conflict');
    expect(rejectedRow.installation_date).toBeNull();
    const cancelledRow = nextProject(rejectedRow, { type: 'closing_cancelled' });
    expect(cancelledRow).toEqual(rejectedRow);
    expect(projectWire.nextRequest(cancelledRow)).toBeNull();
  });
});

describe('a date that the server rejects', () => {
  const datedRow = setDate(open, march);
  const withdraw = (row: ProjectRow) => nextProject(row, { type: 'date_withdrawn' });
  const rejectedWithClosing = (code: string) => {
    const closing = nextProject(datedRow, { type: 'closed', opId: editAt(1), response });
    return reject(nextProject(closing, { type: 'closing_released' }), editAt(0), code);
  };
  const visible = (code: string) => ({
    ...{ deleted: false, state: 'refused', refusal: { code }, date_refusal: { code } },
    date_edit: { date: march },
  });

  test('is kept with its reason while another phone closes the project', () => {
    expect(reject(datedRow, editAt(0), 'project_not_open')).toMatchObject(
      visible('project_not_open'),
    );
    const seenRow = pull(datedRow, closed);
    expect(seenRow).toMatchObject({ ...visible('project_not_open'), installation_date: null });
    expect(projectWire.nextRequest(seenRow)).toBeNull();
    expect(pull(seenRow, closed)).toEqual(seenRow);
    expect(withdraw(seenRow)).toEqual(rowOf(closed));
    // The server has this date, although the response was lost.
    expect(pull(datedRow, { ...closed, installation_date: march })).toMatchObject({
      ...{ state: 'synced', date_edit: null, date_refusal: null },
    });
    // The project was opened again.
    const ownRow = setDate(pull(seenRow, {}), march, editAt(1));
    expect(ownRow).toMatchObject({ state: 'waiting', date_refusal: null });
  });

  test('is kept with its reason until the person removes the project that another phone has deleted', () => {
    const seenRow = pull(datedRow, { deleted: true });
    expect(seenRow).toMatchObject(visible('project_not_found'));
    expect(() => setDate(seenRow, april)).toThrow(new SyncError('project_not_found'));
    expect(withdraw(seenRow)).toMatchObject({ deleted: true, date_edit: null });
    expect(pull(seenRow, {})).toMatchObject({ state: 'waiting', date_refusal: null });
    const closing = nextProject(datedRow, { type: 'closed', opId: editAt(1), response });
    const withoutClosing = nextProject(pull(closing, { deleted: true }), {
      type: 'closing_cancelled',
    });
    expect(withoutClosing).toMatchObject(visible('project_not_found'));
    // The person removed the project.
    const droppedRow = nextProject(seenRow, { type: 'dropped' });
    expect(pull(droppedRow, { deleted: true })).toMatchObject({ deleted: true });
  });

  test('doesn’t prevent a closing that was sent with it, and is kept with its reason', () => {
    const rejectedRow = rejectedWithClosing('conflict');
    expect(rejectedRow).toMatchObject({
      ...{ state: 'waiting', installation_date: null, date_refusal: { code: 'conflict' } },
    });
    expect(projectWire.nextRequest(rejectedRow)).toMatchObject({ edit: editAt(1) });
    expect(projectWire.afterRequest(rejectedRow, true)).toBeNull();
    const endedRow = accept(rejectedRow, editAt(1), { ...closed, installation_date: may });
    expect(endedRow).toMatchObject({
      ...visible('conflict'),
      ...{ closing: null, installation_date: may },
      date_edit: { date: march, server_date: may },
    });
    expect(withdraw(endedRow)).toMatchObject({
      state: 'synced',
      date_edit: null,
      date_refusal: null,
    });
  });

  test('is kept if a closing sent with it is rejected or cancelled, until it is replaced or withdrawn', () => {
    const rejectedRow = reject(rejectedWithClosing('conflict'), editAt(1), 'survey_incomplete');
    expect(rejectedRow).toMatchObject({
      ...{ state: 'refused', refusal: { code: 'survey_incomplete' } },
      date_refusal: { code: 'conflict' },
    });
    // Dismissing the date doesn't send the answers again.
    expect(withdraw(rejectedRow)).toMatchObject({
      ...{ state: 'refused', refusal: { code: 'survey_incomplete' }, date_refusal: null },
    });
    const cancelledRow = nextProject(rejectedRow, { type: 'closing_cancelled' });
    expect(cancelledRow).toMatchObject(visible('conflict'));
    expect(setDate(cancelledRow, april, editAt(2))).toMatchObject({
      ...{ state: 'waiting', date_refusal: null, date_edit: { date: april } },
    });
  });
});

describe('a date without a verdict', () => {
  test('is sent before a closing, and never delays it', () => {
    const closing = nextProject(setDate(open, march), {
      type: 'closed',
      opId: editAt(1),
      response,
    });
    const releasedRow = nextProject(closing, { type: 'closing_released' });
    expect(projectWire.nextRequest(releasedRow)).toMatchObject({ edit: editAt(0) });
    for (const isAccepted of [true, false]) {
      const after = projectWire.afterRequest(releasedRow, isAccepted);
      expect(after && projectWire.nextRequest(after)).toMatchObject({
        call: 'submitProjectSurvey',
      });
    }
    expect(projectWire.afterRequest(setDate(open, march), false)).toBeNull();
    for (const next of [
      accept(releasedRow, editAt(0), { installation_date: march }),
      reject(releasedRow, editAt(0), 'conflict'),
    ]) {
      expect(projectWire.nextRequest(next)).toMatchObject({ edit: editAt(1) });
    }
    const rejectedRow = reject(setDate(open, march), editAt(0), 'conflict');
    const closedLater = nextProject(rejectedRow, { type: 'closed', opId: editAt(1), response });
    expect(closedLater).toMatchObject({
      ...{ state: 'waiting', installation_date: null, date_refusal: { code: 'conflict' } },
    });
    expect(
      projectWire.nextRequest(nextProject(closedLater, { type: 'closing_released' })),
    ).toMatchObject({ edit: editAt(1) });
    expect(() => setDate(closedLater, april)).toThrow(new SyncError('closing_on_its_way'));
  });

  test('isn’t possible for a closed project, or in addition to the date of a lead', () => {
    expect(() => setDate(rowOf(closed), march)).toThrow(new SyncError('project_not_open'));
    expect(() => setDate(rowOf({ ...savedProject, lead }), march)).toThrow(
      new SyncError('date_immutable'),
    );
  });

  test('F43: is sent again to a restored server that lacks it, unless there is a newer one', () => {
    const acceptedRow = accept(setDate(open, march), editAt(0), { installation_date: march });
    const restore = (row: ProjectRow, server: Project | null) =>
      nextProject(row, { type: 'restored', server });
    expect(projectWire.nextRequest(restore(acceptedRow, savedProject))).toMatchObject({
      edit: editAt(0),
      body: { installation_date: march, known_dates: [null] },
    });
    expect(restore(acceptedRow, { ...savedProject, installation_date: march })).toBe(acceptedRow);
    const newer = pull(acceptedRow, { installation_date: may });
    expect(restore(newer, savedProject)).toBe(newer);
    expect(projectWire.nextRequest(restore(setDate(open, april), null))).toMatchObject({
      call: 'createProject',
      body: { installationDate: april },
    });
  });

  test.each(['before this phone pulls it', 'while this phone sends its own'])(
    'F43: is sent again if another phone recreates the lost project without it, %s',
    (moment) => {
      const acceptedRow = accept(setDate(open, march), editAt(0), { installation_date: march });
      for (const row of [acceptedRow, setDate(open, march)]) {
        const restoredRow = nextProject(row, { type: 'restored', server: null });
        const next = moment.startsWith('before')
          ? pull(restoredRow, {})
          : accept(restoredRow, uuid, { installation_date: null });
        expect(next).toMatchObject({ state: 'waiting', unbegun: false, installation_date: march });
        expect(projectWire.nextRequest(next)).toMatchObject({
          edit: editAt(0),
          body: { installation_date: march, known_dates: [null] },
        });
        const complete = accept(restoredRow, uuid, { installation_date: march });
        expect(complete).toMatchObject({ state: 'synced', date_edit: null });
      }
    },
  );

  test('F43: remains part of the creation if the server is restored once more, and is discarded with it', () => {
    const acceptedRow = accept(setDate(open, march), editAt(0), { installation_date: march });
    const lostRow = nextProject(acceptedRow, { type: 'restored', server: null });
    const restoredAgain = nextProject(lostRow, { type: 'restored', server: savedProject });
    expect(restoredAgain).toMatchObject({ unbegun: true, date_edit: null });
    expect(nextProject(restoredAgain, { type: 'discarded' })).toMatchObject({
      deleted: true,
      state: 'synced',
      date_edit: null,
    });
  });
});

test('a date imported from a file is sent once; for a closed project, it is kept with its reason', () => {
  const { date_edit: edit } = setDate(open, march);
  if (!edit) throw new Error('No date is pending.');
  const importDate = (row: ProjectRow) => nextProject(row, { type: 'date_imported', edit });
  const importedRow = importDate(open);
  expect(importedRow).toMatchObject({ installation_date: march, state: 'waiting' });
  expect(importDate(importedRow)).toBe(importedRow);
  expect(importDate(accept(importedRow, edit.uuid, { installation_date: march }))).toMatchObject({
    state: 'synced',
  });
  expect(importDate(rowOf(closed))).toMatchObject({
    ...{
      state: 'refused',
      date_refusal: { code: 'project_not_open' },
      date_edit: { date: march },
    },
  });
  const datedRow = rowOf({ ...closed, installation_date: march });
  expect(importDate(datedRow)).toBe(datedRow);
});

const forEveryMoment = (check: (moment: ProjectMoment) => void) =>
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 2000 },
  );

describe('in any history', () => {
  test('a shown date is the server’s, or waits to be sent', () => {
    forEveryMoment(({ after }) => {
      const { date_edit: edit, date_refusal, state, unbegun, closing, deleted } = after;
      expect(date_refusal === null || edit !== null).toBe(true);
      if (edit === null || deleted) return;
      const isRejected = date_refusal !== null;
      expect({ unbegun, shown: after.installation_date }).toEqual({
        unbegun: false,
        shown: isRejected ? edit.server_date : edit.date,
      });
      const isShownAsRejected = state === 'refused' && after.refusal === date_refusal;
      expect(isRejected && closing === null).toBe(isShownAsRejected);
    });
  });

  test('a date is accepted, is part of the creation, or is kept until the person replaces or withdraws it', () => {
    forEveryMoment(({ before, event, after }) => {
      const edit = before.date_edit;
      if (edit === null || before.deleted || decisions.has(event.type)) return;
      const isPartOfCreation = after.unbegun && after.installation_date === edit.date;
      const isOnServer =
        after.installation_date === edit.date || after.sent_date?.uuid === edit.uuid;
      const isKept = after.date_edit?.uuid === edit.uuid && !after.deleted;
      expect({ event, isVisible: isKept || isOnServer || isPartOfCreation }).toEqual({
        event,
        isVisible: true,
      });
      // A rejection is kept as long as its reason applies.
      const wasFinal = before.date_refusal !== null && !canEnd.has(before.date_refusal.code);
      expect(wasFinal && isKept && after.date_refusal === null).toBe(false);
    });
  });
});

/** Decisions by the person that settle a date. */
const decisions: ReadonlySet<string> = new Set(['date_changed', 'date_withdrawn', 'dropped']);
const canEnd: ReadonlySet<string> = new Set(['project_not_found']);
