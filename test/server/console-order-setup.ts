import { MINUTE_MS } from '#schemas/durations.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { type OperatorRoleName } from '#schemas/operator/operator-rights.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { type AccountKey } from './test-accounts.ts';

export const poland: RegionId = regionIdOf('PL');

/** Shorter than an installer's access token is valid. */
const SESSION_MS = 5 * MINUTE_MS;

export interface OrderConsole extends TestConsole {
  tokenOf: (account: AccountKey) => Promise<string>;
  /**
   * Places orders of one item each.
   * @returns their ids, oldest first
   */
  newOrders: (count: number) => Promise<string[]>;
  /** Places an order of a voucher with this number of a variant. */
  newVoucherOrder: (sku: string) => Promise<string>;
  /**
   * Starts a session of a new operator of a role.
   * @returns its token
   */
  signIn: (role: OperatorRoleName, regions?: readonly RegionId[]) => Promise<string>;
  statusOf: (order: string) => Promise<number>;
  /**
   * Starts the approval of orders.
   * @returns the job's id
   */
  startApproval: (orders: readonly string[], token: string, key?: string) => Promise<string>;
  /** Runs bulk actions until no job is running. */
  finishJobs: () => Promise<void>;
}

/** Starts a console with a company that has enough points for its orders. */
export async function startOrderConsole(): Promise<OrderConsole> {
  const server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  await loadDemoSettings(server.db);
  await addPoints(server, 'polishOwner', 1_000_000);
  const { variant } = await newProduct(server, { stock: 10_000 });
  const sessions = new Map<AccountKey, { token: string; until: number }>();
  const tokenOf = async (account: AccountKey) => {
    const now = server.clock.now();
    const session = sessions.get(account);
    if (session && session.until > now) return session.token;
    const { token } = await server.signInAs(account);
    sessions.set(account, { token, until: now + SESSION_MS });
    return token;
  };
  const app = { ...server, tokenOf };
  return {
    ...app,
    newOrders: async (count) => {
      const orders: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const { uuid } = await placeOrder(app, 'polishOwner', [lineOf(variant)]);
        orders.push(uuid);
        server.clock.advance(1000);
      }
      return orders;
    },
    newVoucherOrder: async (sku) => {
      const boughtVariant = await newProduct(server, { type: 'KROS', sku, stock: 1000 });
      const line = lineOf(boughtVariant.variant);
      return (await placeOrder(app, 'polishOwner', [line], { type: 'KROS' })).uuid;
    },
    signIn: async (role, regions = [poland]) =>
      server.startSession(await server.addOperator(grantsOf(role, regions))),
    statusOf: async (order) => {
      const { status } = await server.db
        .selectFrom('orders')
        .select('status')
        .where('uuid', '=', order)
        .executeTakeFirstOrThrow();
      return status;
    },
    startApproval: async (orders, token, key) => {
      const body = { orders: [...orders], decision: 'approve' as const, why: 'agreed by phone' };
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const input = { body, headers };
      const { result } = await server.operate(operatorCalls.startBulkOrders, input, token);
      return result.job;
    },
    finishJobs: async () => {
      for (;;) {
        await runBulkJobs(server.services);
        const running = await server.db
          .selectFrom('bulk_jobs')
          .select('uuid')
          .where('state', '=', 'running')
          .execute();
        if (running.length === 0) return;
      }
    },
  };
}
