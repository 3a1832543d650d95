import { calls } from '#schemas/api/calls.ts';
import { ledgerBalance } from '#schemas/ledger.ts';
import { orderPhaseOf } from '#schemas/order.ts';
import { MIN_WINDOWS_FOR_CARD } from '#schemas/checkout-rules.ts';
import { TOP_UPS_PER_PAGE } from '#schemas/club-card.ts';
import {
  detailsIn,
  idIn,
  linesIn,
  type LedgerView,
  type LedgerCheck,
  numberClaim,
} from './ledger-check.ts';
import { entriesOf, newestOrders, topUpsOf, type Truth } from './ledger-server-data.ts';

/** Points an order takes from the balance, from the ledger. */
const takenBy = (truth: Truth, order: string) => 0 - ledgerBalance(entriesOf(truth, { order }));

/** "Thank you": remaining balance and the points reserved for each order. */
export const thankYou: LedgerCheck = async ({ page, path, truth, labels, numbers }) => {
  if (path !== '/checkout/thankyou') return [];
  const main = page.getByRole('main');
  const lines = await linesIn(main);
  const at = lines.indexOf(labels.order.left);
  if (at === -1) return [];
  const list = main.getByRole('list', { name: labels.order.ordered });
  const placed = await list.getByRole('link').count();
  const shown = await linesIn(list.getByRole('link'));
  const orders = (await newestOrders(truth)).filter(({ number }) =>
    shown.some((line) => line.endsWith(` ${number}`)),
  );
  const left = numbers(lines.slice(at + 1, at + 3).join('\n'));
  return [
    numberClaim(labels.order.left, left, truth.summary.company_points),
    { what: labels.order.ordered, shown: placed, actual: orders.length },
    ...orders.map(({ uuid, number, points }) => ({
      what: `order ${number}: reserved`,
      shown: [['order_reservation', 'reserved', points]],
      actual: entriesOf(truth, { order: uuid }).map((one) => [
        one.event,
        one.variation,
        one.points,
      ]),
    })),
  ];
};

/** Order: price, status, and points taken from the balance. */
export const order: LedgerCheck = async ({ page, path, truth, labels, numbers }) => {
  const id = idIn(path, 'orders');
  const details = id === null ? [] : await detailsIn(page.getByRole('main'));
  if (id === null || details.length === 0) return [];
  const shown = new Map(details);
  const actual = await truth.owner.call(calls.getOrder, { params: { id } });
  const taken = orderPhaseOf(actual.status) === 'rejected' ? 0 : actual.points;
  const { points, status, statuses } = labels.order;
  return [
    numberClaim(`order: ${points}`, numbers(shown.get(points) ?? ''), actual.points),
    { what: `order: ${status}`, shown: shown.get(status), actual: statuses[actual.status] },
    { what: 'order: taken from the balance', shown: taken, actual: takenBy(truth, id) },
  ];
};

/** First page of top-ups: value, points taken, status. */
export const card: LedgerCheck = async ({ page, path, truth, labels, numbers }) => {
  if (path !== '/club-card') return [];
  const list = page.getByRole('main').getByRole('list', { name: labels.card.topUps });
  const rows = await list.getByRole('listitem').allInnerTexts();
  if (rows.length === 0) return [];
  const topUps = (await topUpsOf(truth)).slice(0, TOP_UPS_PER_PAGE);
  const shown = rows.map((row) => {
    // Value, date, points (visible and for screen readers), status.
    const [worth = '', , ...rest] = row.split('\n').filter(Boolean);
    const points = new Set(numbers(rest.slice(0, -1).join('\n')));
    return [numbers(worth)[0], ...points, rest.at(-1)];
  });
  return [
    {
      what: labels.card.topUps,
      shown,
      actual: topUps.map(({ amount, status }) => [
        amount.local,
        amount.points,
        labels.card.statuses[status],
      ]),
    },
    {
      what: 'top-ups: taken from the balance',
      shown: topUps.map(({ amount, status }) =>
        status === 'PENDING' || status === 'SUCCEEDED' ? amount.points : 0,
      ),
      actual: topUps.map(({ uuid }) => takenBy(truth, uuid)),
    },
  ];
};

/** Balance in cart, top-up and menu. */
export const owned: LedgerCheck = async (look) => {
  const { page, path, labels } = look;
  const main = page.getByRole('main');
  if (path === '/cart') return saidToHave(look, await linesIn(main), labels.owned.cart);
  if (path === '/club-card/transfer')
    return saidToHave(look, await linesIn(main), labels.owned.topUp);
  if (path !== '/menu') return [];
  const rows = await main.getByRole('link', { name: labels.points }).allInnerTexts();
  return saidToHave(
    look,
    rows.map((row) => row.replaceAll('\n', ' ')),
    labels.owned.menu,
  );
};

function saidToHave({ truth, numbers }: LedgerView, lines: readonly string[], beginning: string) {
  return lines
    .filter((line) => line.startsWith(beginning) && numbers(line).length > 0)
    .map((line) => numberClaim(beginning, numbers(line), truth.summary.company_points));
}

/**
 * Remaining balance in product, cart and summary: together with the price it equals the balance.
 */
export const kept: LedgerCheck = async (look) => {
  const { page, path, truth, labels, numbers } = look;
  const main = page.getByRole('main');
  const { beside, term, order: ordering, total } = labels.kept;
  const lines = await linesIn(main);
  const isSaid = (of: readonly string[], word: string) =>
    numbers(of.find((line) => line.startsWith(word)) ?? '');
  const claim = (left: readonly number[], taken: number) =>
    left.map((one) => numberClaim(beside, [one + taken], truth.summary.company_points));
  if (path === '/checkout/summary') {
    const [button = ''] = await main.getByRole('button', { name: ordering }).allInnerTexts();
    const left = numbers(new Map(await detailsIn(main)).get(term) ?? '');
    return claim([...new Set(left)], numbers(button)[0] ?? NaN);
  }
  const left = isSaid(lines, beside);
  if (path === '/cart') {
    const at = lines.lastIndexOf(total);
    return claim(left, numbers(lines.slice(at + 1).join('\n'))[0] ?? NaN);
  }
  if (!path.startsWith('/shop/') || left.length === 0) return [];
  const quantities = main.getByRole('spinbutton', { name: labels.kept.quantity });
  const quantity = (await quantities.count()) > 0 ? Number(await quantities.inputValue()) : 1;
  const price = lines.find((line) => labels.points.test(line)) ?? '';
  return claim(left, quantity * (numbers(price)[0] ?? NaN));
};

/** Valid windows a club card needs, and how many there are. */
export const cardWindows: LedgerCheck = async ({ page, path, truth, labels, numbers }) => {
  if (path !== '/shop/club-card') return [];
  const lines = await linesIn(page.getByRole('main').getByRole('listitem'));
  const shown = lines.find((line) => line.startsWith(labels.card.windows));
  if (shown === undefined) return [];
  return [
    {
      what: shown,
      shown: numbers(shown),
      actual: [MIN_WINDOWS_FOR_CARD, truth.summary.scans.windows],
    },
  ];
};
