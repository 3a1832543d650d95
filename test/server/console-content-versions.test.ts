import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { contentProblems } from '#schemas/operator/content-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { publishContent } from '#server/contents/publish-content.ts';
import { deleteUnusedPictures } from '#server/contents/store-pictures.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { contentActions, english, pictureOf, why } from './console-content-setup.ts';
import { type OrderConsole, startOrderConsole } from './console-order-setup.ts';

let server: OrderConsole;
let editor: string;
beforeAll(async () => {
  server = await startOrderConsole();
  editor = await server.signIn('editor');
});
afterAll(() => server.close());

const { read, create, save, upload, act, publish, publishNew, titleOnPhones } = contentActions(
  () => ({
    server,
    editor,
  }),
);
const versionsOf = async (id: string, token = editor) =>
  server.operate(operatorCalls.listContentVersions, { params: { id }, query: {} }, token);
const restore = async (id: string, version: string, key: string = randomUUID(), rev?: number) =>
  server.operate(
    operatorCalls.restoreContentVersion,
    {
      params: { id, version },
      body: { rev: rev ?? (await read(id)).rev, why },
      headers: { 'idempotency-key': key },
    },
    editor,
  );
/** Id of a version of the list, by its title. */
const versionId = async (id: string, title: string) => {
  const found = (await versionsOf(id)).result.data.find((version) => version.title === title);
  if (found === undefined) throw new Error(`There is no version “${title}”.`);
  return found.id;
};

test('only publications create versions, with their author', async () => {
  const id = await publishNew('First');
  await save(id, [english('Second'), { ...english('Drugi'), language: 'pl' }]);
  await publish(id);
  await save(id, [english('Never published')]);
  await act('discardContentDraft', id);
  await act('withdrawContent', id);
  await act('restoreContent', id);
  await publishContent(server.db, {
    ...{ uuid: id, region: 'PL', type: 'news' },
    texts: { en: { title: 'From the setup', text: '', youtube: null } },
    ...{ createdAt: server.clock.now(), now: server.clock.now() },
  });
  const { data, meta } = (await versionsOf(id)).result;
  expect(data).toMatchObject([
    { title: 'From the setup', published_by: null, languages: ['en'] },
    { title: 'Second', languages: ['en', 'pl'], pictures: 0 },
    { title: 'First' },
  ]);
  expect(data[1]?.published_by).toEqual(expect.any(String));
  expect(data[1]?.published_by).toBe(data[2]?.published_by);
  expect(meta).toEqual({ next: null, total: 3 });
});

test('a version can be read and restored as the draft; phones keep the published one', async () => {
  const id = await create('With a picture');
  const picture = (await upload(drawDemoPhoto(1, [9, 9, 9]))).result.id;
  await save(id, [english('With a picture')], undefined, [pictureOf(picture, 'A box')]);
  await publish(id);
  await save(id, [english('Without')], undefined, []);
  await publish(id);
  const version = await versionId(id, 'With a picture');
  const { result } = await server.operate(
    operatorCalls.readContentVersion,
    { params: { id, version } },
    editor,
  );
  expect(result).toMatchObject({
    texts: [{ language: 'en', title: 'With a picture' }],
    pictures: [{ id: picture, texts: [{ language: 'en', text: 'A box' }] }],
  });
  // The picture is kept for the version.
  server.clock.advance(40 * DAY_MS);
  editor = await server.signIn('editor');
  await deleteUnusedPictures(server.services);
  const [key, { rev }] = [randomUUID(), await read(id)];
  const first = await restore(id, version, key, rev);
  expect((await restore(id, version, key, rev)).result).toEqual(first.result);
  expect(await titleOnPhones(id)).toBe('Without');
  expect(await read(id)).toMatchObject({
    draft: { texts: [{ title: 'With a picture' }] },
    pictures: [{ id: picture }],
  });
  await publish(id);
  expect(await titleOnPhones(id)).toBe('With a picture');
  expect((await versionsOf(id)).result.data).toHaveLength(3);
  const changes = await server.db
    .selectFrom('operator_audit')
    .select(['before', 'after'])
    .where('record_id', '=', id)
    .where('kind', '=', 'change')
    .where('act', '=', 'restoreContentVersion')
    .execute();
  expect(changes).toMatchObject([
    { before: { title_en: 'Without' }, after: { title_en: 'With a picture', pictures: picture } },
  ]);
});

test('a version can’t replace a planned publication or a newer draft, or be restored in another article', async () => {
  const [id, other] = [await publishNew('Planned'), await publishNew('Other')];
  const version = await versionId(id, 'Planned');
  expect((await restore(other, version)).code).toBe('not_found');
  const { rev } = await read(id);
  await save(id, [english('Newer')]);
  expect((await restore(id, version, randomUUID(), rev)).code).toBe('conflict');
  await publish(id, { publish_at: new Date(server.clock.now() + DAY_MS).toISOString() });
  expect((await restore(id, version)).errors[0]?.reason).toBe(contentProblems.planned);
  expect((await read(id)).draft?.texts[0]?.title).toBe('Newer');
});

test('versions of another country aren’t found', async () => {
  const id = await publishNew('Polish');
  const version = await versionId(id, 'Polish');
  const czechEditor = await server.signIn('editor', [regionIdOf('CZ')]);
  expect((await versionsOf(id, czechEditor)).code).toBe('not_found');
  const response = await server.operate(
    operatorCalls.readContentVersion,
    { params: { id, version } },
    czechEditor,
  );
  expect(response.code).toBe('not_found');
});

test('the newest 50 versions are kept', async () => {
  const id = randomUUID();
  for (let number = 1; number <= 52; number += 1)
    await publishContent(server.db, {
      ...{ uuid: id, region: 'PL', type: 'news' },
      texts: { en: { title: `Version ${number}`, text: '', youtube: null } },
      ...{ createdAt: server.clock.now(), now: server.clock.now() },
    });
  const { data, meta } = (await versionsOf(id)).result;
  expect(meta.total).toBe(50);
  expect(data[0]?.title).toBe('Version 52');
});
