import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn, latestSelectableDay } from '#schemas/calendar-day.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { agreement, enableLeads, moveLead, newLead } from './lead-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';

let server: ScanServer;
let ownerToken: string;
let staff: string;
beforeAll(async () => {
  server = await startScanServer();
  ownerToken = await server.tokenOf('polishOwner');
  staff = await server.tokenOf('polishStaff');
});
afterAll(() => server.close());

const today = () => dayIn('PL', server.clock.now());
const inDays = (days: number) => addDays(today(), days);
const setDate = (
  id: string,
  body: { installation_date: string | null; known_dates?: (string | null)[] },
  { token = ownerToken, key = randomUUID() } = {},
) =>
  server.call(
    calls.updateProjectInstallationDate,
    { params: { id }, body, headers: { 'idempotency-key': key } },
    token,
  );
const dateOf = async (id: string) =>
  (await server.call(calls.getProject, { params: { id } }, ownerToken)).result.installation_date;

describe('an installation date', () => {
  test('can be set with the project, changed by a colleague, and removed; devices pull each change', async () => {
    const body = { streetName: 'ul. Polna 2', postalCode: '00-950', installationDate: inDays(3) };
    const { result: project } = await server.call(calls.createProject, { body }, ownerToken);
    expect(project.installation_date).toBe(inDays(3));
    const list = (since: string) =>
      server
        .call(calls.listProjects, { query: { since } }, ownerToken)
        .then(({ result }) => result);
    let { checkpoint = '' } = (await list('')).meta;
    for (const date of [inDays(5), null]) {
      const { status } = await setDate(project.uuid, { installation_date: date }, { token: staff });
      expect(status).toBe(200);
      const { data, meta } = await list(checkpoint);
      expect(data).toMatchObject([{ uuid: project.uuid, installation_date: date }]);
      checkpoint = meta.checkpoint ?? '';
    }
    expect(project.expires_at).toBe(
      (await server.call(calls.getProject, { params: { id: project.uuid } }, ownerToken)).result
        .expires_at,
    );
  });

  test('isn’t changed twice by a repeated request, even if a colleague has changed it since (F01)', async () => {
    const id = await server.newProject('polishOwner');
    const key = randomUUID();
    const edit = { installation_date: inDays(1), known_dates: [null] };
    await setDate(id, edit, { key });
    const removal = { installation_date: null, known_dates: [inDays(1)] };
    await setDate(id, removal, { token: staff });
    const { status, result } = await setDate(id, edit, { key });
    expect([status, result.installation_date]).toEqual([200, null]);
    const other = { ...edit, installation_date: inDays(2) };
    expect((await setDate(id, other, { key })).code).toBe('key_reused');
  });

  test('that someone else has changed since isn’t overwritten, unless both dates are the same', async () => {
    const id = await server.newProject('polishOwner');
    await setDate(id, { installation_date: inDays(2) }, { token: staff });
    const conflict = await setDate(id, { installation_date: inDays(4), known_dates: [null] });
    expect(conflict).toMatchObject({ status: 409, code: 'conflict' });
    expect(await dateOf(id)).toBe(inDays(2));
    const sameResponse = await setDate(id, { installation_date: inDays(2), known_dates: [null] });
    expect(sameResponse.status).toBe(200);
    const decidedDates = { installation_date: inDays(4), known_dates: [null, inDays(2)] };
    expect((await setDate(id, decidedDates)).result.installation_date).toBe(inDays(4));
  });

  test('is limited to five years after the current day in the region', async () => {
    const id = await server.newProject('polishOwner');
    const lastDay = latestSelectableDay(today());
    expect((await setDate(id, { installation_date: lastDay })).status).toBe(200);
    const tooLate = addDays(lastDay, 1);
    expect(await setDate(id, { installation_date: tooLate })).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'body.installation_date' }],
    });
    const body = { streetName: 'ul. Polna 3', postalCode: '00-950', installationDate: tooLate };
    expect(await server.call(calls.createProject, { body }, ownerToken)).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'body.installationDate' }],
    });
    expect(await setDate(id, { installation_date: '2027-02-30' })).toMatchObject({
      code: 'invalid_input',
    });
  });

  test('can’t be set for another company’s, a closed or a lead’s project', async () => {
    const id = await server.newProject('polishOwner');
    const foreignToken = await server.tokenOf('czechOwner');
    const edit = { installation_date: inDays(1) };
    expect((await setDate(id, edit, { token: foreignToken })).code).toBe('project_not_found');
    const lostInput = { params: { id }, body: { status: projectStatus.lost } };
    await server.call(calls.updateProject, lostInput, ownerToken);
    expect((await setDate(id, edit)).code).toBe('project_not_open');
    await enableLeads(server, 'polishOwner');
    const lead = await newLead(server, 'polishOwner');
    const project_id = randomUUID();
    const agreementChanges = agreement({ project_id, expected_installation_date: inDays(7) });
    const steps = [{ status: 'interested' }, { status: 'contacted' }, agreementChanges] as const;
    await moveLead(server, ownerToken, lead, ...steps);
    expect((await setDate(project_id, edit)).code).toBe('project_of_lead');
    expect(await dateOf(project_id)).toBe(inDays(7));
    await moveLead(server, ownerToken, lead, { expected_installation_date: inDays(8) });
    expect(await dateOf(project_id)).toBe(inDays(8));
  });
});
