import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type Handover } from '#schemas/handover.ts';
import { handoverTexts } from '#schemas/handover-texts.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import {
  eraseHandover,
  listOpenHandovers,
  loadHandoverForOperator,
} from '#server/handover/operator-handovers.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { readPdf } from '#test/setup/poppler.ts';
import { emailWithConsent, shownSheetOf, signedHandover } from '#test/schemas/signed-handover.ts';
import { attachmentOf, partOf } from './attachment-setup.ts';
import {
  certificateRequest,
  projectsWithoutCertificate,
  startCertificateServer,
} from './certificate-setup.ts';
import { jpeg } from './jpeg-bytes.ts';

const { companyId } = demoAccounts.polishOwner;
let server: Awaited<ReturnType<typeof startCertificateServer>>;
let projects: string[];
let otherToken: string;
beforeAll(async () => {
  server = await startCertificateServer();
  const rows = await server.db
    .selectFrom('projects')
    .innerJoin('scans', 'scans.projects_id', 'projects.uuid')
    .select('projects.uuid')
    .distinct()
    .where('projects.company_id', '=', companyId)
    .where('projects.deleted', '=', false)
    .where('scans.deleted', '=', false)
    .execute();
  projects = rows.map(({ uuid }) => uuid);
  const { email, region } = demoAccounts.czechOwner;
  otherToken = (await server.signInByEmail(email, region)).token;
});
afterAll(() => server.close());

/** Takes a project that no other test uses, with a sheet line for one of its scans. */
async function nextProject(project = projects.shift()) {
  if (project === undefined) throw new Error('The demo has too few projects.');
  const scan = await server.db
    .selectFrom('scans')
    .select(['uuid', 'serial_number'])
    .where('projects_id', '=', project)
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow();
  const [line] = shownSheetOf().products;
  if (!line) throw new Error('The project has no product for the sheet.');
  return { project, line: { ...line, scans: [scan.uuid], serial: scan.serial_number } };
}
const newAddress = () => `${randomUUID()}@poczta.example`;

/** A sheet of a project, ready to be sent. */
async function sheetFor(
  { project, line }: Awaited<ReturnType<typeof nextProject>>,
  changes: Partial<Handover> = {},
): Promise<Handover> {
  return signedHandover({
    uuid: randomUUID(),
    project_id: project,
    shown: shownSheetOf({ products: [line] }),
    ...changes,
  });
}

async function announce(content: Uint8Array, project: string, changes: object) {
  const attachment = attachmentOf(content, project, changes);
  const body = { attachments: [attachment] };
  const { result } = await server.call(calls.sendAttachments, { body }, server.token);
  expect(result.data[0]?.error ?? null).toBeNull();
  return attachment;
}

/** Sends a sheet as the app does, and returns a function that sends its content again. */
async function announceSheet(sheet: Handover, content: unknown) {
  const bytes = Buffer.from(JSON.stringify(content));
  const changes = { kind: 'signature', group: null, caption: '', media_type: HANDOVER_MEDIA_TYPE };
  const attachment = await announce(bytes, sheet.project_id, { uuid: sheet.uuid, ...changes });
  const body = partOf(attachment, bytes, 0);
  return () => server.call(calls.sendAttachmentPart, { body }, server.token);
}

async function send(sheet: Handover, content: unknown = sheet) {
  const sendContent = await announceSheet(sheet, content);
  return sendContent();
}

async function sendPhoto(uuid: string, project: string) {
  const content = jpeg(400, 300);
  const attachment = await announce(content, project, { uuid });
  const body = partOf(attachment, content, 0);
  expect((await server.call(calls.sendAttachmentPart, { body }, server.token)).status).toBe(200);
}

function fetchDocument(uuid: string, token = server.token) {
  const headers = { authorization: `Bearer ${token}` };
  return server.app.inject({ url: `/files/handover/${uuid}`, headers });
}

async function sentTo(address: string) {
  await server.services.messages.sendDue();
  return server.delivery.messages().filter(({ to }) => to === address);
}

/** Replaces the line breaks and ligatures of a document's text. */
const normaliseText = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ');

