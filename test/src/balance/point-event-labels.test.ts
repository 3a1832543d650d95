import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { pointEventLabels } from '#src/features/balance/ledger-lines.ts';

test('the point reason labels match the specification (spec 1 §3), and name corrections and campaigns', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  expect(Object.values(pointEventLabels).map((label) => i18n._(label))).toEqual([
    'Project closed',
    'Correction after review',
    'Campaign',
    'Survey',
    'Welcome points',
    'Profile completed',
    'Project survey completed',
    'Reserved for order',
    'Order rejected',
    'Order fulfilled',
    'Other',
    'Installer promotion 1',
    'Installer promotion 2',
    'Installer promotion 3',
    'Installer promotion 4',
    'Training',
    'Quick response bonus',
    'Satisfaction score',
    'Online training attended',
    'Points expired',
  ]);
});
