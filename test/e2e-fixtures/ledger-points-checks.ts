import { calls } from '#schemas/api/calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { ledgerBalance, signedPoints } from '#schemas/ledger.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import {
  type Comparison,
  detailsIn,
  idIn,
  linesIn,
  type LedgerView,
  type LedgerCheck,
  compareNumber,
} from './ledger-check.ts';
import { accountOf, amountsOf, entriesOf } from './ledger-server-data.ts';

/** Entries per page. */
const PAGE = 50;

/** Balance in the header, for owners. */
export const header: LedgerCheck = async ({ page, serverData, labels, numbers }) => {
  const pill = page.getByRole('banner').getByRole('link', { name: labels.points });
  const displayed = await pill.allInnerTexts();
  return displayed.map((text) =>
    compareNumber('header', numbers(text), serverData.summary.company_points),
  );
};

/** Home's large number and the figures below it. */
export const home: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/') return [];
  const card = page.getByRole('main').getByRole('region', { name: labels.home.points });
  const [hero] = await card.getByRole('link').allInnerTexts();
  if (hero === undefined) return [];
  const { company_points, projects, points, scans } = serverData.summary;
  const { inProgress, toExpire, scans: scansLabel } = labels.home;
  const figures = [
    [inProgress, projects.in_prog],
    [toExpire, points.to_expire],
    [scansLabel, scans.current_year],
  ] as const;
  const figuresRegion = page.getByRole('main').getByRole('region', { name: labels.home.figures });
  const displayed = await figuresRegion.getByRole('paragraph').allInnerTexts();
  return [
    compareNumber('home', numbers(hero), company_points),
    ...displayed.flatMap((text) =>
      figures
        .filter(([label]) => text.includes(label))
        .map(([label, actual]) => compareNumber(label, numbers(text), actual)),
    ),
  ];
};

/** Balance on the points screen, with the expiring and pending points. */
export const points: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/balance') return [];
  const main = page.getByRole('main');
  const { current, toExpire, reserved } = labels.balance;
  const [hero] = await main.getByRole('region', { name: current }).allInnerTexts();
  if (hero === undefined) return [];
  const lines = await linesIn(main);
  const { company_points, points: sums } = serverData.summary;
  const after = (label: string) => numbers(lines.find((line) => line.startsWith(label)) ?? '');
  return [
    compareNumber(current, numbers(hero), company_points),
    { label: toExpire, displayed: after(toExpire), actual: sums.to_expire ? [sums.to_expire] : [] },
    { label: reserved, displayed: after(reserved), actual: sums.reserved ? [sums.reserved] : [] },
  ];
};

/** Points earned per month this year and in total; empty for a company without any. */
export const months: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/balance') return [];
  const region = page.getByRole('main').getByRole('region', { name: labels.balance.months });
  const rows = await region.getByRole('table').getByRole('cell').allInnerTexts();
  if (rows.length === 0) return [];
  const { region: country } = accountOf(serverData.owner);
  const today = dayIn(country, Date.now());
  const earnedEntries = serverData.entries.filter(
    ({ variation, event }) => variation === 'positive' && !event.startsWith('order_'),
  );
  const actual = rows.map((_, index) => {
    const month = `${today.slice(0, 4)}-${String(index + 1).padStart(2, '0')}`;
    const entriesOfMonth = earnedEntries.filter(({ created_at }) =>
      dayIn(country, Date.parse(created_at)).startsWith(month),
    );
    return ledgerBalance(entriesOfMonth);
  });
  const lines = await linesIn(region.getByRole('paragraph'));
  const linesOfYear = lines.slice(
    lines.findIndex((line) => line.startsWith(labels.balance.ofYear)),
  );
  return [
    { label: labels.balance.months, displayed: rows.map((row) => numbers(row)[0]), actual },
    ...(actual.length > 1
      ? [compareNumber(labels.balance.ofYear, numbers(linesOfYear.join('\n')), sum(actual))]
      : []),
  ];
};

const pointsOf = ({ points }: { readonly points: number }) => points;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Ledger entries, one line each. */
export const ledgerEntries: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/balance') return [];
  const { entryList: name, older } = labels.balance;
  const region = page.getByRole('main').getByRole('region', { name });
  const [rows, hasOlder] = await Promise.all([
    region.getByRole('listitem').allInnerTexts(),
    region.getByRole('button', { name: older }).count(),
  ]);
  if (rows.length === 0) return [];
  const displayedNumbers = rows.map((row) => numbers(row.split('\n').at(-1) ?? '').at(-1));
  const actual = amountsOf(serverData, hasOlder > 0 ? PAGE : serverData.entries.length);
  return [{ label: name, displayed: displayedNumbers, actual }];
};

