import { calls } from '#schemas/api/calls.ts';
import { balance } from '#schemas/ledger.ts';
import { standingOf } from '#schemas/order.ts';
import { CARD_WINDOWS } from '#schemas/checkout-rules.ts';
import { TOP_UPS_PER_PAGE } from '#schemas/club-card.ts';
import { detailsIn, idIn, linesIn, type Look, type Place, sameNumber } from './ledger-place.ts';
import { entriesOf, newestOrders, topUpsOf, type Truth } from './ledger-truth.ts';

/** What an order takes from the balance, by the ledger. */
const takenBy = (truth: Truth, order: string) => 0 - balance(entriesOf(truth, { order }));

/** "Thank you": what is left, and that the points of each of the orders are reserved as it says. */
export const thankYou: Place = async ({ page, path, truth, words, numbers }) => {
  if (path !== '/checkout/thankyou') return [];
  const main = page.getByRole('main');
  const lines = await linesIn(main);
  const at = lines.indexOf(words.order.left);
  if (at === -1) return [];
  const list = main.getByRole('list', { name: words.order.ordered });
  const placed = await list.getByRole('link').count();
  const said = await linesIn(list.getByRole('link'));
  const orders = (await newestOrders(truth)).filter(({ number }) =>
    said.some((line) => line.endsWith(` ${number}`)),
  );
  const left = numbers(lines.slice(at + 1, at + 3).join('\n'));
  return [
    sameNumber(words.order.left, left, truth.summary.company_points),
    { what: words.order.ordered, said: placed, is: orders.length },
    ...orders.map(({ uuid, number, points }) => ({
      what: `order ${number}: reserved`,
      said: [['order_reservation', 'reserved', points]],
      is: entriesOf(truth, { order: uuid }).map((one) => [one.event, one.variation, one.points]),
    })),
  ];
};

/** An order: what it costs, where it stands, and what it takes from the balance. */
export const order: Place = async ({ page, path, truth, words, numbers }) => {
  const id = idIn(path, 'orders');
  const details = id === null ? [] : await detailsIn(page.getByRole('main'));
  if (id === null || details.length === 0) return [];
  const said = new Map(details);
  const is = await truth.owner.call(calls.order, { params: { id } });
  const taken = standingOf(is.status) === 'turned_down' ? 0 : is.points;
  const { points, status, statuses } = words.order;
  return [
    sameNumber(`order: ${points}`, numbers(said.get(points) ?? ''), is.points),
    { what: `order: ${status}`, said: said.get(status), is: statuses[is.status] },
    { what: 'order: taken from the balance', said: taken, is: takenBy(truth, id) },
  ];
};

/** The first page of the card's top-ups: what each is worth, what it took, where it stands. */
export const card: Place = async ({ page, path, truth, words, numbers }) => {
  if (path !== '/club-card') return [];
  const list = page.getByRole('main').getByRole('list', { name: words.card.topUps });
  const rows = await list.getByRole('listitem').allInnerTexts();
  if (rows.length === 0) return [];
  const topUps = (await topUpsOf(truth)).slice(0, TOP_UPS_PER_PAGE);
  const said = rows.map((row) => {
    // What it is worth, the day, its points for the eye and for a reader, where it stands.
    const [worth = '', , ...rest] = row.split('\n').filter(Boolean);
    const points = new Set(numbers(rest.slice(0, -1).join('\n')));
    return [numbers(worth)[0], ...points, rest.at(-1)];
  });
  return [
    {
      what: words.card.topUps,
      said,
      is: topUps.map(({ amount, status }) => [
        amount.local,
        amount.points,
        words.card.statuses[status],
      ]),
    },
    {
      what: 'top-ups: taken from the balance',
      said: topUps.map(({ amount, status }) =>
        status === 'PENDING' || status === 'SUCCEEDED' ? amount.points : 0,
      ),
      is: topUps.map(({ uuid }) => takenBy(truth, uuid)),
    },
  ];
};

/** What cart, top-up and menu say that the company has. */
export const owned: Place = async (look) => {
  const { page, path, words } = look;
  const main = page.getByRole('main');
  if (path === '/cart') return saidToHave(look, await linesIn(main), words.owned.cart);
  if (path === '/club-card/transfer')
    return saidToHave(look, await linesIn(main), words.owned.topUp);
  if (path !== '/menu') return [];
  const rows = await main.getByRole('link', { name: words.points }).allInnerTexts();
  return saidToHave(
    look,
    rows.map((row) => row.replaceAll('\n', ' ')),
    words.owned.menu,
  );
};

function saidToHave({ truth, numbers }: Look, lines: readonly string[], beginning: string) {
  return lines
    .filter((line) => line.startsWith(beginning) && numbers(line).length > 0)
    .map((line) => sameNumber(beginning, numbers(line), truth.summary.company_points));
}

/** What product, cart and summary say that is kept: with what they say that is taken it is what there is. */
export const kept: Place = async (look) => {
  const { page, path, truth, words, numbers } = look;
  const main = page.getByRole('main');
  const { beside, term, order: ordering, total } = words.kept;
  const lines = await linesIn(main);
  const isSaid = (of: readonly string[], word: string) =>
    numbers(of.find((line) => line.startsWith(word)) ?? '');
  const claim = (left: readonly number[], taken: number) =>
    left.map((one) => sameNumber(beside, [one + taken], truth.summary.company_points));
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
  const quantities = main.getByRole('spinbutton', { name: words.kept.quantity });
  const quantity = (await quantities.count()) > 0 ? Number(await quantities.inputValue()) : 1;
  const price = lines.find((line) => words.points.test(line)) ?? '';
  return claim(left, quantity * (numbers(price)[0] ?? NaN));
};

/** What a club card takes: how many valid windows there have to be, and how many there are. */
export const cardWindows: Place = async ({ page, path, truth, words, numbers }) => {
  if (path !== '/shop/club-card') return [];
  const lines = await linesIn(page.getByRole('main').getByRole('listitem'));
  const said = lines.find((line) => line.startsWith(words.card.windows));
  if (said === undefined) return [];
  return [{ what: said, said: numbers(said), is: [CARD_WINDOWS, truth.summary.scans.windows] }];
};
