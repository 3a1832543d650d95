import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { calls } from '#schemas/api/calls.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import { setCardStatus } from '#server/card/issue-card.ts';
import { transact } from '#server/db/database.ts';
import {
  applyDecision,
  decideOrder,
  type Decision,
  lockOrder,
} from '#server/orders/decide-order.ts';
import { enableCards, issueCardTo, activateCard, registerCardNumber } from './card-setup.ts';
import { addPoints, lineOf, newProduct, orderProducts, pointsOf } from './order-setup.ts';
import { isWindow, nextSerialOf, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

const POINTS = 50;
const reason = 'The card’s limit <b> is reached.';
let server: ScanServer;
let variant: string;
let number: string;

beforeAll(async () => {
  server = await startScanServer();
  const offer = { type: 'EDENRED_CARD_TOPUP', price: POINTS, stock: 1000 } as const;
  ({ variant } = await newProduct(server, offer));
});
afterAll(() => server.close());
beforeEach(async () => {
  const { companyId } = accounts.polishOwner;
  await server.db.deleteFrom('ledger').where('company_id', '=', companyId).execute();
  await server.db.deleteFrom('orders').where('company_id', '=', companyId).execute();
  await enableCards(server, 'polishOwner');
  number = await activateCard(server, 'polishOwner', await server.tokenOf('polishOwner'));
});

const topUp = (key: string = randomUUID(), account: AccountKey = 'polishOwner') =>
  orderProducts(server, account, [lineOf(variant, POINTS)], {
    type: 'EDENRED_CARD_TOPUP',
    delivery: deliveryTypes.digital,
    key,
  });
const saveWindows = async (count: number) => {
  const project = await server.newProject('polishOwner');
  const scans = Array.from({ length: count }, () => saveOf(nextSerialOf(isWindow), project));
  await server.call(calls.sendScans, { body: { scans } }, await server.tokenOf('polishOwner'));
};
const history = async (query: { page?: number; limit?: number } = {}) =>
  (await server.call(calls.listClubCardTopUps, { query }, await server.tokenOf('polishOwner')))
    .result;
const points = () => pointsOf(server, 'polishOwner');

describe('a top-up', () => {
  test('reserves its points, is pending, and is decided like an order', async () => {
    await addPoints(server, 'polishOwner', 500);
    const decisions: [Decision, string, number][] = [
      ['approve', 'PENDING', 450],
      ['complete', 'SUCCEEDED', 450],
      ['reject', 'REJECTED', 500],
      ['fail', 'PENDING', 450],
    ];
    for (const [decision, status, balance] of decisions) {
      const before = await points();
      const topUpOrder = await topUp();
      expect(topUpOrder.status).toBe(201);
      const uuid = topUpOrder.result.data[0]?.uuid ?? '';
      expect(await points()).toBe(before - POINTS);
      expect(
        (await history({ limit: 100 })).data.find((orderRow) => orderRow.uuid === uuid),
      ).toMatchObject({
        amount: { points: POINTS, local: 2 * POINTS },
        status: 'PENDING',
      });
      await decideOrder(uuid, { decision, reason }, server.services);
      const storedOrder = (await history({ limit: 100 })).data.find(
        (orderRow) => orderRow.uuid === uuid,
      );
      expect(storedOrder?.status).toBe(status);
      expect(await points()).toBe(before - 500 + balance);
    }
  });

  test('F01, F02: is created once per key, for repeated and concurrent requests', async () => {
    await addPoints(server, 'polishOwner', 500);
    const key = randomUUID();
    const responses = await Promise.all([topUp(key), topUp(key), topUp(key)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await topUp(key)).result).toEqual(responses[0].result);
    expect((await history()).meta.total).toBe(1);
    expect(await points()).toBe(450);
  });

  test('F46: only as many succeed as the remaining points can pay', async () => {
    await addPoints(server, 'polishOwner', 3 * POINTS + 10);
    const accountKeys = ['polishOwner', 'polishStaff'] as const;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        topUp(randomUUID(), accountKeys[index % 2] ?? 'polishOwner'),
      ),
    );
    const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 3 }, () => '201'),
      ...Array.from({ length: 17 }, () => 'insufficient_points'),
    ]);
    expect(await points()).toBe(10);
  });

  test('needs a card that is active, not inactive, blocked or unregistered', async () => {
    await addPoints(server, 'polishOwner', 500);
    await setCardStatus(number, 'BLOCKED', server.services);
    expect((await topUp()).code).toBe('card_inactive');
    await enableCards(server, 'polishOwner');
    expect((await topUp()).code).toBe('card_inactive');
    await issueCardTo(server, 'polishOwner');
    expect((await topUp()).code).toBe('card_inactive');
    await server.db
      .updateTable('companies')
      .set({ has_edenred_card: false })
      .where('id', '=', accounts.polishOwner.companyId)
      .execute();
    expect((await topUp()).code).toBe('product_unavailable');
    expect(await points()).toBe(500);
  });

  test('is listed in the history, five per page, newest first', async () => {
    await addPoints(server, 'polishOwner', 500);
    const orderIds: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      server.clock.advance(1000);
      orderIds.unshift((await topUp()).result.data[0]?.uuid ?? '');
    }
    const first = await history();
    expect(first.meta).toEqual({ last_page: 2, total: 7 });
    const pages = [...first.data, ...(await history({ page: 2 })).data];
    expect(pages.map(({ uuid }) => uuid)).toEqual(orderIds);
  });
});

