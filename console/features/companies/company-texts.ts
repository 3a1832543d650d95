import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { companyCalls } from '#schemas/operator/company-calls.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

/** A company as shown in the list of companies. */
export type ListedCompany = ResultOf<typeof companyCalls.listCompanies>['data'][number];
/** A company with the details that its own page shows. */
export type CompanyFile = ResultOf<typeof companyCalls.readCompanyFile>;

const verifications = {
  verified: msg({ message: 'Verified', context: 'company' }),
  open: msg({ message: 'Not verified', context: 'company' }),
  refused: msg({ message: 'Verification rejected', context: 'company' }),
  withdrawn: msg({ message: 'Verification withdrawn', context: 'company' }),
} as const;
const verificationTones = {
  verified: 'good',
  open: 'warn',
  refused: 'bad',
  withdrawn: 'bad',
} as const;
/** Name of the filter for refused and withdrawn companies. */
export const refusedOrWithdrawnText = (i18n: I18n): string =>
  i18n._(msg({ message: 'Rejected or withdrawn', context: 'company' }));

type Verification = keyof typeof verifications;
export const verificationText = (i18n: I18n, value: Verification): string =>
  i18n._(verifications[value]);
export const verificationTone = (value: Verification): Tone => verificationTones[value];

const states = {
  0: msg({ message: 'Blocked', context: 'company' }),
  1: msg({ message: 'Active', context: 'company' }),
  2: msg({ message: 'Terms declined', context: 'company' }),
} as const;
const stateTones = { 0: 'bad', 1: 'good', 2: 'warn' } as const;

export const stateText = (i18n: I18n, active: keyof typeof states): string =>
  i18n._(states[active]);
export const stateTone = (active: keyof typeof states): Tone => stateTones[active];

/** Returns the name of the company's type, its id if the country's settings don't name it, or a dash for no type. */
export function typeText(i18n: I18n, { settings, company_type }: CompanyFile): string {
  const type = settings?.company_types.find(({ id }) => id === company_type);
  if (type) return textInLanguage(type.name_translated, i18n.locale);
  return company_type === null ? '–' : String(company_type);
}
