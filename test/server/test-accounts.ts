import { type Kysely } from 'kysely';
import { languageIds } from '#schemas/languages.ts';
import { regions, type RegionCode } from '#schemas/regions.ts';
import { type RoleId, roles } from '#schemas/roles.ts';
import { type Database } from '#server/db/tables.ts';

export interface TestAccount {
  readonly id: string;
  readonly companyId: string;
  readonly region: RegionCode;
  readonly role: RoleId;
  readonly email: string;
  readonly phone: string;
  readonly language: keyof typeof languageIds;
}

const polishCompany = '10000000-0000-4000-8000-000000000001';
const czechCompany = '10000000-0000-4000-8000-000000000002';
const decorCompany = '10000000-0000-4000-8000-000000000003';

/** People in all roles of three companies. */
export const accounts = {
  polishOwner: testAccount(1, polishCompany, 'PL', roles.owner, 'pl'),
  polishStaff: testAccount(2, polishCompany, 'PL', roles.staff, 'pl'),
  czechOwner: testAccount(3, czechCompany, 'CZ', roles.owner, 'cs'),
  decorOwner: testAccount(4, decorCompany, 'PL', roles.decorOwner, 'en'),
  decorStaff: testAccount(5, decorCompany, 'PL', roles.decorStaff, 'en'),
} satisfies Record<string, TestAccount>;
export type AccountKey = keyof typeof accounts;

function testAccount(
  number: number,
  companyId: string,
  region: RegionCode,
  role: RoleId,
  language: TestAccount['language'],
): TestAccount {
  return {
    id: `20000000-0000-4000-8000-00000000000${number}`,
    companyId,
    region,
    role,
    email: `person${number}@example.com`,
    phone: `+4850000000${number}`,
    language,
  };
}

/** Inserts all accounts and their companies. */
export function seedAccounts(db: Kysely<Database>, now: number): Promise<void> {
  return seedPeople(db, now, Object.values(accounts));
}

/** Inserts these people and their companies. */
export async function seedPeople(
  db: Kysely<Database>,
  now: number,
  allAccounts: readonly TestAccount[],
): Promise<void> {
  const companies = new Map(allAccounts.map((account) => [account.companyId, account.region]));
  await db
    .insertInto('companies')
    .values(
      [...companies].map(([id, region], index) => ({
        id,
        name: `Company ${index + 1}`,
        registration_number: null,
        registration_number_2: null,
        company_type: null,
        address: 'Dachowa 1',
        postal_code: '00-001',
        city: 'Warszawa',
        // The list contains every region code.
        regions_id: regions.find((candidate) => candidate.code === region)!.id,
        survey: null,
        edenred_card: null,
        crm_customer_id: null,
        created_at: new Date(now),
      })),
    )
    .execute();
  await db
    .insertInto('installers')
    .values(
      allAccounts.map((account) => ({
        id: account.id,
        company_id: account.companyId,
        name: 'Ada',
        surname: `Example ${account.email}`,
        email: account.email,
        phone: account.phone,
        avatar: null,
        role: account.role,
        languages_id: languageIds[account.language],
        verified_email_at: null,
        created_at: new Date(now),
      })),
    )
    .execute();
}
