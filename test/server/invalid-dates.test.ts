import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { lead } from '#schemas/lead.ts';
import { project as projectSchema } from '#schemas/project.ts';
import { surveyInvitation } from '#schemas/survey-invitation.ts';
import { up } from '#server/db/migrations/033-real-days.ts';
import { inviteToSurvey } from '#server/surveys/invite-to-survey.ts';
import { agreement, moveLead, newLead, enableLeads } from './lead-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
let token: string;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner');
  token = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

const patch = (path: string, payload: object) =>
  server.app.inject({
    method: 'PATCH',
    url: `/api${path}`,
    payload,
    headers: { authorization: `Bearer ${token}` },
  });
const errorsOf = (response: Awaited<ReturnType<typeof patch>>) =>
  response.json<{ errors?: { code: string; field?: string }[] }>().errors;
const impossibleDays = [
  '2027-13-45',
  '2027-02-30',
  '2027-02-29',
  '0000-01-01',
  '20271-12-01',
  'soon',
  '',
];
const rejectedDates = ['2031-05-05', '2099-01-01', '9999-12-31'];

describe('a day in a request', () => {
  test.each([...impossibleDays, ...rejectedDates])(
    'can’t be “%s”, and the error names the field',
    async (text) => {
      const id = await newLead(server, 'polishOwner');
      const payload = { expected_installation_date: text };
      for (const path of [`/v1/lead/${id}/installation-date`, `/v1/lead/${id}`]) {
        const response = await patch(path, payload);
        expect(response.statusCode).toBe(400);
        expect(errorsOf(response)?.[0]).toMatchObject({
          code: 'invalid_input',
          field: 'body.expected_installation_date',
        });
      }
    },
  );

  test('can be up to five years ahead, even in an agreed lead', async () => {
    const id = await newLead(server, 'polishOwner');
    const steps = [{ status: 'interested' }, { status: 'contacted' }] as const;
    await moveLead(server, token, id, ...steps);
    const lateResponse = await patch(`/v1/lead/${id}`, {
      status: 'agreed',
      expected_installation_date: '2031-05-05',
    });
    expect(errorsOf(lateResponse)?.[0]?.field).toBe('body.expected_installation_date');
    const last = await patch(`/v1/lead/${id}`, {
      status: 'agreed',
      expected_installation_date: '2031-05-04',
    });
    expect(last.statusCode).toBe(200);
  });

  test('a time that doesn’t exist is rejected', async () => {
    await inviteToSurvey(
      accounts.polishOwner.companyId,
      { survey_key: 'spring', languages: { en: { title: 'A', tagline: 'B', lang: 'en' } } },
      server.services,
    );
    const { result } = await server.call(calls.listSurveys, { query: {} }, token);
    const id = result.data[0]?.uuid ?? '';
    const response = await patch(`/v1/survey/${id}`, { delayed_to: '2027-02-30T10:00:00.000Z' });
    expect(response.statusCode).toBe(400);
    expect(errorsOf(response)?.[0]?.field).toBe('body.delayed_to');
  });
});

