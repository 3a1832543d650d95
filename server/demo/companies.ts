import { regions, type RegionCode, type RegionId } from '#schemas/regions.ts';
import { demoUuid } from './seeded-random.ts';

/** A demo company; fields as in `#schemas/installer.ts`. */
interface DemoCompany {
  readonly id: string;
  readonly number: number;
  readonly region: RegionCode;
  readonly regionsId: RegionId;
  readonly name: string;
  readonly registrationNumber: string;
  readonly registrationNumber2: string | null;
  readonly address: string;
  readonly postalCode: string;
  readonly city: string;
  readonly isRecommended: boolean;
  readonly acceptsLeads: 0 | 1;
  readonly isDecor: boolean;
  /** True if eligible for a club card. */
  readonly hasCard: boolean;
}

/** Demo companies by key. */
export const demoCompanies = {
  nowak: company(1001, 'PL', {
    name: 'Dachy Nowak',
    registrationNumber: '5272841960',
    registrationNumber2: 'PL5272841960',
    address: 'ul. Ciesielska 14',
    postalCode: '31-408',
    city: 'Kraków',
    isRecommended: true,
    acceptsLeads: 1,
    isDecor: false,
    hasCard: true,
  }),
  dvorak: company(1002, 'CZ', {
    name: 'Střechy Dvořák',
    registrationNumber: '27604411',
    registrationNumber2: 'CZ27604411',
    address: 'Tesařská 8',
    postalCode: '602 00',
    city: 'Brno',
    isRecommended: false,
    acceptsLeads: 1,
    isDecor: false,
    hasCard: true,
  }),
  studio: company(1003, 'PL', {
    name: 'Studio Lis',
    registrationNumber: '7811902345',
    registrationNumber2: null,
    address: 'ul. Garbary 51',
    postalCode: '61-758',
    city: 'Poznań',
    isRecommended: false,
    acceptsLeads: 0,
    isDecor: true,
    hasCard: false,
  }),
  ionescu: company(1004, 'RO', {
    name: 'Acoperiș Ionescu',
    registrationNumber: 'RO31887402',
    registrationNumber2: null,
    address: 'Strada Dulgherului 3',
    postalCode: '400124',
    city: 'Cluj-Napoca',
    isRecommended: false,
    acceptsLeads: 0,
    isDecor: false,
    hasCard: true,
  }),
  bondar: company(1005, 'UA', {
    name: 'Дах Бондар',
    registrationNumber: '40217733',
    registrationNumber2: null,
    address: 'вул. Теслярська 22',
    postalCode: '79008',
    city: 'Львів',
    isRecommended: false,
    acceptsLeads: 0,
    isDecor: false,
    hasCard: true,
  }),
} as const satisfies Record<string, DemoCompany>;

export type DemoCompanyKey = keyof typeof demoCompanies;
export const demoCompanyKeys = Object.keys(demoCompanies) as DemoCompanyKey[];

function company(
  number: number,
  region: RegionCode,
  details: Omit<DemoCompany, 'id' | 'number' | 'region' | 'regionsId'>,
): DemoCompany {
  const match = regions.find(({ code }) => code === region);
  if (!match) throw new Error(`Unknown region ${region}.`);
  return { id: demoUuid(`company:${number}`), number, region, regionsId: match.id, ...details };
}
