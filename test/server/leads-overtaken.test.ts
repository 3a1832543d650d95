import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { validateLeadEdit, installerTargets } from '#schemas/lead-edit.ts';
import { expireLeads } from '#server/leads/lead-deadlines.ts';
import { expireProjects } from '#server/projects/expire-projects.ts';
import { acceptProject } from '#server/projects/decide-products.ts';
import { agreement, daysLater, editOn, moveLead, newLead, enableLeads } from './lead-setup.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
let ownerToken: string;
let staffToken: string;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner');
  ownerToken = await server.tokenOf('polishOwner');
  staffToken = await server.tokenOf('polishStaff');
});
afterAll(() => server.close());

const leadNow = async (id: string) =>
  (await server.call(calls.getLead, { params: { id } }, ownerToken)).result;
const edit = (id: string, body: ReturnType<typeof editOn>, accessToken = ownerToken) =>
  server.call(calls.updateLead, { params: { id }, body }, accessToken);
const createAgreedLead = async () => {
  const id = await newLead(server, 'polishOwner');
  const steps = [{ status: 'interested' }, { status: 'contacted' }, agreement()] as const;
  return moveLead(server, ownerToken, id, ...steps);
};

describe('F01: an edit whose response was lost', () => {
  test('changes nothing when it is resent, even after other edits', async () => {
    const id = await newLead(server, 'polishOwner');
    const first = editOn(server, await leadNow(id), { status: 'interested' });
    await edit(id, first);
    const second = await edit(
      id,
      editOn(server, await leadNow(id), { status: 'contacted' }),
      staffToken,
    );
    const repeatedResponse = await edit(id, first);
    expect(repeatedResponse.status).toBe(200);
    expect(repeatedResponse.result).toEqual(second.result);
  });

  test('creates one project from ten concurrent requests (F02)', async () => {
    const id = await newLead(server, 'polishOwner');
    const lead = await moveLead(
      server,
      ownerToken,
      id,
      { status: 'interested' },
      { status: 'contacted' },
    );
    const body = editOn(server, lead, agreement());
    const responses = await Promise.all(Array.from({ length: 10 }, () => edit(id, body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ result }) => result.project_id))).toEqual(
      new Set([body.project_id]),
    );
  });
});

