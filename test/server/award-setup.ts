import { randomUUID } from 'node:crypto';
import { type RegionId, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import { loadCompanyBalances } from '#server/points/ledger.ts';
import { taxColumns } from '#server/registration/tax-columns.ts';
import { type ImportConsole, startImportConsole } from './import-setup.ts';

export const poland = regionIdOf('PL');
export const czechia = regionIdOf('CZ');
const kind = { kind: 'awards', region: poland } as const;

export interface AwardedCompany {
  readonly id: string;
  readonly number: number;
}

/** A console with companies and files of awards. */
export interface AwardConsole extends ImportConsole {
  addCompany: (values?: {
    readonly tax?: string;
    readonly tax2?: string;
    readonly region?: RegionId;
    readonly isBlocked?: boolean;
  }) => Promise<AwardedCompany>;
  /**
   * Uploads a file and checks it.
   * @returns the import's id
   */
  checkAwards: (lines: readonly string[], token: string) => Promise<string>;
  /**
   * Uploads, checks and applies a file.
   * @returns the import's id
   */
  award: (lines: readonly string[], token: string) => Promise<string>;
  /**
   * Uploads and checks a file, and requests to apply it.
   * @returns the id of the resulting approval
   */
  requestAwards: (lines: readonly string[], token: string) => Promise<string | null>;
  takeBack: (id: string, token: string) => Promise<string | null>;
  /** A company's awards in the ledger, and their reversals. */
  linesOf: (company: AwardedCompany) => Promise<string[]>;
  balanceOf: (company: AwardedCompany) => Promise<number | undefined>;
  /** Signs in a country lead with a passkey. */
  addSecondPerson: () => Promise<string>;
}

/** Lines of an awards file. */
const fileOf = (lines: readonly string[]) => ['company,points,reason', ...lines, ''].join('\n');

export async function startAwardConsole(): Promise<AwardConsole> {
  const server = await startImportConsole();
  const { db, clock } = server;
  const addCompany: AwardConsole['addCompany'] = async ({
    tax: registration_number = null,
    tax2: registration_number_2 = null,
    region = poland,
    isBlocked = false,
  } = {}) =>
    db
      .insertInto('companies')
      .values({
        ...{ id: randomUUID(), name: 'Dachy', address: 'Krótka 1', postal_code: '30-001' },
        ...taxColumns(regionCodeOf(region), { registration_number, registration_number_2 }),
        ...{ registration_number, registration_number_2, company_type: null },
        ...{ city: 'Kraków', regions_id: region, survey: null, edenred_card: null },
        ...{ crm_customer_id: null, created_at: new Date(clock.now()) },
        active: isBlocked ? 0 : 1,
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow();
  const checkAwards: AwardConsole['checkAwards'] = async (lines, token) => {
    const id = await server.upload(fileOf(lines), token, kind);
    const problem = await server.check(id, token);
    if (problem !== null) throw new Error(`The check was rejected with ${problem}.`);
    await server.finish();
    return id;
  };
  return {
    ...server,
    addCompany,
    checkAwards,
    award: (lines, token) => server.importFile(fileOf(lines), token, kind),
    requestAwards: async (lines, token) => {
      const id = await checkAwards(lines, token);
      const { problem, approval } = await server.callImport('applyImport', id, token);
      if (problem !== null) throw new Error(`The application was rejected with ${problem}.`);
      return approval;
    },
    takeBack: async (id, token) => {
      const { problem } = await server.callImport('takeBackImport', id, token);
      await server.finish();
      return problem;
    },
    linesOf: async ({ id }) => {
      const rows = await db
        .selectFrom('ledger')
        .select(['event', 'variation', 'points'])
        .where('company_id', '=', id)
        .orderBy('rev')
        .execute();
      return rows.map((row) => `${row.event} ${row.variation} ${row.points}`);
    },
    balanceOf: async ({ id }) => (await loadCompanyBalances(db, [id])).get(id),
    addSecondPerson: async () => {
      const operator_id = await server.addOperator([{ role: 'country_lead', regions: [poland] }]);
      const at = new Date(clock.now());
      await db
        .insertInto('operator_passkeys')
        .values({
          ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
          ...{ transports: [], created_at: at, used_at: at },
        })
        .execute();
      return server.startSession(operator_id);
    },
  };
}
