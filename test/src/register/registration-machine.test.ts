import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTaxFieldRequired, taxFields } from '#schemas/company.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import {
  type RegistrationFields,
  newDraft,
  type RegistrationDraft,
  registrationDraft,
  type RegistrationStepId,
  registrationStepIds,
} from '#src/features/register/registration-draft.ts';
import {
  stepPosition,
  reduceRegistration,
  type RegistrationEvent,
} from '#src/features/register/registration-machine.ts';
import {
  firstInvalidStep,
  type RegistrationRules,
  stepProblems,
  registrationSteps,
} from '#src/features/register/registration-rules.ts';
import { type RegionCode, regionCodes } from '#schemas/regions.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { demoRegistrationSurveys } from '#server/demo/registration-surveys.ts';
import * as v from 'valibot';
import { answerAll } from '#test/server/registration-form.ts';

const parsePhone = await loadPhoneParser();
function rulesOf(region: RegionCode): RegistrationRules {
  const found = demoRegionSettings.find(({ regional }) => regional.region === region);
  if (!found) throw new Error(`There is no region ${region}.`);
  const questions = demoRegistrationSurveys.regular;
  return { regions: [region], settings: found.regional, questions, parsePhone };
}
const empty = (region: RegionCode) =>
  newDraft({ region, seed: '0199a1b2-0000-4000-8000-000000000001', invite: null, now: 0 });

const survey = {
  response: JSON.parse(
    answerAll(demoRegistrationSurveys.regular),
  ) as RegistrationFields['survey']['response'],
  at: null,
};
const filled: Partial<RegistrationFields> = {
  name: 'Jana',
  surname: 'Nová',
  email: 'jana@example.com',
  phone: '603 456 789',
  company_name: 'Střechy Nová',
  registration_number: '27074358',
  registration_number_2: 'CZ27074358',
  street: 'Tesařská',
  house_number: '8',
  postal_code: '602 00',
  city: 'Brno',
  survey,
};
const run = (draft: RegistrationDraft, ...events: RegistrationEvent[]) =>
  events.reduce(reduceRegistration, draft);
/** Continues until the review, or until a step can't be completed. */
function completeSteps(draft: RegistrationDraft): {
  draft: RegistrationDraft;
  visited: RegistrationStepId[];
} {
  const visited: RegistrationStepId[] = [];
  for (;;) {
    visited.push(draft.step);
    const next = run(draft, { name: 'continued', rules: rulesOf(draft.region) });
    if (next.step === draft.step) return { draft, visited };
    draft = next;
  }
}
const czech = () => run(empty('CZ'), { name: 'typed', changes: filled });

describe('a registration', () => {
  test.each(regionCodes)(
    'in %s never shows more steps than before, or fewer steps than remain',
    (region) => {
      const rules = rulesOf(region);
      for (const type of [null, ...rules.settings.company_types.map(({ id }) => id)]) {
        let maxSteps = Infinity;
        const accepted = { disclaimer_accepted: true, declaration_accepted: true };
        for (const step of registrationStepIds) {
          const isChosen = registrationStepIds.indexOf(step) > registrationStepIds.indexOf('type');
          const company_type = isChosen ? type : null;
          const draft = { ...empty(region), ...filled, ...accepted, step, company_type };
          const position = stepPosition(draft, rules);
          expect(position === null).toBe(step === 'region');
          if (position === null || !registrationSteps(draft, rules).includes(step)) continue;
          expect(position.of).toBeLessThanOrEqual(maxSteps);
          expect(position.of).toBeGreaterThanOrEqual(registrationSteps(draft, rules).length);
          maxSteps = position.of;
        }
      }
    },
  );

  test('has the steps that its country requires, in a fixed order', () => {
    const polish = run(empty('PL'), {
      name: 'typed',
      changes: { ...filled, phone: '512345678', registration_number_2: '' },
    });
    expect(completeSteps(polish).visited).toEqual([
      'region',
      'user',
      'company',
      'address',
      'survey',
      'consent',
      'review',
    ]);
    const withType = run(czech(), { name: 'typed', changes: { company_type: 2 } });
    expect(registrationSteps(withType, rulesOf('CZ'))).toEqual(registrationStepIds);
  });

  test('stops at an incomplete step', () => {
    expect(completeSteps(empty('CZ')).visited).toEqual(['region', 'user']);
    expect(completeSteps(czech()).visited.at(-1)).toBe('type');
  });

  test('resets disclaimer and declaration when the type changes', () => {
    const acceptedDraft = run(
      czech(),
      { name: 'typed', changes: { company_type: 2 } },
      { name: 'typed', changes: { disclaimer_accepted: true, declaration_accepted: true } },
    );
    expect(firstInvalidStep(acceptedDraft, rulesOf('CZ'))).toBeNull();
    const changedDraft = run(acceptedDraft, { name: 'typed', changes: { company_type: 1 } });
    expect(changedDraft).toMatchObject({ disclaimer_accepted: false, declaration_accepted: false });
    expect(firstInvalidStep(changedDraft, rulesOf('CZ'))).toBe('declaration');
  });

  test('keeps a rejected value’s error until the value is changed', () => {
    const rejectedDraft = run(czech(), {
      name: 'rejected',
      fields: [{ field: 'email', code: 'email_taken' }],
    });
    expect(stepProblems('user', rejectedDraft, rulesOf('CZ'))).toEqual({
      email: { code: 'rejected', error: 'email_taken' },
    });
    const changedDraft = run(rejectedDraft, { name: 'typed', changes: { email: 'j@example.com' } });
    expect(stepProblems('user', changedDraft, rulesOf('CZ'))).toEqual({});
  });
});

