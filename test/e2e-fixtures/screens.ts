import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { LeadStatus } from '#schemas/lead-status.ts';
import type { ProjectFilter } from '#schemas/project-status.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Club, SignedIn } from './club.ts';
import { certificateScreensOf } from './certificate-screens.ts';
import { certificateWizardScreensOf } from './certificate-wizard-screens.ts';
import { captureManually, saveToFirstProject } from './manual-entry.ts';
import { waitUntilInstalled } from './installation.ts';
import { productScannedBy } from './labels.ts';
import { restoreNetwork } from './network.ts';
import { leadAtStep } from './leads.ts';
import { projectPhotoScreensOf } from './project-screens.ts';
import { shopScreensOf } from './shop-screens.ts';
import type { Screen } from './screen.ts';
import { actionsOn, type ElementQuery, type ScreenActions } from './screen-actions.ts';

/** Opens a screen and puts it into its state. */
export async function openScreen(club: Club, page: Page, screen: Screen): Promise<void> {
  await page.goto(club.url + screen.path);
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeAttached();
  await expect(page.getByRole('main')).toBeVisible();
  // Wait for content to replace the skeleton.
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Ładowanie)/ })).toHaveCount(0);
  await screen.action?.(actionsOn(page));
}

/** Creates scans in every state: captured, sent and rejected. */
export async function makeUnsentWork(
  club: Club,
  page: Page,
  [capturedSerial, validSerial]: readonly [DemoSerial, DemoSerial],
): Promise<void> {
  const usedSerial = await productScannedBy(await club.as('romanianOwner'));
  await waitUntilInstalled(page);
  club.proxy.isDown = true;
  await captureManually(page, usedSerial);
  await captureManually(page, validSerial);
  await saveToFirstProject(page);
  await restoreNetwork(club, page);
  const products = page.getByRole('list', { name: 'Products' });
  await expect(products).toContainText('This product has been scanned already.', {
    timeout: 60_000,
  });
  await captureManually(page, capturedSerial);
}

/** All screens of a signed-in person with the data of `makeUnsentWork`. */
export async function signedInScreens(owner: SignedIn): Promise<Screen[]> {
  const project = (status: ProjectFilter) => projectWith(owner, status);
  const lead = async (status: LeadStatus) => (await leadAtStep(owner, status)).uuid;
  return [
    { name: 'home', path: '/' },
    { name: 'menu', path: '/menu' },
    { name: 'settings', path: '/settings' },
    { name: 'language', path: '/settings/language' },
    { name: 'font size', path: '/settings/font' },
    { name: 'other settings', path: '/settings/other' },
    { name: 'profile', path: '/user' },
    { name: 'edit profile', path: '/user/edit', action: emptyFirstField },
    { name: 'company', path: '/company' },
    { name: 'edit company', path: '/company/edit', action: emptyFirstField },
    { name: 'verify email', path: '/verify-email' },
    { name: 'notifications', path: '/notifications' },
    { name: 'close this window', path: '/close?source=survey' },
    { name: 'balance', path: '/balance' },
    { name: 'statement', path: '/balance/statement?group=year' },
    { name: 'manual entry', path: '/scan/manual' },
    { name: 'product without a label', path: '/scan/generic' },
    { name: 'no product question', path: '/scan/survey' },
    { name: 'review', path: '/scan/review' },
    { name: 'unsent work', path: '/scan/offline' },
    { name: 'unsent item', path: '/scan/offline', action: openFirstItem },
    { name: 'log for support', path: '/scan/offline', action: showLog },
    { name: 'projects', path: '/projects' },
    { name: 'open project', path: `/projects/${await project('open')}` },
    { name: 'closed project', path: `/projects/${await project('closed')}` },
    { name: 'project in review', path: `/projects/${await project('in_review')}` },
    { name: 'no such project', path: '/projects/00000000-0000-4000-8000-000000000000' },
    { name: 'add project', path: '/projects/add' },
    { name: 'choose a project', path: '/projects/select' },
    ...(await projectPhotoScreensOf(owner, {
      withPhoto: await project('open'),
      withoutPhotos: await project('in_review'),
    })),
    { name: 'today', path: '/today' },
    { name: 'leads', path: '/leads' },
    { name: 'new lead', path: `/leads/${await lead('new')}` },
    { name: 'interested lead', path: `/leads/${await lead('interested')}` },
    { name: 'contacted lead', path: `/leads/${await lead('contacted')}` },
    { name: 'lost lead', path: `/leads/${await lead('lost')}/archive` },
    { name: 'no such lead', path: '/leads/00000000-0000-4000-8000-000000000000' },
    { name: 'chats with support', path: '/support/chat' },
    { name: 'chat with support', path: `/support/chat/${await newestChat(owner)}` },
    { name: 'no such chat', path: '/support/chat/00000000-0000-4000-8000-000000000000' },
    { name: 'new chat with support', path: '/support/chat/new', action: submitEmptyForm },
    { name: 'surveys', path: '/surveys' },
    { name: 'news', path: '/news' },
    { name: 'news item', path: `/news/${await newestNews(owner)}` },
    { name: 'resources', path: '/resources' },
    { name: 'product guide', path: '/guide' },
    { name: 'old product', path: '/guide?plate=SW+33' },
    { name: 'several products', path: '/guide?plate=SW+12' },
    { name: 'look up a label', path: '/guide/scan' },
    ...(await shopScreensOf(owner)),
    { name: 'club card', path: '/club-card' },
    { name: 'failed top-up', path: '/club-card', action: openFailedTopUp },
    { name: 'top up the card', path: '/club-card/transfer', action: chooseAmount },
    { name: 'team', path: '/team' },
    { name: 'team member', path: '/team', action: openMember },
    { name: 'add a member', path: '/team/add', action: emptyFirstField },
    { name: 'edit a member', path: `/team/${await memberOf(owner)}` },
    ...(await certificateScreensOf(owner)),
    ...(await certificateWizardScreensOf(owner)),
    { name: 'maintenance', path: '/maintenance' },
    { name: 'unknown page', path: '/nowhere' },
    { name: 'scanner', path: '/scan' },
  ];
}