/** Sheet with one order's ledger entries. */
export const orderSheet: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/balance') return [];
  const sheet = page.getByRole('dialog');
  const link = sheet.getByRole('link', { name: labels.balance.openOrder });
  if ((await link.count()) === 0) return [];
  const id = idIn((await link.getAttribute('href')) ?? '', 'orders') ?? '';
  const details = await detailsIn(sheet);
  const displayedNumbers = details.map(([, detail]) => numbers(detail)[0]);
  return [
    {
      label: 'order sheet',
      displayed: displayedNumbers,
      actual: entriesOf(serverData, { order: id }).map(signedPoints),
    },
  ];
};

/** Project: points, maximum, products, and ledger entries after closing. */
export const project: LedgerCheck = async (view) => {
  const { page, path, serverData, labels, numbers } = view;
  const id = idIn(path, 'projects');
  const main = page.getByRole('main');
  const lines = id === null ? [] : await linesIn(main);
  if (id === null || lines.length === 0) return [];
  const [actual, { survey_points = 0 }] = await Promise.all([
    serverData.owner.call(calls.getProject, { params: { id } }),
    serverData.owner.call(calls.getConfiguration, {}),
  ]);
  const isOpen = isProjectOpen(actual.status.id);
  const isInReview = actual.status.id === projectStatus.inReview;
  const pointsLabel = labels.outcome[isOpen ? 'open' : isInReview ? 'reviewed' : 'closed'];
  const labelIndex = lines.findIndex((line) => pointsLabel.test(line));
  const maximum = isOpen ? actual.calculated_max_points : actual.max_points;
  const entries = entriesOf(serverData, { project: id });
  const closingEntries = entries.filter(
    ({ event }) => event === 'project_closed' || event === 'campaign',
  );
  // Products in review count at their maximum points; rejected ones earn nothing and are shown without points.
  const counted = actual.products.filter((product) => product.flag !== 'rejected');
  const productPoints = sum(counted.map(pointsOf));
  const extraPoints =
    (actual.survey.length > 0 ? survey_points : 0) + (serverData.summary.points.reserved ?? 0);
  const gain = productPoints === 0 ? 0 : productPoints + extraPoints;
  return [
    // Visible and screen-reader text.
    compareNumber(
      'project',
      numbers(lines.slice(Math.max(0, labelIndex - 2), labelIndex).join('\n')),
      isOpen || isInReview ? gain : ledgerBalance(entries),
    ),
    compareNumber('its maximum', numbers(await maximumOf(view)), maximum),
    // Products of a lost project return to the phone that scanned them.
    ...(actual.status.id === projectStatus.lost ? [] : await productsOf(view, counted)),
    {
      label: 'its ledger entries',
      displayed: isOpen || isInReview ? 0 : actual.available_points,
      actual: ledgerBalance(closingEntries),
    },
  ];
};

/** The maximum is in the collapsed details. */
async function maximumOf({ page, labels }: LedgerView): Promise<string> {
  const main = page.getByRole('main');
  const [terms, details] = await Promise.all([
    main.getByRole('term', { includeHidden: true }).allTextContents(),
    main.getByRole('definition', { includeHidden: true }).allTextContents(),
  ]);
  return details[terms.indexOf(labels.project.maximum)] ?? '';
}

/** Products known to the server; others show no points. */
async function productsOf(
  { page, labels, numbers }: LedgerView,
  products: readonly { readonly points: number }[],
): Promise<Comparison[]> {
  const list = page.getByRole('list', { name: labels.project.products });
  const lines = await linesIn(list.getByRole('listitem'));
  const displayedNumbers = lines
    .filter((line) => labels.points.test(line))
    .map((line) => numbers(line)[0]);
  return [
    {
      label: 'its products',
      displayed: sorted(displayedNumbers),
      actual: sorted(products.map((product) => product.points)),
    },
  ];
}

const sorted = (values: readonly (number | undefined)[]) =>
  values.toSorted((a, b) => (a ?? 0) - (b ?? 0));
