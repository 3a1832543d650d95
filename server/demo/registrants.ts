import { languageIds, type Language } from '#schemas/languages.ts';
import { regions, type RegionCode } from '#schemas/regions.ts';
import { roles, type RoleId } from '#schemas/roles.ts';
import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { taxColumns } from '../registration/tax-columns.ts';
import { demoUuid } from './seeded-random.ts';

/** An owner without history who must answer questions at the next sign-in. */
interface DemoRegistrant {
  readonly region: RegionCode;
  readonly role: RoleId;
  readonly company: string;
  readonly registrationNumber: string;
  readonly registrationNumber2: string | null;
  /** Null if still to be chosen. */
  readonly companyType: number | null;
  readonly address: string;
  readonly postalCode: string;
  readonly city: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly phone: string;
  readonly language: Language;
  readonly joined: string;
  /** True if consents and survey are already answered. */
  readonly isOnboarded: boolean;
}

/** By test purpose. */
export const demoRegistrants = {
  /** Only asked to accept the terms (spec 1 §5: Czech accounts from before 2024-02). */
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
    joined: '2023-03-15T09:00:00.000Z',
    isOnboarded: true,
  },
  /** Asked for everything: terms, VAT number, type, disclaimer, declaration, consent, survey. */
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
    joined: '2023-06-01T09:00:00.000Z',
    isOnboarded: false,
  },
  /** Asked for consent and the decor survey. */
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
    joined: '2026-02-02T09:00:00.000Z',
    isOnboarded: false,
  },
} as const satisfies Record<string, DemoRegistrant>;

/** Options of an owner who has answered all questions. */
export function onboardedOptions(seenAt: string, agreed: { hasAgreedToTerms?: true } = {}): string {
  const answeredTimes = { consentSeen: seenAt, companyTypeSeen: seenAt };
  return JSON.stringify({
    ...answeredTimes,
    disclaimerSeen: seenAt,
    declarationSeen: seenAt,
    ...agreed,
  });
}
/** Answers of a survey from before these questions existed. */
export const EMPTY_SURVEY_ANSWERS = '[]';

export async function insertDemoRegistrants(db: Kysely<Database>): Promise<void> {
  for (const one of Object.values<DemoRegistrant>(demoRegistrants)) {
    const region = regions.find(({ code }) => code === one.region);
    if (!region) throw new Error(`There is no region ${one.region}.`);
    const companyId = demoUuid(`newcomer:${one.email}`);
    const joined = new Date(one.joined);
    await db
      .insertInto('companies')
      .values({
        id: companyId,
        name: one.company,
        ...taxColumns(one.region, {
          registration_number: one.registrationNumber,
          registration_number_2: one.registrationNumber2,
        }),
        company_type: one.companyType,
        disclaimer_accepted: one.companyType !== null,
        declaration_accepted: one.companyType !== null,
        address: one.address,
        postal_code: one.postalCode,
        city: one.city,
        regions_id: region.id,
        survey: one.isOnboarded ? EMPTY_SURVEY_ANSWERS : null,
        edenred_card: null,
        crm_customer_id: null,
        created_at: joined,
      })
      .execute();
    await db
      .insertInto('installers')
      .values({
        id: demoUuid(`user:${one.email}`),
        company_id: companyId,
        name: one.name,
        surname: one.surname,
        email: one.email,
        phone: one.phone,
        avatar: null,
        role: one.role,
        languages_id: languageIds[one.language],
        verified_email_at: joined,
        options: one.isOnboarded ? onboardedOptions(one.joined) : '{}',
        created_at: joined,
      })
      .execute();
  }
}
