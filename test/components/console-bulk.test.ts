import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bulkCalls, type BulkJob } from '#schemas/operator/bulk-calls.ts';
import { type BulkStartCallId, bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { certificateCalls } from '#schemas/operator/certificate-calls.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { operatorSurveyCalls } from '#schemas/operator/survey-calls.ts';
import { recordHref } from '#console/parts/record-links.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import { type FakeServer, Refusal } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

type StartCall = (typeof bulkStartCalls)[BulkStartCallId];

/** A list of three records, and a bulk action on them. */
interface TestedList {
  readonly path: string;
  readonly label: string;
  readonly act: string;
  /** Kind of the records. */
  readonly kind: string;
  readonly start: StartCall;
  readonly addResponses: (server: FakeServer) => void;
  /** Fills the action's fields. */
  readonly fill?: () => Promise<unknown>;
  /** Message if the fields aren't filled. */
  readonly problem?: string;
  readonly run?: Readonly<Record<string, unknown>>;
}

const ids = [1, 2, 3].map(idOf);
const region = POLAND;
const dialog = page.getByRole('dialog');
const jobs = page.getByRole('region', { name: 'Bulk actions' });

const { listCertificates } = certificateCalls;
const { listContents } = contentCalls;
const { listSurveys } = operatorSurveyCalls;
const { listLeads } = leadCalls;
const { listCompanies } = companyCalls;
const { listShopVariants } = operatorShopCalls;
const { listChats } = chatCalls;
const rowsOf = <Row extends object>(row: Row) => ids.map((id) => ({ ...row, id }));

const respondWithChats = (server: FakeServer) => {
  const rows = ids.map((uuid) => ({ uuid, title: `Chat ${uuid.at(-1)}`, region }));
  server.respond(listChats, pageOf(listChats, rows));
};

const lists: readonly TestedList[] = [
  {
    ...{
      path: '/certificates',
      label: 'Send again',
      act: 'resendCertificate',
      kind: 'certificate',
    },
    start: bulkStartCalls.startBulkCertificates,
    addResponses: (server) =>
      server.respond(listCertificates, pageOf(listCertificates, rowsOf({ region }))),
  },
  {
    ...{ path: '/content', label: 'Withdraw', act: 'withdrawContent', kind: 'content' },
    start: bulkStartCalls.startBulkContents,
    addResponses: (server) =>
      server.respond(listContents, pageOf(listContents, rowsOf({ region, title: 'News' }))),
  },
  {
    ...{ path: '/surveys', label: 'End', act: 'endSurvey', kind: 'survey' },
    start: bulkStartCalls.startBulkSurveys,
    addResponses: (server) => server.respond(listSurveys, pageOf(listSurveys, rowsOf({ region }))),
    run: { holds: true },
  },
  {
    ...{ path: '/leads', label: 'Withdraw', act: 'withdrawLead', kind: 'lead' },
    start: bulkStartCalls.startBulkLeads,
    addResponses: (server) => server.respond(listLeads, pageOf(listLeads, rowsOf({ region }))),
  },
  {
    ...{ path: '/companies', label: 'Block', act: 'setCompanyBlocked', kind: 'company' },
    start: bulkStartCalls.startBulkCompanies,
    addResponses: (server) =>
      server.respond(listCompanies, pageOf(listCompanies, rowsOf({ region }))),
    run: { blocked: true },
  },
  {
    ...{ path: '/shop', label: 'Change visibility', act: 'editProduct', kind: 'product' },
    start: bulkStartCalls.startBulkProducts,
    addResponses: (server) => {
      const rows = ids.map((id) => ({
        ...{ id, region },
        product: { id, name: `Product ${id.at(-1)}`, type: 'EDENRED' as const },
      }));
      server.respond(listShopVariants, pageOf(listShopVariants, rows));
    },
    fill: () => dialog.getByRole('combobox').selectOptions('No'),
    problem: 'Change at least one field.',
    run: { is_visible: false },
  },
  {
    ...{ path: '/support?view=open', label: 'Solve', act: 'setChatSolved', kind: 'chat' },
    start: bulkStartCalls.startBulkChats,
    addResponses: respondWithChats,
    run: { solved: true },
  },
  {
    ...{ path: '/support?view=open', label: 'Assign', act: 'assignChat', kind: 'chat' },
    start: bulkStartCalls.startBulkChats,
    addResponses: respondWithChats,
    fill: () => dialog.getByRole('combobox', { name: 'Assign to' }).selectOptions('Assign to me'),
    run: { operator: idOf(900) },
  },
];

/** Responds to calls on the job: its second row fails at first, and succeeds when it's retried. */
function respondWithJob(server: FakeServer, { act, kind, start }: TestedList): void {
  let job: BulkJob | null = null;
  const failures = [{ record: idOf(2), label: 'Second row', problem: 'forbidden' }];
  server.respond(start, ({ body: { records } }) => {
    const total = records.length;
    job = exampleOf(bulkCalls.retryBulkJob.result, {
      ...{ id: idOf(500), act, record_kind: kind, state: 'done' },
      ...{ total, done: total - 1, failed: 1 },
      created_at: new Date().toISOString(),
    });
    return { job: job.id, total };
  });
  server.respond(bulkCalls.listBulkJobs, () => ({ data: job ? [job] : [] }));
  server.respond(bulkCalls.getBulkJob, () =>
    exampleOf(bulkCalls.getBulkJob.result, { ...job, failures }),
  );
  server.respond(bulkCalls.retryBulkJob, () => {
    if (!job) throw new Refusal('not_found');
    job = { ...job, done: job.total, failed: 0 };
    return job;
  });
}

/** Selects the first two records, and opens the action's dialog. */
async function openAction({ label }: TestedList) {
  const boxes = page.getByRole('checkbox', { name: /^Select(?! all)/ });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  const selection = page.getByRole('group', { name: 'Selection' });
  await expect.element(selection.getByText('2 rows selected')).toBeVisible();
  await selection.getByRole('button', { name: label, exact: true }).click();
  await expect.element(dialog).toHaveAccessibleName(`${label}: 2 rows`);
}

const send = ({ label }: TestedList) =>
  dialog.getByRole('button', { name: label, exact: true }).click();

const open = (list: TestedList) =>
  renderConsole(list.path, {
    server: (server) => {
      list.addResponses(server);
      respondWithJob(server, list);
    },
  });

describe.each(lists)('the bulk action “$label” of $path', (list) => {
  test('asks for its input and a reason, shows the failed row, and retries it', async () => {
    const server = await open(list);
    await openAction(list);
    await send(list);
    await expect.element(dialog.getByText('Say why.')).toBeVisible();
    expect(server.bodies(list.start)).toEqual([]);
    await dialog.getByLabelText('Why?').fill('Spring cleaning');
    await list.fill?.();
    await send(list);
    await expect.element(jobs.getByText('1 row failed')).toBeVisible();
    expect(server.bodies<StartCall>(list.start)).toEqual([
      { records: ids.slice(0, 2), run: { act: list.act, ...list.run }, why: 'Spring cleaning' },
    ]);

    await jobs.getByRole('button', { name: 'Show failed rows' }).click();
    const row = dialog.getByRole('row', { name: 'Second row' });
    await expect.element(row.getByText('Your role doesn’t allow this.')).toBeVisible();
    await expect
      .element(row.getByRole('link', { name: 'Second row' }))
      .toHaveAttribute('href', recordHref(list.kind, idOf(2)) ?? '');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await jobs.getByRole('button', { name: 'Retry failed rows' }).click();
    await dialog.getByLabelText('Why?').fill('Has the role now');
    await dialog.getByRole('button', { name: 'Retry failed rows' }).click();
    await expect.element(jobs.getByText('Done')).toBeVisible();
    expect(server.bodies(bulkCalls.retryBulkJob)).toEqual([{ why: 'Has the role now' }]);
  });

  test('keeps its dialog and the typed values if the server rejects it', async () => {
    const server = await open(list);
    server.refuse(list.start, 'forbidden');
    await openAction(list);
    await dialog.getByLabelText('Why?').fill('Spring cleaning');
    await list.fill?.();
    await send(list);
    await expect.element(dialog.getByText('Your role doesn’t allow this.')).toBeVisible();
    await expect.element(dialog.getByLabelText('Why?')).toHaveValue('Spring cleaning');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('2 rows selected')).toBeVisible();
  });
});

