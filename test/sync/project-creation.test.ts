import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Project } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { nextProject } from '#sync/entities/projects/machine.ts';
import {
  isProjectOnServer,
  type ProjectRow,
  projectWire,
} from '#sync/entities/projects/project-row.ts';
import { SyncError } from '#sync/store/sync-error.ts';
import {
  address,
  startedOffline,
  editAt,
  histories,
  refusal,
  response,
  rowOf,
  savedProject,
  uuid,
} from './project-histories.ts';

const correct = (row: ProjectRow, index: number, streetName = address.streetName) =>
  nextProject(row, { type: 'edited', opId: editAt(index), address: { ...address, streetName } });
const rejectCreation = (row: ProjectRow, edit: string) =>
  nextProject(row, { type: 'rejected', edit, refusal });
/** The project details that its creation sends. */
const fieldsOf = ({ name, street_name, postal_code, city }: ProjectRow) => ({
  ...{ name, streetName: street_name, postalCode: postal_code, city },
});
const acceptCreation = (row: ProjectRow, edit: string, project: Project) =>
  nextProject(row, { type: 'accepted', edit, project });

test('F05: discarding the correction of a project that a colleague has closed restores the server’s version', () => {
  const correctedRow = correct(startedOffline, 1, 'Nowa 3');
  const closed = { ...savedProject, op_id: uuid, status: { id: projectStatus.closed } };
  const pulledRow = nextProject(correctedRow, { type: 'pulled', row: rowOf(closed) });
  expect(pulledRow.street_name).toBe('Nowa 3');
  const reason = { code: 'project_not_open', message: '' };
  const event = { type: 'rejected', edit: editAt(1), refusal: reason } as const;
  const rejectedRow = nextProject(pulledRow, event);
  expect(rejectedRow).toMatchObject({ state: 'refused', refusal: reason, street_name: 'Nowa 3' });
  const withdrawn = nextProject(rejectedRow, { type: 'correction_withdrawn' });
  expect(projectWire.nextRequest(withdrawn)).toMatchObject({
    edit: uuid,
    body: { uuid, op_id: uuid, prior_op_ids: [] },
  });
  const acceptedRow = acceptCreation(withdrawn, uuid, closed);
  expect(acceptedRow).toMatchObject({ state: 'synced', unbegun: false, refusal: null });
  expect(acceptedRow.street_name).toBe(savedProject.street_name);
  expect(acceptedRow.status.id).toBe(projectStatus.closed);
  // A pull may arrive before the response.
  expect(nextProject(withdrawn, { type: 'pulled', row: rowOf(closed) })).toEqual(rowOf(closed));
  // Only a correction can be withdrawn.
  expect(nextProject(startedOffline, { type: 'correction_withdrawn' })).toBe(startedOffline);
});

