import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { listRunningCampaigns } from '#schemas/campaign.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { readEffort, startCounting } from '#test/e2e-fixtures/count-taps.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { flatRoofSerials, labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { type Ledger, ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import {
  ADD_BUTTON,
  enterManually,
  openReview,
  PROJECT_PICKER_LINK,
} from '#test/e2e-fixtures/manual-entry.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';

const [online, offline] = flatRoofSerials(2) as [DemoSerial, DemoSerial];
const [plainOnline, plainOffline] = plainSerials(2, 900) as [DemoSerial, DemoSerial];

/** The demo's running campaign, which doubles the points of flat-roof windows. */
async function runningCampaign(owner: SignedIn) {
  const { campaigns = [] } = await owner.call(calls.getConfiguration, {});
  const [campaign] = listRunningCampaigns(campaigns, Date.now(), 'CZ');
  if (!campaign) throw new Error('The demo has no running campaign.');
  return { ...campaign, name: campaign.name_translated['en'] ?? '' };
}
type RunningCampaign = Awaited<ReturnType<typeof runningCampaign>>;

const cardOf = (page: Page, { name }: RunningCampaign) =>
  page.getByRole('list', { name: 'Campaigns' }).getByRole('button', { name });

/** Returns the number of points at the end of a line. */
async function pointsIn(row: Locator): Promise<number> {
  return Number(/^(\d+) points?\s*$/m.exec(await row.innerText())?.[1]);
}

/** Points of a flat-roof window and of a plain one in the review, after checking the campaign's part. */
async function pointsInReview(
  page: Page,
  [flat, plain]: readonly [DemoSerial, DemoSerial],
  { name }: RunningCampaign,
) {
  const rows = page.getByRole('list', { name: 'Scanned products' }).getByRole('listitem');
  const flatRow = rows.filter({ hasText: flat.code });
  await expect(flatRow).toContainText(`: ${name}`);
  const flatPoints = await pointsIn(flatRow);
  await expect(flatRow).toContainText(`including ${flatPoints / 2} points: ${name}`);
  const plainRow = rows.filter({ hasText: plain.code });
  await expect(plainRow).not.toContainText(name);
  return { extra: flatPoints / 2, sum: flatPoints + (await pointsIn(plainRow)) };
}

/** Closes the project on the screen, and compares the entries with the points that were promised. */
async function closeAndCompare(
  page: Page,
  ledger: Ledger,
  { id, name }: RunningCampaign,
  promised: { readonly extra: number; readonly sum: number },
): Promise<Locator> {
  await expect(page.getByText('Valid', { exact: true })).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(
    `including ${promised.extra} points: ${name}`,
  );
  await ledger.expectScreenAgrees(page, 'project');
  await page.getByRole('button', { name: 'Close project' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close project' }).tap();
  const sheet = page.getByRole('dialog', { name: /^Project closed: / });
  await expect(sheet).toContainText(name, { timeout: 30_000 });
  await ledger.expectScreenAgrees(page, 'closedSheet');
  const added = await ledger.added();
  const inOrder = added.toSorted((a, b) => a.event.localeCompare(b.event));
  expect(inOrder.map(({ event, points, campaign }) => [event, points, campaign?.id])).toEqual([
    ['campaign', promised.extra, id],
    ['project_closed', promised.sum - promised.extra, undefined],
  ]);
  return sheet;
}

const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };

test.describe('a campaign', () => {
  test.use({
    film: {
      scenes: [plainOnline, online].flatMap((serial): Scene[] => [
        gap,
        { texts: [labelText(serial)], seconds: 2, light: 'normal', motion: 'moving' },
      ]),
    },
  });

  test('is shown on home, counts from the scan to the ledger, and is named in the history and the statement', async ({
    club,
    persistentPhone: { page },
  }) => {
    const owner = await club.as('czechOwner');
    const campaign = await runningCampaign(owner);
    const project = await newProject(owner, 'Na Ploché 1');
    const ledger = await ledgerOf(owner);
    await signIn(club, page, 'czechOwner');
    await startCounting(page);
    await expect(cardOf(page, campaign)).toContainText(/(days?|hours?) left, until /);
    await cardOf(page, campaign).tap();
    const details = page.getByRole('dialog', { name: campaign.name });
    await expect(details).toContainText(campaign.text_translated['en'] ?? '');
    expect((await readEffort(page)).taps).toBe(1);
    const lastDay = addDays(campaign.until, campaign.grace_days);
    const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    const lines = [
      ['Extra points', '2 × the points'],
      ['Last day to send', dayFormat.format(new Date(lastDay))],
      ['Products', 'Flat-roof windows'],
      ['Companies', 'All companies'],
    ] as const;
    for (const [term, detail] of lines) {
      await expect(details.getByRole('definition').filter({ hasText: detail })).toBeVisible();
      await expect(details.getByRole('term').filter({ hasText: term })).toBeVisible();
    }
    expect(await violations(page)).toEqual([]);
    await details.getByRole('button', { name: 'Close' }).tap();

    await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).tap();
    const review = page.getByRole('link', { name: 'Review 2 products' });
    await expect(review).toBeVisible({ timeout: 60_000 });
    await expect(
      page.getByText(new RegExp(`^including \\d+ points: ${campaign.name}`)),
    ).toBeVisible();
    const trayTotal = await pointsIn(page.getByText(/^\d+ points\s*$/).last());
    await review.tap();
    const promised = await pointsInReview(page, [online, plainOnline], campaign);
    expect(trayTotal).toBe(promised.sum);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: PROJECT_PICKER_LINK }).tap();
    await page.getByRole('button', { name: project.street_name }).tap();
    await expect(
      page.getByText(new RegExp(`${promised.sum} points when the project`)),
    ).toBeVisible();
    const sheet = await closeAndCompare(page, ledger, campaign, promised);

    await sheet.getByRole('link', { name: 'See your points' }).tap();
    await page.getByRole('tab', { name: 'Points history' }).tap();
    await expect(page.getByRole('listitem').filter({ hasText: campaign.name })).toBeVisible();
    await ledger.expectScreenAgrees(page, 'ledgerEntries');
    await goTo(page, '/balance/statement');
    const row = page.getByRole('row').filter({ hasText: campaign.name });
    await expect(row).toContainText(`+${promised.extra}`);
    await expect(page.getByRole('term').filter({ hasText: campaign.name })).toBeVisible();
  });
});

test('offline, home shows the campaign, and the server later adds the promised points', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('czechOwner');
  const campaign = await runningCampaign(owner);
  const project = await newProject(owner, 'Na Ploché 2');
  const ledger = await ledgerOf(owner);
  await signIn(club, page, 'czechOwner');
  await waitUntilInstalled(page);
  await goTo(page, `/projects/${project.uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: project.street_name })).toBeVisible();
  club.proxy.isDown = true;
  await page.goto(club.url);
  await expect(cardOf(page, campaign)).toBeVisible();

  for (const serial of [offline, plainOffline]) {
    await goTo(page, `/scan/manual?project=${project.uuid}`);
    await enterManually(page, serial);
    await page.getByRole('button', { name: ADD_BUTTON }).click();
    await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(serial.code);
  }
  await openReview(page);
  const promised = await pointsInReview(page, [offline, plainOffline], campaign);
  await page.getByRole('button', { name: `Save to ${project.street_name}` }).tap();
  await expect(page.getByText(`+${promised.sum} when everything is sent`)).toBeVisible();

  await restoreNetwork(club, page);
  await closeAndCompare(page, ledger, campaign, promised);
});
