import { describe, expect, test } from 'vitest';
import { closingEntries } from '#schemas/closing-points.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { ledgerBalance, type LedgerEntry } from '#schemas/ledger.ts';
import { type OrderLine, type OrderStatus, orderStatuses, orderPhaseOf } from '#schemas/order.ts';
import { allowedTypes } from '#schemas/product-type.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { roles } from '#schemas/roles.ts';
import { productKindOf, type VendorType } from '#schemas/vendors.ts';
import { type DemoCard, demoCards } from '#server/demo/cards.ts';
import { demoCompanies, demoCompanyKeys, type DemoCompanyKey } from '#server/demo/companies.ts';
import { buildDemoHistories, type DemoHistory } from '#server/demo/history.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings, demoTiers } from '#server/demo/region-settings.ts';
import { demoProductId, demoShop, buildDemoVariants } from '#server/demo/shop.ts';
import { createTierTally } from '#server/tiers/tier-tally.ts';

/** The start, middle and end of a year. */
const moments = [
  '2026-01-02T08:00:00.000Z',
  '2026-05-04T10:00:00.000Z',
  '2026-12-31T22:30:00.000Z',
];
const all = moments.flatMap((moment) => {
  const histories = buildDemoHistories(Date.parse(moment));
  return demoCompanyKeys.map((key) => {
    const ownHistory = histories.find(({ companyId }) => companyId === demoCompanies[key].id);
    if (!ownHistory) throw new Error(`${key} has no history.`);
    return [key, moment, ownHistory] as const;
  });
});

type Entry = Pick<LedgerEntry, 'event' | 'points' | 'variation'>;
const summaryOf = (entries: readonly Entry[]) =>
  entries.map(({ event, variation, points }) => [event, variation, points]);
const inOrder = <Row extends { created_at?: unknown; rev: number }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => Number(a.created_at) - Number(b.created_at) || a.rev - b.rev);
const settingsOf = (key: DemoCompanyKey) => {
  const { region } = demoCompanies[key];
  const settings = demoRegionSettings.find(({ regional }) => regional.region === region);
  if (!settings) throw new Error(`${region} has no settings.`);
  return settings;
};
const json = <Value>(value: unknown): Value =>
  // `toJsonb` passes the value as the first parameter.
  JSON.parse(
    String(
      (value as { toOperationNode(): { parameters: { value: unknown }[] } }).toOperationNode()
        .parameters[0]?.value,
    ),
  ) as Value;
const cards: Partial<Record<DemoCompanyKey, DemoCard>> = demoCards;

describe.each(all)('the ledger of %s, loaded at %s,', (key, _moment, history) => {
  const { ledger, orders, projects, scans } = history;

  test('has entries for each order according to its status, and for no unknown order', () => {
    const orderEntries = ledger.filter(({ event }) => event.startsWith('order_'));
    const ids = new Set(orders.map(({ uuid }) => uuid));
    expect(orderEntries.filter(({ order_uuid }) => !ids.has(order_uuid ?? ''))).toEqual([]);
    for (const order of orders) {
      const ownEntries = ledger.filter(({ order_uuid }) => order_uuid === order.uuid);
      expect(summaryOf(inOrder(ownEntries))).toEqual(entriesFor(order.status, order.points));
    }
  });

  test('has entries for each closed project, as the server adds them, and for no other', () => {
    const settings = settingsOf(key);
    for (const project of projects) {
      const ownEntries = inOrder(
        ledger.filter(({ project_uuid }) => project_uuid === project.uuid),
      );
      const products = scans.filter(({ projects_id }) => projects_id === project.uuid);
      const valid = sum(products.filter(({ flag }) => flag === 'valid'));
      const isClosed = project.status === projectStatus.closed;
      const hasAnswers = isClosed && json<unknown[]>(project.survey_response).length > 0;
      const surveyPoints = hasAnswers ? settings.survey_points : 0;
      const lines = isClosed
        ? closingEntries({ points: valid, campaigns: [] }, { surveyPoints, reserved: 0 })
        : [];
      expect(summaryOf(ownEntries)).toEqual(
        lines.map(({ event, points }) => [event, 'positive', points]),
      );
      for (const { created_at } of ownEntries) expect(created_at).toEqual(project.project_closed);
      expect(project.products_count).toBe(products.length);
    }
  });

  test('adds points for each product by its type and the level at that time, and only for products that the role can scan', () => {
    const { region, isDecor } = demoCompanies[key];
    const allowedProducts = allowedTypes(
      demoProductTypes,
      isDecor ? roles.decorOwner : roles.owner,
    );
    const points = settingsOf(key).configuration.product_points;
    const tiers = new Map(
      demoTiers
        .filter((tier) => tier.region === region)
        .map(({ id, tier_category, brackets }) => [tier_category, { id, brackets }]),
    );
    const rules = { categories: demoProductTypes, tiers };
    const byYear = Map.groupBy(inOrder(scans), ({ created_at }) => isoOf(created_at).slice(0, 4));
    for (const [year, scansOfYear] of byYear) {
      const tally = createTierTally(new Map(), rules, year);
      for (const scan of scansOfYear) {
        expect(allowedProducts.has(scan.type)).toBe(true);
        const bonus = tally.getPoints(scan.type, undefined);
        expect(scan.points).toBe((points[scan.type] ?? 0) + bonus);
        expect(scan.tier_points ?? 0).toBe(bonus);
        tally.count(undefined, { ...scan, deleted: false, created_at: isoOf(scan.created_at) });
      }
    }
  });
});

