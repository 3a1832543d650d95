import { expect, test } from 'vitest';
import { initialsOf } from '#src/ui/media/avatar.tsx';

test.each([
  ['Anna Nowak', 'AN'],
  ['Олена Бондар', 'ОБ'],
  ['Anna Maria de la Cruz', 'AC'],
  ['  żaneta  ', 'Ż'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name, 'en')).toBe(initials);
});

test('the Turkish letter i keeps its dot', () => {
  expect(initialsOf('ismail ırmak', 'tr')).toBe('İI');
});
