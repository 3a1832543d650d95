import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { LeadChanges } from '#schemas/lead-edit.ts';
import type { ProjectStatusId } from '#schemas/project-status.ts';
import { renewLeadByCommand } from '#server/leads/offer-request.ts';
import { expireProjects } from '#server/projects/expire-projects.ts';
import { agreement, daysLater, editOn, moveLead, newLead, enableLeads } from './lead-setup.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';

let server: ScanServer;
let token: string;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner');
  token = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

const steps = [{ status: 'interested' }, { status: 'contacted' }] as const;
const cancellation: LeadChanges = { status: 'lost', reasons: ['customer_changed_mind'] };

async function createAgreedLead() {
  const lead = await moveLead(
    server,
    token,
    await newLead(server, 'polishOwner'),
    ...steps,
    agreement(),
  );
  return { lead, projectId: lead.project_id ?? '' };
}
const cancel = (lead: Parameters<typeof editOn>[1] & { uuid: string }, changes = cancellation) =>
  server.call(
    calls.updateLead,
    { params: { id: lead.uuid }, body: editOn(server, lead, changes) },
    token,
  );
const projectAt = async (id: string, accessToken = token) =>
  (await server.call(calls.getProject, { params: { id } }, accessToken)).result;
const patch = (id: string, status: ProjectStatusId) =>
  server.call(calls.updateProject, { params: { id }, body: { status } }, token);
async function scanInto(projectId: string) {
  const serial = nextSerial();
  const body = saveOf(serial, projectId);
  const { status, result } = await server.call(calls.createScan, { body }, token);
  expect(status).toBe(201);
  const moveTo = (id: string) =>
    saveOf(serial, id, { uuid: result.uuid, base_op_id: result.op_id });
  return { ...result, moveTo };
}

describe('an agreed lead whose customer cancels', () => {
  test('is lost with a reason, and its project ends', async () => {
    const { lead, projectId } = await createAgreedLead();
    expect((await cancel(lead, { status: 'lost' })).code).toBe('reasons_needed');
    const { status, result } = await cancel(lead);
    expect([status, result]).toMatchObject([200, { ...cancellation, project_id: projectId }]);
    expect(await projectAt(projectId)).toMatchObject({ status: { id: 3 }, expires_at: null });
    expect((await cancel(result)).code).toBe('move_not_allowed');
  });

  test('lets its products be moved to another project or removed', async () => {
    const { lead, projectId } = await createAgreedLead();
    const [movingScan, removedScan] = [await scanInto(projectId), await scanInto(projectId)];
    const { result } = await server.call(calls.getLead, { params: { id: lead.uuid } }, token);
    expect((await cancel(result)).status).toBe(200);
    // The cancellation removed no product.
    expect((await projectAt(projectId)).products).toHaveLength(2);
    const other = await server.newProject('polishOwner');
    const saveResponse = await server.call(
      calls.createScan,
      { body: movingScan.moveTo(other) },
      token,
    );
    expect(saveResponse.result).toMatchObject({
      uuid: movingScan.uuid,
      projects_id: other,
      flag: 'valid',
    });
    const params = { id: removedScan.uuid };
    expect((await server.call(calls.deleteScan, { params }, token)).status).toBe(200);
    expect(await projectAt(projectId)).toMatchObject({ products_count: 0, products: [] });
    expect(await projectAt(other)).toMatchObject({ products_count: 1 });
    const saveAgain = saveOf(nextSerial(), projectId);
    expect((await server.call(calls.createScan, { body: saveAgain }, token)).code).toBe(
      'project_not_open',
    );
  });

  test('stays agreed once its project is closed', async () => {
    const { lead, projectId } = await createAgreedLead();
    await server.db
      .updateTable('projects')
      .set({ status: 5 })
      .where('uuid', '=', projectId)
      .execute();
    expect((await cancel(lead)).code).toBe('move_not_allowed');
  });

  test('gets a new project when it is offered and agreed again', async () => {
    const { lead, projectId } = await createAgreedLead();
    await cancel(lead);
    await renewLeadByCommand(lead.uuid, null, server.services);
    const agreedAgain = await moveLead(server, token, lead.uuid, ...steps, agreement());
    expect(agreedAgain.project_id).not.toBe(projectId);
    expect(await projectAt(agreedAgain.project_id ?? '')).toMatchObject({ status: { id: 4 } });
    expect(await projectAt(projectId)).toMatchObject({ status: { id: 3 } });
  });
});

test('products in an expired project stay in it', async () => {
  const projectId = await server.newProject('polishOwner');
  const scan = await scanInto(projectId);
  await daysLater(server, 200, async (laterToken) => {
    await expireProjects(server.services);
    expect(await projectAt(projectId, laterToken)).toMatchObject({ status: { id: 3 } });
    const response = await server.call(calls.deleteScan, { params: { id: scan.uuid } }, laterToken);
    expect(response.code).toBe('project_not_open');
  });
});

describe('PATCH of a project', () => {
  test('cancels a project without a lead, once; a project with a lead is cancelled through its lead', async () => {
    const id = await server.newProject('polishOwner');
    const scan = await scanInto(id);
    const rejectedResponse = await patch(id, 3);
    expect(rejectedResponse.result).toMatchObject({ status: { id: 3 }, expires_at: null });
    expect((await patch(id, 3)).result).toEqual(rejectedResponse.result);
    const other = await server.newProject('polishOwner');
    const saveResponse = await server.call(calls.createScan, { body: scan.moveTo(other) }, token);
    expect(saveResponse.result.projects_id).toBe(other);
    expect((await patch((await createAgreedLead()).projectId, 3)).code).toBe('project_of_lead');
  });

  test('closes a project without a survey', async () => {
    const id = await server.newProject('polishOwner');
    expect((await patch(id, 2)).code).toBe('survey_incomplete');
    await server.db.updateTable('projects').set({ survey: '[]' }).where('uuid', '=', id).execute();
    expect((await patch(id, 2)).result.status.id).toBe(2);
    expect((await patch(id, 2)).status).toBe(200);
    expect((await patch(id, 3)).code).toBe('project_not_open');
    expect((await patch(id, 1)).code).toBe('project_not_open');
  });

  test('can’t set a status that only the server may set', async () => {
    const id = await server.newProject('polishOwner');
    expect([(await patch(id, 4)).code, (await patch(id, 5)).code]).toEqual([
      'move_not_allowed',
      'move_not_allowed',
    ]);
    expect((await patch((await createAgreedLead()).projectId, 4)).status).toBe(200);
  });
});
