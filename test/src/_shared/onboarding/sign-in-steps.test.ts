import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InstallerUser } from '#schemas/installer.ts';
import { type RegionCode, regionCodes, regions } from '#schemas/regions.ts';
import {
  initialSignInState,
  isLastSignInStep,
  maxSignInSteps,
  reduceSignIn,
  type SignInEvent,
  signInProblems,
  type SignInRules,
  type SignInState,
  signInStepIds,
  signInSteps,
} from '#src/features/_shared/onboarding/sign-in-steps.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { demoRegistrationSurveys } from '#server/demo/registration-surveys.ts';

type Changes = Partial<Omit<InstallerUser, 'company'>> & {
  readonly company?: Partial<InstallerUser['company']>;
};

const finishedOptions = JSON.stringify({
  consentSeen: 'x',
  companyTypeSeen: 'x',
  hasAgreedToTerms: true,
});

function rulesOf(region: RegionCode, changes: Changes = {}, hasSurvey = true): SignInRules {
  const found = demoRegionSettings.find(({ regional }) => regional.region === region);
  const id = regions.find(({ code }) => code === region)?.id;
  if (!found || !id) throw new Error(`There is no region ${region}.`);
  const user: InstallerUser = {
    uuid: '0199a1b2-0000-4000-8000-000000000001',
    name: 'Jan',
    surname: 'Novák',
    email: 'jan@example.com',
    phone: null,
    avatar: null,
    role: { id: 3 },
    region,
    languages_id: 4,
    active: true,
    verified_email_at: null,
    email_consent: false,
    phone_consent: false,
    marketing_email_consent: false,
    marketing_phone_consent: false,
    is_decor_installer: false,
    options: finishedOptions,
    fcm: '[]',
    created_at: '2024-05-01T10:00:00.000Z',
    ...changes,
    company: {
      uuid: '0199a1b2-0000-4000-8000-000000000002',
      id: 1,
      active: 1,
      name: 'Střechy',
      registration_number: '27074358',
      registration_number_2: 'CZ27074358',
      company_type: 2,
      disclaimer_accepted: true,
      declaration_accepted: true,
      address: 'Tesařská 8',
      postal_code: '602 00',
      city: 'Brno',
      regions_id: id,
      is_recommended: false,
      accepts_leads: 0,
      availability: 0,
      has_edenred_card: 0,
      edenred_card: null,
      crm_customer_id: null,
      ...changes.company,
    },
  };
  return {
    person: user,
    hasSurvey,
    settings: found.regional,
    questions: demoRegistrationSurveys.regular,
  };
}
function stepsOf(rules: SignInRules) {
  const first = initialSignInState(rules);
  return first === null ? [] : signInSteps(first, rules);
}
const run = (state: SignInState, ...events: SignInEvent[]) => events.reduce(reduceSignIn, state);
/** Initial state of a sign-in with at least one step. */
function startSignIn(rules: SignInRules): SignInState {
  const first = initialSignInState(rules);
  if (first === null) throw new Error('The sign-in has no steps.');
  return first;
}

const everythingMissing: Changes = {
  options: '{}',
  created_at: '2023-06-01T09:00:00.000Z',
  company: {
    registration_number_2: null,
    company_type: null,
    disclaimer_accepted: false,
    declaration_accepted: false,
  },
};

describe('an owner’s missing steps', () => {
  test('don’t exist if all data is complete', () => {
    expect(initialSignInState(rulesOf('CZ'))).toBeNull();
  });

  test('have a fixed order, and the type determines disclaimer and declaration', () => {
    const rules = rulesOf('SK', everythingMissing, false);
    expect(stepsOf(rules)).toEqual(['terms', 'numbers', 'type', 'consent', 'survey']);
    const afterChoice = run(startSignIn(rules), { name: 'typed', changes: { company_type: 2 } });
    expect(signInSteps(afterChoice, rules)).toEqual(signInStepIds);
  });

  test('are counted for the type with the most steps, so that the number never grows', () => {
    const rules = rulesOf('SK', everythingMissing, false);
    expect(maxSignInSteps(startSignIn(rules), rules)).toBe(signInStepIds.length);
    for (const { id } of rules.settings.company_types) {
      let previousTotal = Infinity;
      for (const step of signInStepIds) {
        const isChosen = signInStepIds.indexOf(step) > signInStepIds.indexOf('type');
        const state = { ...startSignIn(rules), step, company_type: isChosen ? id : null };
        if (!signInSteps(state, rules).includes(step)) continue;
        const total = maxSignInSteps(state, rules);
        expect(total).toBeLessThanOrEqual(previousTotal);
        expect(total).toBeGreaterThanOrEqual(signInSteps(state, rules).length);
        previousTotal = total;
      }
    }
  });

  test('don’t exist for staff', () => {
    for (const id of [4, 8] as const) {
      expect(
        initialSignInState(rulesOf('SK', { ...everythingMissing, role: { id } }, false)),
      ).toBeNull();
    }
  });

  test.each([
    ['CZ', '2024-01-31T22:59:59.999Z', true],
    ['CZ', '2024-01-31T23:00:00.000Z', false],
    ['SK', '2019-05-01T10:00:00.000Z', true],
    ['PL', '2019-05-01T10:00:00.000Z', false],
  ] as const)('the terms: %s, joined at %s: %s', (region, created_at, isAsked) => {
    const rules = rulesOf(region, { created_at, options: '{"consentSeen":"x"}' });
    expect(stepsOf(rules).includes('terms')).toBe(isAsked);
    const agreed = rulesOf(region, { created_at, options: finishedOptions });
    expect(stepsOf(agreed)).not.toContain('terms');
  });

  test('include the numbers only if the country requires one that is missing', () => {
    const company = { registration_number: null, registration_number_2: null };
    expect(stepsOf(rulesOf('CZ', { company }))).toContain('numbers');
    expect(stepsOf(rulesOf('PL', { company: { registration_number_2: null } }))).toEqual([]);
  });
});

