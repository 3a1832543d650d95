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
  compareNumber,
} from './ledger-check.ts';
import { entriesOf, newestOrders, topUpsOf, type ServerData } from './ledger-server-data.ts';

/** Points that an order took from the balance, according to the ledger. */
const pointsSpentOn = (serverData: ServerData, order: string) =>
  0 - ledgerBalance(entriesOf(serverData, { order }));

/** "Thank you": remaining balance and the points reserved for each order. */
export const thankYou: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/checkout/thankyou') return [];
  const main = page.getByRole('main');
  const lines = await linesIn(main);
  const labelIndex = lines.indexOf(labels.order.remaining);
  if (labelIndex === -1) return [];
  const list = main.getByRole('list', { name: labels.order.ordered });
  const orderCount = await list.getByRole('link').count();
  const displayedOrders = await linesIn(list.getByRole('link'));
  const orders = (await newestOrders(serverData)).filter(({ number }) =>
    displayedOrders.some((line) => line.endsWith(` ${number}`)),
  );
  const remaining = numbers(lines.slice(labelIndex + 1, labelIndex + 3).join('\n'));
  return [
    compareNumber(labels.order.remaining, remaining, serverData.summary.company_points),
    { label: labels.order.ordered, displayed: orderCount, actual: orders.length },
    ...orders.map(({ uuid, number, points }) => ({
      label: `order ${number}: reserved`,
      displayed: [['order_reservation', 'reserved', points]],
      actual: entriesOf(serverData, { order: uuid }).map((entry) => [
        entry.event,
        entry.variation,
        entry.points,
      ]),
    })),
  ];
};

/** Order: price, status, and points taken from the balance. */
export const order: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  const id = idIn(path, 'orders');
  const details = id === null ? [] : await detailsIn(page.getByRole('main'));
  if (id === null || details.length === 0) return [];
  const displayedDetails = new Map(details);
  const actual = await serverData.owner.call(calls.getOrder, { params: { id } });
  const spent = orderPhaseOf(actual.status) === 'rejected' ? 0 : actual.points;
  const { points, status, statuses } = labels.order;
  return [
    compareNumber(`order: ${points}`, numbers(displayedDetails.get(points) ?? ''), actual.points),
    {
      label: `order: ${status}`,
      displayed: displayedDetails.get(status),
      actual: statuses[actual.status],
    },
    {
      label: 'order: taken from the balance',
      displayed: spent,
      actual: pointsSpentOn(serverData, id),
    },
  ];
};

/** First page of top-ups: value, points taken, status. */
export const card: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/club-card') return [];
  const list = page.getByRole('main').getByRole('list', { name: labels.card.topUps });
  const rows = await list.getByRole('listitem').allInnerTexts();
  if (rows.length === 0) return [];
  const topUps = (await topUpsOf(serverData)).slice(0, TOP_UPS_PER_PAGE);
  const displayed = rows.map((row) => {
    // Value, date, points (visible and for screen readers), status.
    const [pointsText = '', , ...otherTexts] = row.split('\n').filter(Boolean);
    const points = new Set(numbers(otherTexts.slice(0, -1).join('\n')));
    return [numbers(pointsText)[0], ...points, otherTexts.at(-1)];
  });
  return [
    {
      label: labels.card.topUps,
      displayed,
      actual: topUps.map(({ amount, status }) => [
        amount.local,
        amount.points,
        labels.card.statuses[status],
      ]),
    },
    {
      label: 'top-ups: taken from the balance',
      displayed: topUps.map(({ amount, status }) =>
        status === 'PENDING' || status === 'SUCCEEDED' ? amount.points : 0,
      ),
      actual: topUps.map(({ uuid }) => pointsSpentOn(serverData, uuid)),
    },
  ];
};

/** Balance in cart, top-up and menu. */
export const availableBalance: LedgerCheck = async (view) => {
  const { page, path, labels } = view;
  const main = page.getByRole('main');
  if (path === '/cart') return availablePoints(view, await linesIn(main), labels.available.cart);
  if (path === '/club-card/transfer')
    return availablePoints(view, await linesIn(main), labels.available.topUp);
  if (path !== '/menu') return [];
  const rows = await main.getByRole('link', { name: labels.points }).allInnerTexts();
  return availablePoints(
    view,
    rows.map((row) => row.replaceAll('\n', ' ')),
    labels.available.menu,
  );
};

function availablePoints(
  { serverData, numbers }: LedgerView,
  lines: readonly string[],
  prefix: string,
) {
  return lines
    .filter((line) => line.startsWith(prefix) && numbers(line).length > 0)
    .map((line) => compareNumber(prefix, numbers(line), serverData.summary.company_points));
}

/**
 * Remaining balance in product, cart and summary: together with the price it equals the balance.
 */
export const remainingBalance: LedgerCheck = async (view) => {
  const { page, path, serverData, labels, numbers } = view;
  const main = page.getByRole('main');
  const { besideTotal, term, order: ordering, total } = labels.checkout;
  const lines = await linesIn(main);
  const numbersAfter = (texts: readonly string[], text: string) =>
    numbers(texts.find((line) => line.startsWith(text)) ?? '');
  const compareRemaining = (remaining: readonly number[], spent: number) =>
    remaining.map((entry) =>
      compareNumber(besideTotal, [entry + spent], serverData.summary.company_points),
    );
  if (path === '/checkout/summary') {
    const [button = ''] = await main.getByRole('button', { name: ordering }).allInnerTexts();
    const remaining = numbers(new Map(await detailsIn(main)).get(term) ?? '');
    return compareRemaining([...new Set(remaining)], numbers(button)[0] ?? NaN);
  }
  const remaining = numbersAfter(lines, besideTotal);
  if (path === '/cart') {
    const totalIndex = lines.lastIndexOf(total);
    return compareRemaining(remaining, numbers(lines.slice(totalIndex + 1).join('\n'))[0] ?? NaN);
  }
  if (!path.startsWith('/shop/') || remaining.length === 0) return [];
  const quantities = main.getByRole('spinbutton', { name: labels.checkout.quantity });
  const quantity = (await quantities.count()) > 0 ? Number(await quantities.inputValue()) : 1;
  const price = lines.find((line) => labels.points.test(line)) ?? '';
  return compareRemaining(remaining, quantity * (numbers(price)[0] ?? NaN));
};

/** Number of windows that a club card requires, and the number of valid windows so far. */
export const cardWindows: LedgerCheck = async ({ page, path, serverData, labels, numbers }) => {
  if (path !== '/shop/club-card') return [];
  const lines = await linesIn(page.getByRole('main').getByRole('listitem'));
  const requirement = lines.find((line) => line.startsWith(labels.card.windows));
  if (requirement === undefined) return [];
  return [
    {
      label: requirement,
      displayed: numbers(requirement),
      actual: [MIN_WINDOWS_FOR_CARD, serverData.summary.scans.windows],
    },
  ];
};
