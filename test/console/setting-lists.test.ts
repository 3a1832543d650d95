import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { listChanges, listText, summariesOf } from '#console/parts/setting-lists.ts';
import { settingChangeText } from '#console/parts/setting-texts.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const type = (id: number, name: string, declaration = 'We agree.') => ({
  ...{ id, name_translated: { en: name } },
  ...{ disclaimer_state: 0, disclaimer_translated: {} },
  ...{ declaration_state: 2, declaration_translated: { en: declaration } },
});

describe('the changes to a list that a second person approves', () => {
  test('have a line for each changed text, in its language', () => {
    const before = { en: 'VAT', pl: 'VAT UE' };
    expect(listChanges(i18n, before, { en: 'VAT number', cs: 'DIČ' })).toBe(
      'Polish: VAT UE → –\nEnglish: VAT → VAT number\nCzech: – → DIČ',
    );
  });

  test('name the entry, not its position', () => {
    const before = [type(1, 'Sole trader'), type(2, 'Company')];
    const after = [type(2, 'Company', 'I may act for it.'), type(1, 'Sole trader')];
    expect(listChanges(i18n, before, after)).toBe(
      'Company, Declaration text, English: We agree. → I may act for it.',
    );
    expect(listChanges(i18n, before, before.toReversed())).toBe('Another order');
  });

  test('show added and removed entries completely', () => {
    const lines = listChanges(i18n, [type(1, 'Sole trader')], [type(2, 'Company')]).split('\n');
    expect(lines).toContain('Sole trader, Name, English: Sole trader → –');
    expect(lines).toContain('Company, Declaration: – → Required');
    expect(lines).toContain('Company, Declaration text, English: – → We agree.');
  });

  test('include the first entry and the last', () => {
    const field = 'regional.company_types';
    const oneEntry = [type(1, 'Sole trader')];
    const additionText = settingChangeText(i18n, { field, before: [], after: oneEntry });
    expect(additionText).toContain('Sole trader, Name, English: – → Sole trader');
    const removalText = settingChangeText(i18n, { field, before: oneEntry, after: [] });
    expect(removalText).toContain('Sole trader, Name, English: Sole trader → –');
  });

  test('in answers name their question', () => {
    const [question] = demoRegionSettings[0]?.configuration.product_survey ?? [];
    if (question === undefined) throw new Error('The demo has no question.');
    const [first, ...others] = question.answers;
    const after = [{ ...question, answers: [{ ...first, text: { en: 'Other' } }, ...others] }];
    expect(listChanges(i18n, [question], after)).toContain(
      `${question.text['en']}, Answers, Other, Text, English: ${first?.text['en']} → Other`,
    );
  });
});

describe('the summary of a list', () => {
  test('has the entries in the console’s language, with their values', () => {
    expect(summariesOf(i18n, [type(1, 'Sole trader')])).toEqual([
      { name: 'Sole trader', details: ['Disclaimer: Not shown', 'Declaration: Required'] },
    ]);
  });

  test('has the answers of a question', () => {
    const [question] = demoRegionSettings[0]?.configuration.product_survey ?? [];
    const [summary] = summariesOf(i18n, [question]) ?? [];
    expect(summary?.name).toBe(question?.text['en']);
    expect(summary?.details).toContain(question?.answers[0]?.text['en']);
  });

  test('is missing for a text in several languages, and for an empty list', () => {
    expect(summariesOf(i18n, { en: 'VAT' })).toBeNull();
    expect(summariesOf(i18n, [])).toBeNull();
  });
});

test('every list of the demo is shown as text, without JSON', () => {
  for (const { regional, configuration, closing_survey, warranty } of demoRegionSettings) {
    const { product_survey } = configuration;
    for (const list of [regional.company_types, product_survey, closing_survey])
      expect(listText(i18n, list)).not.toMatch(/[{}[\]]/);
    expect(listText(i18n, warranty?.catalogue)).toContain('Tier categories: 1, 3');
  }
});