describe('a registration edited from its review', () => {
  test('revisits the person, the address and the type when the country changes', () => {
    const { draft } = completeSteps(
      run(
        czech(),
        { name: 'typed', changes: { company_type: 2 } },
        { name: 'typed', changes: { disclaimer_accepted: true, declaration_accepted: true } },
      ),
    );
    expect(draft.step).toBe('review');
    const editedDraft = run(
      draft,
      { name: 'edited', step: 'region' },
      { name: 'typed', changes: { region: 'SK' } },
      { name: 'continued', rules: rulesOf('SK') },
    );
    expect(editedDraft).toMatchObject({ step: 'user', company_type: null });
    const correctedDraft = run(editedDraft, { name: 'typed', changes: { phone: '903 456 789' } });
    expect(completeSteps(correctedDraft).visited).toEqual(['user', 'address', 'type']);
    const typedDraft = run(completeSteps(correctedDraft).draft, {
      name: 'typed',
      changes: { company_type: 1 },
    });
    expect(completeSteps(typedDraft).visited).toEqual(['type', 'disclaimer', 'declaration']);
    const declaredDraft = run(completeSteps(typedDraft).draft, {
      name: 'typed',
      changes: { declaration_accepted: true },
    });
    expect(completeSteps(declaredDraft).draft).toMatchObject({ step: 'review', revisit: [] });
  });

  test('leads to steps that are incomplete in its new country', () => {
    const polish = completeSteps(
      run(empty('PL'), {
        name: 'typed',
        changes: { ...filled, phone: '512345678', registration_number_2: '' },
      }),
    ).draft;
    const changedRegion = run(
      polish,
      { name: 'edited', step: 'region' },
      { name: 'typed', changes: { region: 'CZ', phone: '603456789', company_type: 1 } },
      { name: 'typed', changes: { company_type: 1 } },
      { name: 'typed', changes: { declaration_accepted: true } },
    );
    const { draft, visited } = completeSteps(changedRegion);
    expect(visited).toEqual([
      'region',
      'user',
      'address',
      'type',
      'disclaimer',
      'declaration',
      'company',
    ]);
    expect(stepProblems('company', draft, rulesOf('CZ'))).toEqual({
      registration_number_2: { code: 'tax_number' },
    });
  });
});

describe('a registration with any input', () => {
  test('can be saved and restored at any time', () => {
    const events = fc.array(
      fc.oneof(
        fc.constantFrom<RegistrationEvent>(
          { name: 'continued', rules: rulesOf('CZ') },
          { name: 'went_back', rules: rulesOf('CZ') },
          { name: 'typed', changes: { company_type: 1 } },
          { name: 'typed', changes: filled },
        ),
        fc
          .constantFrom(...registrationStepIds)
          .map((step): RegistrationEvent => ({ name: 'edited', step })),
        fc
          .constantFrom(...regionCodes)
          .map((region): RegistrationEvent => ({ name: 'typed', changes: { region } })),
      ),
    );
    fc.assert(
      fc.property(events, (all) => {
        const draft = run(czech(), ...all);
        const saved: unknown = JSON.parse(JSON.stringify(draft));
        expect(v.parse(registrationDraft, saved)).toEqual(draft);
      }),
    );
  });

  test('in any country, never reaches its review with a problem in a step', () => {
    const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 12 }));
    const changes = fc.record({
      name: text,
      surname: text,
      company_name: text,
      street: text,
      city: text,
      registration_number: text,
      registration_number_2: text,
      house_number: text,
      postal_code: text,
      phone: fc.constantFrom('603456789', '512345678', '+421903456789', 'x'),
      company_type: fc.constantFrom(null, 1, 2, 9),
    });
    fc.assert(
      fc.property(fc.constantFrom(...regionCodes), changes, (region, some) => {
        const { draft } = completeSteps(
          run(empty(region), { name: 'typed', changes: filled }, { name: 'typed', changes: some }),
        );
        const rules = rulesOf(region);
        expect(draft.step === 'review').toBe(firstInvalidStep(draft, rules) === null);
        if (draft.step !== 'review') return;
        for (const field of taxFields) {
          const isLongEnough = draft[field].replace(/[\s.-]/g, '').length >= 6;
          expect(isLongEnough || !isTaxFieldRequired(rules.settings, field)).toBe(true);
        }
        expect(draft.name.trim().length).toBeGreaterThanOrEqual(2);
        expect(draft.company_name.trim().length).toBeGreaterThanOrEqual(4);
        expect(draft.street.trim().length).toBeGreaterThanOrEqual(4);
      }),
    );
  });
});
