import { expect, test } from 'vitest';
import { announce, announcements } from '#src/ui/feedback/announce.tsx';

test('a repeated announcement changes the page again, so that it is read twice', () => {
  announce('Label read');
  const first = announcements().polite;
  announce('Label read');
  const second = announcements().polite;
  expect(first).toBe('Label read');
  expect(second).not.toBe(first);
  expect(second.trim()).toBe('Label read');
});

test('an urgent announcement doesn’t replace a polite announcement', () => {
  announce('Sent');
  announce('Storage is full', 'assertive');
  expect(announcements()).toEqual({ polite: 'Sent', assertive: 'Storage is full' });
});
