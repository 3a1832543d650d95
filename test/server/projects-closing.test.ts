import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type ClosingPointEvent, sumPoints } from '#schemas/closing-points.ts';
import { listCommands } from '#server/operator/list-commands.ts';
import { ledgerBalance } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { transact } from '#server/db/database.ts';
import { updateProjectSums } from '#server/projects/project-points.ts';
import { projectEarnings } from '#src/features/projects/project-earnings.ts';
import { productFacts } from '#src/features/projects/project-points.ts';
import { acceptProject, decideProducts } from '#server/projects/decide-products.ts';
import {
  closingAnswers as answers,
  nextSerial,
  type ScanServer,
  saveOf,
  startScanServer,
} from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';
import { uploadOf } from './photo-upload.ts';

let server: ScanServer;

beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

const unreadableLabel = { kind: 'reject', code: 'label_unreadable', note: null } as const;

async function close(
  id: string,
  response: SurveyResponse = [],
  uuid: string = randomUUID(),
  account: AccountKey = 'czechOwner',
) {
  const body = { uuid, data: { response } };
  return server.call(
    calls.submitProjectSurvey,
    { params: { id }, body },
    await server.tokenOf(account),
  );
}

async function projectWith(products: number, account: AccountKey = 'czechOwner') {
  const id = await server.newProject(account);
  const token = await server.tokenOf(account);
  const scans = Array.from({ length: products }, () => saveOf(nextSerial(), id));
  if (scans.length > 0) await server.call(calls.sendScans, { body: { scans } }, token);
  const { result } = await server.call(calls.getProject, { params: { id } }, token);
  return { id, scans, points: result.calculated_available_points };
}

async function entriesOf(id: string) {
  const rows = await server.db
    .selectFrom('ledger')
    .select(['event', 'points', 'variation'])
    .where('project_uuid', '=', id)
    .orderBy('rev')
    .execute();
  return rows;
}

const linesOf = async (id: string) =>
  (await entriesOf(id)).map(({ event, points }) => ({ event: event as ClosingPointEvent, points }));

async function pointsOf(account: AccountKey) {
  const params = { id: accounts[account].companyId };
  return (await server.call(calls.getPointsSummary, { params }, await server.tokenOf(account)))
    .result;
}

