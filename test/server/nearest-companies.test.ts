import { afterAll, beforeAll, expect, test } from 'vitest';
import { regionIdOf } from '#schemas/regions.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { matchCompanies } from '#server/leads/match-companies.ts';
import { startConsole, type TestConsole } from './console-setup.ts';

const poland = regionIdOf('PL');
let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true });
});
afterAll(() => server.close());

/**
 * Distances of the companies from the request in degrees of latitude. Two companies are in the same place, and one is
 * on another continent.
 */
const degrees = [3, 0.1, 0.5, 0.5, 0, -40, 1.5];

/**
 * Moves all companies to Poland, where they accept leads. The first companies get locations, and the others have none.
 * @returns their ids
 */
async function placeCompanies(): Promise<string[]> {
  const { db } = server;
  await db
    .updateTable('companies')
    .set({ regions_id: poland, accepts_leads: true, availability: true, active: 1 })
    .execute();
  const companies = await db
    .selectFrom('companies')
    .select('id')
    .where('regions_id', '=', poland)
    .orderBy('id')
    .execute();
  for (const [index, { id }] of companies.entries()) {
    const degreesAway = degrees[index];
    const place =
      degreesAway === undefined
        ? { latitude: null, longitude: null }
        : { latitude: 52 + degreesAway, longitude: 19 };
    await db.updateTable('company_places').set(place).where('company_id', '=', id).execute();
  }
  return companies.map(({ id }) => id);
}

const read = (
  place: { latitude: number; longitude: number } | null,
  query: { limit: number; cursor?: string },
) => {
  const queries = scopedQueries(server.db, [poland]);
  const filter = { region: poland, place, request: null };
  return matchCompanies(server.services, queries, filter, query);
};

test('companies are listed page by page: near ones, far ones, and those without a location', async () => {
  const companies = await placeCompanies();
  expect(companies.length).toBeGreaterThan(degrees.length);
  const unknownCompanies = companies.slice(degrees.length);
  const nearIds = [4, 1, 2, 3, 6, 0, 5].map((index) => companies[index] ?? '');
  const expected = [
    { place: { latitude: 52, longitude: 19 }, ids: [...nearIds, ...unknownCompanies] },
    { place: null, ids: companies },
  ];
  for (const { place, ids } of expected) {
    const { data, meta } = await read(place, { limit: 200 });
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(meta.total).toBe(companies.length);
    const knownCount = data.filter((row) => row.distance_km !== null).length;
    expect(knownCount).toBe(place === null ? 0 : degrees.length);
    for (const limit of [1, 3]) {
      const pages = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Awaited<ReturnType<typeof read>> = await read(place, { limit, cursor });
        pages.push(...page.data);
        cursor = page.meta.next;
      }
      expect(pages).toEqual(data);
    }
  }
});
