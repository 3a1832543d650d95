import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus, type ProjectFilter } from '#schemas/project-status.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { upcomingDay, leadAtStep, leadOnServer } from '#test/e2e-fixtures/leads.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const filters: readonly { name: string; filter: ProjectFilter }[] = [
  { name: 'Open', filter: 'open' },
  { name: 'In review', filter: 'in_review' },
  { name: 'Closed', filter: 'closed' },
  { name: 'Lost', filter: 'lost' },
];

/** Number of projects on the server behind a filter. */
async function totalOf(owner: Transport, status: ProjectFilter): Promise<number> {
  const { meta } = await owner.call(calls.listProjects, { query: { page: 1, limit: 1, status } });
  return meta.total;
}

const rows = (page: Page) => page.getByRole('list', { name: 'Projects' }).getByRole('listitem');

test('projects are listed by status with their counts, fifteen to a page', async ({
  phone,
  club,
}) => {
  const { page } = phone;
  const owner = await club.as('polishOwner');
  for (let number = 1; number <= 80; number += 1) await newProject(owner, `Długa ${number}`);
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/projects');

  await expect(page.getByRole('radio', { name: 'Open' })).toBeChecked();
  for (const { name, filter } of filters) {
    const total = await totalOf(owner, filter);
    const chip = page.getByRole('radio', { name: new RegExp(`^${name}\\s*${total}$`) });
    await expect(chip).toBeAttached({ timeout: 30_000 });
    await chip.check({ force: true });
    await expect(rows(page)).toHaveCount(Math.min(total, 15));
  }

  await page.getByRole('radio', { name: 'Open' }).check({ force: true });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const last = Math.ceil((await totalOf(owner, 'open')) / 15);
  expect(last).toBeGreaterThanOrEqual(6);
  await expect(pages).toContainText(`123…${last}`);
  // The list is sorted by remaining time, so the newest project in progress comes last.
  await expect(page.getByRole('region', { name: 'In progress' })).toContainText('Długa 1');
  await pages.getByRole('button', { name: `Page ${last}`, exact: true }).click();
  await expect(pages).toContainText(`1…${last - 2}${last - 1}${last}`);
  await expect(rows(page)).toHaveCount((await totalOf(owner, 'open')) - (last - 1) * 15);
  await pages.getByRole('button', { name: 'Page 1', exact: true }).click();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(pages.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('returning from a project restores the list’s position', async ({ phone, club }) => {
  const { page } = phone;
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/projects');
  await page.getByRole('radio', { name: 'Closed' }).check({ force: true });
  const row = rows(page).nth(9);
  const scrollPosition = () => page.evaluate(() => window.scrollY);
  const navigations = [
    () => page.getByRole('link', { name: 'All projects' }).click(),
    () => page.goBack().then(() => undefined),
  ];
  for (const goBack of navigations) {
    await row.scrollIntoViewIfNeeded();
    const before = await scrollPosition();
    expect(before).toBeGreaterThan(100);
    await row.getByRole('link').click();
    await expect(page).toHaveURL(/projects\/./);
    await expect.poll(scrollPosition).toBe(0);
    await goBack();
    await expect.poll(scrollPosition).toBe(before);
    await expect(row).toBeInViewport();
  }
});

test('the search uses the server, three results at a time, or the device if it is offline', async ({
  phone,
  club,
}) => {
  const { page, context } = phone;
  const owner = await club.as('polishStaff');
  for (let number = 1; number <= 4; number += 1) await newProject(owner, `Sudecka ${number}`);
  await signIn(club, page, 'polishStaff');
  await goTo(page, '/projects');
  await expect(rows(page).first()).toBeVisible();
  await waitUntilInstalled(page);
  const searchCount = () => club.proxy.requestsOf(calls.searchProjects).length;

  const search = page.getByRole('textbox', { name: 'Search by address' });
  const before = searchCount();
  await search.pressSequentially('jelenia sudecka', { delay: 20 });
  await expect(page.getByText('4 projects found')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  expect(searchCount()).toBe(before + 1);
  await page.getByRole('button', { name: 'Show more projects' }).click();
  await expect(rows(page)).toHaveCount(4);

  club.proxy.isDown = true;
  await context.setOffline(true);
  await expect(page.getByText('Offline. Everything is saved on this phone.')).toBeVisible();
  await search.fill('sudecka 3');
  await expect(page.getByText('1 project found on this device')).toBeVisible();
  await rows(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sudecka 3' })).toBeVisible();
  club.proxy.isDown = false;
  await context.setOffline(false);
});

test('a result that isn’t on the device yet can be opened, and its ID can be copied', async ({
  phone,
  club,
}) => {
  const { page, context } = phone;
  const owner = await club.as('polishOwner');
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/projects');
  await expect(rows(page).first()).toBeVisible();
  // From now on the device receives no changes.
  club.proxy.addFault(calls.listProjects, { kind: 'refuse', code: 'internal' }, { times: 1000 });
  const createdProject = await newProject(owner, 'Karkonoska 77');

  await page.getByRole('textbox', { name: 'Search by address' }).fill('karkonoska 77');
  await rows(page).getByRole('button', { name: 'Karkonoska 77' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Karkonoska 77' })).toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText(createdProject.uuid)).toBeVisible();

  // Support asks for the ID; the browser may deny copying it.
  const copy = page.getByRole('button', { name: 'Copy project ID' });
  await page.evaluate(() => {
    const rejectCopy = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: rejectCopy,
      configurable: true,
    });
  });
  await copy.click();
  await expect(page.getByText('Couldn’t copy. Try again.')).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: club.url });
  await copy.click();
  await expect(page.getByText('Project ID copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(createdProject.uuid);
  club.proxy.clearFaults();
});

test('a project can be deleted while it is open, empty and not from a lead; a rejection is shown', async ({
  phone,
  club,
}) => {
  const { page, context } = phone;
  const owner = await club.as('polishOwner');
  const createdProject = await newProject(owner, 'Krótka 1');
  await signIn(club, page, 'polishOwner');

  await test.step('offline the button shows why it is disabled', async () => {
    await goTo(page, `/projects/${createdProject.uuid}`);
    await page.getByRole('button', { name: 'More' }).click();
    const remove = page.getByRole('button', { name: 'Delete project' });
    await expect(remove).toBeEnabled();
    await context.setOffline(true);
    await expect(remove).toHaveAccessibleDescription(/You’re offline/);
    await context.setOffline(false);
    await expect(remove).toBeEnabled();
  });

  await test.step('a rejection closes the dialog and is shown', async () => {
    await page.route(`**/api/v1/project/${createdProject.uuid}`, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 409,
            contentType: 'application/json',
            body: JSON.stringify({ errors: [{ code: 'project_has_products', message: '' }] }),
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByText('This project still has products.')).toBeVisible();
    await page.unroute(`**/api/v1/project/${createdProject.uuid}`);
  });

  await test.step('confirming deletes the project and returns to the list', async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click();
    await expect(page.getByText('Project deleted')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/projects');
    const storedProject = owner.call(calls.getProject, { params: { id: createdProject.uuid } });
    await expect(storedProject).rejects.toMatchObject({ code: 'project_not_found' });
  });

  await test.step('a project with products or a lead can’t be deleted', async () => {
    const { data } = await owner.call(calls.listProjects, {
      query: { status: 'open', limit: 1000 },
    });
    const fullProject = data.find(({ products_count: count }) => count > 0);
    const leadProject = data.find(
      ({ status, lead }) => status.id === projectStatus.scheduled && lead !== null,
    );
    for (const project of [fullProject, leadProject]) {
      if (!project) throw new Error('The demo has no such project.');
      await goTo(page, `/projects/${project.uuid}`);
      await expect(page.getByRole('link', { name: 'Add products' })).toBeVisible();
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('button', { name: 'Copy address', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Delete project' })).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
    const { customer_info: customer } = leadProject?.lead ?? {};
    await expect(page.getByText(`${customer?.PostalCode} ${customer?.City}`).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Customer', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Installation date' })).toBeVisible();
  });
});

test('a photo taken on another device is shown but not stored', async ({ phone, club }) => {
  const { page } = phone;
  const [serial] = plainSerials(1, 620);
  if (!serial) throw new Error('There are no serial numbers left.');
  const owner = await club.as('polishOwner');
  const project = await newProject(owner, 'Fotograficzna 1');
  await addProduct(owner, project.uuid, serial, { photo: true });
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${project.uuid}`);
  const photo = page
    .getByRole('list', { name: 'Products' })
    .getByRole('img', { name: 'Your photo' });
  await expect(photo).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  const cachedPaths = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(cachedPaths.filter((url) => url.includes('/files/'))).toEqual([]);
});

test('the customer of an agreed lead cancels while the phone is offline: the project is cancelled, its products stay', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const owner = await club.as('polishOwner');
  const { uuid } = await leadAtStep(owner, 'contacted');
  const agreement = { status: 'agreed', expected_installation_date: upcomingDay() } as const;
  const lead = await owner.call(calls.updateLead, { params: { id: uuid }, body: agreement });
  const id = lead.project_id ?? '';
  const projectOnServer = () => owner.call(calls.getProject, { params: { id } });
  const serial = plainSerials(1, 540)[0] as DemoSerial;
  await addProduct(owner, id, serial);
  const serial_number = serial.code;
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${id}`);
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(serial_number);
  // The lead is fetched separately. Without the lead, the app treats the project as an ordinary one.
  const cancelledButton = page.getByRole('button', { name: 'Customer cancelled' });
  await expect(cancelledButton).toBeVisible({ timeout: 30_000 });
  await waitUntilInstalled(page);
  await phone.context.setOffline(true);

  await cancelledButton.click();
  const sheet = page.getByRole('dialog', { name: 'Why did the customer cancel?' });
  await expect(sheet.getByText(/Its products stay on this phone/)).toBeVisible();
  await sheet.getByRole('checkbox', { name: 'The customer changed their mind' }).check();
  await sheet.getByRole('button', { name: 'Cancel project' }).click();
  await expect(page).toHaveURL(`${club.url}/leads/${lead.uuid}/archive`);
  await expect(page.getByRole('main').getByText('Lost', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'View project' }).click();
  await expect(page.getByText('The customer has cancelled')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add products' })).toHaveCount(0);
  await goTo(page, '/scan/review');
  await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(serial_number);

  await phone.context.setOffline(false);
  await expect.poll(async () => (await projectOnServer()).status.id, { timeout: 60_000 }).toBe(3);
  expect(await leadOnServer(owner, lead.uuid)).toMatchObject({
    status: 'lost',
    reasons: ['customer_changed_mind'],
  });
  await goTo(page, `/projects/${id}`);
  await (await ledgerOf(owner)).expectScreenAgrees(page, 'project');
});
