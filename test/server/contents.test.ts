import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { SHOP_CATEGORY_TYPE } from '#schemas/shop-product.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { publishContent, withdrawContent } from '#server/contents/publish-content.ts';
import { listRemovedMarkup, sanitise } from '#server/contents/sanitise.ts';
import { transact } from '#server/db/database.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { writeCategories } from '#server/shop/write-categories.ts';
import { writeTier } from '#server/tiers/write-tier.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import type { AccountKey } from './test-accounts.ts';

let server: ScanServer;

beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

async function publish(text = '<p>Text</p>', uuid = randomUUID(), media: string | null = null) {
  await publishContent(server.db, {
    uuid,
    region: 'PL',
    type: 'news',
    texts: { en: { title: 'Title', text, youtube: null } },
    media,
    otherImages: media === null ? [] : [media],
    createdAt: server.clock.now(),
    now: server.clock.now(),
  });
  return uuid;
}
const pull = async (since: string, account: AccountKey = 'polishOwner') =>
  (await server.call(calls.listContent, { query: { since } }, await server.tokenOf(account)))
    .result;

test('content is visible to everyone in its country, and to no one else', async () => {
  const id = await publish();
  for (const key of ['polishOwner', 'decorStaff'] as const) {
    const response = await server.call(
      calls.getContent,
      { params: { id } },
      await server.tokenOf(key),
    );
    expect(response.result.content['en']?.title).toBe('Title');
    expect((await pull('', key)).data.map(({ uuid }) => uuid)).toContain(id);
  }
  const czechToken = await server.tokenOf('czechOwner');
  expect((await server.call(calls.getContent, { params: { id } }, czechToken)).code).toBe(
    'not_found',
  );
  expect((await pull('', 'czechOwner')).data).toEqual([]);
});

