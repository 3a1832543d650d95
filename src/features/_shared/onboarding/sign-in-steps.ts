/** Steps an owner completes between entering the code and using the app (spec 1 §2, §4, §5). */
import * as v from 'valibot';
import { dayIn } from '#schemas/calendar-day.ts';
import {
  findCompanyType,
  isAcceptanceMissing,
  requirements,
  taxFields,
  validateTaxNumber,
} from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { parseOptions } from '#schemas/person-rules.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { isOwner } from '#schemas/roles.ts';
import { surveyAnswer, type SurveyQuestion } from '#schemas/survey.ts';

/** The steps in their fixed order (spec 1 §2, "Login steps"). */
export const signInStepIds = [
  'terms',
  'numbers',
  'type',
  'disclaimer',
  'declaration',
  'consent',
  'survey',
] as const;
export type SignInStepId = (typeof signInStepIds)[number];

/** Last joining day of companies with earlier terms (spec 1 §5). */
const LAST_DAY_OF_EARLIER_TERMS = '2024-01-31';
const regionsWithEarlierTerms: readonly RegionCode[] = ['CZ', 'SK'];

const textUpTo = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));

/** Answers so far; saved in session storage. */
export const signInState = v.object({
  /** The user who gave these answers; if another user signs in on this tab, the steps start again. */
  user_id: v.string(),
  step: v.picklist(signInStepIds),
  registration_number: textUpTo(32),
  registration_number_2: textUpTo(32),
  company_type: v.nullable(v.number()),
  disclaimer_accepted: v.boolean(),
  declaration_accepted: v.boolean(),
  email_consent: v.boolean(),
  phone_consent: v.boolean(),
  survey: v.object({
    response: v.pipe(v.array(surveyAnswer), v.maxLength(100)),
    at: v.nullable(v.number()),
  }),
  /** Numbers that belong to another company, each with the rejected value. */
  taken: v.array(v.object({ field: v.picklist(taxFields), value: textUpTo(32) })),
});
export type SignInState = v.InferOutput<typeof signInState>;
export type SignInFields = Omit<SignInState, 'user_id' | 'step' | 'taken'>;

/** Account and country data that decide which steps apply. */
export interface SignInRules {
  readonly person: InstallerUser;
  readonly hasSurvey: boolean;
  readonly settings: RegionalSettings;
  readonly questions: readonly SurveyQuestion[];
}

/** Returns the initial state; null if no step applies. */
export function initialSignInState(rules: SignInRules): SignInState | null {
  const { person } = rules;
  const { company } = person;
  const state: SignInState = {
    user_id: person.uuid,
    step: 'terms',
    registration_number: company.registration_number ?? '',
    registration_number_2: company.registration_number_2 ?? '',
    company_type: company.company_type,
    disclaimer_accepted: company.disclaimer_accepted,
    declaration_accepted: company.declaration_accepted,
    email_consent: person.email_consent,
    phone_consent: person.phone_consent,
    survey: { response: [], at: null },
    taken: [],
  };
  const [firstStep] = signInSteps(state, rules);
  return firstStep === undefined ? null : { ...state, step: firstStep };
}

/** Returns the steps that apply, in order. Choosing another company type can add or remove steps. */
export function signInSteps(state: SignInState, rules: SignInRules): readonly SignInStepId[] {
  if (!isOwner(rules.person.role.id)) return [];
  return signInStepIds.filter((step) => conditions[step](state, rules));
}

/**
 * Returns the largest possible number of steps, for the progress bar. Until a company type is chosen, assumes
 * the type with the most steps, so the number never grows.
 */
export function maxSignInSteps(state: SignInState, rules: SignInRules): number {
  const steps = signInSteps(state, rules);
  const isTypeChosen = signInStepIds.indexOf(state.step) > signInStepIds.indexOf('type');
  if (isTypeChosen || !steps.includes('type')) return steps.length;
  const lengths = rules.settings.company_types.map(
    ({ id }) => signInSteps({ ...state, company_type: id }, rules).length,
  );
  return Math.max(steps.length, ...lengths);
}

type StepCondition = (state: SignInState, rules: SignInRules) => boolean;

