/** Lists of a company with years of data, on a slow phone offline. */
import { demoAccounts } from '#server/demo/accounts.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { openPhone, type Phone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { buildStoreSite } from '#test/e2e-fixtures/store-site.ts';
import type { BenchRow } from './bench-row.ts';
import { fillCompany } from './busy-company.ts';
import { formatMs, throttleCpu } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';
import { timeToDraw, watchDrawing } from './watch-drawing.ts';

const PROJECTS = 5_000;
const LEADS = 2_000;
const CPU_SLOWDOWN = 4;
const GOAL_MS = 100;
const ROUNDS = 8;
/** Search debounce (spec 1 §9). */
const DEBOUNCE_MS = 500;

/** Durations by action, one per round. */
type DelaysByName = Record<string, number[]>;

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('lists');
  const site = await buildStoreSite();
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    await club.server.stop();
    const { companyId } = demoAccounts.polishOwner;
    await fillCompany(club.server.dataDirectory, companyId, { projects: PROJECTS, leads: LEADS });
    await club.server.start();
    log('the server has the data');
    await signIn(club, phone.page, 'polishOwner');
    await waitUntilInstalled(phone.page);
    await site.open(club.url, phone.page);
    await phone.page.evaluate((counts) => window.store?.waitForCounts(counts), {
      projects: PROJECTS,
      leads: LEADS,
    });
    log('the phone has the data');
    await phone.page.addInitScript(watchDrawing);
    await phone.page.goto(club.url);
    await phone.page.getByRole('list', { name: 'Open projects' }).waitFor({ timeout: 60_000 });
    club.proxy.isDown = true;
    await phone.context.setOffline(true);
    await throttleCpu(phone.page, CPU_SLOWDOWN);
    const projects = await measureProjects(phone, log);
    const leads = await measureLeads(phone, log);
    return [...rowsOf(projects), ...rowsOf(leads)];
  } finally {
    await phone.dispose();
    await club.close();
    site.dispose();
  }
}

async function measureProjects(
  { page }: Phone,
  log: (text: string) => void,
): Promise<DelaysByName> {
  const row = { css: 'main ul[aria-label="Projects"] > li' };
  const delays: DelaysByName = {};
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  const filter = (name: string) => page.getByText(name, { exact: false }).first();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await page.getByRole('list', { name: 'Open projects' }).waitFor();
    await record(delays, 'projects: list, from the press to its rows', () =>
      timeToDraw(page, { ...row, text: 'ul. Otwarta' }, () => link('Projects').click()),
    );
    await record(delays, 'projects: another filter, from the press to its rows', () =>
      timeToDraw(page, { ...row, text: 'Zamknięta' }, () =>
        filter('Closed').click({ force: true }),
      ),
    );
    await record(delays, 'projects: one of them, from the press to its address', () =>
      timeToDraw(page, { css: 'main h1', text: 'ul. ' }, () =>
        page.getByRole('list', { name: 'Projects' }).getByRole('link').first().click(),
      ),
    );
    await page.goBack();
    const searchText = `Dawna ${5 * round * 50 + 2}`;
    const search = page.getByRole('textbox', { name: 'Search by address' });
    const searchDelay = await timeToDraw(page, { ...row, text: searchText }, () =>
      search.pressSequentially(searchText, { delay: 60 }),
    );
    await record(delays, `projects: search on the device, after the ${DEBOUNCE_MS} ms pause`, () =>
      Promise.resolve(searchDelay - DEBOUNCE_MS),
    );
    await link('Home').click();
    log(`projects, round ${round} of ${ROUNDS}`);
  }
  return delays;
}

async function measureLeads({ page }: Phone, log: (text: string) => void): Promise<DelaysByName> {
  const delays: DelaysByName = {};
  for (let round = 1; round <= ROUNDS; round += 1) {
    await page.getByRole('navigation').getByRole('link', { name: 'Menu' }).click();
    const leads = page.getByRole('main').getByRole('link', { name: /Leads/ });
    await leads.waitFor();
    await record(delays, 'leads: list, from the press to its rows', () =>
      timeToDraw(page, { css: 'main ul > li', text: 'Ewa Nowak' }, () => leads.click()),
    );
    // `check` would fail if the page selects the radio only after its next frame.
    await record(delays, 'leads: another group, from the press to its rows', () =>
      timeToDraw(page, { css: 'main ul > li', text: 'Ewa Spóźniona' }, () =>
        page.getByRole('radio', { name: /^Other/ }).click({ force: true }),
      ),
    );
    await record(delays, 'leads: one of them, from the press to the customer', () =>
      timeToDraw(page, { css: 'main h1', text: 'Ewa ' }, () =>
        page.getByRole('main').getByRole('link', { name: /Ewa/ }).first().click(),
      ),
    );
    await page.goBack();
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await page.getByRole('list', { name: 'Open projects' }).waitFor();
    log(`leads, round ${round} of ${ROUNDS}`);
  }
  return delays;
}

async function record(
  delays: DelaysByName,
  name: string,
  measure: () => Promise<number>,
): Promise<void> {
  (delays[name] ??= []).push(await measure());
}

function rowsOf(delays: DelaysByName): BenchRow[] {
  return Object.entries(delays).map(([name, times]) => {
    const [firstMs = Number.NaN, ...laterMs] = times;
    const median = percentile(laterMs, 0.5);
    return {
      figure: `${name}, ${PROJECTS.toLocaleString('en')} projects and ${LEADS.toLocaleString('en')} leads, CPU ÷ ${CPU_SLOWDOWN}`,
      goal: `≤ ${GOAL_MS} ms`,
      result: formatMs(median),
      met: median <= GOAL_MS,
      note: `median of ${laterMs.length}, slowest ${formatMs(Math.max(...laterMs))}; the first ${formatMs(firstMs)}`,
    };
  });
}