/** The attachment's document, as devices pull it. */
async function documentOf(uuid: string) {
  const query = { since: '', limit: 1000 };
  const { result } = await server.call(calls.listAttachments, { query }, server.token);
  return result.data.find((attachment) => attachment.uuid === uuid)?.document;
}

describe('a signed sheet', () => {
  test('becomes a document with the texts shown, and is mailed once with consent', async () => {
    const address = newAddress();
    const sheet = await sheetFor(await nextProject(), { email: emailWithConsent(address) });
    expect((await send(sheet)).result).toMatchObject({ complete: true });
    const response = await fetchDocument(sheet.uuid);
    expect(response.headers['content-type']).toBe('application/pdf');
    const { text, info, pages } = readPdf(response.rawPayload);
    const documentText = normaliseText(text);
    const [product] = sheet.shown.products;
    for (const shownText of [
      sheet.shown.company,
      sheet.shown.place,
      product?.name,
      product?.code,
      product?.serial,
      ...sheet.shown.care.map((care) => care.text),
      ...sheet.shown.warranty,
      sheet.shown.statement,
      sheet.signer_name,
      sheet.shown_sha256.toUpperCase(),
    ])
      expect(documentText).toContain(shownText);
    expect(info.get('Title')).toBe('Protokół odbioru 4 maja 2026');
    for (const { ink } of pages) expect(ink).toBeGreaterThan(0.005);
    const [message, ...others] = await sentTo(address);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ template: 'handover', language: 'pl' });
    expect(Buffer.from(message?.attachments?.[0]?.content ?? [])).toEqual(response.rawPayload);
    expect(await documentOf(sheet.uuid)).toBe('ready');
    expect(server.log.join('')).not.toContain(address);
  });

  test('that is sent many times concurrently, and again later, creates one document and one email', async () => {
    const address = newAddress();
    const sheet = await sheetFor(await nextProject(), { email: emailWithConsent(address) });
    const sendContent = await announceSheet(sheet, sheet);
    await Promise.all(Array.from({ length: 5 }, sendContent));
    await runJobs(server.services);
    const first = await fetchDocument(sheet.uuid);
    server.clock.advance(60_000);
    await sendContent();
    await Promise.all([runJobs(server.services), runJobs(server.services)]);
    expect((await fetchDocument(sheet.uuid)).rawPayload).toEqual(first.rawPayload);
    expect(await sentTo(address)).toHaveLength(1);
  });

  test('without consent isn’t mailed', async () => {
    const sheet = await sheetFor(await nextProject());
    await send(sheet);
    const queuedMessages = await server.db
      .selectFrom('messages')
      .select('uuid')
      .where('about', '=', 'handover')
      .execute();
    expect(queuedMessages).toEqual([]);
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(200);
  });

  test('states that the name was typed', async () => {
    const signature = { kind: 'typed', confirmed: true } as const;
    const sheet = await sheetFor(await nextProject(), { signature });
    await send(sheet);
    const { text } = readPdf((await fetchDocument(sheet.uuid)).rawPayload);
    expect(text).toContain(handoverTexts('pl').typed);
  });

  test('of a project with a certificate includes it', async () => {
    const [closedProject] = await projectsWithoutCertificate(server);
    const target = await nextProject(closedProject);
    const body = certificateRequest(target.project);
    const { result } = await server.call(calls.createCertificate, { body }, server.token);
    const sheet = await sheetFor(target);
    await send(sheet);
    const { text } = readPdf((await fetchDocument(sheet.uuid)).rawPayload);
    expect(text).toContain(result.number);
    expect(normaliseText(text)).toContain('Numer certyfikatu');
  });

  test('security 17: is visible only to its company', async () => {
    const sheet = await sheetFor(await nextProject());
    await send(sheet);
    expect((await fetchDocument(sheet.uuid, otherToken)).statusCode).toBe(404);
    expect((await fetchDocument(randomUUID())).statusCode).toBe(404);
  });
});

