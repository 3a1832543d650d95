import { expect, type Page } from '@playwright/test';
import { attachmentCalls } from '#schemas/api/attachment-calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';
import { gate } from '#test/sync/fault-proxy.ts';

/** Sending takes longer on a busy machine. */
const SYNC_TIMEOUT = { timeout: 60_000 };
const REASON = 'This file type isn’t supported.';
const { sendAttachmentPart } = attachmentCalls;

const group = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const section = (page: Page, count: number) =>
  page.getByRole('region', { name: `Photos and documents (${count})` });
const rows = (page: Page, count: number) => section(page, count).getByRole('listitem');

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
  club.proxy.clearFaults();
});

/** The project's photos whose content the server has. */
async function photosOnServer(owner: SignedIn, project: string): Promise<number> {
  const query = { since: '', limit: 1000 };
  const { data } = await owner.call(attachmentCalls.listAttachments, { query });
  return data.filter(({ project_id, has_content }) => project_id === project && has_content).length;
}

test('the sync screen lists waiting photos, their progress, and a rejected one until it is sent (F05)', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const project = await newProject(owner, 'Niewysłana 3');
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await goTo(page, `/projects/${project.uuid}/photos`);
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible(SYNC_TIMEOUT);
  club.proxy.isDown = true;
  for (let count = 1; count <= 2; count += 1) {
    await takePhoto(page, 'Add photos to During');
    await expect(group(page, 'During').getByRole('link')).toHaveCount(count);
  }

  await test.step('offline, both photos wait for a connection', async () => {
    await goTo(page, '/scan/offline');
    await expect(rows(page, 2)).toHaveText([
      /Waiting for a connection/,
      /Waiting for a connection/,
    ]);
    await expect(page.getByRole('button', { name: 'Send now' })).toHaveAccessibleDescription(
      'You’re offline.',
    );
  });

  const held = gate();
  club.proxy.addFault(sendAttachmentPart, { kind: 'refuse', code: 'unsupported_media' });
  club.proxy.addFault(sendAttachmentPart, { kind: 'hold', until: held.until });
  await test.step('online, one photo is rejected with its reason, and the other is being sent', async () => {
    await restoreNetwork(club, page);
    await expect(rows(page, 2).filter({ hasText: 'Not accepted' })).toContainText(
      REASON,
      SYNC_TIMEOUT,
    );
    await expect(rows(page, 2).filter({ hasText: 'Sending…' })).toHaveCount(1, SYNC_TIMEOUT);
    await expect(
      section(page, 2).getByRole('progressbar', { name: /^Photo or document \d of \d$/ }),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('once the other photo is sent, only the rejected one is left', async () => {
    held.open();
    await expect(rows(page, 1)).toContainText('Not accepted', SYNC_TIMEOUT);
    await expect.poll(() => photosOnServer(owner, project.uuid)).toBe(1);
  });

  await test.step('the rejected photo offers the next steps, and is sent again', async () => {
    await rows(page, 1).getByRole('button').click();
    const sheet = page.getByRole('dialog', { name: 'Photo or document' });
    await expect(sheet).toContainText(REASON);
    await expect(sheet.getByRole('link', { name: 'Open project' })).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Discard' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Try again without changes' }).click();
    await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible(
      SYNC_TIMEOUT,
    );
    expect(await photosOnServer(owner, project.uuid)).toBe(2);
  });
});

test('a rejected photo shows the reason, and can be sent again, replaced or removed', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const project = await newProject(owner, 'Odrzucona 4');
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${project.uuid}/photos`);
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible(SYNC_TIMEOUT);
  club.proxy.addFault(
    sendAttachmentPart,
    { kind: 'refuse', code: 'unsupported_media' },
    { times: 3 },
  );
  await takePhoto(page, 'Add photos to After');
  await expect(page.getByText('Not accepted')).toBeVisible(SYNC_TIMEOUT);
  await group(page, 'After').getByRole('link').click();
  const main = page.getByRole('main');
  const openPhoto = async () => {
    await expect(main).toContainText('The photo wasn’t accepted', SYNC_TIMEOUT);
    await expect(main).toContainText(REASON);
  };

  await test.step('the photo is sent again and rejected again', async () => {
    await openPhoto();
    expect(await violations(page)).toEqual([]);
    await expect(main.getByRole('link', { name: 'Take another photo' })).toHaveAttribute(
      'href',
      /photos\/camera\?group=after$/,
    );
    await main.getByRole('button', { name: 'Try again without changes' }).click();
    await expect(page.getByText('It will be sent again')).toBeVisible();
    await openPhoto();
  });

  await test.step('another photo is chosen instead, which is also rejected and then removed', async () => {
    await takePhoto(page, 'Choose another photo', 800);
    await expect(page.getByText('Photo replaced')).toBeVisible();
    await expect(group(page, 'After').getByRole('link')).toHaveCount(1);
    await expect(page.getByText('Not accepted')).toBeVisible(SYNC_TIMEOUT);
    await group(page, 'After').getByRole('link').click();
    await openPhoto();
    await main.getByRole('button', { name: 'Remove photo' }).last().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click();
    await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible();
  });

  await test.step('a new photo is sent', async () => {
    await takePhoto(page, 'Add photos to After', 800);
    await expect.poll(() => photosOnServer(owner, project.uuid), SYNC_TIMEOUT).toBe(1);
  });
});
