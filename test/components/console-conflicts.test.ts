import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorCardCalls } from '#schemas/operator/card-calls.ts';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import { Refusal } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const dialog = page.getByRole('dialog');

test('a card that is issued in the queue opens the next order', async () => {
  const { claimOrders, readOrder } = orderCalls;
  let openIds = [1, 2].map(idOf);
  const server = await renderConsole('/orders?state=open', {
    server: (fake) => {
      fake.respond(claimOrders, () => ({ records: openIds }));
      fake.respond(readOrder, ({ params: { id = '' } }) =>
        exampleOf(readOrder.result, {
          ...{ id, number: id.slice(-1), region: POLAND, state: 'approved', kind: 'card' },
          company: { ...exampleOf(readOrder.result).company, id: idOf(101), name: 'Dachpol' },
        }),
      );
      fake.respond(operatorCardCalls.issueCard, ({ body: { order } }) => {
        openIds = openIds.filter((id) => id !== order);
        return exampleOf(operatorCardCalls.issueCard.result);
      });
    },
  });
  await page.getByRole('button', { name: 'Work through the queue' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Order 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Issue the card' }).click();
  await expect.element(dialog).toHaveAccessibleName('Issue a card to Dachpol?');
  await dialog.getByRole('textbox', { name: 'Card number' }).fill('123');
  await dialog.getByLabelText('Why?').fill('Ordered');
  await dialog.getByRole('button', { name: 'Issue the card' }).click();
  await expect.element(dialog.getByText('Enter the ten digits of the card.')).toBeVisible();
  expect(server.bodies(operatorCardCalls.issueCard)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Card number' }).fill('12345 67890');
  await dialog.getByRole('button', { name: 'Issue the card' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Order 2' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.bodies(operatorCardCalls.issueCard)).toEqual([
    { number: '1234567890', order: idOf(1), why: 'Ordered' },
  ]);
});

/** Opens the shop with one variant, types a stock, and saves it after someone else has changed the stock. */
async function saveOutdatedStock() {
  const { listShopVariants, readProduct, moveStocks } = operatorShopCalls;
  let stock = 10;
  const server = await renderConsole('/shop', {
    server: (fake) => {
      const product = { id: idOf(101), name: 'Hammer', type: 'EDENRED' as const };
      fake.respond(listShopVariants, () =>
        pageOf(listShopVariants, [{ id: idOf(1), product, region: POLAND, stock, price: 5 }]),
      );
      const [variant] = pageOf(listShopVariants, [{}]).data;
      if (!variant) throw new Error('The example page has no variant.');
      fake.respond(readProduct, () =>
        exampleOf(readProduct.result, {
          ...product,
          ...{ region: POLAND, variants: [{ ...variant, id: idOf(1), stock, price: 5 }] },
        }),
      );
      fake.respond(moveStocks, ({ body: { variants } }) => {
        if (variants.some(({ seen }) => seen !== stock)) throw new Refusal('conflict');
        stock += variants[0]?.change ?? 0;
        return {};
      });
    },
  });
  await page.getByRole('button', { name: 'Edit the stock' }).click();
  await page.getByRole('textbox', { name: 'Stock of Hammer' }).fill('15');
  stock = 7;
  await page.getByRole('button', { name: 'Save the stock' }).click();
  await dialog.getByLabelText('Why?').fill('Counted');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Someone else has changed the same fields')).toBeVisible();
  return { moves: () => server.bodies(moveStocks), stock: () => stock };
}

const changes = dialog.getByRole('table', { name: 'Stock changes' });

test('a stock that someone else has changed is shown beside the typed stock, which can still be saved', async () => {
  const { moves, stock } = await saveOutdatedStock();
  await expect.element(dialog.getByRole('radio', { name: 'Your value 15' })).toBeChecked();
  await expect.element(dialog.getByRole('radio', { name: 'Their value 7' })).not.toBeChecked();
  await expect.element(changes.getByRole('cell', { name: '+8' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('1 number was changed.')).toBeVisible();
  expect(moves().map(({ variants }) => variants)).toEqual([
    [{ id: idOf(1), change: 5, seen: 10 }],
    [{ id: idOf(1), change: 8, seen: 7 }],
  ]);
  expect(stock()).toBe(15);
});

test('after the operator has chosen the other stock, there is no change to save', async () => {
  const { stock } = await saveOutdatedStock();
  await dialog.getByRole('radio', { name: 'Their value 7' }).click();
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect.element(save).toHaveAccessibleDescription('No number is left to change.');
  expect(stock()).toBe(7);
});
