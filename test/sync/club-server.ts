import { randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import type { Project } from '#schemas/project.ts';
import { writeProductTypes, writeRegionSettings } from '#server/configuration/write-settings.ts';
import { type AccountKey, accounts } from '#test/server/test-accounts.ts';
import { startTestApp, type TestApp } from '#test/server/test-app.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** The only product in the test registry. */
export const PRODUCT = { type: 'GGL', size: 'MK06', variant: '2070' };
export const POINTS_PER_PRODUCT = 120;

/** The real server over HTTP, behind a proxy that injects faults. */
export interface ClubServer {
  readonly app: TestApp;
  readonly proxy: FaultProxy;
  /** Base URL of the API, through the proxy. */
  readonly baseUrl: string;
  /** Registers new products and returns their unscanned codes. */
  serials(count: number): Promise<string[]>;
  project(owner: AccountKey): Promise<Project>;
  /** Returns the server's scans of a project, without tombstones. */
  savedScans(
    projectId: string,
  ): Promise<{ uuid: string; op_id: string; serial_number: string | null }[]>;
  close(): Promise<void>;
}

export async function startClubServer(): Promise<ClubServer> {
  const app = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  await setUp(app);
  const address = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await startFaultProxy(address);
  let serialCount = 0;

  return {
    app,
    proxy,
    baseUrl: `${proxy.address}/api`,
    async serials(count) {
      const codes = Array.from(
        { length: count },
        () => `24A${String((serialCount += 1)).padStart(5, '0')}`,
      );
      for (let start = 0; start < codes.length; start += 1000) {
        const rows = codes.slice(start, start + 1000).map((code) => ({ code, ...PRODUCT }));
        await app.db.insertInto('registry').values(rows).execute();
      }
      return codes;
    },
    async project(owner) {
      const { token } = await app.signInAs(owner);
      const body = { streetName: 'Dachowa 1', postalCode: '00-001' };
      const headers = { 'idempotency-key': randomUUID() };
      const response = await app.call(calls.createProject, { body, headers }, token);
      if (response.status !== 201)
        throw new Error(`createProject responded with ${response.status}`);
      return response.result;
    },
    savedScans: (projectId) =>
      app.db
        .selectFrom('scans')
        .select(['uuid', 'op_id', 'serial_number'])
        .where('projects_id', '=', projectId)
        .where('deleted', '=', false)
        .execute(),
    async close() {
      await proxy.close();
      await app.close();
    },
  };
}

async function setUp({ db }: TestApp): Promise<void> {
  const text = { en: 'Number' };
  for (const { region, id } of [
    { region: 'PL', id: 10 },
    { region: 'CZ', id: 4 },
  ] as const) {
    await writeRegionSettings(db, {
      regional: {
        region,
        regions_id: id,
        company_types: [],
        flags: 0,
        company_type_state: 0,
        vat_field: text,
        company_id_field: text,
      },
      configuration: {
        region,
        manufacturer_domain: 'skylight.example',
        generic_regions: [],
        sizes: [],
        variants: [PRODUCT.variant],
        requires_tag_photo: [],
        product_points: { [PRODUCT.type]: POINTS_PER_PRODUCT },
        project_life_days: 90,
        product_survey: [],
      },
      closing_survey: [],
      welcome_points: 0,
      survey_points: 0,
      points_validity_months: 24,
    });
  }
  await writeProductTypes(db, [{ type: PRODUCT.type, status: 'active', tier_category: 1 }]);
}

/** Returns the identity of a test account. */
export function identityOf(key: AccountKey) {
  const { id, companyId, role, region } = accounts[key];
  return { user_id: id, company_id: companyId, role, region };
}
