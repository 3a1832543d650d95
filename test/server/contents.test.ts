import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { publishContent, withdrawContent } from '#server/contents/publish-content.ts';
import { sanitise } from '#server/contents/sanitise.ts';
import { demoPhoto } from '#server/demo/demo-photo.ts';
import { type Rooms, startRooms } from './room-setup.ts';
import type { AccountKey } from './test-accounts.ts';

let rooms: Rooms;

beforeAll(async () => {
  rooms = await startRooms();
});
afterAll(() => rooms.close());

async function publish(text = '<p>Text</p>', uuid = randomUUID(), media: string | null = null) {
  await publishContent(rooms.db, {
    uuid,
    region: 'PL',
    type: 'news',
    words: { en: { title: 'Title', text, youtube: null } },
    media,
    otherImages: media === null ? [] : [media],
    createdAt: rooms.clock.now(),
    now: rooms.clock.now(),
  });
  return uuid;
}
const pull = async (since: string, as: AccountKey = 'polishOwner') =>
  (await rooms.call(calls.contents, { query: { since } }, await rooms.tokenOf(as))).result;

test('everybody of the country reads it, nobody else', async () => {
  const id = await publish();
  for (const key of ['polishOwner', 'decorStaff'] as const) {
    const read = await rooms.call(calls.content, { params: { id } }, await rooms.tokenOf(key));
    expect(read.result.content['en']?.title).toBe('Title');
    expect((await pull('', key)).data.map(({ uuid }) => uuid)).toContain(id);
  }
  const abroad = await rooms.tokenOf('czechOwner');
  expect((await rooms.call(calls.content, { params: { id } }, abroad)).code).toBe('not_found');
  expect((await pull('', 'czechOwner')).data).toEqual([]);
});

test('a pull brings what changed since, and what was withdrawn as a tombstone', async () => {
  const id = await publish();
  const since = (await pull('')).meta.checkpoint ?? '';
  expect((await pull(since)).data).toEqual([]);
  await publish('<p>Better</p>', id);
  await withdrawContent(rooms.db, { uuid: await publish(), region: 'PL', now: rooms.clock.now() });
  const { data } = await pull(since);
  expect(data.map(({ uuid, deleted }) => [uuid === id, deleted])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(data[0]?.content['en']?.text).toBe('<p>Better</p>');
});

test('a checkpoint ahead of the country’s counter is stale', async () => {
  const since = (await pull('')).meta.checkpoint ?? '';
  const ahead = since.replace(/\d+$/, (rev) => String(Number(rev) + 1));
  const token = await rooms.tokenOf('polishOwner');
  const answer = await rooms.call(calls.contents, { query: { since: ahead } }, token);
  expect(answer.code).toBe('checkpoint_stale');
});

test('pictures are for everybody, in two sizes, and may be kept', async () => {
  const uuid = randomUUID();
  const [small, large] = [demoPhoto(1), demoPhoto(2)];
  await rooms.db
    .insertInto('content_pictures')
    .values({ uuid, media_type: 'image/png', small, large })
    .execute();
  const id = await publish('<p>With a picture</p>', randomUUID(), uuid);
  const token = await rooms.tokenOf('polishOwner');
  const { media } = (await rooms.call(calls.content, { params: { id } }, token)).result;
  for (const [path, bytes] of [
    [media?.s, small],
    [media?.l, large],
  ] as const) {
    const answer = await rooms.app.inject({ url: path ?? '' });
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  }
  expect((await rooms.app.inject({ url: `/files/content/${randomUUID()}/s` })).statusCode).toBe(
    404,
  );
  expect((await rooms.app.inject({ url: `/files/content/${uuid}/xl` })).statusCode).toBe(404);
});

describe('the text of news is sanitised when it is written (security 14)', () => {
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
  ])('%s', async (written, kept) => {
    expect(sanitise(written)).toBe(kept);
    const id = await publish(written);
    const token = await rooms.tokenOf('polishOwner');
    const read = await rooms.call(calls.content, { params: { id } }, token);
    expect(read.result.content['en']?.text).toBe(kept);
  });

  test('whatever is written, nothing that runs is left, and sanitising again changes nothing', () => {
    const part = fc.constantFrom(
      ...['<script', '<img src=x ', 'onerror=', 'javascript:', '<a href="', '">', '<p>', '</p>'],
      ...['<svg/onload=', '&lt;script&gt;', '<!--', '-->', 'text', '<iframe ', '<style>', '\u0000'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const clean = sanitise(parts.join(''));
        expect(clean).not.toMatch(/<(script|img|svg|iframe|style|!--)/i);
        expect(clean).not.toMatch(/="\s*javascript:/i);
        // What stands in quotes is the value of an attribute, whatever it looks like.
        const marks = clean.replaceAll(/<[^<>]*>/g, (mark) => mark.replaceAll(/"[^"]*"/g, '""'));
        expect(marks).not.toMatch(/<[^>]*(\son\w+=|javascript:)/i);
        expect(sanitise(clean)).toBe(clean);
      }),
      { examples: [[['<a href="', '<iframe ', 'onerror=', '">']]] },
    );
  });
});
