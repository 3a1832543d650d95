import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { contentProblems } from '#schemas/operator/content-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { publishPlannedContent } from '#server/contents/publish-draft.ts';
import { contentActions, english, ids, why } from './console-content-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';

let server: OrderConsole;
let editor: string;
beforeAll(async () => {
  server = await startOrderConsole();
  editor = await server.signIn('editor');
});
afterAll(() => server.close());

const { read, create, save, act, publish, publishNew, titleOnPhones, readList } = contentActions(
  () => ({
    server,
    editor,
  }),
);

/** Time a number of days from now. */
const inDays = (days: number) => new Date(server.clock.now() + days * DAY_MS).toISOString();

describe('a planned publication', () => {
  test('happens at its time, once, even with several processes', async () => {
    const id = await create('Planned');
    await publish(id, { publish_at: inDays(1) });
    const plans = await readList({ status: 'planned' });
    expect(plans.find((row) => row.id === id)).toMatchObject({ title: 'Planned' });
    await publishPlannedContent(server.services);
    expect(await titleOnPhones(id)).toBe('unknown');
    server.clock.advance(DAY_MS);
    editor = await server.signIn('editor');
    const logger = { ...server.services.logger, error: vi.fn() };
    const services = { ...server.services, logger };
    await Promise.all([1, 2, 3].map(() => publishPlannedContent(services)));
    expect(logger.error).not.toHaveBeenCalled();
    expect(await titleOnPhones(id)).toBe('Planned');
    expect(await read(id)).toMatchObject({ publish_at: null, draft: null, status: 'published' });
    const actions = await server.db
      .selectFrom('operator_audit')
      .select('id')
      .where('act', '=', 'publishPlannedContent')
      .where('kind', '=', 'act')
      .where('record_id', '=', id)
      .execute();
    expect(actions).toHaveLength(1);
    expect(ids(await readList({ status: 'planned' }))).not.toContain(id);
  });

  test('can be cancelled; until then its draft and its state can’t change', async () => {
    const id = await publishNew('To be updated');
    await save(id, [english('Updated')]);
    await publish(id, { publish_at: inDays(1) });
    const responses = [
      await save(id, [english('Changed after planning')]),
      await act('withdrawContent', id),
      await act('discardContentDraft', id),
      await publish(id),
    ];
    for (const { status, errors } of responses) {
      expect(status).toBe(409);
      expect(errors[0]?.reason).toBe(contentProblems.planned);
    }
    await act('cancelContentPlan', id);
    server.clock.advance(2 * DAY_MS);
    editor = await server.signIn('editor');
    await publishPlannedContent(server.services);
    expect(await titleOnPhones(id)).toBe('To be updated');
    expect((await read(id)).draft?.texts[0]?.title).toBe('Updated');
  });

  test('can’t be in the past', async () => {
    const id = await create('Too late');
    expect((await publish(id, { publish_at: inDays(-1) })).code).toBe('date_too_early');
  });
});

describe('a plan that fails', () => {
  /** Runs another person's plan after a change. */
  async function runPlan(id: string, change: (author: string) => Promise<unknown>) {
    const author = await server.signIn('editor');
    const { rev } = await read(id);
    const body = { rev, publish_at: inDays(1), why };
    await server.operate(operatorCalls.publishContent, { params: { id }, body }, author);
    const { planned_by } = await server.db
      .selectFrom('content_drafts')
      .select('planned_by')
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    await change(planned_by ?? '');
    server.clock.advance(DAY_MS);
    editor = await server.signIn('editor');
    const logger = { ...server.services.logger, error: vi.fn() };
    const services = { ...server.services, logger };
    await Promise.all([1, 2].map(() => publishPlannedContent(services)));
    await publishPlannedContent(services);
    expect(logger.error).not.toHaveBeenCalled();
    const { rows } = await sql<{ outcome: string }>`
      select outcome.outcome from operator_audit as act
        join operator_audit as outcome on outcome.of_id = act.id and outcome.kind = 'outcome'
      where act.act = 'publishPlannedContent' and act.record_id = ${id}`.execute(server.db);
    return rows.map(({ outcome }) => outcome);
  }

  test.each([
    [
      'has lost the role',
      (author: string) =>
        server.db.deleteFrom('operator_grants').where('operator_id', '=', author).execute(),
    ],
    [
      'has the role in another country only',
      (author: string) =>
        server.db
          .updateTable('operator_grants')
          .set({ region_id: regionIdOf('CZ') })
          .where('operator_id', '=', author)
          .where('region_id', '=', poland)
          .execute(),
    ],
    [
      'was deactivated',
      (author: string) =>
        server.db
          .updateTable('operators')
          .set({ active: false })
          .where('id', '=', author)
          .execute(),
    ],
  ])('is deleted if its author %s', async (_, change) => {
    const id = await create('Not allowed any more');
    expect(await runPlan(id, change)).toEqual(['forbidden']);
    expect(await titleOnPhones(id)).toBe('unknown');
    const failed_plan = { reason: 'author_without_right' };
    expect(await read(id)).toMatchObject({ publish_at: null, failed_plan });
    expect(ids(await readList({ status: 'planned' }))).not.toContain(id);
    const drafts = await readList({ status: 'draft' });
    expect(drafts.find((row) => row.id === id)).toMatchObject({ failed_plan });
    await publish(id);
    expect(await titleOnPhones(id)).toBe('Not allowed any more');
    expect((await read(id)).failed_plan).toBeNull();
  });

  test('fails once, and can be planned again', async () => {
    const id = await create('Without a title');
    const outcomes = await runPlan(id, () =>
      server.db
        .updateTable('content_drafts')
        .set({ content: sql`'{"en":{"title":"","text":"<p>Text</p>","youtube":null}}'::jsonb` })
        .where('uuid', '=', id)
        .execute(),
    );
    expect(outcomes).toEqual(['invalid_input']);
    const failed_plan = { reason: contentProblems.englishNeeded };
    expect(await read(id)).toMatchObject({ publish_at: null, failed_plan });
    await save(id, [english('With a title')]);
    await publish(id, { publish_at: inDays(1) });
    expect(await read(id)).toMatchObject({ failed_plan: null });
    await act('cancelContentPlan', id);
  });
});
