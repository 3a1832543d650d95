import { languageIds, type Language } from '#schemas/languages.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { roles, type RoleId } from '#schemas/roles.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { demoUuid } from './seeded-random.ts';

/** A person who can sign in to the demo. */
export interface DemoAccount {
  readonly userId: string;
  readonly company: DemoCompanyKey;
  readonly companyId: string;
  readonly region: RegionCode;
  readonly role: RoleId;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly phone: string;
  readonly language: Language;
  /** The language's id in the API. */
  readonly languagesId: number;
}

interface Person {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly phone: string;
  readonly language: Language;
}

/** Demo accounts by the key used in tests and in the printed table. */
export const demoAccounts = {
  polishOwner: account('nowak', roles.owner, {
    name: 'Anna',
    surname: 'Nowak',
    email: 'anna@dachy-nowak.example',
    phone: '+48501234567',
    language: 'pl',
  }),
  polishStaff: account('nowak', roles.staff, {
    name: 'Piotr',
    surname: 'Zieliński',
    email: 'piotr@dachy-nowak.example',
    phone: '+48502345678',
    language: 'pl',
  }),
  czechOwner: account('dvorak', roles.owner, {
    name: 'Jan',
    surname: 'Dvořák',
    email: 'jan@strechy-dvorak.example',
    phone: '+420601234567',
    language: 'cs',
  }),
  decorOwner: account('studio', roles.decorOwner, {
    name: 'Maja',
    surname: 'Lis',
    email: 'maja@studio-lis.example',
    phone: '+48503456789',
    language: 'pl',
  }),
  decorStaff: account('studio', roles.decorStaff, {
    name: 'Olga',
    surname: 'Wrona',
    email: 'olga@studio-lis.example',
    phone: '+48504567890',
    language: 'pl',
  }),
  romanianOwner: account('ionescu', roles.owner, {
    name: 'Mihai',
    surname: 'Ionescu',
    email: 'mihai@acoperis-ionescu.example',
    phone: '+40721234567',
    language: 'ro',
  }),
  ukrainianOwner: account('bondar', roles.owner, {
    name: 'Олена',
    surname: 'Бондар',
    email: 'olena@dakh-bondar.example',
    phone: '+380671234567',
    language: 'uk',
  }),
} as const satisfies Record<string, DemoAccount>;

export type DemoAccountKey = keyof typeof demoAccounts;

function account(company: DemoCompanyKey, role: RoleId, person: Person): DemoAccount {
  const { id, region } = demoCompanies[company];
  return {
    userId: demoUuid(`user:${person.email}`),
    company,
    companyId: id,
    region,
    role,
    ...person,
    languagesId: languageIds[person.language],
  };
}
