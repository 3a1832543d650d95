/** Time to send offline work once the network is back, as seen in the app. */
import { calls } from '#schemas/api/calls.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { openPhone, type Phone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { buildStoreSite, type StoreSite } from '#test/e2e-fixtures/store-site.ts';
import type { BenchRow } from './bench-row.ts';
import { toCapturedScan, makeProjects, formatMs, simpleSerials } from './device-load.ts';
import { startProgress } from './progress.ts';
import { sendAndWatch } from './watch-sending.ts';

const DELAY_MS = 50;
/** Maximum duration of a main-thread task, in ms; longer tasks delay input. */
const TASK_GOAL_MS = 50;
const loads = [
  { scans: 500, goalSeconds: 3 },
  { scans: 10_000, goalSeconds: 6 },
] as const;
/** Batch size for filling the device. */
const FILL = 250;

export async function run(): Promise<BenchRow[]> {
  const site = await buildStoreSite();
  try {
    const rows: BenchRow[] = [];
    for (const load of loads) rows.push(...(await measureSending(site, load)));
    return rows;
  } finally {
    site.dispose();
  }
}

async function measureSending(
  site: StoreSite,
  { scans, goalSeconds }: (typeof loads)[number],
): Promise<BenchRow[]> {
  const log = startProgress(`sending ${scans}`);
  const club = await openClub({ APP_DIR: site.appDirectory });
  const phone = await openPhone();
  try {
    const owner = await club.as('polishOwner');
    const [project = ''] = await makeProjects(owner, 1);
    await signIn(club, phone.page, 'polishOwner');
    await waitUntilInstalled(phone.page);
    await fill(phone, site, club.url, scans, project);
    log('unsent scans saved on the phone');

    club.proxy.isDown = true;
    await phone.page.goto(club.url);
    await phone.page
      .getByText(/items? not sent yet/)
      .first()
      .waitFor({ timeout: 60_000 });
    club.proxy.latencyMs = DELAY_MS;
    club.proxy.isDown = false;
    const { seconds, tasks } = await sendAndWatch(phone);
    log(`sent in ${seconds.toFixed(1)} s`);
    const { products_count } = await owner.call(calls.getProject, { params: { id: project } });
    if (products_count !== scans) throw new Error(`The server has ${products_count} of ${scans}.`);
    const title = `sending ${scans.toLocaleString('en')} scans, every response delayed by ${DELAY_MS} ms`;
    const longest = Math.max(0, ...tasks);
    return [
      {
        figure: title,
        goal: `≤ ${goalSeconds} s`,
        result: `${seconds.toFixed(1)} s`,
        met: seconds <= goalSeconds,
        note: 'until home no longer shows unsent work',
      },
      {
        figure: `${title}: longest task of the main thread`,
        goal: `≤ ${TASK_GOAL_MS} ms`,
        result: longest === 0 ? `≤ ${TASK_GOAL_MS} ms` : formatMs(longest),
        met: longest <= TASK_GOAL_MS,
        note: describeTasks(tasks),
      },
    ];
  } finally {
    await phone.dispose();
    await club.close();
  }
}

function describeTasks(tasks: readonly number[]): string {
  if (tasks.length === 0) return 'no task was longer';
  const total = formatMs(tasks.reduce((sum, task) => sum + task, 0));
  return `${tasks.length} longer tasks, ${total} in total; a profile shows garbage collection in them`;
}

/** Captures scans offline and saves them to a project. */
async function fill(phone: Phone, site: StoreSite, url: string, count: number, project: string) {
  const { page, context } = phone;
  await site.open(url, page);
  await page.evaluate(() => window.store?.waitForCounts({ projects: 1 }));
  await context.setOffline(true);
  const scans = simpleSerials(count).map(toCapturedScan);
  for (let from = 0; from < count; from += FILL) {
    await page.evaluate(
      async ([batch, projectId]) => {
        const captured = await window.store?.capture(batch);
        await window.store?.saveAll(captured?.ids ?? [], projectId);
      },
      [scans.slice(from, from + FILL), project] as const,
    );
  }
  await page.evaluate(() => window.store?.close());
}