describe.each(all)('the company %s, loaded at %s,', (key, moment, history) => {
  const { ledger, orders } = history;

  test('gets welcome points once, no points for open surveys, and never has a negative balance', () => {
    const events = ledger.map(({ event }) => event);
    const welcome = ledger.filter(({ event }) => event === 'welcome_points');
    expect(summaryOf(welcome)).toEqual([
      ['welcome_points', 'positive', settingsOf(key).welcome_points],
    ]);
    const answeredSurveys = history.surveys.filter(({ interacted_at }) => interacted_at !== null);
    expect(events.filter((event) => event === 'survey').length).toBeLessThanOrEqual(
      answeredSurveys.length,
    );
    let remaining = 0;
    for (const entry of inOrder(ledger)) {
      remaining += ledgerBalance([entry]);
      expect(remaining).toBeGreaterThanOrEqual(0);
    }
  });

  test('has orders only if it has a shop, and at the prices of its country', () => {
    const { region, isDecor } = demoCompanies[key];
    expect(orders.length > 0).toBe(!isDecor);
    for (const order of orders) {
      const lines = json<OrderLine[]>(order.contents);
      for (const line of lines) {
        const product = demoShop.find(
          (item) => demoProductId(region, item.key) === line.product_uuid,
        );
        if (!product) throw new Error('The product is not sold in the country.');
        expect(product.regions).toContain(region);
        expect(product.type).toBe(order.type);
        const variant = buildDemoVariants(product, region).find(
          ({ uuid }) => uuid === line.variantGuid,
        );
        expect(line.price).toBe(variant?.price);
      }
      expect(order.points).toBe(
        lines.reduce((points, line) => points + line.price * line.quantity, 0),
      );
    }
  });

  test('has a card for each card order, and top-ups only of an active card', () => {
    const now = Date.parse(moment);
    const card = cards[key];
    const ordersOfKind = (kind: ReturnType<typeof productKindOf>) =>
      orders.filter(({ type }) => productKindOf(type as VendorType) === kind);
    const completedOrders = ordersOfKind('card').filter(
      ({ status }) => orderPhaseOf(status) === 'done',
    );
    expect(completedOrders.length).toBe(card ? 1 : 0);
    const topUps = ordersOfKind('top-up');
    expect(topUps.length === 0 || card !== undefined).toBe(true);
    if (!card) return;
    expect(demoCompanies[key].hasCard).toBe(true);
    const issuedAt = now - card.issuedAge * DAY_MS;
    for (const { updated_at } of completedOrders)
      expect(Number(updated_at)).toBeLessThanOrEqual(issuedAt);
    const registeredAt = card.registeredAge === null ? Infinity : now - card.registeredAge * DAY_MS;
    expect(registeredAt).toBeGreaterThanOrEqual(issuedAt);
    for (const topUp of topUps) {
      expect(card.status).toBe('ACTIVE');
      expect(Number(topUp.created_at)).toBeGreaterThan(registeredAt);
    }
  });
});

test('every demo company is compared, and order numbers are unique', () => {
  expect(new Set(all.map(([key]) => key))).toEqual(new Set(demoCompanyKeys));
  const numbers = all
    .filter(([, moment]) => moment === moments[0])
    .flatMap(([, , { orders }]: readonly [unknown, unknown, DemoHistory]) =>
      orders.map(({ number }) => number),
    );
  expect(new Set(numbers).size).toBe(numbers.length);
});

/** Returns the ledger entries that the server adds for an order up to this status. */
function entriesFor(status: OrderStatus, points: number) {
  const reservation = ['order_reservation', 'reserved', points];
  if (status === orderStatuses.negative) return [reservation, ['order_reject', 'positive', points]];
  if (status !== orderStatuses.positive) return [reservation];
  return [
    reservation,
    ['order_reservation', 'positive', points],
    ['order_complete', 'negative', points],
  ];
}

function sum(scans: readonly { readonly points: number }[]): number {
  return scans.reduce((points, scan) => points + scan.points, 0);
}

function isoOf(time: unknown): string {
  return (time as Date).toISOString();
}
