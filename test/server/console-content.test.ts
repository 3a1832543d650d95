import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { contentProblems } from '#schemas/operator/content-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { draftList, listContents, publishedList } from '#server/contents/list-operator-contents.ts';
import { publishContent } from '#server/contents/publish-content.ts';
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

test('a draft reaches phones only when it is published, and leaves them when withdrawn', async () => {
  const id = await create('Spring offer');
  expect(await titleOnPhones(id)).toBe('unknown');
  expect(ids(await readList({ status: 'draft' }))).toContain(id);
  await save(id, [english('Spring offer', '<p><b>More</b><script>1</script></p>')]);
  expect((await read(id)).draft?.texts[0]?.text).toBe('<p><strong>More</strong></p>');
  expect(await titleOnPhones(id)).toBe('unknown');
  expect((await publish(id)).status).toBe(200);
  expect(await titleOnPhones(id)).toBe('Spring offer');
  expect(await read(id)).toMatchObject({ status: 'published', draft: null });
  expect(ids(await readList({ status: 'draft' }))).not.toContain(id);
  expect(ids(await readList({ status: 'published' }))[0]).toBe(id);
  expect((await act('withdrawContent', id)).status).toBe(200);
  expect(await titleOnPhones(id)).toBe('deleted');
  expect(ids(await readList({ status: 'withdrawn' }))).toEqual([id]);
  expect((await act('restoreContent', id)).status).toBe(200);
  expect(await titleOnPhones(id)).toBe('Spring offer');
});

test('phones keep the published text until the changed draft is published', async () => {
  const id = await publishNew('First title');
  await save(id, [english('Second title')]);
  expect(await titleOnPhones(id)).toBe('First title');
  expect((await read(id)).published?.[0]?.title).toBe('First title');
  await act('discardContentDraft', id);
  expect(await read(id)).toMatchObject({ draft: null, published: [{ title: 'First title' }] });
  await save(id, [english('Third title')]);
  await publish(id);
  expect(await titleOnPhones(id)).toBe('Third title');
});

test('a text can contain an emoji at the point where the audit truncates it', async () => {
  const id = await create('Long text');
  const text = `${'a'.repeat(499)}🔩 included`;
  await save(id, [english('Long text', text)]);
  expect((await publish(id)).status).toBe(200);
  expect((await read(id)).published?.[0]?.text).toBe(text);
});

test('a discarded draft that was never published isn’t found by any action', async () => {
  const [id, key] = [await create('A mistake'), randomUUID()];
  const { rev } = await read(id);
  const discard = () =>
    server.operate(
      operatorCalls.discardContentDraft,
      { params: { id }, body: { rev, why }, headers: { 'idempotency-key': key } },
      editor,
    );
  expect((await discard()).result).toEqual({ rev: 0 });
  // The first response was lost.
  expect((await discard()).result).toEqual({ rev: 0 });
  const missingResponse = await server.operate(
    operatorCalls.readContent,
    { params: { id } },
    editor,
  );
  expect(missingResponse.code).toBe('not_found');
  expect((await save(id, [english('Again')], rev)).code).toBe('not_found');
});

describe('content that can be published', () => {
  test('needs an English title, and a title in each language that has a text', async () => {
    const id = await create('Title');
    const polishText = { language: 'pl', title: 'Tytuł', text: '<p>Tekst</p>', youtube: null };
    const reason = async () => (await publish(id)).errors[0]?.reason;
    await save(id, [english(''), polishText]);
    expect(await reason()).toBe(contentProblems.englishNeeded);
    await save(id, [polishText]);
    expect(await reason()).toBe(contentProblems.englishNeeded);
    await save(id, [english('Title'), { ...polishText, title: '' }]);
    expect(await reason()).toBe(contentProblems.titleNeeded);
    expect(await titleOnPhones(id)).toBe('unknown');
    const emptyTexts = { ...polishText, text: '<p> </p><p>&nbsp;</p>' };
    for (const texts of [[english('Title', '')], [english('Title'), emptyTexts]]) {
      await save(id, texts);
      expect(await reason()).toBe(contentProblems.bodyNeeded);
    }
    expect(await titleOnPhones(id)).toBe('unknown');
    await save(id, [english('Title'), { ...emptyTexts, youtube: 'dQw4w9WgXcQ' }]);
    expect(await reason()).toBe(undefined);
    // Empty languages are omitted.
    await save(id, [english('Title'), { ...polishText, title: '', text: '' }]);
    expect((await publish(id)).status).toBe(200);
    expect((await read(id)).published?.map(({ language }) => language)).toEqual(['en']);
  });

  test('can’t exceed the contract’s length after its markup is corrected', async () => {
    const id = await create('Long');
    const longHtml = '<b>a</b>'.repeat(2400);
    const response = await save(id, [english('Long', longHtml)]);
    expect(response.errors[0]?.reason).toBe(contentProblems.tooLong);
  });
});

