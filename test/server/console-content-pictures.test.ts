import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { MAX_PICTURE_BYTES, pictureProblems } from '#schemas/operator/picture-fields.ts';
import { publishContent } from '#server/contents/publish-content.ts';
import { publishPlannedContent } from '#server/contents/publish-draft.ts';
import { deleteUnusedPictures } from '#server/contents/store-pictures.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { contentActions, english, pictureOf } from './console-content-setup.ts';
import { type OrderConsole, startOrderConsole } from './console-order-setup.ts';
import { exif, jpeg, segment } from './jpeg-bytes.ts';

let server: OrderConsole;
let editor: string;
beforeAll(async () => {
  server = await startOrderConsole();
  editor = await server.signIn('editor');
});
afterAll(() => server.close());

const { read, create, save, upload, act, publish } = contentActions(() => ({ server, editor }));

let blueLevel = 0;
/**
 * Uploads another picture.
 * @returns its id
 */
async function newPicture(): Promise<string> {
  blueLevel += 1;
  return (await upload(drawDemoPhoto(1, [150, 190, blueLevel]))).result.id;
}

/** Content as stored on a phone. */
async function readInApp(id: string) {
  const token = await server.tokenOf('polishOwner');
  return (await server.call(calls.getContent, { params: { id } }, token)).result;
}

const idsIn = async (id: string) => (await read(id)).pictures.map((picture) => picture.id);

/** Publishes news with a picture that the setup added without an alternative text. */
async function publishBySetup(id: string = randomUUID()) {
  const media = await newPicture();
  await publishContent(server.db, {
    ...{ uuid: id, region: 'PL', type: 'news', media, otherImages: [] },
    texts: { en: { title: 'From the setup', text: '', youtube: null } },
    ...{ createdAt: server.clock.now(), now: server.clock.now() },
  });
  return { id, media };
}

describe('the pictures of a draft', () => {
  test('reach phones in order, with their texts, once it is published', async () => {
    const id = await create('With pictures');
    const [roof, line, box] = [await newPicture(), await newPicture(), await newPicture()];
    const texts = [english('With pictures'), { ...english('Ze zdjęciami'), language: 'pl' }];
    await save(id, texts, undefined, [
      {
        ...pictureOf(roof, ' A roof '),
        texts: [
          { language: 'en', text: ' A roof ' },
          { language: 'pl', text: 'Dach' },
        ],
      },
      pictureOf(line, null),
    ]);
    expect(await idsIn(id)).toEqual([roof, line]);
    expect((await publish(id)).status).toBe(200);
    expect(await readInApp(id)).toMatchObject({
      media: { uuid: roof, alt: { en: 'A roof', pl: 'Dach' } },
      other_images: [{ uuid: line, alt: { en: '', pl: '' } }],
    });
    // Change the pictures again.
    await save(id, [english('With pictures')], undefined, [pictureOf(box, 'A box')]);
    expect((await readInApp(id)).media?.uuid).toBe(roof);
    await publish(id);
    expect(await readInApp(id)).toMatchObject({ media: { uuid: box }, other_images: [] });
  });

  test('need a text in each published language, unless they are decorative', async () => {
    const id = await create('Incomplete');
    const picture = await newPicture();
    const polishText = { ...english('Po polsku'), language: 'pl' };
    const reason = async (options = {}) => (await publish(id, options)).errors[0]?.reason;
    await save(id, [english('Incomplete')], undefined, [pictureOf(picture, ' ')]);
    expect(await reason()).toBe(pictureProblems.textNeeded);
    await save(id, [english('Incomplete'), polishText], undefined, [pictureOf(picture, 'A box')]);
    expect(await reason()).toBe(pictureProblems.textNeeded);
    const publish_at = new Date(server.clock.now() + DAY_MS).toISOString();
    expect(await reason({ publish_at })).toBe(pictureProblems.textNeeded);
    await save(id, [english('Incomplete'), polishText], undefined, [pictureOf(picture, null)]);
    expect((await publish(id)).status).toBe(200);
  });

  test('stay in later publications, and are restored if the draft is discarded', async () => {
    const id = await create('Kept');
    const picture = await newPicture();
    await save(id, [english('Kept')], undefined, [pictureOf(picture, 'A box')]);
    await publish(id);
    await save(id, [english('Kept again')]);
    await publish(id);
    expect((await readInApp(id)).media).toMatchObject({ uuid: picture, alt: { en: 'A box' } });
    await save(id, [english('Kept again')], undefined, []);
    expect(await idsIn(id)).toEqual([]);
    await act('discardContentDraft', id);
    expect(await idsIn(id)).toEqual([picture]);
  });

  test('must have been uploaded, each once', async () => {
    const id = await create('Unknown');
    const unknownResponse = await save(id, [english('Unknown')], undefined, [
      pictureOf(randomUUID(), 'A'),
    ]);
    expect(unknownResponse.errors[0]?.reason).toBe(pictureProblems.unknown);
    const picture = await newPicture();
    const twice = [pictureOf(picture, 'A'), pictureOf(picture.toUpperCase(), 'B')];
    expect((await save(id, [english('Unknown')], undefined, twice)).code).toBe('invalid_input');
    expect(await idsIn(id)).toEqual([]);
  });

  test('are in the audit before and after', async () => {
    const id = await create('Audited');
    const picture = await newPicture();
    await save(id, [english('Audited')], undefined, [pictureOf(picture, 'A box')]);
    await publish(id);
    const { after } = await server.db
      .selectFrom('operator_audit')
      .select('after')
      .where('record_id', '=', id)
      .where('kind', '=', 'change')
      .where('act', '=', 'publishContent')
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ pictures: picture, alternative_en: 'A box' });
  });
});

