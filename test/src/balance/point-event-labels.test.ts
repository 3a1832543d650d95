import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { pointEventLabels } from '#src/features/balance/ledger-lines.ts';

test('the point reason labels are those of the specification (spec 1 §3), corrected only in grammar', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  expect(Object.values(pointEventLabels).map((words) => i18n._(words))).toEqual([
    'Project closed',
    'Survey',
    'Welcome points',
    'Filling out the profile',
    'Project survey completed',
    'Order reservation',
    'Order rejected',
    'Order completed',
    'Other',
    'Installers promotion 1',
    'Installers promotion 2',
    'Installers promotion 3',
    'Installers promotion 4',
    'Trainings',
    'Prioritisation of response time',
    'Satisfaction score',
    'Online training participation',
    'Points expired',
  ]);
});