/** Returns the event if it is possible in the step: the company's type can only be changed in its own step. */
function atStep(step: SignInState['step'], event: SignInEvent): SignInEvent {
  if (event.name !== 'typed' || step === 'type') return event;
  const { company_type: _type, ...changes } = event.changes;
  return { name: 'typed', changes };
}

describe('the steps of a sign-in', () => {
  const rules = rulesOf('SK', everythingMissing, false);

  test('changing the type resets disclaimer and declaration', () => {
    const accepted = run(
      startSignIn(rules),
      { name: 'typed', changes: { company_type: 2 } },
      { name: 'typed', changes: { disclaimer_accepted: true, declaration_accepted: true } },
    );
    const changed = run(accepted, { name: 'typed', changes: { company_type: 1 } });
    expect(changed).toMatchObject({ disclaimer_accepted: false, declaration_accepted: false });
  });

  test('taken numbers lead back to their step, with errors until they are changed', () => {
    const state = run(
      startSignIn(rules),
      { name: 'typed', changes: { registration_number_2: 'SK2020202020' } },
      { name: 'numbers_taken', fields: ['registration_number_2'] },
    );
    expect(state.step).toBe('numbers');
    expect(signInProblems(state, rules)).toEqual({ registration_number_2: 'taken' });
    expect(run(state, { name: 'continued', rules }).step).toBe('numbers');
    const changed = run(state, {
      name: 'typed',
      changes: { registration_number_2: 'SK3030303030' },
    });
    expect(run(changed, { name: 'continued', rules }).step).toBe('type');
  });

  test('keep their order for any input, and never continue with a problem', () => {
    const events = fc.array(
      fc.oneof(
        fc.constant<SignInEvent>({ name: 'continued', rules }),
        fc.constant<SignInEvent>({ name: 'went_back', rules }),
        fc
          .record({
            registration_number_2: fc.constantFrom('', '123', 'SK2020202020'),
            company_type: fc.constantFrom(null, 1, 2, 7),
            disclaimer_accepted: fc.boolean(),
            declaration_accepted: fc.boolean(),
          })
          .map((changes): SignInEvent => ({ name: 'typed', changes })),
      ),
    );
    fc.assert(
      fc.property(events, (all) => {
        let state = startSignIn(rules);
        for (const action of all) {
          const event = atStep(state.step, action);
          const hadProblem = Object.keys(signInProblems(state, rules)).length > 0;
          const next = reduceSignIn(state, event);
          const isBlocked = event.name === 'continued' && hadProblem;
          expect(!isBlocked || next === state).toBe(true);
          state = next;
          const steps = signInSteps(state, rules);
          expect(steps).toContain(state.step);
          const order = steps.map((step) => signInStepIds.indexOf(step));
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
        expect(isLastSignInStep(state, rules)).toBe(state.step === 'survey');
      }),
    );
  });
});

test('in every demo country a sign-in can be completed', () => {
  for (const region of regionCodes) {
    const { settings } = rulesOf(region);
    const type = settings.company_types[0]?.id ?? null;
    const numbers = { registration_number: 'AB1234567', registration_number_2: 'AB1234567' };
    const completed = rulesOf(region, {
      options: finishedOptions,
      company: {
        ...numbers,
        company_type: type,
        disclaimer_accepted: true,
        declaration_accepted: true,
      },
    });
    expect(initialSignInState(completed)).toBeNull();
  }
});