test('the percentage of a cancelled price change isn’t filled in for the next rows', async () => {
  const row = { region, product: { id: idOf(101), name: 'Hammer', type: 'EDENRED' as const } };
  await renderConsole('/shop', {
    server: (server) => server.respond(listShopVariants, pageOf(listShopVariants, rowsOf(row))),
  });
  const percent = dialog.getByRole('textbox', { name: 'Change in percent' });
  const openPrices = () => page.getByRole('button', { name: 'Change prices by percent' }).click();
  await page.getByRole('checkbox').nth(1).click();
  await openPrices();
  await percent.fill('-50');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox').nth(2).click();
  await openPrices();
  await expect.element(dialog).toHaveAccessibleName('Change prices by percent: 2 rows');
  await expect.element(percent).toHaveValue('');
});

test('a price change needs a percentage in range, and sends the prices that were shown', async () => {
  const { changePricesByPercent } = bulkStartCalls;
  const row = {
    region,
    price: 5,
    product: { id: idOf(101), name: 'Hammer', type: 'EDENRED' as const },
  };
  const server = await renderConsole('/shop', {
    server: (fake) => {
      fake.respond(listShopVariants, pageOf(listShopVariants, rowsOf(row)));
      fake.respond(changePricesByPercent, {
        approval: idOf(700),
        job: null,
        prices: 1,
        outdated: 0,
      });
    },
  });
  const percent = dialog.getByRole('textbox', { name: 'Change in percent' });
  await page.getByRole('checkbox').nth(1).click();
  await page.getByRole('button', { name: 'Change prices by percent' }).click();
  await dialog.getByLabelText('Why?').fill('New price list');
  for (const input of ['', '0', '1.5', '-91', '401']) {
    await percent.fill(input);
    await dialog.getByRole('button', { name: 'Change prices by percent' }).click();
    await expect.element(percent).toHaveAccessibleDescription(/Enter a whole number from/);
  }
  await percent.fill('10');
  await dialog.getByRole('button', { name: 'Change prices by percent' }).click();
  await expect.element(page.getByText('A second person must approve these prices.')).toBeVisible();
  expect(server.bodies(changePricesByPercent)).toEqual([
    { variants: [{ id: idOf(1), seen: 5 }], percent: 10, why: 'New price list' },
  ]);
});

test.each(lists.filter(({ problem }) => problem !== undefined))(
  'the bulk action “$label” of $path needs its fields',
  async (list) => {
    const server = await open(list);
    await openAction(list);
    await dialog.getByLabelText('Why?').fill('Spring cleaning');
    await send(list);
    await expect.element(dialog.getByText(list.problem ?? '')).toBeVisible();
    expect(server.bodies(list.start)).toEqual([]);
  },
);
