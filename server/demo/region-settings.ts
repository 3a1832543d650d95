import { brand } from '#brand';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { regionCodes, regions, type RegionCode } from '#schemas/regions.ts';
import type { RegionSettings } from '../configuration/write-settings.ts';
import { type TierLevels } from '../setup/setup-schema.ts';
import { toTier } from '../setup/tier-brackets.ts';
import { type TierInput } from '../tiers/write-tier.ts';
import { demoProductPoints, demoSizes, demoVariants } from './product-catalogue.ts';
import { closingSurvey, leadSurvey, productSurvey } from './surveys.ts';
import { type TranslateFor, createTranslator } from './texts.ts';
import { demoWarranty } from './warranty-catalogue.ts';

/** `flags` of a region (spec 1 §5). */
const VAT_REQUIRED = 1;
const COMPANY_ID_REQUIRED = 2;
const WARRANTY = 4;

/** Settings that differ between countries. */
interface Country {
  readonly vat: string;
  readonly companyId: string;
  readonly flags: number;
  readonly hasCompanyTypes: boolean;
  /** True if labels may lack a serial number. */
  readonly isGeneric: boolean;
  readonly hasClosingSurvey: boolean;
  readonly welcomePoints: number;
  /** True if newly registered companies get leads. */
  readonly hasLeads: boolean;
  /** Multiplies the catalogue's points. */
  readonly pointsFactor: number;
  readonly lifeDays: number;
  /** Maximum team size (spec 2 §9); unlimited if omitted. */
  readonly teamLimit?: { readonly owners: number; readonly installers: number };
}

const defaults: Omit<Country, 'vat' | 'companyId'> = {
  flags: COMPANY_ID_REQUIRED,
  hasCompanyTypes: false,
  isGeneric: false,
  hasClosingSurvey: false,
  welcomePoints: 500,
  hasLeads: false,
  pointsFactor: 1,
  lifeDays: 90,
};

const countries: Record<RegionCode, Country> = {
  BA: { ...defaults, vat: 'PDV broj', companyId: 'ID broj', isGeneric: true },
  BG: { ...defaults, vat: 'ДДС №', companyId: 'ЕИК', flags: COMPANY_ID_REQUIRED | WARRANTY },
  HR: { ...defaults, vat: 'PDV ID', companyId: 'OIB' },
  CZ: {
    ...defaults,
    vat: 'DIČ',
    companyId: 'IČO',
    flags: VAT_REQUIRED | COMPANY_ID_REQUIRED,
    hasCompanyTypes: true,
    pointsFactor: 1.2,
  },
  EE: { ...defaults, vat: 'KMKR number', companyId: 'Registrikood' },
  HU: { ...defaults, vat: 'Közösségi adószám', companyId: 'Adószám', hasClosingSurvey: true },
  IT: { ...defaults, vat: 'Partita IVA', companyId: 'Codice fiscale', lifeDays: 120 },
  LT: { ...defaults, vat: 'PVM kodas', companyId: 'Įmonės kodas' },
  LV: { ...defaults, vat: 'PVN numurs', companyId: 'Reģistrācijas numurs' },
  PL: {
    ...defaults,
    vat: 'VAT UE',
    companyId: 'NIP',
    flags: COMPANY_ID_REQUIRED | WARRANTY,
    hasClosingSurvey: true,
    welcomePoints: 1000,
    hasLeads: true,
  },
  RO: {
    ...defaults,
    vat: 'Cod TVA',
    companyId: 'CUI',
    flags: COMPANY_ID_REQUIRED | WARRANTY,
    isGeneric: true,
    teamLimit: { owners: 1, installers: 10 },
  },
  RS: { ...defaults, vat: 'PIB', companyId: 'Matični broj', isGeneric: true },
  SK: {
    ...defaults,
    vat: 'IČ DPH',
    companyId: 'IČO',
    flags: VAT_REQUIRED | COMPANY_ID_REQUIRED,
    hasCompanyTypes: true,
    hasClosingSurvey: true,
  },
  SI: { ...defaults, vat: 'ID za DDV', companyId: 'Matična številka' },
  TR: {
    ...defaults,
    vat: 'Vergi numarası',
    companyId: 'MERSİS',
    isGeneric: true,
    pointsFactor: 0.8,
  },
  UA: { ...defaults, vat: 'ІПН', companyId: 'ЄДРПОУ', isGeneric: true, lifeDays: 180 },
};

const companyTypes = (translate: TranslateFor): RegionalSettings['company_types'] => [
  {
    id: 1,
    name_translated: translate('Sole trader'),
    disclaimer_state: 1,
    declaration_state: 2,
    disclaimer_translated: translate('Points are part of your business income.'),
    declaration_translated: translate('I take part in this club as a business.'),
  },
  {
    id: 2,
    name_translated: translate('Limited company'),
    disclaimer_state: 2,
    declaration_state: 2,
    disclaimer_translated: translate('The company decides who spends its points.'),
    declaration_translated: translate('I’m authorised to act for this company.'),
  },
];

const genericRegions = regions.map(({ code }) => code).filter((code) => countries[code].isGeneric);

/** Settings of all sixteen countries. */
export const demoRegionSettings: readonly RegionSettings[] = regions.map(({ id, code }) => {
  const country = countries[code];
  const translate = createTranslator(code);
  return {
    regional: {
      region: code,
      regions_id: id,
      company_types: country.hasCompanyTypes ? companyTypes(translate) : [],
      flags: country.flags,
      company_type_state: country.hasCompanyTypes ? 2 : 0,
      vat_field: { en: country.vat },
      company_id_field: { en: country.companyId },
    },
    configuration: {
      region: code,
      manufacturer_domain: brand.domain,
      generic_regions: genericRegions,
      sizes: demoSizes,
      variants: demoVariants,
      requires_tag_photo: [{ year: '19', factory: 'C', variant: '2070' }],
      product_points: demoProductPoints(country.pointsFactor),
      project_life_days: country.lifeDays,
      ...(code === 'PL' && { point_value: 200 }),
      ...(country.teamLimit && { team_limit: country.teamLimit }),
      product_survey: productSurvey(translate),
    },
    closing_survey: country.hasClosingSurvey ? closingSurvey(translate) : [],
    lead_survey: leadSurvey(translate),
    warranty: demoWarranty(translate),
    welcome_points: country.welcomePoints,
    accepts_leads: country.hasLeads,
    survey_points: country.hasClosingSurvey ? 25 : 0,
    points_validity_months: 24,
  };
});

const roofWindowLevels = [
  { from: 0, points: 0 },
  { from: 60, points: 5 },
  { from: 150, points: 10 },
  { from: 400, points: 20 },
];
const flatRoofLevels = [
  { from: 0, points: 0 },
  { from: 20, points: 10 },
  { from: 60, points: 25 },
];
const demoTierLevels: readonly TierLevels[] = [
  { tier_category: 1, levels: roofWindowLevels },
  { tier_category: 3, levels: roofWindowLevels },
  { tier_category: 6, levels: flatRoofLevels },
];

/** The same tiers in every country: wooden, plastic and flat-roof windows. */
export const demoTiers: readonly TierInput[] = regionCodes.flatMap((region) =>
  demoTierLevels.map((levels) => toTier(region, levels)),
);