const conditions: Record<SignInStepId, StepCondition> = {
  terms: (_state, { person }) =>
    regionsWithEarlierTerms.includes(person.region) &&
    optionsOf(person)['hasAgreedToTerms'] !== true &&
    dayIn(person.region, Date.parse(person.created_at)) <= LAST_DAY_OF_EARLIER_TERMS,
  numbers: (_state, { person, settings }) =>
    taxFields.some(
      (field) => validateTaxNumber(settings, field, person.company[field] ?? '') !== null,
    ),
  type: (_state, { person, settings }) => {
    if (settings.company_type_state === requirements.disabled) return false;
    if (findCompanyType(settings, person.company.company_type) !== undefined) return false;
    const isRequired = settings.company_type_state === requirements.required;
    return isRequired || !optionsOf(person)['companyTypeSeen'];
  },
  disclaimer: (state, rules) => needsAcceptance('disclaimer', state, rules),
  declaration: (state, rules) => needsAcceptance('declaration', state, rules),
  consent: (_state, { person }) => !optionsOf(person)['consentSeen'],
  survey: (_state, { hasSurvey, questions }) => !hasSurvey && questions.length > 0,
};

/**
 * True if the owner is asked to accept the disclaimer or declaration. They are always asked for a newly chosen company
 * type. For the saved type, they are asked until they accept if acceptance is required, and only once if it's optional.
 */
function needsAcceptance(
  acceptance: 'disclaimer' | 'declaration',
  state: SignInState,
  { person, settings }: SignInRules,
): boolean {
  const type = findCompanyType(settings, state.company_type);
  if (type === undefined || type[`${acceptance}_state`] === requirements.disabled) return false;
  if (type.id !== person.company.company_type) return true;
  if (person.company[`${acceptance}_accepted`]) return false;
  return isAcceptanceMissing(type, acceptance, false) || !optionsOf(person)[`${acceptance}Seen`];
}

export type SignInProblem = 'tax_number' | 'taken' | 'choose' | 'accept';
export type SignInProblems = Partial<Record<keyof SignInFields, SignInProblem>>;

/** Returns the problems of the current step; empty if the step is complete. */
export function signInProblems(state: SignInState, { settings }: SignInRules): SignInProblems {
  const type = findCompanyType(settings, state.company_type);
  switch (state.step) {
    case 'numbers':
      return Object.fromEntries(
        taxFields.flatMap((field): [string, SignInProblem][] => {
          const value = state[field];
          if (validateTaxNumber(settings, field, value) !== null) return [[field, 'tax_number']];
          const isTakenNumber = state.taken.some(
            (number) => number.field === field && number.value === value,
          );
          return isTakenNumber ? [[field, 'taken']] : [];
        }),
      );
    case 'type': {
      const isRequired = settings.company_type_state === requirements.required;
      return isRequired && type === undefined ? { company_type: 'choose' } : {};
    }
    case 'disclaimer':
    case 'declaration': {
      const field = `${state.step}_accepted` as const;
      return isAcceptanceMissing(type, state.step, state[field]) ? { [field]: 'accept' } : {};
    }
    case 'terms':
    case 'consent':
    case 'survey':
      return {};
  }
}

export type SignInEvent =
  | { name: 'typed'; changes: Partial<SignInFields> }
  | { name: 'continued'; rules: SignInRules }
  | { name: 'went_back'; rules: SignInRules }
  | { name: 'numbers_taken'; fields: readonly (typeof taxFields)[number][] };

/** Returns the next state. Choosing another type resets disclaimer and declaration (spec 1 §4). */
export function reduceSignIn(state: SignInState, event: SignInEvent): SignInState {
  switch (event.name) {
    case 'typed': {
      const changedState = { ...state, ...event.changes };
      if (changedState.company_type === state.company_type) return changedState;
      return { ...changedState, disclaimer_accepted: false, declaration_accepted: false };
    }
    case 'continued':
      if (Object.keys(signInProblems(state, event.rules)).length > 0) return state;
      return { ...state, step: adjacentStep(state, event.rules, 1) };
    case 'went_back':
      return { ...state, step: adjacentStep(state, event.rules, -1) };
    case 'numbers_taken': {
      const takenNumbers = event.fields.map((field) => ({ field, value: state[field] }));
      return { ...state, step: 'numbers', taken: takenNumbers };
    }
  }
}

export function isLastSignInStep(state: SignInState, rules: SignInRules): boolean {
  return signInSteps(state, rules).at(-1) === state.step;
}

function adjacentStep(state: SignInState, rules: SignInRules, step: 1 | -1): SignInStepId {
  const steps = signInSteps(state, rules);
  return steps[steps.indexOf(state.step) + step] ?? state.step;
}

function optionsOf(person: InstallerUser): Record<string, unknown> {
  return parseOptions(person.options) ?? {};
}
