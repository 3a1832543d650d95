import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brand } from '#brand';
import { surveyLink } from '#src/features/surveys/actions.ts';

test('security 18: a survey with any key opens at the provider', () => {
  const key = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom(
      '..',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '@evil.example',
    ),
  );
  fc.assert(
    fc.property(key, fc.option(fc.string()), (survey_key, crm_customer_id) => {
      const link = surveyLink(
        { survey_configuration: { survey_key, languages: {} } },
        { id: 7, crm_customer_id },
        { region: 'PL', lang: 'pl' },
      );
      const { origin, searchParams } = new URL(link);
      expect(origin).toBe(new URL(brand.surveyProvider).origin);
      expect(searchParams.get('company')).toBe('7');
    }),
  );
});