describe('two people', () => {
  test('can’t overwrite each other’s draft', async () => {
    const id = await publishNew('Shared');
    const { rev } = await read(id);
    const responses = await Promise.all([
      save(id, [english('From Anna')], rev),
      save(id, [english('From Piotr')], rev),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const winner = responses[0].status === 200 ? 'From Anna' : 'From Piotr';
    expect((await read(id)).draft?.texts[0]?.title).toBe(winner);
  });

  test('publish once; the second gets a conflict', async () => {
    const id = await create('Once');
    const { rev } = await read(id);
    const responses = await Promise.all([publish(id, { rev }), publish(id, { rev })]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('after a publication by the setup, publishing a draft based on the earlier text is a conflict', async () => {
    const id = await publishNew('From the console');
    const { rev } = await read(id);
    await publishContent(server.db, {
      ...{ uuid: id, region: 'PL', type: 'news' },
      texts: { en: { title: 'From the setup', text: '', youtube: null } },
      ...{ createdAt: server.clock.now(), now: server.clock.now() },
    });
    expect((await save(id, [english('Overtaken')], rev)).code).toBe('conflict');
  });
});

test('a draft published while the list is being read is omitted', async () => {
  const [id, draft] = [await create('Published in the meantime'), await create('Still a draft')];
  const queries = scopedQueries(server.db, [poland]);
  let isPublished = false;
  /** Publishes the draft once the list’s first query has its result. */
  const publishing = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isPublished) {
        isPublished = true;
        await publish(id);
      }
      return result;
    },
  });
  const page = await listContents(
    { query: { status: 'draft' }, operator: { regions: [poland], queries } } as never,
    { ...server.services, db: publishing },
  );
  expect(page.data.map((row) => row.id)).toContain(draft);
  expect(page.data.map((row) => row.id)).not.toContain(id);
});

test('a repeated publication has no second effect, and the audit contains the texts before and after', async () => {
  const id = await publishNew('Old title');
  await save(id, [english('New title')]);
  const [key, { rev }] = [randomUUID(), await read(id)];
  const first = await publish(id, { rev, key });
  const second = await publish(id, { rev, key });
  expect(second.result).toEqual(first.result);
  const changes = await server.db
    .selectFrom('operator_audit')
    .select(['region_id', 'before', 'after'])
    .where('record_id', '=', id)
    .where('kind', '=', 'change')
    .where('act', '=', 'publishContent')
    .orderBy('id', 'desc')
    .execute();
  expect(changes).toHaveLength(2);
  expect(changes[0]).toEqual({
    region_id: poland,
    before: { title_en: 'Old title', html_en: '<p>Old title</p>' },
    after: { title_en: 'New title', html_en: '<p>New title</p>' },
  });
});

describe('countries', () => {
  test('editors create and see content only in their own countries', async () => {
    const id = await publishNew('Polish news');
    const draft = await create('Polish draft');
    const czechEditor = await server.signIn('editor', [regionIdOf('CZ')]);
    for (const status of ['published', 'draft', 'planned', 'withdrawn'] as const)
      expect(await readList({ status }, czechEditor)).toEqual([]);
    for (const params of [{ id }, { id: draft }]) {
      const response = await server.operate(operatorCalls.readContent, { params }, czechEditor);
      expect(response.code).toBe('not_found');
    }
    const body = { region: poland, type: 'news', title: 'Foreign', why } as const;
    expect((await server.operate(operatorCalls.createContent, { body }, czechEditor)).code).toBe(
      'not_found',
    );
  });

  test('lists can be limited to a type', async () => {
    const id = await create('How to', 'tutorial');
    expect(ids(await readList({ status: 'draft', type: 'tutorial' }))).toContain(id);
    expect(ids(await readList({ status: 'draft', type: 'news' }))).not.toContain(id);
  });

  /** Adds enough planned news that the index on the type is cheaper than filtering. */
  async function planNews(count: number): Promise<void> {
    const publish_at = new Date(server.clock.now() + DAY_MS).toISOString();
    for (let index = 0; index < count; index += 1)
      await publish(await create(`Planned ${index}`), { publish_at });
  }

  /** Adds enough published tutorials, for the same reason. */
  async function publishTutorials(): Promise<void> {
    await sql`insert into contents
        (uuid, region, rev, op_id, deleted, created_at, updated_at, type, content, other_images)
      select gen_random_uuid(), 'PL', 1000000 + n, gen_random_uuid(), false, timestamptz '2025-06-01', now(), 'tutorial',
        '{}', '{}' from generate_series(1, 500) as n`.execute(server.db);
    await sql`analyze contents`.execute(server.db);
  }

  test.each([
    ['published', undefined, 'contents_published'],
    ['published', 'news', 'contents_published_by_type'],
    ['withdrawn', undefined, 'contents_withdrawn'],
    ['draft', undefined, 'content_drafts_list'],
    ['planned', 'tutorial', 'content_drafts_planned_by_type'],
  ] as const)(
    'the list of %s content of type %s is read from its index',
    async (status, type, index) => {
      if (status === 'planned') await planNews(20);
      if (status === 'published' && type === 'news') await publishTutorials();
      const plan = await server.db.transaction().execute(async (trx) => {
        // The tables are so small that reading them whole is faster.
        await sql`analyze content_drafts`.execute(trx);
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`set local enable_bitmapscan = off`.execute(trx);
        const regions = [poland, regionIdOf('CZ')];
        const queries = scopedQueries(trx, regions);
        const at = ['2026-01-01 00:00:00+00', '00000000-0000-4000-8000-000000000000'];
        const page = { cursor: at, limit: 50 };
        const query =
          status === 'draft' || status === 'planned'
            ? selectPageKeys(queries, regions, draftList({ status, type }), page)
            : selectPageKeys(queries, regions, publishedList({ status, type }), page);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
        return rows.map((row) => row['QUERY PLAN']);
      });
      expect(plan.join('\n')).toContain(`using ${index} on`);
      expect(plan.filter((line) => line.includes('Sort Key'))).toHaveLength(1);
      expect(plan.join('\n')).not.toContain('Seq Scan');
    },
  );
});

describe('a search for titles', () => {
  const polishText = (title: string) => ({ ...english(title), language: 'pl' });
  const found = async (search: string, status: 'published' | 'draft' | 'planned' = 'draft') =>
    ids(await readList({ status, search }));

  test('finds beginnings of words in any language, ignoring accents and case', async () => {
    const id = await create('Zebra offer');
    await save(id, [english('Zebra offer'), polishText('Żółta łódź')]);
    for (const search of ['zebra', 'OFF', 'offer zeb', 'zolta', 'Łód', 'lodz zebra'])
      expect(await found(search)).toEqual([id]);
    for (const search of ['ebra', 'zebra stripes']) expect(await found(search)).toEqual([]);
    expect(await found('zebra', 'published')).toEqual([]);
    await publish(id);
    expect(await found('zolta', 'published')).toEqual([id]);
    // Publishing the draft also published its titles.
    expect(await found('zolta')).toEqual([]);
    await save(id, [english('Giraffe offer')]);
    expect(await found('zebra')).toEqual([]);
    expect(await found('giraffe')).toEqual([id]);
    expect(await found('zebra', 'published')).toEqual([id]);
  });

  test('has pages in the list’s order, limited to the operator’s countries', async () => {
    const createdIds: string[] = [];
    for (const title of ['Otter one', 'Otter two', 'Otter three']) {
      createdIds.unshift(await create(title));
      server.clock.advance(1000);
    }
    const read = async (cursor = '') =>
      (
        await server.operate(
          operatorCalls.listContents,
          { query: { status: 'draft', search: 'otter', limit: 2, cursor } },
          editor,
        )
      ).result;
    const first = await read();
    const second = await read(first.meta.next ?? '');
    expect([...ids(first.data), ...ids(second.data)]).toEqual(createdIds);
    // Only the first page of a search is counted.
    expect([first.meta.total, second.meta.total, second.meta.next]).toEqual([3, null, null]);
    const czechEditor = await server.signIn('editor', [regionIdOf('CZ')]);
    expect(await readList({ status: 'draft', search: 'otter' }, czechEditor)).toEqual([]);
  });
});
