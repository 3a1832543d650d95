import { randomUUID } from 'node:crypto';
import { type ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { pause } from '#test/chaos/pause.ts';
import { recipient } from '#test/server/order-setup.ts';
import { answerOf, readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { anyAddress, type Attack, type Scene } from './scene.ts';

const AT_ONCE = 16;
const REST_MS = 300;

interface Buyer {
  readonly token: string;
  /** A variant with a large stock, and its price. */
  readonly variant: string;
  readonly price: number;
  /** Adds points to the company. */
  readonly earn: (points: number) => Promise<void>;
}

/**
 * Orders more than the balance allows, simultaneously on both processes, and reuses an idempotency key.
 * Negative balances are checked at the end.
 */
export function overdraw(buyer: Buyer): Attack {
  return async (scene) => {
    while (!scene.isOver()) {
      // Enough for three orders.
      await buyer.earn(3 * buyer.price);
      await Promise.all(Array.from({ length: AT_ONCE }, () => place(scene, buyer, randomUUID())));
      await reuseKey(scene, buyer);
      await pause(REST_MS);
    }
  };
}

async function place(
  scene: Scene,
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
  const from = bearer(token, { ...anyAddress(scene.random), 'idempotency-key': key });
  const response = await scene.ask(
    post(calls.createOrder, body, from),
    answerOf(calls.createOrder),
  );
  if (response?.status !== 201) return null;
  const { data } = readJson(response.text) as ResultOf<typeof calls.createOrder>;
  return data[0]?.uuid ?? null;
}

/** Uses one key for two orders, of which only one may succeed. */
async function reuseKey(scene: Scene, buyer: Buyer): Promise<void> {
  await buyer.earn(3 * buyer.price);
  const key = randomUUID();
  const placed = await Promise.all([1, 2, 1, 2].map((pieces) => place(scene, buyer, key, pieces)));
  const made = new Set(placed.filter((order) => order !== null));
  if (made.size > 1) {
    const wrong = { method: 'POST', path: `/api${calls.createOrder.path}`, status: 201 };
    const why = `one key made ${made.size} orders`;
    scene.tally.wrong.push({ by: scene.tally.name, ...wrong, why });
  }
}