describe('photos on a sheet', () => {
  test('that arrive later delay its document', async () => {
    const target = await nextProject();
    const photos = [randomUUID()];
    const shownSheet = shownSheetOf({ products: [target.line], photos });
    const sheet = await sheetFor(target, { shown: shownSheet });
    await send(sheet);
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(404);
    expect(await documentOf(sheet.uuid)).toBeNull();
    await sendPhoto(photos[0] ?? '', target.project);
    await runJobs(server.services);
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(200);
    const { differences } = await loadHandoverForOperator(server.db, sheet.uuid);
    expect(differences).toBe('');
  });

  test('that can’t be read delay only their own document', async () => {
    const target = await nextProject();
    const sheetWith = async (photo: string) => {
      const shownSheet = shownSheetOf({ products: [target.line], photos: [photo] });
      const sheet = await sheetFor(target, { shown: shownSheet });
      await send(sheet);
      await sendPhoto(photo, target.project);
      return sheet;
    };
    const lostPhoto = randomUUID();
    const brokenSheet = await sheetWith(lostPhoto);
    await server.db
      .updateTable('attachments')
      .set({ content: null })
      .where('uuid', '=', lostPhoto)
      .execute();
    const laterSheet = await sheetWith(randomUUID());
    await runJobs(server.services);
    expect((await fetchDocument(brokenSheet.uuid)).statusCode).toBe(404);
    expect((await fetchDocument(laterSheet.uuid)).statusCode).toBe(200);
  });
});

describe('a sheet that differs from the server’s data', () => {
  test('is stored as signed, with a note', async () => {
    const target = await nextProject();
    const line = { ...target.line, scans: [randomUUID()] };
    const sheet = await sheetFor(target, { shown: shownSheetOf({ products: [line] }) });
    await send(sheet);
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(200);
    expect((await loadHandoverForOperator(server.db, sheet.uuid)).differences).toBe('products');
  });

  test('with other texts isn’t mailed', async () => {
    const address = newAddress();
    const target = await nextProject();
    const shownSheet = shownSheetOf({ products: [target.line], statement: 'Kup teraz!' });
    const sheet = await sheetFor(target, { shown: shownSheet, email: emailWithConsent(address) });
    await send(sheet);
    expect(await sentTo(address)).toEqual([]);
    expect((await loadHandoverForOperator(server.db, sheet.uuid)).differences).toBe('texts');
  });
});

describe('an invalid sheet', () => {
  test.each<[string, (sheet: Handover, other: string) => object, string]>([
    [
      'changed after signing',
      (sheet) => ({ ...sheet, shown: { ...sheet.shown, company: 'Another' } }),
      'hash_mismatch',
    ],
    ['of another project', (sheet, other) => ({ ...sheet, project_id: other }), 'another_project'],
    ['without a signature', (sheet) => ({ ...sheet, signature: null }), 'not_a_sheet'],
  ])('%s is stored, but gets no document and isn’t mailed', async (_case, change, problem) => {
    const address = newAddress();
    const sheet = await sheetFor(await nextProject(), { email: emailWithConsent(address) });
    expect((await send(sheet, change(sheet, projects[0] ?? ''))).status).toBe(200);
    await runJobs(server.services);
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(404);
    expect(await sentTo(address)).toEqual([]);
    expect(await documentOf(sheet.uuid)).toBe('unusable');
    expect(await loadHandoverForOperator(server.db, sheet.uuid)).toMatchObject({ problem });
    expect((await listOpenHandovers(server.db)).map(({ handover }) => handover)).toContain(
      sheet.uuid,
    );
  });

  test('for another company’s project isn’t stored', async () => {
    const { uuid: project } = await server.db
      .selectFrom('projects')
      .select('uuid')
      .where('company_id', '!=', companyId)
      .where('status', '=', projectStatus.closed)
      .executeTakeFirstOrThrow();
    const content = Buffer.from(JSON.stringify(await signedHandover({ project_id: project })));
    const changes = { kind: 'signature', group: null, media_type: HANDOVER_MEDIA_TYPE } as const;
    const attachment = attachmentOf(content, project, changes);
    const body = { attachments: [attachment] };
    const { result } = await server.call(calls.sendAttachments, { body }, server.token);
    expect(result.data[0]?.error?.code).toBe('project_not_found');
    expect(
      await server.db
        .selectFrom('handovers')
        .select('uuid')
        .where('uuid', '=', attachment.uuid)
        .execute(),
    ).toEqual([]);
  });
});