describe('a project started on this device', () => {
  test('F01: is sent under its own id, and corrected by an edit that refers to the one it replaces', () => {
    const first = { uuid, op_id: uuid, prior_op_ids: [], streetName: savedProject.street_name };
    expect(projectWire.nextRequest(startedOffline)).toMatchObject({ edit: uuid, body: first });
    const correctedRow = correct(correct(startedOffline, 1), 2);
    expect(projectWire.nextRequest(correctedRow)).toMatchObject({
      edit: editAt(2),
      body: { uuid, op_id: editAt(2), prior_op_ids: [uuid, editAt(1)], ...address },
    });
    // A verdict on an earlier version doesn't apply.
    expect(rejectCreation(correctedRow, uuid)).toBe(correctedRow);
    expect(acceptCreation(correctedRow, uuid, savedProject)).toBe(correctedRow);
    const pulled = { type: 'pulled', row: rowOf({ ...savedProject, op_id: uuid }) } as const;
    const receivedRow = nextProject(correctedRow, pulled);
    expect(receivedRow).toEqual({ ...correctedRow, received: true });
    expect(() => nextProject(receivedRow, { type: 'discarded' })).toThrow(
      new SyncError('project_begun'),
    );
  });

  test('F43: an accepted correction is sent again if the backup contains a version that it replaced', () => {
    const correctedRow = correct(correct(startedOffline, 1), 2);
    const request = projectWire.nextRequest(correctedRow);
    const project = { ...savedProject, op_id: editAt(2) };
    const acceptedRow = acceptCreation(correctedRow, editAt(2), project);
    const pulledRow = nextProject(acceptedRow, { type: 'pulled', row: rowOf(project) });
    // The correction's response was lost, but a pull has delivered the correction.
    const seenRow = nextProject(correctedRow, { type: 'pulled', row: rowOf(project) });
    const closedRow = nextProject(acceptedRow, { type: 'closed', opId: editAt(3), response });
    for (const row of [acceptedRow, pulledRow, seenRow, closedRow]) {
      expect(projectWire.nextRequest(row)).toBeNull();
      for (const op_id of [uuid, editAt(1)]) {
        const restoredRow = nextProject(row, {
          type: 'restored',
          server: { ...savedProject, op_id },
        });
        expect(projectWire.nextRequest(restoredRow)).toEqual({
          ...request,
          body: { ...request?.body, ...fieldsOf(row) },
        });
        expect(() => nextProject(restoredRow, { type: 'discarded' })).toThrow(
          new SyncError('project_begun'),
        );
      }
      const same = { type: 'restored', server: project } as const;
      expect(nextProject(row, same).unbegun).toBe(false);
      const lostRow = nextProject(row, { type: 'restored', server: null });
      expect(projectWire.nextRequest(lostRow)).toMatchObject({ edit: editAt(2) });
    }
  });

  test('F05: shows why it was rejected, and can be resent, corrected or discarded', () => {
    const rejectedRow = rejectCreation(startedOffline, uuid);
    expect(rejectedRow).toMatchObject({ state: 'refused', refusal, unbegun: true });
    expect(projectWire.nextRequest(rejectedRow)).toBeNull();
    const retriedRow = nextProject(rejectedRow, { type: 'creation_retried' });
    expect(retriedRow).toEqual(startedOffline);
    expect(projectWire.nextRequest(correct(rejectedRow, 1))).toMatchObject({ edit: editAt(1) });
    const discardedRow = nextProject(rejectedRow, { type: 'discarded' });
    expect(discardedRow).toMatchObject({ deleted: true, state: 'synced', unbegun: false });
    // The server had received the creation.
    const returnedRow = nextProject(discardedRow, { type: 'pulled', row: rowOf(savedProject) });
    expect(returnedRow).toEqual(rowOf(savedProject));
  });

  test('F06: keeps the products saved to it unsent, even while it is rejected', () => {
    const rejectedRow = rejectCreation(startedOffline, uuid);
    for (const row of [startedOffline, rejectedRow]) {
      expect(isProjectOnServer(row, new Set())).toBe(false);
      expect(isProjectOnServer(row, new Set([uuid]))).toBe(true);
    }
    expect(isProjectOnServer(acceptCreation(startedOffline, uuid, savedProject), new Set())).toBe(
      true,
    );
  });

  test('can be closed before it is sent: the server creates it, and then closes it', () => {
    const closing = nextProject(startedOffline, { type: 'closed', opId: editAt(1), response });
    expect(projectWire.nextRequest(closing)).toMatchObject({ call: 'createProject' });
    const startedRow = acceptCreation(closing, uuid, savedProject);
    expect(startedRow).toMatchObject({
      state: 'waiting',
      closing: { uuid: editAt(1) },
      unbegun: false,
    });
    // Discarding also drops its closing.
    expect(nextProject(closing, { type: 'discarded' }).closing).toBeNull();
  });

  test('can’t be corrected or discarded once the server has it', () => {
    const startedRow = rowOf(savedProject);
    expect(() => correct(startedRow, 1)).toThrow(new SyncError('project_begun'));
    expect(() => nextProject(startedRow, { type: 'discarded' })).toThrow(
      new SyncError('project_begun'),
    );
  });
});

test('a project keeps its latest address in any sequence of events, until the server has it', () => {
  const check = ({
    before,
    event,
    after,
  }: ReturnType<typeof histories.generate>['value'][number]) => {
    if (!after.unbegun) return;
    const expectedStreet = event.type === 'edited' ? event.address.streetName : before.street_name;
    expect(after.street_name).toBe(expectedStreet);
  };
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 1000 },
  );
});

/** The server's project, as in `server/projects/create-project.ts`. */
function createOnServer(server: Project | null, request: object): Project {
  const { body } = request as {
    body: typeof address & { op_id: string; prior_op_ids: readonly string[] };
  };
  const { op_id } = body;
  const savedAddress = { street_name: body.streetName, postal_code: body.postalCode };
  if (server === null) return { ...savedProject, op_id, ...savedAddress };
  return body.prior_op_ids.includes(server.op_id) ? { ...server, op_id, ...savedAddress } : server;
}

test('F01: even if messages are lost, late or duplicated, both sides have the latest address in the end', () => {
  const steps = fc.array(
    fc.constantFrom('correct', 'send', 'lose_response', 'late', 'pull', 'refuse', 'again'),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(steps, (history) => {
      let row = startedOffline;
      let server: Project | null = null;
      let expectedStreet = row.street_name;
      const requests: object[] = [];
      const send = (isDelivered: boolean) => {
        const request = projectWire.nextRequest(row);
        if (!request) return;
        requests.push(request);
        server = createOnServer(server, request);
        if (isDelivered) row = acceptCreation(row, request.edit, server);
      };
      for (const [index, step] of history.entries()) {
        if (step === 'correct' && row.unbegun) {
          expectedStreet = `ul. Nowa ${index}`;
          row = correct(row, index, expectedStreet);
        }
        if (step === 'send' || step === 'lose_response') send(step === 'send');
        // A request that was believed lost arrives after newer ones.
        const lateRequest = requests[0];
        if (step === 'late' && lateRequest) server = createOnServer(server, lateRequest);
        if (step === 'pull' && server)
          row = nextProject(row, { type: 'pulled', row: rowOf(server) });
        if (step === 'refuse') row = rejectCreation(row, projectWire.nextRequest(row)?.edit ?? '');
        if (step === 'again') row = nextProject(row, { type: 'creation_retried' });
      }
      row = nextProject(row, { type: 'creation_retried' });
      while (projectWire.nextRequest(row)) send(true);
      expect(server).toMatchObject({ street_name: expectedStreet });
      expect(row).toMatchObject({ state: 'synced', street_name: expectedStreet, unbegun: false });
    }),
    { numRuns: 2000 },
  );
});