describe('rows that earlier versions stored', () => {
  test.each(['2027-13-45', '2027-02-30', '20271-12-01', 'soon', ''])(
    'with the day “%s” are returned without the day, and the rest of the list is unchanged',
    async (installation_day) => {
      const invalidLead = await newLead(server, 'polishOwner');
      const validLead = await newLead(server, 'polishOwner');
      const [invalidDay, validDay] = [{ installation_day }, { installation_day: '2027-12-24' }];
      await server.db
        .updateTable('leads')
        .set(invalidDay)
        .where('uuid', '=', invalidLead)
        .execute();
      await server.db.updateTable('leads').set(validDay).where('uuid', '=', validLead).execute();
      const { status, result } = await server.call(
        calls.listLeads,
        { query: { since: '' } },
        token,
      );
      expect(status).toBe(200);
      const days = new Map(
        result.data.map((leadRow) => [leadRow.uuid, leadRow.expected_installation_date]),
      );
      expect([days.get(invalidLead), days.get(validLead)]).toEqual([null, '2027-12-24']);
      await server.db
        .updateTable('leads')
        .set({ installation_day: null })
        .where('uuid', '=', invalidLead)
        .execute();
    },
  );

  test('in projects and surveys are returned without the date, too', async () => {
    const agreedLead = await newLead(server, 'polishOwner');
    const steps = [{ status: 'interested' }, { status: 'contacted' }] as const;
    const agreementEdit = agreement({ project_id: randomUUID() });
    const { project_id } = await moveLead(server, token, agreedLead, ...steps, agreementEdit);
    await sql`update projects set expires_at = '10000-03-01',
      lead = jsonb_set(lead, '{expected_installation_date}', '"2027-02-30"')
      where uuid = ${project_id}`.execute(server.db);
    const projects = await server.call(calls.listProjects, { query: {} }, token);
    const startedProject = projects.result.data.find(({ uuid }) => uuid === project_id);
    expect(startedProject).toMatchObject({
      expires_at: null,
      lead: { expected_installation_date: null },
    });
    await server.db.updateTable('survey_invitations').set({ interacted_at: 'soon' }).execute();
    const surveys = await server.call(calls.listSurveys, { query: {} }, token);
    expect(surveys.status).toBe(200);
    await server.db.updateTable('survey_invitations').set({ interacted_at: null }).execute();
  });
});

describe('the migration of such rows', () => {
  test('repairs them and makes devices pull them again; others stay unchanged', async () => {
    const invalidLead = await newLead(server, 'polishOwner');
    const validLead = await newLead(server, 'polishOwner');
    const setDay = (uuid: string, installation_day: string) =>
      server.db.updateTable('leads').set({ installation_day }).where('uuid', '=', uuid).execute();
    const agreedLead = await newLead(server, 'polishOwner');
    const { project_id } = await moveLead(
      server,
      token,
      agreedLead,
      { status: 'interested' },
      { status: 'contacted' },
      agreement({ project_id: randomUUID() }),
    );
    const before = await server.call(calls.listLeads, { query: { since: '' } }, token);
    const since = before.result.meta.checkpoint ?? '';
    await setDay(invalidLead, '2027-13-45');
    await setDay(validLead, '2027-12-24');
    await sql`update projects set expires_at = '10000-03-01',
      lead = jsonb_set(lead, '{expected_installation_date}', '"2027-02-30"')
      where uuid = ${project_id}`.execute(server.db);
    await server.db
      .updateTable('survey_invitations')
      .set({ delayed_to: '2027-02-30T10:00:00.000Z' })
      .execute();
    await up(server.db as unknown as Kysely<unknown>);

    const { result } = await server.call(calls.listLeads, { query: { since } }, token);
    expect(result.data.map(({ uuid }) => uuid)).toEqual([invalidLead]);
    expect(result.data[0]?.expected_installation_date).toBeNull();
    expect(v.is(v.array(lead), result.data)).toBe(true);
    const storedResponse = await server.call(calls.getLead, { params: { id: validLead } }, token);
    expect(storedResponse.result.expected_installation_date).toBe('2027-12-24');
    const project = await server.call(
      calls.getProject,
      { params: { id: project_id ?? '' } },
      token,
    );
    expect(v.is(projectSchema, project.result)).toBe(true);
    expect(project.result.lead?.expected_installation_date).toBeNull();
    const surveys = await server.call(calls.listSurveys, { query: {} }, token);
    expect(v.is(v.array(surveyInvitation), surveys.result.data)).toBe(true);

    await up(server.db as unknown as Kysely<unknown>);
    const repeatedResponse = await server.call(
      calls.listLeads,
      { query: { since: result.meta.checkpoint } },
      token,
    );
    expect(repeatedResponse.result.data).toEqual([]);
  });
});
