import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { accountFields, auditedFields } from '#schemas/operator/audited-fields.ts';
import { auditedFieldText, auditedValueText } from '#console/parts/audited-field-text.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test.each([...auditedFields, ...accountFields])('the field %s has a label in words', (field) => {
  const label = auditedFieldText(i18n, field);
  expect(label).toMatch(/^[A-Z][a-z’ -]+$/);
  expect(label).not.toBe('Another field');
});

test('a text has its language, and an unknown field a general label', () => {
  expect(auditedFieldText(i18n, 'is_recommended')).toBe('Recommended');
  expect(auditedFieldText(i18n, 'title_de')).toBe('Title (German)');
  expect(auditedFieldText(i18n, 'alternative_pl')).toBe('Alternative text (Polish)');
  expect(auditedFieldText(i18n, 'new_server_field')).toBe('Another field');
});

test.each([
  ['operator', 'grants', [{ role: 'sales', regions: [10] }], 'Sales (Poland)'],
  ['order', 'state', 'negative', 'Rejected'],
  ['card', 'state', 'blocked', 'Blocked'],
  ['certificate', 'verdict', 'in_review', 'In review'],
  ['lead', 'status', 'rejected', 'Withdrawn'],
  ['chat', 'status', 3, 'Solved'],
  ['product_type', 'status', 'internal', 'Internal'],
  ['company', 'reason', 'trainings', 'Training'],
  ['installer', 'language', 'pl', 'Polish'],
  ['survey', 'languages', ['en', 'pl'], 'English, Polish'],
  ['tier', 'levels', [{ from: 4, points: 11 }], 'from 4: +11'],
  ['import', 'state', 'paused', 'paused'],
])('of a changed %s, the value of %s is a text instead of a code', (kind, field, value, text) => {
  expect(auditedValueText(i18n, kind, field, value)).toBe(text);
});
