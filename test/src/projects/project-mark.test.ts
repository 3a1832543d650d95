import { expect, test } from 'vitest';
import { projectMark } from '#src/features/projects/queries.ts';

type Project = Parameters<typeof projectMark>[0];
const project: Project = {
  state: 'synced',
  unbegun: false,
  closing: null,
  date_edit: null,
  date_refusal: null,
};
const closing = { released: true } as Project['closing'];
const none = { waiting: 0, refused: 0, refusedAttachments: 0 };
const rejectedDate = { ...project, date_refusal: { code: 'conflict' } as Project['date_refusal'] };

test('an open project needs the person as soon as a product, photo, document or date is rejected', () => {
  expect(projectMark(project, { ...none, refused: 1 })).toBe('refused');
  expect(projectMark(project, { ...none, refusedAttachments: 1 })).toBe('refused');
  expect(projectMark(rejectedDate, undefined)).toBe('refused');
  expect(projectMark({ ...project, state: 'refused' }, none)).toBe('refused');
});

test('what needs the person comes before what is sent automatically', () => {
  const unsent = { waiting: 2, refused: 0, refusedAttachments: 0 };
  const busy: Project = { ...project, unbegun: true, closing };
  expect(projectMark(busy, { ...unsent, refused: 1 })).toBe('refused');
  expect(projectMark({ ...rejectedDate, closing }, unsent)).toBe('refused');
  expect(projectMark(busy, unsent)).toBe('waiting');
  expect(projectMark(busy, none)).toBe('unsent');
  expect(projectMark({ ...project, date_edit: { date: null } as never }, none)).toBe('unsent');
  expect(projectMark({ ...project, closing }, undefined)).toBe('closing');
  expect(projectMark(project, undefined)).toBeNull();
});
