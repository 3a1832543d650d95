import { expect, type Locator, type Page } from '@playwright/test';
import { attachmentCalls } from '#schemas/api/attachment-calls.ts';
import { handoverTexts } from '#schemas/handover-texts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import type { Club, SignedIn } from '#test/e2e-fixtures/club.ts';
import { readEffort, startCounting } from '#test/e2e-fixtures/count-taps.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { readPdf } from '#test/setup/poppler.ts';

/** Sending and pulling take longer on a busy machine. */
const SYNC_TIMEOUT = { timeout: 60_000 };
const serials = plainSerials(4, 660);
const polish = handoverTexts('pl');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sheets = (page: Page) => page.getByRole('list', { name: 'Handover sheets' });
const pad = (page: Page) => page.getByRole('img', { name: polish['form.signHere'] });

async function projectWithProduct(owner: SignedIn, street: string, index: number) {
  const { uuid } = await newProject(owner, street);
  const serial = serials[index];
  if (!serial) throw new Error('The test needs another serial number.');
  await addProduct(owner, uuid, serial);
  return { uuid, serial };
}

/** Draws one stroke; its events count as one tap. */
async function draw(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The pad isn’t visible.');
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) {
    const x = box.x + box.width * (0.2 + step * 0.05);
    await page.mouse.move(x, box.y + box.height * (0.6 - 0.3 * (step % 2)));
  }
  await page.mouse.up();
}

/** The sheet's attachment on the server, once it has a document. */
async function documentOf(owner: SignedIn, project: string): Promise<string> {
  let uuid = '';
  await expect
    .poll(async () => {
      const query = { since: '', limit: 1000 };
      const { data } = await owner.call(attachmentCalls.listAttachments, { query });
      const found = data.filter(({ project_id }) => project_id === project).at(-1);
      uuid = found?.uuid ?? '';
      return found?.document;
    }, SYNC_TIMEOUT)
    .toBe('ready');
  return uuid;
}

async function mailsTo(club: Club, address: string): Promise<number> {
  const response = await fetch(`${club.server.url}/dev/mail`);
  return (await response.text()).split(`${address}</td><td>handover</td>`).length - 1;
}

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

test('from home, the homeowner’s signature takes six taps, and the homeowner gets the shown sheet as a PDF', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const { uuid, serial } = await projectWithProduct(owner, 'Podpisana 1', 0);
  const address = `${crypto.randomUUID()}@poczta.example`;
  await signIn(club, page, 'polishOwner');
  const project = page.getByRole('list', { name: 'Open projects' }).getByText('Podpisana 1');
  await expect(project).toBeVisible(SYNC_TIMEOUT);

  await startCounting(page);
  await project.tap();
  await sheets(page).getByRole('link', { name: 'Handover sheet' }).tap();
  const main = page.getByRole('main');
  await expect(main).toContainText(serial.code);
  await expect(main).toContainText(polish['care.general']);
  expect(await violations(page)).toEqual([]);
  const shownItems = await main.getByRole('listitem').allInnerTexts();
  await button(page, 'Continue to signature').tap();
  await draw(page, pad(page));
  await page.getByRole('textbox', { name: polish.signedBy }).tap();
  await page.keyboard.type('Zofia Łąka');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: polish['form.email'] })).toBeFocused();
  await page.keyboard.type(address);
  await page.getByRole('checkbox', { name: polish.consent }).tap();
  expect(await violations(page)).toEqual([]);
  await button(page, polish['form.finish']).tap();
  await expect(sheets(page)).toContainText('Signed handover sheet');
  const { taps } = await readEffort(page);
  // One of the taps is the signature.
  expect(taps - 1).toBeLessThanOrEqual(6);

  const sheet = await documentOf(owner, uuid);
  await expect(sheets(page)).toContainText('PDF ready', SYNC_TIMEOUT);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheets(page)
      .getByRole('button', { name: /Signed handover sheet/ })
      .tap(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^handover-\d{4}-\d\d-\d\d\.pdf$/);
  const pdf = await owner.fetchHandover(sheet);
  const words = readPdf(new Uint8Array(await pdf.arrayBuffer()))
    .text.normalize('NFKC')
    .replaceAll(/\s+/g, ' ');
  const lines = shownItems.flatMap((item) => item.split('\n')).filter((line) => line.length > 8);
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) expect(words).toContain(line);
  expect(words).toContain('Zofia Łąka');
  await expect.poll(() => mailsTo(club, address), SYNC_TIMEOUT).toBe(1);
});

test('signing works offline and survives a reload; a new sheet replaces the old one', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const { uuid } = await projectWithProduct(owner, 'Podpisana 2', 1);
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await goTo(page, `/projects/${uuid}`);
  await expect(sheets(page)).toBeVisible(SYNC_TIMEOUT);
  club.proxy.isDown = true;
  await sheets(page).getByRole('link', { name: 'Handover sheet' }).click();
  await button(page, 'Continue to signature').click();
  await button(page, polish['form.finish']).click();
  await expect(page.getByText(polish['form.needSignature'])).toBeVisible();
  await draw(page, pad(page));
  await draw(page, pad(page));
  await button(page, polish['form.undo']).click();
  await page.getByRole('textbox', { name: polish.signedBy }).fill('Jan Nowak');
  await page.reload();
  await expect(page.getByRole('textbox', { name: polish.signedBy })).toHaveValue('Jan Nowak');
  await button(page, polish['form.finish']).click();
  await expect(sheets(page)).toContainText('Not sent');
  await restoreNetwork(club, page);
  const first = await documentOf(owner, uuid);
  await expect(sheets(page)).toContainText('PDF ready', SYNC_TIMEOUT);

  await sheets(page).getByRole('link', { name: 'New handover sheet' }).click();
  await page.getByRole('combobox', { name: 'Language of the sheet' }).selectOption('English');
  await expect(page.getByRole('heading', { level: 1, name: 'Handover sheet' })).toBeVisible();
  await expect(page.getByText(/^Replaces the sheet of /)).toBeVisible();
  await button(page, 'Continue to signature').click();
  await button(page, 'Type the name instead').click();
  await page.getByRole('textbox', { name: 'Signed by' }).fill('Jan Nowak');
  await button(page, 'Finish').click();
  await expect(page.getByText('Confirm that the typed name counts as a signature.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'My typed name counts as my signature.' }).check();
  await button(page, 'Finish').click();
  await expect(sheets(page)).toContainText('Replaced handover sheet');
  await expect.poll(() => documentOf(owner, uuid), SYNC_TIMEOUT).not.toBe(first);
});
