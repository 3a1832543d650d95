import 'fake-indexeddb/auto';
import { firstValueFrom, skipWhile } from 'rxjs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectFromWire } from '#schemas/from-wire.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { leadGroupOf } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { nextJobs } from '#src/features/today/queries.ts';
import { openDatabase } from '#sync/store/database.ts';
import { leadOf } from '#test/src/leads/lead-fixture.ts';
import { savedProject } from '#test/sync/project-histories.ts';

/* The next jobs on home, read from the real local store. */

const today = '2026-12-30';
const idAt = (kind: number, index: number) =>
  `40000000-0000-4000-8000-${String(kind * 1000 + index).padStart(12, '0')}`;
let database: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  database = await openDatabase({ name: 'club-00000000-0000-4000-8000-000000000003' });
});
beforeEach(async () => {
  await database.collections.leads.find().remove();
  await database.collections.projects.find().remove();
});
afterAll(() => database.close());

const account = () => database as unknown as Parameters<typeof nextJobs>[0];
const read = (canSeeLeads = true) =>
  firstValueFrom(
    nextJobs(account(), today, canSeeLeads).pipe(skipWhile(({ hasJobs }) => !hasJobs)),
  );

function leadOn(index: number, status: LeadDocument['status'], date: string | null): LeadDocument {
  return leadOf({
    uuid: idAt(1, index),
    status,
    group: leadGroupOf(status),
    expected_installation_date: date,
    project_id: status === 'agreed' ? idAt(2, index) : null,
  });
}

/** An open project; `lead` is null unless it comes from one. */
function projectOf(index: number, date: string | null, lead: LeadDocument | null): ProjectDocument {
  return {
    ...projectFromWire(savedProject),
    uuid: idAt(2, index),
    status: { id: lead ? projectStatus.scheduled : projectStatus.inProgress },
    installation_date: date,
    lead: lead && { ...toProjectLead(lead), expected_installation_date: date },
  };
}

async function store(leads: LeadDocument[], projects: ProjectDocument[] = []) {
  await database.collections.leads.bulkInsert(leads);
  await database.collections.projects.bulkInsert(projects);
}

describe('the next jobs', () => {
  test('are the jobs of the plan’s days by date; a lead and its project are one job', async () => {
    const agreedLead = leadOn(1, 'agreed', addDays(today, 2));
    await store(
      [
        agreedLead,
        leadOn(2, 'contacted', today),
        leadOn(3, 'contacted', addDays(today, 7)),
        leadOn(4, 'contacted', null),
        leadOn(5, 'lost', today),
        leadOn(6, 'interested', addDays(today, -1)),
      ],
      [projectOf(1, addDays(today, 2), agreedLead), projectOf(7, addDays(today, 1), null)],
    );
    const { jobs } = await read();
    expect(jobs.map(({ id, date }) => [id, date])).toEqual([
      [idAt(1, 2), today],
      [idAt(2, 7), addDays(today, 1)],
      [idAt(1, 1), addDays(today, 2)],
    ]);
  });

  test('have the lead’s date, even if its project doesn’t have it yet', async () => {
    const [later, sooner] = [leadOn(1, 'agreed', '2027-03-01'), leadOn(2, 'agreed', today)];
    await store([later, sooner], [projectOf(1, today, later), projectOf(2, '2027-03-01', sooner)]);
    expect((await read()).jobs.map(({ id, project }) => [id, project?.uuid])).toEqual([
      [idAt(1, 2), idAt(2, 2)],
    ]);
  });

  test('omit the project of a lead that ended on this device', async () => {
    const lostLead = { ...leadOn(1, 'lost', today), project_id: idAt(2, 1) };
    await store([lostLead], [projectOf(1, today, lostLead)]);
    expect((await read()).jobs).toEqual([]);
  });

  test('are only projects if the person isn’t allowed to see leads', async () => {
    const agreedLead = leadOn(1, 'agreed', '2027-03-01');
    await store([leadOn(2, 'contacted', today), agreedLead], [projectOf(1, today, agreedLead)]);
    const { jobs } = await read(false);
    expect(jobs.map(({ id, lead }) => [id, lead])).toEqual([[idAt(1, 1), null]]);
    await database.collections.projects.find().remove();
    const empty = await firstValueFrom(nextJobs(account(), today, false));
    expect(empty).toEqual({ hasJobs: false, jobs: [] });
  });

  test('are at most 50 of each status, however many there are', async () => {
    const projects = Array.from({ length: 200 }, (_, index) => projectOf(index, today, null));
    await store([], projects);
    expect((await read()).jobs).toHaveLength(50);
  });
});
