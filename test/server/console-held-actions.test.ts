import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOLD_MS, RECORD_CHANGED } from '#schemas/operator/bulk-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { type TestInput } from './test-app.ts';

const poland = regionIdOf('PL');
const why = 'no longer needed';
const planned = { code: 'conflict', errors: [{ reason: 'action_planned' }] };

let server: TestConsole;
let lead: string;
beforeAll(async () => {
  server = await startConsole();
  lead = await server.startSession(await server.addOperator(grantsOf('country_lead', [poland])));
});
afterAll(() => server.close());

const operate = <C extends OperatorCall>(call: C, input: TestInput<C>) =>
  server.operate(call, input, lead);
const stop = (job: string | null) =>
  operate(operatorCalls.stopBulkJob, { params: { id: job ?? '' }, body: { why: 'undo' } });
async function runDue(ms: number): Promise<void> {
  server.clock.advance(ms);
  await runBulkJobs(server.services);
  await runBulkJobs(server.services);
}
/** Successful actions on a record in the audit, newest first. */
async function actionsOn(record: string): Promise<string[]> {
  const { result } = await operate(operatorCalls.listAudit, { query: { record } });
  return result.data.filter(({ outcome }) => outcome === 'done').map(({ act }) => act);
}

async function newSurvey(key: string): Promise<string> {
  const texts = [{ language: 'en' as const, title: key, tagline: 'Short', lang: 'en' as const }];
  const body = { region: poland, key, texts, why };
  return (await operate(operatorCalls.createSurvey, { body })).result.id;
}
const holdEnd = (id: string, rev = 1) =>
  operate(operatorCalls.endSurvey, { params: { id }, body: { rev, holds: true, why } });
const isEnded = async (id: string) =>
  (await operate(operatorCalls.getSurvey, { params: { id } })).result.ended_at !== null;

test('a survey ends ten seconds later, unless the end is undone', async () => {
  const id = await newSurvey('spring');
  const { job } = (await holdEnd(id)).result;
  await runDue(HOLD_MS - 1000);
  expect((await stop(job)).result).toMatchObject({ state: 'stopped', done: 0 });
  await runDue(HOLD_MS);
  expect(await isEnded(id)).toBe(false);
  await holdEnd(id);
  await runDue(HOLD_MS - 1000);
  expect(await isEnded(id)).toBe(false);
  await runDue(1000);
  expect(await isEnded(id)).toBe(true);
  expect(await actionsOn(id)).toEqual([
    ...['endSurvey', 'planSurveyEnd', 'undoPlannedDecision', 'planSurveyEnd'],
  ]);
});

test('a survey whose texts were changed in the meantime doesn’t end', async () => {
  const id = await newSurvey('autumn');
  const { job } = (await holdEnd(id)).result;
  const texts = [{ language: 'en' as const, title: 'New', tagline: 'Short', lang: 'en' as const }];
  await operate(operatorCalls.editSurvey, { params: { id }, body: { texts, rev: 1, why } });
  await runDue(HOLD_MS);
  expect(await isEnded(id)).toBe(false);
  const input = { params: { id: job ?? '' } };
  expect((await operate(operatorCalls.getBulkJob, input)).result).toMatchObject({ failed: 1 });
  // Checked before anything is planned.
  expect((await holdEnd(id, 1)).code).toBe('conflict');
});

test('many surveys end together, and undoing it is in the timeline of each', async () => {
  const records = [await newSurvey('summer'), await newSurvey('winter')];
  const start = () =>
    operate(operatorCalls.startBulkSurveys, {
      body: { records, run: { act: 'endSurvey', holds: true }, why },
    });
  const undone = (await start()).result.job;
  expect(await start()).toMatchObject(planned);
  expect(await holdEnd(records[0] ?? '')).toMatchObject(planned);
  await stop(undone);
  await runDue(HOLD_MS);
  expect(await Promise.all(records.map(isEnded))).toEqual([false, false]);
  await start();
  await runDue(HOLD_MS);
  expect(await Promise.all(records.map(isEnded))).toEqual([true, true]);
  for (const record of records)
    expect(await actionsOn(record)).toEqual([
      ...['endSurvey', 'planSurveyEnd', 'undoPlannedDecision', 'planSurveyEnd'],
    ]);
});

test('a survey that was changed in the meantime doesn’t end with the others', async () => {
  const records = [await newSurvey('may'), await newSurvey('june')];
  const [changed = '', other = ''] = records;
  const run = { act: 'endSurvey', holds: true } as const;
  const { job } = (await operate(operatorCalls.startBulkSurveys, { body: { records, run, why } }))
    .result;
  const texts = [{ language: 'en' as const, title: 'New', tagline: 'Short', lang: 'en' as const }];
  await operate(operatorCalls.editSurvey, {
    params: { id: changed },
    body: { texts, rev: 1, why },
  });
  await runDue(HOLD_MS);
  expect(await isEnded(changed)).toBe(false);
  expect(await isEnded(other)).toBe(true);
  const { failures } = (await operate(operatorCalls.getBulkJob, { params: { id: job } })).result;
  expect(failures).toMatchObject([{ record: changed, problem: RECORD_CHANGED }]);
});

test('no one is invited to a survey whose end is held', async () => {
  const id = await newSurvey('july');
  const { job } = (await holdEnd(id)).result;
  const body = { audience: {}, new_people: 0, why };
  const invite = () => operate(operatorCalls.inviteSurveyAudience, { params: { id }, body });
  expect(await invite()).toMatchObject(planned);
  server.clock.advance(HOLD_MS);
  await operate(operatorCalls.pauseBulkJob, { params: { id: job ?? '' }, body: { why } });
  expect(await invite()).toMatchObject(planned);
});

test('a template is deleted ten seconds later, unless the deletion is undone', async () => {
  const body = { region: poland, name: 'Thanks', texts: [{ language: 'en' as const, text: 'Hi' }] };
  const { id } = (await operate(operatorCalls.createChatTemplate, { body: { ...body, why } }))
    .result;
  const hold = () =>
    operate(operatorCalls.deleteChatTemplate, {
      params: { id },
      body: { rev: 1, holds: true, why },
    });
  const names = async () =>
    (await operate(operatorCalls.listChatTemplates, { query: {} })).result.data.map(
      ({ name }) => name,
    );
  const { job } = (await hold()).result;
  expect(await hold()).toMatchObject(planned);
  await stop(job);
  await runDue(HOLD_MS);
  expect(await names()).toEqual(['Thanks']);
  await hold();
  await runDue(HOLD_MS - 1000);
  expect(await names()).toEqual(['Thanks']);
  await runDue(1000);
  expect(await names()).toEqual([]);
  expect(await actionsOn(id)).toEqual([
    ...[
      'deleteChatTemplate',
      'planTemplateDeletion',
      'undoPlannedDecision',
      'planTemplateDeletion',
    ],
  ]);
});
