import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { ledgerBalance } from '#schemas/ledger.ts';
import { listUnverifiedCompanies, verifyCompany } from '#server/points/reserved-points.ts';
import { lineOf, newProduct, recipient } from './order-setup.ts';
import { registrationOf } from './registration-form.ts';
import {
  closingAnswers,
  nextSerial,
  type ScanServer,
  saveOf,
  startScanServer,
} from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

/** Points that the region grants for registering. */
const WELCOME = 1000;
/** Price of a product in the shop. */
const PRICE = 10;

let server: ScanServer;
let variant: string;
beforeAll(async () => {
  server = await startScanServer();
  ({ variant } = await newProduct(server, { price: PRICE, stock: 100_000 }));
});
afterAll(() => server.close());

let companyCount = 0;
/**
 * Registers a new company.
 * @returns its id and its owner's access token
 */
async function newCompany() {
  companyCount += 1;
  const email = `owner-${companyCount}@new.example`;
  const body = registrationOf({
    company: { registration_number: String(1_000_000_000 + companyCount) },
    installer: { email, phone: `+4850${String(1_000_000 + companyCount)}` },
  });
  const { result } = await server.call(calls.registerCompany, { body });
  const { token } = await server.signInByEmail(email, 'PL');
  return { id: result.company_id, token };
}
type NewCompany = Awaited<ReturnType<typeof newCompany>>;

async function pointsOf({ id, token }: NewCompany) {
  const { result } = await server.call(calls.getPointsSummary, { params: { id } }, token);
  return { balance: result.company_points, reserved: result.points.reserved };
}

async function ledgerOf({ token }: NewCompany) {
  const { result } = await server.call(calls.listPointsHistory, { query: { since: '' } }, token);
  return result.data;
}

/** Closes a project with this many products. */
async function closeProject({ token }: NewCompany, products: number): Promise<void> {
  const address = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
  const project = await server.call(calls.createProject, { body: address }, token);
  const { uuid } = project.result;
  const scans = Array.from({ length: products }, () => saveOf(nextSerial(), uuid));
  if (products > 0) await server.call(calls.sendScans, { body: { scans } }, token);
  const body = { uuid: randomUUID(), data: { response: closingAnswers } };
  const closeResponse = await server.call(
    calls.submitProjectSurvey,
    { params: { id: uuid }, body },
    token,
  );
  expect(closeResponse.status).toBe(200);
}

async function orderProducts({ token }: NewCompany, quantity: number) {
  const body = {
    type: 'COMPACON' as const,
    delivery: 1 as const,
    customer: recipient,
    order: [lineOf(variant, PRICE, quantity)],
  };
  return server.call(calls.createOrder, { body }, token);
}

describe('the points of a registration (security 25)', () => {
  test('are reserved, and can’t be spent', async () => {
    const company = await newCompany();
    expect(await pointsOf(company)).toEqual({ balance: 0, reserved: WELCOME });
    expect(await orderProducts(company, 1)).toMatchObject({
      status: 409,
      code: 'insufficient_points',
    });
    expect(await ledgerOf(company)).toEqual([]);
  });

  test('are added once when an operator verifies the company', async () => {
    const company = await newCompany();
    const unverifiedCompanies = await listUnverifiedCompanies(server.db);
    expect(unverifiedCompanies.map(({ id }) => id)).toContain(company.id);
    const verifiedPoints = await Promise.all(
      [1, 2, 3].map(() => verifyCompany(company.id, server)),
    );
    expect(verifiedPoints.toSorted((a, b) => b - a)).toEqual([WELCOME, 0, 0]);
    expect(await pointsOf(company)).toEqual({ balance: WELCOME, reserved: 0 });
    expect(await ledgerOf(company)).toMatchObject([
      { event: 'welcome_points', points: WELCOME, variation: 'positive' },
    ]);
    const waitingCompanies = await listUnverifiedCompanies(server.db);
    expect(waitingCompanies.map(({ id }) => id)).not.toContain(company.id);
    const notifications = await server.call(calls.listNotifications, { query: {} }, company.token);
    expect(notifications.result.data.map(({ event, title }) => [event, title])).toEqual([
      ['welcome_points', 'Punkty powitalne zaksięgowane'],
    ]);
  });

  test('are added with the first project that earns points, but not with a project that earns none', async () => {
    const company = await newCompany();
    await closeProject(company, 0);
    expect(await pointsOf(company)).toEqual({ balance: 0, reserved: WELCOME });
    await closeProject(company, 1);
    await closeProject(company, 1);
    const entries = await ledgerOf(company);
    const welcomeEntries = entries.filter(({ event }) => event === 'welcome_points');
    expect(welcomeEntries).toHaveLength(1);
    // The welcome points refer to the project, so they are announced together.
    const projects = entries.filter(({ event }) => event === 'project_closed');
    expect(projects.map(({ project_uuid }) => project_uuid)).toContain(
      welcomeEntries[0]?.project_uuid,
    );
    expect(await pointsOf(company)).toEqual({ balance: ledgerBalance(entries), reserved: 0 });
  });

  test('can’t be added for an unknown company', async () => {
    await expect(verifyCompany(randomUUID(), server)).rejects.toMatchObject({ code: 'not_found' });
  });
});

/** Actions by a company, or by an operator on it. */
const actions = {
  close: (company: NewCompany) => closeProject(company, 1),
  closeEmpty: (company: NewCompany) => closeProject(company, 0),
  order: (company: NewCompany) => orderProducts(company, 1),
  orderTooMuch: async (company: NewCompany) => {
    const { balance: all } = await pointsOf(company);
    const { code } = await orderProducts(company, Math.floor(all / PRICE) + 1);
    expect(code).toBe('insufficient_points');
  },
  verify: ({ id }: NewCompany) => verifyCompany(id, server),
};

test('in any order of actions, reserved points are never spent, and are added only once', async () => {
  const action = fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[]));
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 6 }), async (list) => {
      const company = await newCompany();
      let before = await ledgerOf(company);
      for (const action of list) {
        await actions[action](company);

        const after = await ledgerOf(company);
        expect(after.slice(0, before.length)).toEqual(before);
        before = after;
        const welcomeEntries = after.filter(({ event }) => event === 'welcome_points');
        const points = await pointsOf(company);
        expect(points.balance).toBe(ledgerBalance(after));
        expect(points.balance).toBeGreaterThanOrEqual(0);
        expect(welcomeEntries.map((entry) => entry.points)).toEqual(
          points.reserved === 0 ? [WELCOME] : [],
        );
        expect((points.reserved ?? 0) + ledgerBalance(welcomeEntries)).toBe(WELCOME);
        expect(after.every(({ points: amount }) => Number.isInteger(amount))).toBe(true);
      }
    }),
    { numRuns: 12 },
  );
});

test('an existing company keeps its points', async () => {
  expect(await verifyCompany(accounts.polishOwner.companyId, server)).toBe(0);
});
