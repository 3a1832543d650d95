import { randomUUID } from 'node:crypto';
import { type ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { between, pick } from '#server/demo/seeded-random.ts';
import {
  startProject,
  type WorkState,
  read,
  saveScans,
  send,
  type Worker,
  writeToSupport,
} from '#test/attack/honest-work.ts';
import { readJson } from '#test/attack/response-checks.ts';
import { pauseUnlessFinished, type AttackContext } from '#test/attack/attack-context.ts';
import { lineOf, recipient } from '#test/server/order-setup.ts';

/** Pause between two actions of a device, in milliseconds. */
const PAUSE = { min: 2_000, max: 14_000 };
export const PRICE = 10;

/** Order ids by idempotency key. */
export type PlacedOrders = Map<string, { readonly uuid: string; readonly companyId: string }>;

interface BuyerInput {
  readonly variant: string;
  readonly placedOrders: PlacedOrders;
}
type LoadState = WorkState & BuyerInput & { readonly checkpoints: Map<string, string> };
type Action = (state: LoadState, context: AttackContext) => Promise<void>;

const lists = [
  calls.listProjects,
  calls.listScans,
  calls.listOrders,
  calls.listPointsHistory,
  calls.listNotifications,
];
const actions: readonly Action[] = [
  ...Array<Action>(6).fill(pullChanges),
  ...Array<Action>(3).fill(saveScans),
  startProject,
  writeToSupport,
  placeOrder,
];

/** Works on a device until the run is over, finishing the action in progress. */
export async function workOnDevice(
  context: AttackContext,
  worker: Worker & BuyerInput,
): Promise<void> {
  const state: LoadState = { ...worker, projects: [], chats: [], checkpoints: new Map() };
  // Spread out the starts.
  await pauseUnlessFinished(context, between(context.random, 0, PAUSE.max));
  while (!context.isFinished()) {
    await pick(context.random, actions)(state, context);
    await pauseUnlessFinished(context, between(context.random, PAUSE.min, PAUSE.max));
  }
  await pullChanges(state);
}

/** Pulls all changes, as a device does after a notice. */
async function pullChanges(state: LoadState): Promise<void> {
  for (const { path } of lists) {
    const since = state.checkpoints.get(path) ?? '';
    const response = await read(state, `${path}?limit=200&since=${encodeURIComponent(since)}`);
    // After a failover there is a new epoch: pull everything again.
    if (response.status === 409) state.checkpoints.delete(path);
    if (response.status !== 200) continue;
    const { meta } = readJson(response.text) as ResultOf<typeof calls.listProjects>;
    if (meta.checkpoint !== undefined) state.checkpoints.set(path, meta.checkpoint);
  }
}

async function placeOrder(state: LoadState): Promise<void> {
  const key = randomUUID();
  const lines = [lineOf(state.variant, PRICE)];
  const body = {
    type: 'COMPACON' as const,
    order: lines,
    delivery: 1 as const,
    customer: recipient,
  };
  const placedOrders = await send(state, calls.createOrder, body, { key });
  const uuid = placedOrders?.data[0]?.uuid;
  if (uuid === undefined) state.acknowledged.rejections.push('an order was rejected');
  else state.placedOrders.set(key, { uuid, companyId: state.session.company_id });
}
