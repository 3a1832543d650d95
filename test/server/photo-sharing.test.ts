import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttachmentSave } from '#schemas/attachment.ts';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { MAX_SHARE_LINKS, SHARE_DAYS } from '#schemas/photo-share.ts';
import { hashToken } from '#server/access/tokens.ts';
import { jobs } from '#server/scheduled-jobs.ts';
import { attachmentOf, partOf } from './attachment-setup.ts';
import { exif, jpeg } from './jpeg-bytes.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

let server: ScanServer;
let token: string;
beforeAll(async () => {
  server = await startScanServer();
  token = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

/** Adds a photo to a project; with its content unless `isSent` is false. */
async function addPhoto(
  project: string,
  changes: Partial<AttachmentSave> = {},
  { isSent = true, account = 'polishOwner' as AccountKey } = {},
): Promise<string> {
  const content = jpeg(64, 48, [exif(1)]);
  const edit = attachmentOf(content, project, changes);
  const accessToken = await server.tokenOf(account);
  await server.call(calls.sendAttachments, { body: { attachments: [edit] } }, accessToken);
  const body = partOf(edit, content, 0);
  if (isSent) await server.call(calls.sendAttachmentPart, { body }, accessToken);
  return edit.uuid;
}

function share(project: string, photos: string[], uuid: string = randomUUID(), by = token) {
  const params = { id: project };
  return server.call(calls.createPhotoShare, { params, body: { uuid, photos } }, by);
}

async function listShares(project: string) {
  const params = { id: project };
  return (await server.call(calls.listPhotoShares, { params }, token)).result.data;
}

const openPage = (link: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: new URL(link).pathname, headers });

async function createSharedPage(account: AccountKey = 'polishOwner') {
  const project = await server.newProject(account);
  const accessToken = await server.tokenOf(account);
  const photo = await addPhoto(project, {}, { account });
  const { result } = await share(project, [photo], randomUUID(), accessToken);
  return { project, photo, ...result };
}

describe('the page of a link (security 31)', () => {
  test('shows the chosen photos by group with captions, the company and the last day', async () => {
    const project = await server.newProject('polishOwner');
    const before = await addPhoto(project, { caption: 'Stary <dach>' });
    const after = await addPhoto(project, { group: 'after', caption: '' });
    const notChosen = await addPhoto(project, { caption: 'Secret corner' });
    const { status, result } = await share(project, [after, before]);
    expect(status).toBe(201);
    expect(result).toMatchObject({ photos_count: 2 });
    expect(Date.parse(result.expires_at) - Date.parse(result.created_at)).toBe(SHARE_DAYS * DAY_MS);

    const page = await openPage(result.link);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const { name } = await server.db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', accounts.polishOwner.companyId)
      .executeTakeFirstOrThrow();
    for (const text of [name, 'Stary &lt;dach&gt;', 'Zdjęcia prac', '<html lang="pl">'])
      expect(page.body).toContain(text);
    expect(page.body.indexOf('Przed')).toBeLessThan(page.body.indexOf('Po<'));
    for (const hiddenText of ['Secret corner', 'ul. Lipowa', notChosen, before, project])
      expect(page.body).not.toContain(hiddenText);
    const sources = [...page.body.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)];
    expect(sources.map(([, , alt]) => alt)).toEqual(['Stary &lt;dach&gt;', 'Po, zdjęcie 1']);
    for (const [, url = ''] of sources) {
      const photo = await server.app.inject({ url });
      expect(photo.statusCode).toBe(200);
      expect(photo.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      // The location that the phone had stored in the photo was removed.
      expect(photo.rawPayload).toEqual(jpeg(64, 48));
    }
    expect((await openPage(`${result.link}/3`)).statusCode).toBe(404);
    expect((await openPage(`${result.link}/0`)).statusCode).toBe(404);
  });

  test('is in the language of the project’s country, not the browser’s', async () => {
    const { link } = await createSharedPage('czechOwner');
    const { body } = await openPage(link, { 'accept-language': 'pl' });
    expect(body).toContain('<html lang="cs">');
    expect(body).toContain('Fotky z práce');
  });

  test('is the same 404 page for unknown, expired and revoked links, and for links without photos', async () => {
    const revokedPage = await createSharedPage();
    await server.call(calls.deletePhotoShare, { params: { id: revokedPage.uuid } }, token);
    const emptiedPage = await createSharedPage();
    const removal = { uuid: emptiedPage.photo, op_id: randomUUID(), deleted: true } as const;
    await server.call(calls.sendAttachments, { body: { attachments: [removal] } }, token);
    const deletedPage = await createSharedPage();
    const params = { id: deletedPage.project };
    expect((await server.call(calls.deleteProject, { params }, token)).status).toBe(200);
    const unknownResponse = await openPage(`https://club.example/share/${'A'.repeat(43)}`);
    expect(unknownResponse.statusCode).toBe(404);
    expect(unknownResponse.headers['x-robots-tag']).toBe('noindex');
    for (const { link } of [revokedPage, emptiedPage, deletedPage]) {
      const page = await openPage(link);
      expect([page.statusCode, page.body]).toEqual([404, unknownResponse.body]);
      expect((await openPage(`${link}/1`)).statusCode).toBe(404);
    }
    for (const link of ['x', '%00', "' or 1=1"])
      expect((await openPage(`https://club.example/share/${encodeURIComponent(link)}`)).body).toBe(
        unknownResponse.body,
      );
    const expiredPage = await createSharedPage();
    server.clock.advance(SHARE_DAYS * DAY_MS - 1);
    expect((await openPage(expiredPage.link)).statusCode).toBe(200);
    server.clock.advance(1);
    expect((await openPage(expiredPage.link)).body).toBe(unknownResponse.body);
    expect((await openPage(`${expiredPage.link}/1`)).statusCode).toBe(404);
    await jobs.find(({ name }) => name === 'sweep')?.run(server.services);
    expect(await server.db.selectFrom('photo_shares').select('uuid').execute()).toEqual([]);
    server.clock.advance(-SHARE_DAYS * DAY_MS);
  });
});

describe('creating a link (security 31)', () => {
  test('accepts only photos of the project that the server has', async () => {
    const project = await server.newProject('polishOwner');
    const foreignPhoto = await addPhoto(await server.newProject('polishOwner'));
    const unsentPhoto = await addPhoto(project, {}, { isSent: false });
    const ownPhoto = await addPhoto(project);
    for (const photo of [foreignPhoto, unsentPhoto, randomUUID()]) {
      const { status, code } = await share(project, [ownPhoto, photo]);
      expect([status, code]).toEqual([409, 'photos_not_available']);
    }
    expect(await listShares(project)).toEqual([]);
  });

  test('is repeatable: a retry replaces a link whose secret was lost', async () => {
    const { project, photo, uuid, link } = await createSharedPage();
    const retry = await share(project, [photo], uuid);
    expect(retry.status).toBe(201);
    expect(retry.result.link).not.toBe(link);
    expect((await openPage(link)).statusCode).toBe(404);
    expect((await openPage(retry.result.link)).statusCode).toBe(200);
    expect(await listShares(project)).toHaveLength(1);
    const other = await server.newProject('polishOwner');
    const takenResponse = await share(other, [await addPhoto(other)], uuid);
    expect([takenResponse.status, takenResponse.code]).toEqual([422, 'key_reused']);
  });

  test('is limited per project, even for simultaneous requests', async () => {
    const project = await server.newProject('polishOwner');
    const photo = await addPhoto(project);
    const responses = await Promise.all(
      Array.from({ length: MAX_SHARE_LINKS + 2 }, () => share(project, [photo])),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(MAX_SHARE_LINKS);
    expect(new Set(responses.map(({ code }) => code))).toEqual(
      new Set([undefined, 'share_limit_reached']),
    );
    const links = await listShares(project);
    expect(links).toHaveLength(MAX_SHARE_LINKS);
    await server.call(calls.deletePhotoShare, { params: { id: links[0]?.uuid ?? '' } }, token);
    expect((await share(project, [photo])).status).toBe(201);
  });
});

test('another company can’t see, create or revoke links (security 10, 31)', async () => {
  const { project, photo, uuid, link } = await createSharedPage();
  const other = await server.tokenOf('czechOwner');
  const params = { id: project };
  expect((await share(project, [photo], randomUUID(), other)).status).toBe(404);
  expect((await server.call(calls.listPhotoShares, { params }, other)).status).toBe(404);
  const revoking = await server.call(calls.deletePhotoShare, { params: { id: uuid } }, other);
  expect(revoking.status).toBe(404);
  const foreignProject = await server.newProject('czechOwner');
  const ownPhoto = await addPhoto(foreignProject, {}, { account: 'czechOwner' });
  expect((await share(foreignProject, [ownPhoto], uuid, other)).code).toBe('key_reused');
  expect((await share(foreignProject, [photo], randomUUID(), other)).status).toBe(409);
  expect((await openPage(link)).statusCode).toBe(200);
  const colleague = await server.tokenOf('polishStaff');
  expect((await server.call(calls.listPhotoShares, { params }, colleague)).result.data).toEqual([
    expect.objectContaining({ uuid }),
  ]);
});

test('the server stores only a hash of the secret, and logs neither (security 6, 31)', async () => {
  const { link, uuid } = await createSharedPage();
  const secret = link.split('/').at(-1) ?? '';
  // The secret has 256 random bits.
  expect(secret).toMatch(/^[\w-]{43}$/);
  const row = await server.db
    .selectFrom('photo_shares')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  expect(row.secret_hash).toBe(hashToken(secret));
  await openPage(link);
  await openPage(`${link}/1`);
  await openPage(`${link}/99`);
  const log = server.log.join('\n');
  expect(log).toContain('"route":"/share/:secret/:number"');
  expect(log).not.toContain(secret);
  expect(log).not.toContain(row.secret_hash);
});

test('links can’t be guessed quickly (security 22, 31)', async () => {
  const limitedServer = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
  const statuses = new Set<number>();
  for (let index = 0; index < 61; index += 1) {
    const { statusCode } = await limitedServer.app.inject({ url: `/share/${'B'.repeat(43)}` });
    statuses.add(statusCode);
  }
  expect(statuses).toEqual(new Set([404, 429]));
  await limitedServer.close();
});