describe('a new sheet of a project', () => {
  test('replaces the old sheet, which isn’t mailed if it arrives later', async () => {
    const target = await nextProject();
    const addresses = [newAddress(), newAddress()] as const;
    const oldSheet = await sheetFor(target, { email: emailWithConsent(addresses[0]) });
    const shownSheet = shownSheetOf({ products: [target.line], replaces: '2026-05-04' });
    const replacement = await sheetFor(target, {
      shown: shownSheet,
      email: emailWithConsent(addresses[1]),
      supersedes: oldSheet.uuid,
      signed_at: '2026-05-05T10:00:00.000Z',
    });
    await send(replacement);
    await send(oldSheet);
    expect(await sentTo(addresses[0])).toEqual([]);
    expect(await sentTo(addresses[1])).toHaveLength(1);
    const { text } = readPdf((await fetchDocument(replacement.uuid)).rawPayload);
    expect(text).toContain('Zastępuje protokół z dnia 4 maja 2026');
    expect(await loadHandoverForOperator(server.db, oldSheet.uuid)).toMatchObject({
      differences: 'superseded',
      superseded_by: replacement.uuid,
    });
  });
});

describe('a stored sheet', () => {
  test('can’t be changed or deleted, and its devices can’t remove it', async () => {
    const sheet = await sheetFor(await nextProject());
    await send(sheet);
    const { db } = server;
    const attempts = [
      db.updateTable('handovers').set({ signed: '{}' }).where('uuid', '=', sheet.uuid),
      db.deleteFrom('handover_documents').where('uuid', '=', sheet.uuid),
      db.updateTable('handover_documents').set({ sha256: '' }).where('uuid', '=', sheet.uuid),
      db.deleteFrom('handovers').where('uuid', '=', sheet.uuid),
    ];
    for (const attempt of attempts)
      await expect(attempt.execute()).rejects.toThrow("can't be changed");
    const removal = { uuid: sheet.uuid, op_id: randomUUID(), deleted: true } as const;
    const body = { attachments: [removal] };
    const { result } = await server.call(calls.sendAttachments, { body }, server.token);
    expect(result.data[0]?.error?.code).toBe('conflict');
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(200);
  });

  test('whose document was replaced isn’t served', async () => {
    const sheet = await sheetFor(await nextProject());
    await send(sheet);
    await server.db
      .updateTable('handover_documents')
      .set({ content: Buffer.from('%PDF-1.7 another') })
      .where('uuid', '=', sheet.uuid)
      .execute();
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(500);
  });

  test('is erased with its document by an operator', async () => {
    const sheet = await sheetFor(await nextProject());
    await send(sheet);
    await eraseHandover(sheet.uuid, server.services);
    expect((await fetchDocument(sheet.uuid)).statusCode).toBe(404);
    await expect(loadHandoverForOperator(server.db, sheet.uuid)).rejects.toThrow('Not found');
    const { result } = await server.call(
      calls.listAttachments,
      { query: { since: '', limit: 1000 } },
      server.token,
    );
    expect(result.data.find(({ uuid }) => uuid === sheet.uuid)).toMatchObject({ deleted: true });
  });
});

// This test must be the last, because it moves the clock beyond the lifetime of the other tests' tokens.
test('photos that never arrive are omitted after a day', async () => {
  const target = await nextProject();
  const shownSheet = shownSheetOf({ products: [target.line], photos: [randomUUID()] });
  const sheet = await sheetFor(target, { shown: shownSheet });
  await send(sheet);
  server.clock.advance(DAY_MS);
  await runJobs(server.services);
  const { email, region } = demoAccounts.polishOwner;
  const { token } = await server.signInByEmail(email, region);
  expect((await fetchDocument(sheet.uuid, token)).statusCode).toBe(200);
  expect((await loadHandoverForOperator(server.db, sheet.uuid)).differences).toBe('photos');
});