const main = { role: 'main' } as const;
const firstTextbox = { role: 'textbox', within: main, index: 0 } as const satisfies ElementQuery;

/** Submits a form with an empty first field to show its error. */
async function emptyFirstField(screen: ScreenActions): Promise<void> {
  await screen.fill(firstTextbox, '');
  await screen.press({ role: 'button', name: /^(Save|Zapisz|Add member|Dodaj osobę)$/ });
  await screen.expectVisible({ ...firstTextbox, isInvalid: true });
}

/** Submits an empty form to show its errors. */
async function submitEmptyForm(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'button', name: /^(Send|Wyślij)$/ });
  await screen.expectVisible({ ...firstTextbox, isInvalid: true });
}

/** Opens the actions of the first unsent item. */
async function openFirstItem(screen: ScreenActions): Promise<void> {
  const item: ElementQuery = { role: 'listitem', within: main, index: 0 };
  await screen.press({ role: 'button', within: item });
  await screen.expectVisible({ role: 'dialog' });
}

/** Opens the explanation of a failed top-up. */
async function openFailedTopUp(screen: ScreenActions): Promise<void> {
  const list = { role: 'list', name: /^(Top-ups|Doładowania)$/ };
  await screen.press({ role: 'button', within: list, index: 0 });
  await screen.expectVisible({ role: 'dialog' });
}

/** Opens the first colleague's actions. */
async function openMember(screen: ScreenActions): Promise<void> {
  const table = { role: 'table', name: /^(Team|Zespół)$/ };
  // The first row may be the person's own, which links to their profile.
  const rowLink: ElementQuery = {
    role: 'button',
    within: { role: 'rowheader', within: table },
    index: 0,
  };
  const listLink: ElementQuery = {
    role: 'button',
    within: { role: 'list', name: table.name },
    index: 0,
  };
  await screen.expectVisible({ role: 'button', within: main });
  await screen.press((await screen.isVisible(table)) ? rowLink : listLink);
  await screen.expectVisible({ role: 'dialog' });
}

/** Chooses an amount and shows the error about the terms. */
async function chooseAmount(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'radio', index: 0 });
  await screen.press({ role: 'button', name: /^(Top up card|Przenieś punkty)$/ });
  await screen.expectVisible({ text: /^(Accept the terms first|Najpierw zaakceptuj warunki)\.$/ });
}

async function showLog(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'button', name: /^(Show log|Pokaż dziennik)$/ });
  await screen.expectVisible({ role: 'region', name: /^(Log|Dziennik)$/ });
}

async function newestNews(owner: Transport): Promise<string> {
  const { data } = await owner.call(calls.listContent, { query: { limit: 1 } });
  return data[0]?.uuid ?? '';
}

async function memberOf(owner: Transport): Promise<string> {
  const { data } = await owner.call(calls.listTeamMembers, { query: { limit: 100 } });
  return data.find(({ role }) => role.slug === 'company_staff')?.uuid ?? '';
}

async function newestChat(owner: Transport): Promise<string> {
  const { data } = await owner.call(calls.listSupportChats, { query: { limit: 1 } });
  return data[0]?.uuid ?? '';
}

/** Finds a demo project with products, by status. */
export async function projectWith(owner: Transport, status: ProjectFilter): Promise<string> {
  const { data } = await owner.call(calls.listProjects, { query: { page: 1, limit: 100, status } });
  const project = data.find(({ products_count }) => products_count > 0);
  if (!project) throw new Error(`The demo has no project with products that is ${status}.`);
  return project.uuid;
}
