import { expect, test } from 'vitest';
import { syncMarkOf } from '#src/features/projects/queries.ts';

type Project = Parameters<typeof syncMarkOf>[0];
const project: Project = { state: 'synced', closing: null, date_refusal: null };
const closing = { released: true } as Project['closing'];
const none = { waiting: 0, refused: 0, refusedAttachments: 0 };
const rejectedDate = { ...project, date_refusal: { code: 'conflict' } as Project['date_refusal'] };

test('an open project needs attention once one of its products, photos or dates is rejected', () => {
  expect(syncMarkOf(project, { ...none, refused: 1 })).toBe('refused');
  expect(syncMarkOf(project, { ...none, refusedAttachments: 1 })).toBe('refused');
  expect(syncMarkOf(rejectedDate, undefined)).toBe('refused');
  expect(syncMarkOf({ ...project, state: 'refused' }, none)).toBe('refused');
});

test('items that need attention come before items that are sent automatically', () => {
  const unsent = { ...none, waiting: 2 };
  expect(syncMarkOf({ ...project, closing }, { ...unsent, refused: 1 })).toBe('refused');
  expect(syncMarkOf({ ...rejectedDate, closing }, unsent)).toBe('refused');
  expect(syncMarkOf({ ...project, closing }, unsent)).toBe('waiting');
  expect(syncMarkOf({ ...project, closing }, none)).toBe('closing');
  expect(syncMarkOf(project, none)).toBeNull();
  expect(syncMarkOf(project, undefined)).toBeNull();
});
