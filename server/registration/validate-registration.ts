import { type ApiErrorCode } from '#schemas/api/errors.ts';
import {
  findCompanyType,
  isAcceptanceMissing,
  requirements,
  taxFields,
  validateTaxNumber,
} from '#schemas/company.ts';
import { type RegionalSettings } from '#schemas/configuration.ts';
import { parseOptions } from '#schemas/person-rules.ts';
import { validatePhone, normaliseTestPhone } from '#schemas/phone.ts';
import { type Registration } from '#schemas/registration.ts';
import { parseSurveyResponse, validateResponse, type SurveyQuestion } from '#schemas/survey.ts';
import { findUnprintableField } from '../certificates/printable.ts';
import { parsePhone } from './parse-phone.ts';

/** An error code with the field it is about. */
export interface Problem {
  readonly code: ApiErrorCode;
  readonly field: string;
}

interface RegistrationRules {
  readonly settings: RegionalSettings;
  /** Alternative surveys. At least one of them must be answered completely. */
  readonly questions: readonly (readonly SurveyQuestion[])[];
  /** True if the specification's test phone numbers are accepted. */
  readonly hasTestDevices: boolean;
}

/** Validated values: the normalised phone number and the region's company type. */
export interface ValidRegistration {
  readonly phone: string;
  readonly companyType: number | null;
}

/** Validates the rules that depend on the region (spec 1 §5), which the schema can't check. */
export function validateRegistration(
  { company, installer }: Registration,
  { settings, questions, hasTestDevices }: RegistrationRules,
): { readonly problems: readonly Problem[]; readonly valid: ValidRegistration } {
  const problems: Problem[] = [];
  const addProblem = (code: ApiErrorCode, field: string) => problems.push({ code, field });

  const testPhone = hasTestDevices ? normaliseTestPhone(installer.phone) : null;
  const phone =
    testPhone === null
      ? validatePhone(installer.phone, settings.region, parsePhone)
      : { ok: true as const, phone: testPhone };
  if (!phone.ok) {
    const hasLetters = phone.problem === 'phone_letters';
    addProblem(hasLetters ? 'letters_not_allowed' : 'invalid_phone', 'body.installer.phone');
  }
  const { name, address, postal_code, city } = company;
  const unprintableField = findUnprintableField({ name, address, postal_code, city });
  if (unprintableField !== null)
    addProblem('characters_unprintable', `body.company.${unprintableField}`);
  for (const field of taxFields) {
    if (validateTaxNumber(settings, field, company[field] ?? '') !== null) {
      addProblem('tax_number_needed', `body.company.${field}`);
    }
  }
  const type = findCompanyType(settings, company.company_type);
  const needsType = settings.company_type_state === requirements.required;
  const isDisabled = settings.company_type_state === requirements.disabled;
  if (type === undefined && !isDisabled && (needsType || company.company_type !== null)) {
    addProblem('company_type_unknown', 'body.company.company_type');
  }
  for (const acceptance of ['disclaimer', 'declaration'] as const) {
    if (isAcceptanceMissing(type, acceptance, company[`${acceptance}_accepted`])) {
      addProblem('acceptance_needed', `body.company.${acceptance}_accepted`);
    }
  }
  const answers = parseSurveyResponse(company.survey) ?? [];
  if (questions.every((survey) => validateResponse(survey, answers) !== null)) {
    addProblem('survey_incomplete', 'body.company.survey');
  }
  if (parseOptions(installer.options)?.['hasAgreedToTerms'] !== true) {
    addProblem('acceptance_needed', 'body.installer.options');
  }
  return {
    problems,
    valid: { phone: phone.ok ? phone.phone : '', companyType: type?.id ?? null },
  };
}
