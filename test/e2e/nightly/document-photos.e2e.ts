import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { handoverTexts } from '#schemas/handover-texts.ts';
import { hashShownSheet, MAX_HANDOVER_PHOTOS, parseHandover } from '#schemas/handover.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { button, field, title } from '#test/e2e-fixtures/certificate-wizard.ts';
import type { Club, SignedIn } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { addJobPhoto, addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { drawPhoto } from '#test/e2e-fixtures/take-photo.ts';
import { readPdf } from '#test/setup/poppler.ts';

/** Sending and pulling take longer on a busy machine. */
const SYNC_TIMEOUT = { timeout: 60_000 };
const [serial] = plainSerials(1, 690);
const polish = handoverTexts('pl');

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

async function picturesIn(document: Blob): Promise<number> {
  const text = Buffer.from(await document.arrayBuffer()).toString('latin1');
  return text.match(/\/Subtype \/Image/g)?.length ?? 0;
}

/** Language of the first text in an element. */
const languageOf = (page: Page, level: number) =>
  page
    .getByRole('heading', { level })
    .first()
    .evaluate((heading) => {
      const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode();
      return text?.parentElement?.closest('[lang]')?.getAttribute('lang');
    });

test('up to three photos are chosen for a certificate, and are printed in it with their captions', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 100 } as const;
  const project = (await owner.call(calls.listProjects, { query })).data.at(-1);
  if (!project) throw new Error('The demo has no project without a certificate.');
  const content = await drawPhoto(page, 400);
  for (const caption of ['Stary dach', 'Okno od ogrodu', 'Nowe okno', 'Kosz na śmieci'])
    await addJobPhoto(owner, project.uuid, content, { caption, group: 'after' });
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${project.uuid}`);
  await expect(page.getByRole('link', { name: '4 photos' })).toBeVisible(SYNC_TIMEOUT);
  await page.getByRole('link', { name: 'Issue warranty certificate' }).click();
  await expect(page.getByText('Step 2 of 4: Products')).toBeVisible();
  await button(page, 'Next').click();
  await field(page, 'Email address').fill('jan@poczta.example');
  await button(page, 'Next').click();

  const photo = (caption: string) => page.getByRole('checkbox', { name: `${caption} (After)` });
  for (const caption of ['Stary dach', 'Kosz na śmieci', 'Okno od ogrodu'])
    await photo(caption).check();
  await expect(photo('Nowe okno')).toBeDisabled();
  await photo('Kosz na śmieci').uncheck();
  await photo('Nowe okno').check();
  await expect(photo('Kosz na śmieci')).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(photo('Nowe okno')).toBeChecked();
  await page.getByRole('checkbox').last().check();
  await button(page, 'Issue certificate').click();
  await expect(page.getByText('Certificate issued')).toBeVisible(SYNC_TIMEOUT);

  const { data } = await owner.call(calls.listCertificates, { query: { limit: 100 } });
  const certificate = data.find(({ project_uuid }) => project_uuid === project.uuid);
  const pdf = await owner.fetchCertificate(
    certificate?.uuid ?? '',
    demoAccounts.polishOwner.companyId,
  );
  expect(await picturesIn(pdf)).toBe(3);
  const { text } = readPdf(new Uint8Array(await pdf.arrayBuffer()));
  for (const caption of ['Stary dach', 'Okno od ogrodu', 'Nowe okno'])
    expect(text).toContain(caption);
  expect(text).not.toContain('Kosz na');
});

/** Content of the project's signed sheet on the server, and its id. */
async function signedSheet(club: Club, owner: SignedIn, project: string) {
  const query = { since: '', limit: 1000 };
  const { data } = await owner.call(calls.listAttachments, { query });
  const found = data.find(({ project_id, kind }) => project_id === project && kind === 'signature');
  const state = owner.session.state();
  if (!found?.has_content || state.name !== 'signed_in') return null;
  const response = await fetch(`${club.server.url}/files/attachment/${found.uuid}`, {
    headers: { authorization: `Bearer ${state.token.token}` },
  });
  const sheet = parseHandover(new Uint8Array(await response.arrayBuffer()));
  return sheet && { ...sheet, document: found.document };
}

test('a handover sheet shows the chosen photos, its hash includes them, and the PDF prints them', async ({
  club,
  phone: { page, context },
}) => {
  if (!serial) throw new Error('There are no serial numbers left.');
  const owner = await club.as('polishOwner');
  const { uuid } = await newProject(owner, 'Sfotografowana 5');
  await addProduct(owner, uuid, serial);
  const content = await drawPhoto(page, 400);
  const ids: string[] = [];
  for (let number = 1; number <= MAX_HANDOVER_PHOTOS + 1; number += 1) {
    const group = number > MAX_HANDOVER_PHOTOS ? 'before' : 'after';
    ids.push(await addJobPhoto(owner, uuid, content, { caption: `Zdjęcie ${number}`, group }));
  }
  // The phone can download every photo except the first.
  await context.route(`**/files/attachment/${ids[0]}`, (route) =>
    route.continue({ url: `${club.url}/files/attachment/${crypto.randomUUID()}` }),
  );
  const downloadedPaths = new Set<string>();
  context.on('requestfinished', (request) => {
    const [, id] = /\/files\/attachment\/([\w-]+)/.exec(request.url()) ?? [];
    if (id !== undefined) downloadedPaths.add(id);
  });
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await goTo(page, `/projects/${uuid}`);
  await expect(page.getByRole('link', { name: '13 photos' })).toBeVisible(SYNC_TIMEOUT);
  const expected = ids.slice(1);
  await expect
    .poll(() => expected.filter((id) => downloadedPaths.has(id)), SYNC_TIMEOUT)
    .toEqual(expected);
  await page.getByRole('link', { name: 'Handover sheet' }).click();
  const pictures = page.getByRole('img', { name: new RegExp(`^${polish.photos} \\d+$`) });
  await expect(pictures).toHaveCount(MAX_HANDOVER_PHOTOS - 1, SYNC_TIMEOUT);
  expect(await languageOf(page, 1)).toBe('pl');
  club.proxy.isDown = true;

  const choice = page.getByRole('button', { name: 'Photos on the sheet' });
  await expect(choice).toContainText('12 of 13 chosen');

  await test.step('a photo that the homeowner can’t see is reported, and left out', async () => {
    const notice = page.getByRole('status').filter({ hasText: 'Some photos aren’t on this phone' });
    await expect(notice).toBeVisible(SYNC_TIMEOUT);
    expect(await violations(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Leave them out' }).click();
    await expect(notice).toBeHidden();
    await expect(choice).toContainText('11 of 13 chosen');
  });

  await test.step('offline, another photo is left out and another is chosen', async () => {
    await choice.click();
    const dialog = page.getByRole('dialog', { name: 'Photos on the sheet' });
    const photo = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
    await photo('Zdjęcie 1 (After)').check();
    await expect(photo('Zdjęcie 13 (Before)')).toBeDisabled();
    await photo('Zdjęcie 1 (After)').uncheck();
    await photo('Zdjęcie 2 (After)').uncheck();
    await photo('Zdjęcie 13 (Before)').check();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(choice).toContainText('11 of 13 chosen');
    await page.reload();
    await expect(choice).toContainText('11 of 13 chosen');
    await expect(pictures).toHaveCount(11);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the homeowner signs', async () => {
    await button(page, 'Continue to signature').click();
    expect(await languageOf(page, 1)).toBe('pl');
    await button(page, polish['form.typeInstead']).click();
    await field(page, polish.signedBy).fill('Jan Nowak');
    await page.getByRole('checkbox', { name: polish['form.typedConfirm'] }).check();
    await button(page, polish['form.finish']).click();
    await expect(title(page, 'Sfotografowana 5')).toBeVisible();
  });

  await restoreNetwork(club, page);
  await expect
    .poll(async () => (await signedSheet(club, owner, uuid))?.document, SYNC_TIMEOUT)
    .toBe('ready');
  const sheet = await signedSheet(club, owner, uuid);
  if (!sheet) throw new Error('The sheet isn’t on the server.');
  expect(sheet.shown.photos.toSorted()).toEqual(ids.slice(2).toSorted());
  // Photos of the finished work come first.
  expect(sheet.shown.photos.at(-1)).toBe(ids.at(-1));
  expect(await hashShownSheet(sheet.shown)).toBe(sheet.shown_sha256);
  const pdf = await owner.fetchHandover(sheet.uuid);
  expect(await picturesIn(pdf)).toBe(11);
  const { text } = readPdf(new Uint8Array(await pdf.arrayBuffer()));
  expect(text).toContain(sheet.shown_sha256.toUpperCase());
});
