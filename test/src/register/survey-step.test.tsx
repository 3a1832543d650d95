import { describe, expect, test } from 'vitest';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { newDraft, type RegistrationDraft } from '#src/features/register/registration-draft.ts';
import { stepPosition } from '#src/features/register/registration-machine.ts';
import type { RegistrationRules } from '#src/features/register/registration-rules.ts';
import { SurveyStep } from '#src/features/register/registration.tsx';
import { regionCodes } from '#schemas/regions.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { demoRegistrationSurveys } from '#server/demo/registration-surveys.ts';
import { renderText } from '#test/src/render-text.tsx';

const parsePhone = await loadPhoneParser();

describe.each(['regular', 'decor'] as const)('the survey of %s owners', (kind) => {
  test.each(regionCodes)('shows its step number in the registration in %s', (region) => {
    const found = demoRegionSettings.find((one) => one.regional.region === region);
    if (!found) throw new Error(`There is no region ${region}.`);
    const questions = demoRegistrationSurveys[kind];
    const rules: RegistrationRules = {
      regions: [region],
      settings: found.regional,
      questions,
      parsePhone,
    };
    for (const company_type of [null, ...rules.settings.company_types.map(({ id }) => id)]) {
      const draft: RegistrationDraft = {
        ...newDraft({ region, seed: '0199a1b2-0000-4000-8000-000000000001', invite: null, now: 0 }),
        step: 'survey',
        company_type,
      };
      const before = stepPosition({ ...draft, step: 'address' }, rules);
      const after = stepPosition({ ...draft, step: 'consent' }, rules);
      const text = renderText(
        <SurveyStep draft={draft} rules={rules} dispatch={() => undefined} />,
      );
      const [, step, of] = /Step (\d+) of (\d+)/.exec(text)?.map(Number) ?? [];
      expect(step).toBe((after?.step ?? 0) - 1);
      expect(of).toBe(after?.of);
      expect(step).toBeGreaterThan(before?.step ?? 0);
      expect(text).toMatch(/Question 1 of \d/);
    }
  });
});
