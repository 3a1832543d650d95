import { randomUUID } from 'node:crypto';
import { type ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { between, pick } from '#server/demo/seeded-random.ts';
import {
  beginProject,
  type WorkState,
  read,
  saveScans,
  send,
  type Worker,
  writeToSupport,
} from '#test/attack/honest-work.ts';
import { readJson } from '#test/attack/response-checks.ts';
import { pauseUntilFinished, type AttackContext } from '#test/attack/attack-context.ts';
import { lineOf, recipient } from '#test/server/order-setup.ts';

/** Pause between two actions of a device, in milliseconds. */
const REST = { least: 2_000, most: 14_000 };
export const PRICE = 10;

/** Order ids by idempotency key. */
export type PlacedOrders = Map<string, { readonly uuid: string; readonly companyId: string }>;

interface Buying {
  readonly variant: string;
  readonly placed: PlacedOrders;
}
type LoadDesk = WorkState & Buying & { readonly checkpoints: Map<string, string> };
type Act = (desk: LoadDesk, scene: AttackContext) => Promise<void>;

const lists = [
  calls.listProjects,
  calls.listScans,
  calls.listOrders,
  calls.listPointsHistory,
  calls.listNotifications,
];
const acts: readonly Act[] = [
  ...Array<Act>(6).fill(pullChanges),
  ...Array<Act>(3).fill(saveScans),
  ...[beginProject, writeToSupport, placeOrder],
];

/** Works on a device until the scene is over, finishing the action in progress. */
export async function workOnDevice(scene: AttackContext, worker: Worker & Buying): Promise<void> {
  const desk: LoadDesk = { ...worker, projects: [], chats: [], checkpoints: new Map() };
  // Spread the starts.
  await pauseUntilFinished(scene, between(scene.random, 0, REST.most));
  while (!scene.isFinished()) {
    await pick(scene.random, acts)(desk, scene);
    await pauseUntilFinished(scene, between(scene.random, REST.least, REST.most));
  }
  await pullChanges(desk);
}

/** Pulls all changes, as a device does after a notice. */
async function pullChanges(desk: LoadDesk): Promise<void> {
  for (const { path } of lists) {
    const since = desk.checkpoints.get(path) ?? '';
    const response = await read(desk, `${path}?limit=200&since=${encodeURIComponent(since)}`);
    const { meta } = readJson(response.text) as ResultOf<typeof calls.listProjects>;
    if (meta.checkpoint !== undefined) desk.checkpoints.set(path, meta.checkpoint);
  }
}

async function placeOrder(desk: LoadDesk): Promise<void> {
  const key = randomUUID();
  const order = [lineOf(desk.variant, PRICE)];
  const body = { type: 'COMPACON' as const, order, delivery: 1 as const, customer: recipient };
  const placed = await send(desk, calls.createOrder, body, { key });
  const uuid = placed?.data[0]?.uuid;
  if (uuid === undefined) desk.acknowledged.rejections.push('an order was refused');
  else desk.placed.set(key, { uuid, companyId: desk.session.company_id });
}