describe('pictures of the setup', () => {
  test('may be on phones without a text, but need one before the console publishes them', async () => {
    const { id, media } = await publishBySetup();
    expect((await readInApp(id)).media).not.toHaveProperty('alt');
    await save(id, [english('Corrected')]);
    expect((await publish(id)).errors[0]?.reason).toBe(pictureProblems.textNeeded);
    await save(id, [english('Corrected')], undefined, [pictureOf(media, 'A drill')]);
    await publish(id);
    expect((await readInApp(id)).media).toMatchObject({ uuid: media, alt: { en: 'A drill' } });
    // The setup sends the same picture again.
    await publishContent(server.db, {
      ...{ uuid: id, region: 'PL', type: 'news', media, otherImages: [] },
      texts: { en: { title: 'From the setup', text: '', youtube: null } },
      ...{ createdAt: server.clock.now(), now: server.clock.now() },
    });
    expect((await readInApp(id)).media?.alt).toEqual({ en: 'A drill' });
  });

  test('make a planned publication fail with a reason if they were added in the meantime', async () => {
    const id = await create('Planned');
    await publish(id, { publish_at: new Date(server.clock.now() + DAY_MS).toISOString() });
    await publishBySetup(id);
    server.clock.advance(DAY_MS);
    editor = await server.signIn('editor');
    await publishPlannedContent(server.services);
    expect((await read(id)).failed_plan?.reason).toBe(pictureProblems.textNeeded);
  });
});

describe('an uploaded picture', () => {
  test('loses its location and camera data, and has the same id when it is sent again', async () => {
    const secret = 'GPS 52.1 N';
    const largeBytes = jpeg(64, 48, [exif(1), segment(0xfe, Buffer.from(secret))]);
    const { id } = (await upload(largeBytes)).result;
    expect((await upload(largeBytes)).result.id).toBe(id);
    const storedPicture = await server.db
      .selectFrom('content_pictures')
      .select(['large', 'media_type'])
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    expect(storedPicture.media_type).toBe('image/jpeg');
    expect(Buffer.from(storedPicture.large).includes(secret)).toBe(false);
    const response = await server.app.inject({ url: `/files/content/${id}/l` });
    expect(response.statusCode).toBe(200);
  });

  test.each([
    ['a text', Buffer.from('<svg onload="x()"/>'), null],
    ['two types', drawDemoPhoto(1), jpeg(64, 48)],
  ])('is rejected if it is %s', async (_, largeBytes, smallBytes) => {
    const response = await upload(largeBytes, smallBytes);
    expect(response.errors[0]?.reason).toBe(pictureProblems.unreadable);
  });

  test('is rejected if it is too large', async () => {
    const largeBytes = Buffer.alloc(MAX_PICTURE_BYTES + 3);
    expect((await upload(largeBytes)).code).toBe('invalid_input');
  });

  test('needs the right to edit content', async () => {
    const viewer = await server.signIn('viewer');
    expect((await upload(drawDemoPhoto(1), null, viewer)).code).toBe('forbidden');
  });

  test('is deleted after 30 days, unless something uses it', async () => {
    const [unusedPicture, draftPicture, publishedPicture] = [
      await newPicture(),
      await newPicture(),
      await newPicture(),
    ];
    const [draft, news] = [await create('Draft'), await create('News')];
    await save(draft, [english('Draft')], undefined, [pictureOf(draftPicture, null)]);
    await save(news, [english('News')], undefined, [pictureOf(publishedPicture, null)]);
    await publish(news);
    const findStored = async () => {
      await deleteUnusedPictures(server.services);
      const rows = await server.db.selectFrom('content_pictures').select('uuid').execute();
      return [unusedPicture, draftPicture, publishedPicture].filter((id) =>
        rows.some(({ uuid }) => uuid === id),
      );
    };
    server.clock.advance(29 * DAY_MS);
    expect(await findStored()).toEqual([unusedPicture, draftPicture, publishedPicture]);
    server.clock.advance(2 * DAY_MS);
    expect(await findStored()).toEqual([draftPicture, publishedPicture]);
  });
});
