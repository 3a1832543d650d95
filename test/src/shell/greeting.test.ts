import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { greeting } from '#src/shell/shell-header.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test.each([
  [0, 'Good morning, Anna'],
  [11, 'Good morning, Anna'],
  [12, 'Good afternoon, Anna'],
  [17, 'Good afternoon, Anna'],
  [18, 'Good evening, Anna'],
  [23, 'Good evening, Anna'],
])('at %i it says "%s"', (hour, greetingText) => {
  expect(i18n._(greeting(hour, 'Anna'))).toBe(greetingText);
});