test('a pull returns changes, and withdrawn content as tombstones', async () => {
  const id = await publish();
  const since = (await pull('')).meta.checkpoint ?? '';
  expect((await pull(since)).data).toEqual([]);
  await publish('<p>Better</p>', id);
  await withdrawContent(server.db, {
    uuid: await publish(),
    region: 'PL',
    now: server.clock.now(),
  });
  const { data } = await pull(since);
  expect(data.map(({ uuid, deleted }) => [uuid === id, deleted])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(data[0]?.content['en']?.text).toBe('<p>Better</p>');
});

describe('republished content', () => {
  const republish = (changes: Partial<Parameters<typeof publishContent>[1]>) =>
    publishContent(server.db, {
      uuid: randomUUID(),
      region: 'PL',
      type: 'news',
      texts: { en: { title: 'Corrected', text: '<p>Corrected</p>', youtube: null } },
      createdAt: server.clock.now(),
      now: server.clock.now(),
      ...changes,
    });
  const loadRow = (uuid: string) =>
    server.db.selectFrom('contents').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
  async function publishWithPicture() {
    const picture = randomUUID();
    const bytes = drawDemoPhoto(1);
    await server.db
      .insertInto('content_pictures')
      .values({ uuid: picture, media_type: 'image/png', small: bytes, large: bytes })
      .execute();
    return { picture, id: await publish('<p>Before</p>', randomUUID(), picture) };
  }

  test('keeps its pictures unless new ones are passed', async () => {
    const { id, picture } = await publishWithPicture();
    await republish({ uuid: id });
    expect(await loadRow(id)).toMatchObject({ media: picture, other_images: [picture] });
    await republish({ uuid: id, otherImages: [] });
    expect(await loadRow(id)).toMatchObject({ media: picture, other_images: [] });
    await republish({ uuid: id, media: null });
    expect(await loadRow(id)).toMatchObject({ media: null, other_images: [] });
  });

  test('is shown again with its pictures after being withdrawn', async () => {
    const { id, picture } = await publishWithPicture();
    await withdrawContent(server.db, { uuid: id, region: 'PL', now: server.clock.now() });
    await republish({ uuid: id });
    expect(await loadRow(id)).toMatchObject({ deleted: false, media: picture });
  });

  test('is rejected with an id of another country, without effects', async () => {
    const { id } = await publishWithPicture();
    const before = await loadRow(id);
    const since = (await pull('', 'czechOwner')).meta.checkpoint ?? '';
    await expect(republish({ uuid: id, region: 'CZ' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await loadRow(id)).toEqual(before);
    expect((await pull(since, 'czechOwner')).data).toEqual([]);
  });

  test('as a tier or shop category is also rejected with an id of another country', async () => {
    const tier = {
      id: 9_977,
      tier_category: 99 as const,
      brackets: [{ id: 1, level: 1, from: 0, to: TIER_CAP, points: 0 }],
    };
    await writeTier(server.db, { ...tier, region: 'PL' });
    await expect(writeTier(server.db, { ...tier, region: 'CZ' })).rejects.toMatchObject({
      code: 'conflict',
    });
    const category = { uuid: randomUUID(), name: 'Tools', position: 0, type: SHOP_CATEGORY_TYPE };
    const publishIn = (region: 'PL' | 'CZ') =>
      transact(server.db, (trx) => writeCategories(trx, region, [category], server.clock.now()));
    await publishIn('PL');
    await expect(publishIn('CZ')).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('a checkpoint ahead of the country’s counter is stale', async () => {
  const since = (await pull('')).meta.checkpoint ?? '';
  const futureCheckpoint = since.replace(/\d+$/, (rev) => String(Number(rev) + 1));
  const token = await server.tokenOf('polishOwner');
  const response = await server.call(
    calls.listContent,
    { query: { since: futureCheckpoint } },
    token,
  );
  expect(response.code).toBe('checkpoint_stale');
});

test('pictures are public, in two sizes, and cacheable', async () => {
  const uuid = randomUUID();
  const [smallBytes, largeBytes] = [drawDemoPhoto(1), drawDemoPhoto(2)];
  await server.db
    .insertInto('content_pictures')
    .values({ uuid, media_type: 'image/png', small: smallBytes, large: largeBytes })
    .execute();
  const id = await publish('<p>With a picture</p>', randomUUID(), uuid);
  const token = await server.tokenOf('polishOwner');
  const { media } = (await server.call(calls.getContent, { params: { id } }, token)).result;
  for (const [path, bytes] of [
    [media?.s, smallBytes],
    [media?.l, largeBytes],
  ] as const) {
    const response = await server.app.inject({ url: path ?? '' });
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  }
  expect((await server.app.inject({ url: `/files/content/${randomUUID()}/s` })).statusCode).toBe(
    404,
  );
  expect((await server.app.inject({ url: `/files/content/${uuid}/xl` })).statusCode).toBe(404);
});

describe('the text of news is sanitised when it is saved (security 14)', () => {
  test.each([
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>b', 'b'],
    ['<a href="javascript:alert(1)">c</a>', '<a>c</a>'],
    [
      '<a href="https://www.skylight.example/" target="x">d</a>',
      '<a href="https://www.skylight.example/">d</a>',
    ],
    ['<img src="https://elsewhere.example/x.png">e', 'e'],
    ['<svg><script>1</script></svg><style>p{}</style>f', 'f'],
    ['<h2>g</h2><iframe src="https://a.example"></iframe>', '<h2>g</h2>'],
    ['<b>h</b> <i>i</i>', '<strong>h</strong> <em>i</em>'],
    ['<p><u>j</u><del>k</del><sub>l</sub></p>', '<p><u>j</u><s>k</s><sub>l</sub></p>'],
    ['<h1>m</h1><h6>n</h6><hr />', '<h2>m</h2><h4>n</h4><hr />'],
    ['a<div>b</div><div><p>c</p></div>', 'a<p>b</p><p>c</p>'],
    ['<b onclick="x()" style="color:red">o</b>', '<strong>o</strong>'],
  ])('as in this example: %s', async (input, sanitised) => {
    expect(sanitise(input)).toBe(sanitised);
    const id = await publish(input);
    const token = await server.tokenOf('polishOwner');
    const response = await server.call(calls.getContent, { params: { id } }, token);
    expect(response.result.content['en']?.text).toBe(sanitised);
  });

  test('and the removed markup is reported', () => {
    expect(listRemovedMarkup('<p><b>a</b> <i>b</i><br></p>')).toEqual([]);
    expect(
      listRemovedMarkup(
        '<p style="color:red">a<img src="x"><a href="http://a.example/">b</a></p><span>c</span>',
      ),
    ).toEqual(['style', '<img>', 'href="http://a.example/"']);
  });

  test('no script survives in any input, and sanitising is idempotent', () => {
    const fragment = fc.constantFrom(
      ...['<script', '<img src=x ', 'onerror=', 'javascript:', '<a href="', '">', '<p>', '</p>'],
      ...['<svg/onload=', '&lt;script&gt;', '<!--', '-->', 'text', '<iframe ', '<style>', '\u0000'],
      ...['<b>', '</i>', '<div>', '</div>', '<h1>', '<p></p>', '<pre>', '<hr>'],
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (parts) => {
        const cleanHtml = sanitise(parts.join(''));
        expect(cleanHtml).not.toMatch(/<(script|img|svg|iframe|style|!--)/i);
        expect(cleanHtml).not.toMatch(/="\s*javascript:/i);
        // Ignore attribute values, which may contain any text.
        const tags = cleanHtml.replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll(/"[^"]*"/g, '""'));
        expect(tags).not.toMatch(/<[^>]*(\son\w+=|javascript:)/i);
        expect(sanitise(cleanHtml)).toBe(cleanHtml);
      }),
      { examples: [[['<a href="', '<iframe ', 'onerror=', '">']]] },
    );
  });
});
