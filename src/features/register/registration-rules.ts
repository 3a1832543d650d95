/** Validation of the registration steps (spec 1 §5). */
import {
  findCompanyType,
  isAcceptanceMissing,
  MIN_CITY,
  MIN_COMPANY_NAME,
  MIN_HOUSE_NUMBER,
  MIN_POSTAL_CODE,
  MIN_STREET,
  requirements,
  taxFields,
  validateTaxNumber,
} from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { isEmail, MIN_REGISTERED_NAME } from '#schemas/person-rules.ts';
import { validatePhone, type ParsePhone, type PhoneProblem } from '#schemas/phone.ts';
import { isPrintable } from '#schemas/printable.ts';
import { validateResponse, type SurveyQuestion } from '#schemas/survey.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import {
  type RegistrationField,
  type RejectedValue,
  type RegistrationDraft,
  type RegistrationStepId,
  registrationStepIds,
} from './registration-draft.ts';

/** Country and company data that determine the steps. */
export interface RegistrationRules {
  /** Countries that are set up. */
  readonly regions: readonly RegionCode[];
  /** Settings of the chosen country. */
  readonly settings: RegionalSettings;
  readonly questions: readonly SurveyQuestion[];
  readonly parsePhone: ParsePhone;
}

/** A problem with a field; `rejected` includes the server's error code. */
export type FieldProblem =
  | { readonly code: 'too_short'; readonly min: number }
  | {
      readonly code: PhoneProblem | 'email_invalid' | 'tax_number' | 'choose' | 'accept' | 'answer';
    }
  | { readonly code: 'rejected'; readonly error: string };

export type FieldProblems = Partial<Record<RegistrationField, FieldProblem>>;

/** Returns the steps that apply, in order. */
export function registrationSteps(
  draft: RegistrationDraft,
  rules: RegistrationRules,
): readonly RegistrationStepId[] {
  const { settings, questions } = rules;
  const type = findCompanyType(settings, draft.company_type);
  const stepConditions: Partial<Record<RegistrationStepId, boolean>> = {
    type: settings.company_type_state !== requirements.disabled,
    disclaimer: type !== undefined && type.disclaimer_state !== requirements.disabled,
    declaration: type !== undefined && type.declaration_state !== requirements.disabled,
    survey: questions.length > 0,
  };
  return registrationStepIds.filter((step) => stepConditions[step] ?? true);
}

/** Returns the problems of one step; empty if the step is complete. */
export function stepProblems(
  step: RegistrationStepId,
  draft: RegistrationDraft,
  rules: RegistrationRules,
): FieldProblems {
  const allProblems = { ...validators[step](draft, rules), ...rejectionProblems(step, draft) };
  const problems = Object.entries(allProblems).filter(([, problem]) => problem !== null);
  return Object.fromEntries(problems) as FieldProblems;
}

/** Returns the first invalid step; null if there is none. */
export function firstInvalidStep(
  draft: RegistrationDraft,
  rules: RegistrationRules,
): RegistrationStepId | null {
  const isInvalid = (step: RegistrationStepId) =>
    step !== 'review' && Object.keys(stepProblems(step, draft, rules)).length > 0;
  return registrationSteps(draft, rules).find(isInvalid) ?? null;
}

type StepProblems = Partial<Record<RegistrationField, FieldProblem | null>>;
type ValidateStep = (draft: RegistrationDraft, rules: RegistrationRules) => StepProblems;

const validators: Record<RegistrationStepId, ValidateStep> = {
  region: () => ({}),
  user: (draft, { parsePhone }) => {
    const phone = validatePhone(draft.phone, draft.region, parsePhone);
    return {
      name: tooShortProblem(draft.name, MIN_REGISTERED_NAME),
      surname: tooShortProblem(draft.surname, MIN_REGISTERED_NAME),
      email: isEmail(draft.email) ? null : { code: 'email_invalid' },
      phone: phone.ok ? null : { code: phone.problem },
    };
  },
  company: (draft, { settings }) => ({
    company_name: printableProblem(draft.company_name, MIN_COMPANY_NAME),
    ...Object.fromEntries(
      taxFields.map((field) => [
        field,
        validateTaxNumber(settings, field, draft[field]) === null ? null : { code: 'tax_number' },
      ]),
    ),
  }),
  address: (draft) => ({
    street: printableProblem(draft.street, MIN_STREET),
    house_number: printableProblem(draft.house_number, MIN_HOUSE_NUMBER),
    postal_code: printableProblem(draft.postal_code, MIN_POSTAL_CODE),
    city: printableProblem(draft.city, MIN_CITY),
  }),
  type: (draft, { settings }) => {
    const isTypeMissing =
      settings.company_type_state === requirements.required &&
      findCompanyType(settings, draft.company_type) === undefined;
    return { company_type: isTypeMissing ? { code: 'choose' } : null };
  },
  disclaimer: (draft, rules) => acceptanceProblem('disclaimer', draft, rules),
  declaration: (draft, rules) => acceptanceProblem('declaration', draft, rules),
  survey: (draft, { questions }) => ({
    survey: validateResponse(questions, draft.survey.response) ? { code: 'answer' } : null,
  }),
  consent: () => ({}),
  review: (draft) => ({ terms: draft.terms ? null : { code: 'accept' } }),
};

function acceptanceProblem(
  consent: 'disclaimer' | 'declaration',
  draft: RegistrationDraft,
  { settings }: RegistrationRules,
): StepProblems {
  const type = findCompanyType(settings, draft.company_type);
  const field = `${consent}_accepted` as const;
  return { [field]: isAcceptanceMissing(type, consent, draft[field]) ? { code: 'accept' } : null };
}

function tooShortProblem(value: string, min: number): FieldProblem | null {
  return normaliseLine(value).length < min ? { code: 'too_short', min } : null;
}

/** Validates a field that is printed on certificates. */
function printableProblem(value: string, min: number): FieldProblem | null {
  const isUnprintable = !isPrintable(normaliseLine(value));
  return isUnprintable
    ? { code: 'rejected', error: 'characters_unprintable' }
    : tooShortProblem(value, min);
}

/** The step of each field that the server may reject. */
const stepOfField: Partial<Record<RegistrationField, RegistrationStepId>> = {
  name: 'user',
  surname: 'user',
  email: 'user',
  phone: 'user',
  company_name: 'company',
  registration_number: 'company',
  registration_number_2: 'company',
  street: 'address',
  postal_code: 'address',
  city: 'address',
};

/** Server rejections that still apply to the step. */
function rejectionProblems(step: RegistrationStepId, draft: RegistrationDraft): StepProblems {
  const currentRejections = draft.refused.filter((rejection) => isStillRejected(rejection, draft));
  const stepRejections = currentRejections.filter(
    ({ field }) => stepOfField[field as RegistrationField] === step,
  );
  return Object.fromEntries(
    stepRejections.map(({ field, code }) => [field, { code: 'rejected', error: code }]),
  );
}

/** True while the rejected value is still in its field, in the same country. */
export function isStillRejected(rejection: RejectedValue, draft: RegistrationDraft): boolean {
  return rejectedValueOf(rejection.field as RegistrationField, draft) === rejection.value;
}

/**
 * Returns the value that a rejection refers to, preceded by the draft's region, because the server validates numbers
 * per country.
 */
export function rejectedValueOf(field: RegistrationField, draft: RegistrationDraft): string {
  const value = draft[field];
  const text = typeof value === 'string' ? normaliseLine(value) : '';
  return `${draft.region}:${text}`.slice(0, 254);
}