describe('concurrent edits by two people of the company', () => {
  test('from the same step cause a conflict for the second person, which names the first person', async () => {
    const id = await newLead(server, 'polishOwner');
    const base = await leadNow(id);
    const bodies = [
      editOn(server, base, { status: 'interested' }),
      editOn(server, base, { status: 'not-interested' }),
    ] as const;
    const responses = await Promise.all([
      edit(id, bodies[0], ownerToken),
      edit(id, bodies[1], staffToken),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.map(({ code }) => code)).toContain('lead_moved_on');
    const lead = await leadNow(id);
    const winner = responses[0].status === 200 ? 'polishOwner' : 'polishStaff';
    expect(lead.moved_by.name).toContain(accounts[winner].email);
  });

  test('can’t reject a lead that a colleague has just contacted', async () => {
    const id = await newLead(server, 'polishOwner');
    const base = await moveLead(server, ownerToken, id, { status: 'interested' });
    await moveLead(server, staffToken, id, { status: 'contacted' });
    const lateEdit = await edit(id, editOn(server, base, { status: 'lost', reasons: ['other'] }));
    expect(lateEdit.code).toBe('lead_moved_on');
    expect((await leadNow(id)).status).toBe('contacted');
  });

  test('of different fields don’t conflict', async () => {
    const id = await newLead(server, 'polishOwner');
    const base = await leadNow(id);
    const withNotes = editOn(server, base, { NotesFromVELUXClub: 'Gate code 12.' });
    expect(
      (await edit(id, editOn(server, base, { status: 'interested' }), staffToken)).status,
    ).toBe(200);
    expect((await edit(id, withNotes)).status).toBe(200);
    const lead = await leadNow(id);
    expect([lead.status, lead.NotesFromVELUXClub]).toEqual(['interested', 'Gate code 12.']);
  });

  test('of the same notes cause a conflict, so that no text is lost silently', async () => {
    const id = await newLead(server, 'polishOwner');
    const base = await leadNow(id);
    await edit(id, editOn(server, base, { NotesFromVELUXClub: 'mine' }));
    const lateEdit = await edit(
      id,
      editOn(server, base, { NotesFromVELUXClub: 'yours' }),
      staffToken,
    );
    expect([lateEdit.code, lateEdit.errors[0]?.field]).toEqual([
      'conflict',
      'body.NotesFromVELUXClub',
    ]);
  });

  test('that agree on the same lead create one project', async () => {
    const id = await newLead(server, 'polishOwner');
    const base = await moveLead(
      server,
      ownerToken,
      id,
      { status: 'interested' },
      { status: 'contacted' },
    );
    const responses = await Promise.all([
      edit(id, editOn(server, base, agreement()), ownerToken),
      edit(id, editOn(server, base, agreement()), staffToken),
    ]);
    expect(responses.map(({ code }) => code).filter(Boolean)).toEqual(['lead_moved_on']);
    const projects = await server.db
      .selectFrom('projects')
      .select('uuid')
      .where((eb) => eb(eb.ref('lead', '->>').key('uuid' as never), '=', id as never))
      .execute();
    expect(projects).toHaveLength(1);
  });

  test('can’t reuse the id of another project', async () => {
    const foreignProject = await server.newProject('czechOwner');
    const id = await newLead(server, 'polishOwner');
    const base = await moveLead(
      server,
      ownerToken,
      id,
      { status: 'interested' },
      { status: 'contacted' },
    );
    const body = editOn(server, base, agreement({ project_id: foreignProject }));
    expect((await edit(id, body)).code).toBe('conflict');
    expect((await leadNow(id)).status).toBe('contacted');
  });
});

describe('the expiry of a lead', () => {
  test('happens once for each lead, even with several servers', async () => {
    const freshLead = await newLead(server, 'polishOwner');
    const second = await newLead(server, 'polishOwner');
    await moveLead(server, ownerToken, second, { status: 'interested' });
    const third = await newLead(server, 'polishOwner');
    await moveLead(server, ownerToken, third, { status: 'interested' }, { status: 'contacted' });
    const ids = [freshLead, second, third];
    server.clock.advance(61 * DAY_MS);
    const counts = await Promise.all([1, 2, 3, 4].map(() => expireLeads(server.services)));
    server.clock.advance(-61 * DAY_MS);
    expect(counts.filter((count) => count > 0)).toHaveLength(1);
    const statuses = await Promise.all(ids.map(async (id) => (await leadNow(id)).status));
    expect(statuses).toEqual(['time-out', 'expired-interest', 'expired-contact']);
    expect((await leadNow(freshLead)).moved_by).toEqual({ actor: 'system', name: null });
  });

  test('rejects a late edit, even before the job has run', async () => {
    const id = await newLead(server, 'polishOwner');
    const body = editOn(server, await leadNow(id), { status: 'interested' });
    const lateEdit = await daysLater(server, 8, (laterToken) => edit(id, body, laterToken));
    expect(lateEdit.code).toBe('lead_moved_on');
    expect((await leadNow(id)).status).toBe('time-out');
    const withNotes = editOn(server, await leadNow(id), { NotesFromVELUXClub: 'Too late.' });
    expect((await edit(id, withNotes)).status).toBe(200);
  });
});

const saveScan = (project: string, changes = {}) =>
  server.call(
    calls.sendScans,
    { body: { scans: [saveOf(nextSerial(), project, changes)] } },
    ownerToken,
  );
const closeProject = (id: string) => {
  const data = {
    response: [
      { question_id: 500, answer_id: 501, value: null },
      { question_id: 520, answer_id: 521, value: null },
    ],
    lead_survey_response: [{ question_id: 900, answer_id: 901, value: null }],
  };
  const body = { uuid: randomUUID(), data };
  return server.call(calls.submitProjectSurvey, { params: { id }, body }, ownerToken);
};

describe('a lead follows its project', () => {
  test('through scanning and progress until closed with the lead’s survey', async () => {
    const lead = await createAgreedLead();
    const id = lead.project_id ?? '';
    await saveScan(id);
    const { result: project } = await server.call(calls.getProject, { params: { id } }, ownerToken);
    expect(project.status.id).toBe(1);
    const closeResponse = await closeProject(id);
    expect(closeResponse.result.status.id).toBe(2);
    expect((await leadNow(lead.uuid)).status).toBe('closed');
  });

  test('through a review', async () => {
    const lead = await createAgreedLead();
    const id = lead.project_id ?? '';
    await saveScan(id);
    await server.db
      .updateTable('scans')
      .set({ flag: 'in_review' })
      .where('projects_id', '=', id)
      .execute();
    await closeProject(id);
    expect((await leadNow(lead.uuid)).status).toBe('agreed');
    await acceptProject(id, server.services);
    expect((await leadNow(lead.uuid)).status).toBe('closed');
    const notifications = await server.call(
      calls.listNotifications,
      { query: { limit: 1000 } },
      staffToken,
    );
    const acceptedNotifications = notifications.result.data.filter(
      ({ event }) => event === 'project_accepted',
    );
    expect(acceptedNotifications.map(({ meta }) => meta.project_uuid)).toEqual([id]);
  });

  test('when it is lost', async () => {
    const lead = await createAgreedLead();
    server.clock.advance(400 * DAY_MS);
    await expireProjects(server.services);
    server.clock.advance(-400 * DAY_MS);
    expect((await leadNow(lead.uuid)).status).toBe('expired-agreement');
  });

  test('and prevents the project’s deletion', async () => {
    const { project_id } = await createAgreedLead();
    const response = await server.call(
      calls.deleteProject,
      { params: { id: project_id ?? '' } },
      ownerToken,
    );
    expect(response.code).toBe('project_of_lead');
  });

  test('if a scheduled project is started without a scan', async () => {
    const { project_id } = await createAgreedLead();
    const startProject = () =>
      server.call(
        calls.updateProject,
        { params: { id: project_id ?? '' }, body: { status: 1 } },
        ownerToken,
      );
    expect((await startProject()).result.status.id).toBe(1);
    expect((await startProject()).status).toBe(200);
    const params = { id: await server.newProject('czechOwner') };
    const other = await server.call(
      calls.updateProject,
      { params, body: { status: 1 } },
      ownerToken,
    );
    expect(other.code).toBe('project_not_found');
  });
});

test('random edits on the server agree with the shared state machine', async () => {
  const step = fc.record({
    status: fc.constantFrom(...installerTargets),
    withReason: fc.boolean(),
    isComplete: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const id = await newLead(server, 'polishOwner');
      let lead = await leadNow(id);
      for (const { status, withReason, isComplete } of steps) {
        const changes = {
          // An omitted checklist would mean that the device will fill it in later, so send an empty checklist.
          ...(isComplete ? agreement() : { checklist: [] }),
          status,
          reasons: withReason ? (['other'] as const) : [],
        };
        const body = editOn(server, lead, { ...changes, reasons: [...changes.reasons] });
        const expected = validateLeadEdit(lead, body, '2026-05-04');
        const response = await edit(id, body);
        expect(response.code).toBe(expected?.code);
        if (!expected) lead = response.result;
        expect((await leadNow(id)).status).toBe(lead.status);
      }
    }),
    { numRuns: 25 },
  );
});
