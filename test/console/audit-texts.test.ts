import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { failureText } from '#console/data/error-texts.ts';
import { namedRecords, outcomeText, recordText } from '#console/features/audit/audit-texts.ts';
import { auditedValueText } from '#console/parts/audited-field-text.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test('every kind of record of an action has a name', () => {
  const calls: readonly OperatorCall[] = Object.values(operatorCalls);
  const kinds = calls.flatMap(({ scope }) => (typeof scope === 'string' ? [] : scope.record));
  expect(kinds.filter((kind) => !namedRecords.has(kind))).toEqual([]);
  expect(recordText(i18n, 'lead_request', '3f2a')).toBe('Request 3f2a');
  expect(recordText(i18n, 'new_kind', '3f2a')).toBe('new kind 3f2a');
  expect(recordText(i18n, null, null)).toBe('–');
});

test('a failure is explained in words', () => {
  expect(outcomeText(i18n, 'conflict')).toBe('Failed');
  expect(failureText(i18n, 'conflict')).toMatch(/^Someone else has changed this/);
  expect(failureText(i18n, 'order_negative')).toMatch(/^The order has been rejected/);
  expect(['done', 'brand_new', null].map((outcome) => failureText(i18n, outcome))).toEqual([
    null,
    null,
    null,
  ]);
});

test('values of fields are words', () => {
  expect(auditedValueText(i18n, null, 'act', 'rejectOrder')).toBe('Rejecting orders');
  expect(auditedValueText(i18n, null, 'is_visible', false)).toBe('No');
  expect(auditedValueText(i18n, null, 'refused_at', '2026-05-04T10:00:00.000Z')).toMatch(
    /^May 4, 2026/,
  );
  expect(auditedValueText(i18n, null, 'city', null)).toBe('–');
  expect(auditedValueText(i18n, null, 'points', 5)).toBe('5');
});
