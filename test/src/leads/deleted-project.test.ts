import { expect, test } from 'vitest';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { deletedProjectOf } from '#src/features/leads/queries.ts';
import { leadOf } from './lead-fixture.ts';

const [ownId, actualId] = [
  '50000000-0000-4000-8000-000000000001',
  '50000000-0000-4000-8000-000000000002',
];
const agreement = { status: 'agreed', project_id: ownId } as LeadEdit;
const pending = leadOf({
  ...{ state: 'waiting', status: 'agreed', project_id: ownId, edits: [agreement] },
  before: null,
});
const rejected = { ...pending, state: 'refused' } as const;

test('dropping an agreement deletes its project, unless the lead has another one', () => {
  expect(deletedProjectOf(pending)).toBe(ownId);
  expect(deletedProjectOf({ ...rejected, project_id: null })).toBe(ownId);
  // The lead was deleted, so its fields still show the rejected edit.
  expect(deletedProjectOf(rejected)).toBe(ownId);
  expect(deletedProjectOf({ ...rejected, project_id: actualId })).toBeNull();
  expect(deletedProjectOf({ ...pending, edits: [] })).toBeNull();
});
