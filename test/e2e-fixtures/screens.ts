import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { ProjectFilter } from '#schemas/project.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/transport.ts';
import type { Club } from './club.ts';
import { captureByHand, saveToFirstProject } from './enter-by-hand.ts';
import { scannedBy } from './labels.ts';
import { untilInstalled } from './sign-in.ts';

/** One screen in one of its states. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings it into its state; the heading is there already. */
  readonly act?: (page: Page) => Promise<void>;
}

/** What belongs to the device: set as its settings keep it, in force with the next page. */
export async function setDevice(
  page: Page,
  settings: { language?: string; theme?: string; fontSize?: string },
): Promise<void> {
  await page.evaluate((changes) => {
    const key = 'club.device';
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...kept, ...changes }));
  }, settings);
}

/** Opens a screen and brings it into its state. */
export async function show(club: Club, page: Page, screen: Screen): Promise<void> {
  await page.goto(club.url + screen.path);
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeAttached();
  await expect(page.getByRole('main')).toBeVisible();
  // A skeleton says that it loads; what comes is what is to be looked at.
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Ładowanie)/ })).toHaveCount(0);
  await screen.act?.(page);
}

/** Work in every state that a scan can be in: captured, sent and refused. */
export async function makeUnsentWork(
  club: Club,
  page: Page,
  [captured, good]: readonly [DemoSerial, DemoSerial],
): Promise<void> {
  const taken = await scannedBy(await club.as('romanianOwner'));
  await untilInstalled(page);
  club.proxy.isDown = true;
  await captureByHand(club, page, taken);
  await captureByHand(club, page, good);
  await saveToFirstProject(page);
  club.proxy.isDown = false;
  const products = page.getByRole('list', { name: 'Products' });
  await expect(products).toContainText('This product has been scanned already.', {
    timeout: 60_000,
  });
  await captureByHand(club, page, captured);
}

/** Every screen of somebody who is signed in, where they have what `makeUnsentWork` makes. */
export async function screensOf(owner: Transport): Promise<Screen[]> {
  const project = (status: ProjectFilter) => projectWith(owner, status);
  return [
    { name: 'home', path: '/' },
    { name: 'menu', path: '/menu' },
    { name: 'settings', path: '/settings' },
    { name: 'balance', path: '/balance' },
    { name: 'manual entry', path: '/scan/manual' },
    { name: 'review', path: '/scan/review' },
    { name: 'unsent scans', path: '/scan/offline' },
    { name: 'projects', path: '/projects' },
    { name: 'open project', path: `/projects/${await project('open')}` },
    { name: 'closed project', path: `/projects/${await project('closed')}` },
    { name: 'project in review', path: `/projects/${await project('in_review')}` },
    { name: 'no such project', path: '/projects/00000000-0000-4000-8000-000000000000' },
    { name: 'add project', path: '/projects/add' },
    { name: 'choose a project', path: '/projects/select' },
    { name: 'maintenance', path: '/maintenance' },
    { name: 'nowhere', path: '/nowhere' },
    { name: 'scanner', path: '/scan' },
  ];
}

async function projectWith(owner: Transport, status: ProjectFilter): Promise<string> {
  const { data } = await owner.call(calls.projects, { query: { page: 1, limit: 100, status } });
  const found = data.find(({ products_count }) => products_count > 0);
  if (!found) throw new Error(`The demo has no project with products that is ${status}.`);
  return found.uuid;
}
