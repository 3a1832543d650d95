import { randomUUID } from 'node:crypto';
import { type ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { pause } from '#test/chaos/pause.ts';
import { recipient } from '#test/server/order-setup.ts';
import { expectDocumented, readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { randomClientHeaders, type Attack, type AttackContext } from './attack-context.ts';

const CONCURRENCY = 16;
const PAUSE_MS = 300;

interface Buyer {
  readonly token: string;
  /** A variant with a large stock, and its price. */
  readonly variant: string;
  readonly price: number;
  /** Adds points to the company. */
  readonly addPoints: (points: number) => Promise<void>;
}

/**
 * Orders more than the balance allows, simultaneously on both processes, and reuses an idempotency key.
 * Negative balances are checked at the end.
 */
export function overdraw(buyer: Buyer): Attack {
  return async (context) => {
    while (!context.isFinished()) {
      // Enough for three orders.
      await buyer.addPoints(3 * buyer.price);
      await Promise.all(
        Array.from({ length: CONCURRENCY }, () => placeOrder(context, buyer, randomUUID())),
      );
      await reuseKey(context, buyer);
      await pause(PAUSE_MS);
    }
  };
}

async function placeOrder(
  context: AttackContext,
  { token, variant, price }: Buyer,
  key: string,
  quantity = 1,
): Promise<string | null> {
  const line = { uuid: variant, quantity, price };
  const body = {
    type: 'COMPACON' as const,
    order: [line],
    delivery: 1 as const,
    customer: recipient,
  };
  const headers = bearer(token, { ...randomClientHeaders(context.random), 'idempotency-key': key });
  const response = await context.send(
    post(calls.createOrder, body, headers),
    expectDocumented(calls.createOrder),
  );
  if (response?.status !== 201) return null;
  const { data } = readJson(response.text) as ResultOf<typeof calls.createOrder>;
  return data[0]?.uuid ?? null;
}

/** Uses one key for two orders, of which only one may succeed. */
async function reuseKey(context: AttackContext, buyer: Buyer): Promise<void> {
  await buyer.addPoints(3 * buyer.price);
  const key = randomUUID();
  const orderIds = await Promise.all(
    [1, 2, 1, 2].map((quantity) => placeOrder(context, buyer, key, quantity)),
  );
  const distinctIds = new Set(orderIds.filter((order) => order !== null));
  if (distinctIds.size > 1) {
    const request = { method: 'POST', path: `/api${calls.createOrder.path}`, status: 201 };
    const reason = `one key created ${distinctIds.size} orders`;
    context.tally.failures.push({ participant: context.tally.name, ...request, reason });
  }
}
