import { demoAccounts, type DemoAccountKey } from '#server/demo/accounts.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { demoRegistrationSurveys } from '#server/demo/registration-surveys.ts';
import type { Configuration, PublicConfiguration } from '#schemas/configuration.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import { regionCodes, type RegionCode } from '#schemas/regions.ts';
import { roles } from '#schemas/roles.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    demo: DemoValues;
  }
}

/** Demo data that every screen needs, as the fake server's responses. */
interface DemoValues {
  readonly people: Record<DemoAccountKey, InstallerUser>;
  readonly configurations: Partial<Record<RegionCode, Configuration>>;
  readonly publicConfiguration: PublicConfiguration;
  readonly productTypes: readonly TierProductCategory[];
}

const CREATED_AT = '2026-01-05T08:00:00.000Z';

/** Returns the demo's people and settings. Only runs in Node.js, because the demo reads its texts from files. */
export function readDemoValues(): DemoValues {
  const welcomePoints = (region: RegionCode) =>
    demoRegionSettings.find(({ regional }) => regional.region === region)?.welcome_points ?? 0;
  return {
    // Safe: the keys are those of the demo's accounts.
    people: Object.fromEntries(
      Object.keys(demoAccounts).map((key) => [key, userOf(key as DemoAccountKey)]),
    ) as DemoValues['people'],
    configurations: Object.fromEntries(
      demoRegionSettings.map((settings) => [
        settings.regional.region,
        {
          ...settings.configuration,
          campaigns: [],
          warranty_minimum_months: settings.warranty?.minimum_months,
          closing_survey: [...settings.closing_survey],
          lead_survey: [...(settings.lead_survey ?? [])],
          survey_points: settings.survey_points,
          shop_category_order: [],
        },
      ]),
    ) as DemoValues['configurations'],
    publicConfiguration: {
      regional_settings: demoRegionSettings.map(({ regional }) => regional),
      behaviours: Object.fromEntries(
        regionCodes.map((region) => [region, { welcome_points: welcomePoints(region) }]),
      ) as PublicConfiguration['behaviours'],
      registration_surveys: demoRegistrationSurveys,
    },
    productTypes: demoProductTypes,
  };
}

function userOf(key: DemoAccountKey): InstallerUser {
  const account = demoAccounts[key];
  const company = demoCompanies[account.company];
  const isDecor = account.role === roles.decorOwner || account.role === roles.decorStaff;
  return {
    uuid: account.userId,
    name: account.name,
    surname: account.surname,
    email: account.email,
    pending_email: null,
    phone: account.phone,
    avatar: null,
    role: { id: account.role },
    region: account.region,
    languages_id: account.languagesId,
    language: account.language,
    active: true,
    verified_email_at: CREATED_AT,
    email_consent: true,
    phone_consent: true,
    marketing_email_consent: true,
    marketing_phone_consent: true,
    is_decor_installer: isDecor,
    options: '{}',
    fcm: '[]',
    created_at: CREATED_AT,
    company: {
      uuid: company.id,
      id: company.number,
      active: 1,
      name: company.name,
      registration_number: company.registrationNumber,
      registration_number_2: company.registrationNumber2,
      company_type: company.region === 'CZ' ? 2 : null,
      disclaimer_accepted: true,
      declaration_accepted: true,
      address: company.address,
      postal_code: company.postalCode,
      city: company.city,
      regions_id: company.regionsId,
      survey: '[]',
      surveyResponse: '[]',
      is_recommended: company.isRecommended,
      accepts_leads: company.acceptsLeads,
      availability: company.acceptsLeads,
      has_edenred_card: company.hasCard ? 1 : 0,
      edenred_card: null,
      crm_customer_id: null,
    },
  };
}
