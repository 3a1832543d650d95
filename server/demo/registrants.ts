import { languageIds, type Language } from '#schemas/languages.ts';
import { regions, type RegionCode } from '#schemas/regions.ts';
import { roles, type RoleId } from '#schemas/roles.ts';
import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { taxColumns } from '../registration/tax-columns.ts';
import { demoUuid } from './seeded-random.ts';

/** An owner without history who must answer some questions at the next sign-in. */
interface DemoRegistrant {
  readonly region: RegionCode;
  readonly role: RoleId;
  readonly company: string;
  readonly registrationNumber: string;
  readonly registrationNumber2: string | null;
  /** Null if the owner still has to choose it. */
  readonly companyType: number | null;
  readonly address: string;
  readonly postalCode: string;
  readonly city: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly phone: string;
  readonly language: Language;
  readonly joinedAt: string;
  /** True if consents and survey are already answered. */
  readonly isOnboarded: boolean;
}

/** Registrants by the questions they must answer. */
export const demoRegistrants = {
  /** Only has to accept the terms (spec 1 §5: Czech accounts from before 2024-02). */
  czechTerms: {
    region: 'CZ',
    role: roles.owner,
    company: 'Střechy Svoboda',
    registrationNumber: '26511290',
    registrationNumber2: 'CZ26511290',
    companyType: 2,
    address: 'Pokrývačská 5',
    postalCode: '301 00',
    city: 'Plzeň',
    name: 'Petr',
    surname: 'Svoboda',
    email: 'petr@strechy-svoboda.example',
    phone: '+420602345678',
    language: 'cs',
    joinedAt: '2023-03-15T09:00:00.000Z',
    isOnboarded: true,
  },
  /** Has to answer everything: terms, VAT number, type, disclaimer, declaration, consent, survey. */
  slovakEverything: {
    region: 'SK',
    role: roles.owner,
    company: 'Strechy Kováč',
    registrationNumber: '36214477',
    registrationNumber2: null,
    companyType: null,
    address: 'Tesárska 12',
    postalCode: '811 07',
    city: 'Bratislava',
    name: 'Marta',
    surname: 'Kováčová',
    email: 'marta@strechy-kovac.example',
    phone: '+421903234567',
    language: 'sk',
    joinedAt: '2023-06-01T09:00:00.000Z',
    isOnboarded: false,
  },
  /** Has to answer the consent question and the decor survey. */
  decorSurvey: {
    region: 'PL',
    role: roles.decorOwner,
    company: 'Studio Malik',
    registrationNumber: '7792433421',
    registrationNumber2: null,
    companyType: null,
    address: 'ul. Taczaka 9',
    postalCode: '61-818',
    city: 'Poznań',
    name: 'Ewa',
    surname: 'Malik',
    email: 'ewa@studio-malik.example',
    phone: '+48505678901',
    language: 'pl',
    joinedAt: '2026-02-02T09:00:00.000Z',
    isOnboarded: false,
  },
} as const satisfies Record<string, DemoRegistrant>;

/** Creates the options of an owner who has answered all questions. */
export function createOnboardedOptions(
  seenAt: string,
  agreement: { hasAgreedToTerms?: true } = {},
): string {
  return JSON.stringify({
    consentSeen: seenAt,
    companyTypeSeen: seenAt,
    disclaimerSeen: seenAt,
    declarationSeen: seenAt,
    ...agreement,
  });
}
/** Answers stored for a survey without questions. */
export const EMPTY_SURVEY_ANSWERS = '[]';

export async function insertDemoRegistrants(db: Kysely<Database>): Promise<void> {
  for (const registrant of Object.values<DemoRegistrant>(demoRegistrants)) {
    const region = regions.find(({ code }) => code === registrant.region);
    if (!region) throw new Error(`Unknown region ${registrant.region}.`);
    const companyId = demoUuid(`newcomer:${registrant.email}`);
    const joinedAt = new Date(registrant.joinedAt);
    await db
      .insertInto('companies')
      .values({
        id: companyId,
        name: registrant.company,
        ...taxColumns(registrant.region, {
          registration_number: registrant.registrationNumber,
          registration_number_2: registrant.registrationNumber2,
        }),
        company_type: registrant.companyType,
        disclaimer_accepted: registrant.companyType !== null,
        declaration_accepted: registrant.companyType !== null,
        address: registrant.address,
        postal_code: registrant.postalCode,
        city: registrant.city,
        regions_id: region.id,
        survey: registrant.isOnboarded ? EMPTY_SURVEY_ANSWERS : null,
        edenred_card: null,
        crm_customer_id: null,
        created_at: joinedAt,
      })
      .execute();
    await db
      .insertInto('installers')
      .values({
        id: demoUuid(`user:${registrant.email}`),
        company_id: companyId,
        name: registrant.name,
        surname: registrant.surname,
        email: registrant.email,
        phone: registrant.phone,
        avatar: null,
        role: registrant.role,
        languages_id: languageIds[registrant.language],
        verified_email_at: joinedAt,
        options: registrant.isOnboarded ? createOnboardedOptions(registrant.joinedAt) : '{}',
        created_at: joinedAt,
      })
      .execute();
  }
}