describe('closing a project', () => {
  test('freezes its points and adds them to the ledger', async () => {
    const before = (await pointsOf('czechOwner')).company_points;
    const { id, points } = await projectWith(3);
    const closeResponse = await close(id);
    expect(closeResponse.result).toMatchObject({
      status: { id: 2 },
      available_points: points,
      max_points: points,
      expires_at: null,
      project_closed: new Date(server.clock.now()).toISOString(),
    });
    expect(await entriesOf(id)).toEqual([
      { event: 'project_closed', points, variation: 'positive' },
    ]);
    expect((await pointsOf('czechOwner')).company_points).toBe(before + points);
  });

  test('with a resent edit returns the same result and adds nothing (F01)', async () => {
    const { id } = await projectWith(2);
    const uuid = randomUUID();
    const first = await close(id, [], uuid);
    server.clock.advance(60_000);
    const repeatedResponse = await close(id, [], uuid);
    expect(repeatedResponse.status).toBe(200);
    expect(repeatedResponse.result).toEqual(first.result);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test('fifty times concurrently with one edit adds the points once (F02)', async () => {
    const { id } = await projectWith(2);
    const uuid = randomUUID();
    const all = await Promise.all(Array.from({ length: 50 }, () => close(id, [], uuid)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test('with fifty different concurrent edits succeeds for only one edit', async () => {
    const { id } = await projectWith(2);
    const all = await Promise.all(Array.from({ length: 50 }, () => close(id)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ code }) => code === 'project_not_open')).toHaveLength(49);
    expect(await entriesOf(id)).toHaveLength(1);
  });
});

describe('a project that is closed', () => {
  test('while scans arrive either counts or rejects each scan', async () => {
    const { id } = await projectWith(1);
    const token = await server.tokenOf('czechOwner');
    const laterScans = Array.from({ length: 10 }, () => saveOf(nextSerial(), id));
    const saves = laterScans.map((body) => server.call(calls.createScan, { body }, token));
    const [closeResponse, ...saveResponse] = await Promise.all([close(id), ...saves]);
    const acceptedCount = saveResponse.filter(({ status }) => status === 201).length;
    expect(saveResponse.filter(({ code }) => code === 'project_not_open')).toHaveLength(
      10 - acceptedCount,
    );
    expect(closeResponse.result.products_count).toBe(1 + acceptedCount);
    const [entry] = await entriesOf(id);
    const { result } = await server.call(calls.getProject, { params: { id } }, token);
    expect(entry?.points).toBe(result.calculated_available_points);
  });

  test('without products earns nothing', async () => {
    const { id } = await projectWith(0, 'polishOwner');
    const closeResponse = await close(id, answers, randomUUID(), 'polishOwner');
    expect(closeResponse.result).toMatchObject({ status: { id: 2 }, available_points: 0 });
    expect(await entriesOf(id)).toEqual([]);
  });

  test('that is expired or lost is rejected', async () => {
    const { id } = await projectWith(1);
    await server.db.updateTable('projects').set({ status: 3 }).where('uuid', '=', id).execute();
    expect(await close(id)).toMatchObject({ status: 409, code: 'project_not_open' });
  });

  test('needs a complete survey, and adds the region’s points for it', async () => {
    const { id, points } = await projectWith(2, 'polishOwner');
    const attempt = (response: SurveyResponse) => close(id, response, randomUUID(), 'polishOwner');
    const incompleteAnswers = [
      [],
      answers.slice(0, 1),
      answers.filter(({ question_id }) => question_id !== 510),
      [...answers, { question_id: 520, answer_id: 522, value: null }],
      [...answers, { question_id: 999, answer_id: 1, value: null }],
    ];
    for (const response of incompleteAnswers) {
      expect(await attempt(response)).toMatchObject({ status: 400, code: 'survey_incomplete' });
    }
    expect((await attempt(answers)).status).toBe(200);
    expect(await entriesOf(id)).toEqual([
      { event: 'project_closed', points, variation: 'positive' },
      { event: 'project_survey_completed', points: 25, variation: 'positive' },
    ]);
  });
});

describe('a project with a product that needs a review', () => {
  async function submitForReview() {
    const { id, points } = await projectWith(2, 'polishOwner');
    const token = await server.tokenOf('polishOwner');
    const photo = uploadOf(drawDemoPhoto());
    await server.call(calls.uploadPhoto, { body: photo }, token);
    const serial = nextSerial();
    const body = saveOf(serial, id, { image_data: photo.fields.uuid, photo_of: 'label' });
    const saveResponse = await server.call(calls.createScan, { body }, token);
    expect(saveResponse.result.flag).toBe('in_review');
    const closeResponse = await close(id, answers, randomUUID(), 'polishOwner');
    return { id, serial, scan: saveResponse.result, points, closed: closeResponse.result };
  }

  test('is listed for the operator with the subjects of its photos', async () => {
    const { id } = await submitForReview();
    const projects = listCommands.find(({ name }) => name === 'projects');
    const lines =
      (await projects?.run(
        { args: [], input: '', options: {}, canReadPersonalData: true },
        server.services,
      )) ?? [];
    expect(lines.find((line) => line.startsWith(id))).toMatch(/ {2}photos of: label$/);
  });

  test('goes into review, and adds its points once, when it is accepted', async () => {
    const { id, scan, points, closed } = await submitForReview();
    expect(closed).toMatchObject({
      status: { id: 5 },
      project_closed: null,
      available_points: points,
      max_points: points + scan.points,
    });
    expect(await entriesOf(id)).toEqual([]);
    const decisions = await Promise.all(
      Array.from({ length: 8 }, () => acceptProject(id, server.services)),
    );
    expect(decisions.every(({ project: { status } }) => status.id === 2)).toBe(true);
    const [pointsEntry, survey, ...otherEntries] = await entriesOf(id);
    expect(pointsEntry).toMatchObject({ event: 'project_closed', points: points + scan.points });
    expect(survey).toMatchObject({ event: 'project_survey_completed', points: 25 });
    expect(otherEntries).toEqual([]);
  });

  test('doesn’t count rejected products, and frees their serial numbers', async () => {
    const { id, serial, scan, points } = await submitForReview();
    const decision = await decideProducts(id, [scan.uuid], unreadableLabel, server.services);
    expect(decision).toMatchObject({ status: { id: 2 }, max_points: points });
    expect((await entriesOf(id))[0]?.points).toBe(points);
    const repeatedSave = saveOf(serial, await server.newProject('polishOwner'));
    const token = await server.tokenOf('polishOwner');
    expect((await server.call(calls.createScan, { body: repeatedSave }, token)).status).toBe(201);
  });

  test('isn’t decided if one of the scans to reject belongs to another project', async () => {
    const { id } = await submitForReview();
    const decision = decideProducts(id, [randomUUID()], unreadableLabel, server.services);
    await expect(decision).rejects.toMatchObject({ code: 'not_found' });
    expect(await entriesOf(id)).toEqual([]);
  });

  test('cannot be accepted before it is submitted', async () => {
    const { id } = await projectWith(1);
    await expect(acceptProject(id, server.services)).rejects.toMatchObject({
      code: 'project_not_open',
    });
    await expect(acceptProject(randomUUID(), server.services)).rejects.toMatchObject({
      code: 'project_not_found',
    });
  });
});

test('closing adds the points that the app predicted, for any products', async () => {
  const flags = fc.constantFrom('valid' as const, 'in_review' as const, 'rejected' as const);
  const product = fc.record({
    flag: flags,
    points: fc.constantFrom(0, 12, 130),
    campaignId: fc.constantFrom(null, 'december', 'spring'),
    isRejected: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(product, { maxLength: 4 }), async (products) => {
      const { id, scans } = await projectWith(products.length, 'polishOwner');
      for (const [index, { flag, points, campaignId }] of products.entries()) {
        const uuid = scans[index]?.uuid ?? '';
        const campaign = campaignId === null ? null : { id: campaignId, points: points / 2 };
        await server.db
          .updateTable('scans')
          .set({ flag, points, campaign })
          .where('uuid', '=', uuid)
          .execute();
      }
      await transact(server.db, (trx) =>
        updateProjectSums(trx, [{ uuid: id, rev: 1, hasNewScan: false }], new Date().toISOString()),
      );
      const token = await server.tokenOf('polishOwner');
      const openProject = (await server.call(calls.getProject, { params: { id } }, token)).result;
      const { reserved = 0 } = (await pointsOf('polishOwner')).points;
      const extras = { surveyPoints: 25, reserved };
      const facts = productFacts(
        openProject.products.map((saved) => ({ ...saved, state: 'sent' })),
      );
      const gain = projectEarnings(
        { ...openProject, closing: null, sent_closing: null },
        extras,
        facts,
      );
      const closeResult = (await close(id, answers, randomUUID(), 'polishOwner')).result;
      expect(closeResult.status.id === projectStatus.inReview).toBe(gain.isMaximum);
      const lines = await linesOf(id);
      const shownLines = gain.lines.map(({ event, points }) => ({ event, points }));
      expect(lines).toEqual(gain.isMaximum ? [] : shownLines);
      expect(sumPoints(lines)).toBe(gain.isMaximum ? 0 : gain.points);
      const closedProject = { ...closeResult, closing: null, sent_closing: null };
      const shownEarnings = projectEarnings(closedProject, extras, facts);
      if (!gain.isMaximum) return;
      // The review shows the same values as the app before closing.
      expect(shownEarnings).toEqual(gain);
      const rejectedScans = products.flatMap(({ isRejected }, index) =>
        isRejected ? [scans[index]?.uuid ?? ''] : [],
      );
      if (rejectedScans.length > 0)
        await decideProducts(id, rejectedScans, unreadableLabel, server.services);
      await acceptProject(id, server.services);
      const pointsEntry = sumPoints(await linesOf(id));
      expect(pointsEntry).toBeLessThanOrEqual(gain.points);
      const keptProducts = products.filter(({ isRejected }) => !isRejected);
      const isAllAccepted =
        keptProducts.length === products.length &&
        products.every((productDecision) => productDecision.flag !== 'rejected');
      expect(isAllAccepted ? pointsEntry : gain.points).toBe(gain.points);
    }),
    { numRuns: 20 },
  );
});

test('the balance is still the sum of the ledger', async () => {
  for (const key of ['polishOwner', 'czechOwner'] as const) {
    const token = await server.tokenOf(key);
    const history = await server.call(calls.listPointsHistory, { query: { limit: 1000 } }, token);
    const summary = await pointsOf(key);
    expect(history.result.data.length).toBeGreaterThan(0);
    expect(summary.company_points).toBe(ledgerBalance(history.result.data));
  }
});
