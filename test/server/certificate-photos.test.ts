import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { AttachmentSave } from '#schemas/attachment.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { readPdf } from '#test/setup/poppler.ts';
import { attachmentOf, partOf } from './attachment-setup.ts';
import {
  certificateRequest,
  projectsWithoutCertificate,
  startCertificateServer,
} from './certificate-setup.ts';
import { jpeg } from './jpeg-bytes.ts';

let server: Awaited<ReturnType<typeof startCertificateServer>>;
let projects: string[];
beforeAll(async () => {
  server = await startCertificateServer();
  projects = await projectsWithoutCertificate(server);
});
afterAll(() => server.close());

const nextProject = () => projects.pop() ?? '';

async function addPhoto(project: string, changes: Partial<AttachmentSave> = {}): Promise<string> {
  const content = jpeg(64, 48);
  const photo = attachmentOf(content, project, changes);
  await server.call(calls.sendAttachments, { body: { attachments: [photo] } }, server.token);
  await server.call(calls.sendAttachmentPart, { body: partOf(photo, content, 0) }, server.token);
  return photo.uuid;
}

function issue(project: string, photos: string[]) {
  const body = certificateRequest(project, { photos });
  return server.call(calls.createCertificate, { body }, server.token);
}

async function fetchPdf(uuid: string): Promise<Buffer> {
  const { rawPayload } = await server.app.inject({
    url: `/files/pdf/${uuid}${demoAccounts.polishOwner.companyId}.pdf`,
    headers: { authorization: `Bearer ${server.token}` },
  });
  return rawPayload;
}

const pictureCount = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;

test('a certificate prints chosen photos with captions, and never changes afterwards', async () => {
  const project = nextProject();
  const photos = [
    await addPhoto(project, { caption: 'Okno od strony ogrodu' }),
    await addPhoto(project, { caption: '', group: 'after' }),
  ];
  const { status, result } = await issue(project, photos);
  expect(status).toBe(201);
  const pdf = await fetchPdf(result.uuid);
  expect(pictureCount(pdf)).toBe(2);
  expect(readPdf(pdf).text).toContain('Okno od strony ogrodu');
  const removals = photos.map((uuid) => ({ uuid, op_id: randomUUID(), deleted: true as const }));
  await server.call(calls.sendAttachments, { body: { attachments: removals } }, server.token);
  expect(await fetchPdf(result.uuid)).toEqual(pdf);
});

test('a certificate without photos has no pictures and no heading for them', async () => {
  const { result } = await issue(nextProject(), []);
  const pdf = await fetchPdf(result.uuid);
  expect(pictureCount(pdf)).toBe(0);
  expect(readPdf(pdf).text).not.toContain('Zdjęcia');
});

test('photos of another project, and more than three, are rejected', async () => {
  const project = nextProject();
  const foreignPhoto = await addPhoto(nextProject());
  const rejectedResponse = await issue(project, [await addPhoto(project), foreignPhoto]);
  expect([rejectedResponse.status, rejectedResponse.code]).toEqual([409, 'photos_not_available']);
  const fourPhotos = Array.from({ length: 4 }, () => randomUUID());
  expect((await issue(project, fourPhotos)).status).toBe(400);
  const rows = await server.db
    .selectFrom('warranty_certificates')
    .select('uuid')
    .where('project_uuid', '=', project)
    .execute();
  expect(rows).toEqual([]);
});