test('a rejected top-up has a reason, which is emailed to the person who requested it', async () => {
  await addPoints(server, 'polishOwner', 500);
  const uuid = (await topUp()).result.data[0]?.uuid ?? '';
  for (const decision of ['reject', 'fail'] as const) {
    const withoutVoucher = decideOrder(uuid, { decision }, server.services);
    await expect(withoutVoucher).rejects.toBeInstanceOf(v.ValiError);
  }
  await server.services.messages.sendDue();
  for (const decision of ['fail', 'reject'] as const) {
    await decideOrder(uuid, { decision, reason }, server.services);
    await server.services.messages.sendDue();
    const [mail] = server.delivery.messages();
    expect(mail).toMatchObject({
      to: accounts.polishOwner.email,
      language: 'pl',
      template: 'top_up_refused',
      data: {
        points: POINTS,
        reason,
        is_final: decision === 'reject',
      },
    });
  }
});

describe('a card order of a company that has a card', () => {
  const orderCard = async () => {
    const card = await newProduct(server, { type: 'EDENRED_CARD', price: POINTS });
    return orderProducts(server, 'polishOwner', [lineOf(card.variant, POINTS)], {
      type: 'EDENRED_CARD',
      delivery: deliveryTypes.personal,
    });
  };

  test('is rejected while the card is active or pending, and accepted once it is blocked', async () => {
    await addPoints(server, 'polishOwner', 500);
    await saveWindows(10);
    await enableCards(server, 'polishOwner');
    const number = await issueCardTo(server, 'polishOwner');
    await registerCardNumber(server, number, 'polishOwner', await server.tokenOf('polishOwner'));
    expect((await orderCard()).code).toBe('card_registered');
    await setCardStatus(number, 'ACTIVE', server.services);
    expect((await orderCard()).code).toBe('card_registered');
    await setCardStatus(number, 'BLOCKED', server.services);
    expect((await orderCard()).status).toBe(201);
  });

  test('is pending from the order until the card is issued and registered', async () => {
    const readPending = async () => {
      const params = { id: accounts.polishOwner.companyId };
      const { result } = await server.call(
        calls.getClubCard,
        { params },
        await server.tokenOf('polishOwner'),
      );
      return result.pending_edenred_card;
    };
    await addPoints(server, 'polishOwner', 500);
    await saveWindows(10);
    await enableCards(server, 'polishOwner');
    const orderId = (await orderCard()).result.data[0]?.uuid ?? '';
    expect(await readPending()).toBe(1);
    await decideOrder(orderId, { decision: 'approve' }, server.services);
    expect(await readPending()).toBe(1);
    await transact(server.db, async (trx) => {
      const decision = { decision: 'complete', issuesCard: true } as const;
      await applyDecision(trx, await lockOrder(trx, orderId), decision, server.services);
    });
    expect(await readPending()).toBe(1);
    expect((await orderCard()).code).toBe('card_pending');
    server.clock.advance(1000);
    const number = await issueCardTo(server, 'polishOwner');
    expect(await readPending()).toBe(1);
    await registerCardNumber(server, number, 'polishOwner', await server.tokenOf('polishOwner'));
    expect(await readPending()).toBe(0);
    expect((await orderCard()).code).toBe('card_registered');
  });
});

test('no card can be ordered while another card is in the post', async () => {
  await addPoints(server, 'polishOwner', 500);
  await enableCards(server, 'polishOwner');
  await issueCardTo(server, 'polishOwner');
  const card = await newProduct(server, { type: 'EDENRED_CARD', price: POINTS });
  const response = await orderProducts(server, 'polishOwner', [lineOf(card.variant, POINTS)], {
    type: 'EDENRED_CARD',
    delivery: deliveryTypes.personal,
  });
  expect(response.code).toBe('card_pending');
});
