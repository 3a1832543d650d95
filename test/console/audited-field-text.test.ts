import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { accountFields, auditedFields } from '#schemas/operator/audited-fields.ts';
import { auditedFieldText } from '#console/parts/audited-field-text.ts';

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
