import { type Observable, of } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { LeadDocument } from '#schemas/lead.ts';
import { DeletedWithProject } from '#src/features/_shared/editing/deleted-with-project.tsx';
import { MovedWithProject } from '#src/features/_shared/editing/moved-with-project.tsx';
import { replacedProjectOf } from '#src/features/leads/queries.ts';
import { renderText } from '../../render-text.tsx';

const stored = vi.hoisted(() => ({ attachments: [] as object[], closing: null as object | null }));

vi.mock('#src/data/live/use-live-query.ts', () => ({
  useLiveQuery(query: (account: object) => Observable<unknown>) {
    let value: unknown;
    query({
      attachments: { attachmentsOfProject$: () => of(stored.attachments) },
      collections: { projects: { findOne: () => ({ $: of({ closing: stored.closing }) }) } },
    }).subscribe((emitted) => {
      value = emitted;
    });
    return value;
  },
}));

function warning(attachments: object[], closing: object | null): string {
  Object.assign(stored, { attachments, closing });
  return renderText(<DeletedWithProject projectId="project" />);
}

test('the question names the unsent closing and the photos that a project takes with it', () => {
  const photos = 'The project’s photos and documents will be deleted.';
  const closing = 'The project’s closing hasn’t been sent and will be deleted.';
  expect(warning([], null)).toBe('');
  expect(warning([{}], null)).toBe(photos);
  expect(warning([], {})).toBe(closing);
  expect(warning([{}], {})).toBe(`${photos} ${closing}`);
});

test('F05: keeping a colleague’s project tells that the closing moves there', () => {
  Object.assign(stored, { closing: null });
  expect(renderText(<MovedWithProject projectId="project" />)).toBe('');
  Object.assign(stored, { closing: {} });
  expect(renderText(<MovedWithProject projectId="project" />)).toBe(
    'The project’s closing hasn’t been sent. It will close the lead’s project.',
  );
  const lead = { state: 'refused', before: null, edits: [{ project_id: 'own' }] };
  const replacedBy = (project_id: string | null) =>
    replacedProjectOf({ ...lead, project_id } as unknown as LeadDocument);
  expect(replacedBy('colleague')).toBe('own');
  expect(replacedBy('own')).toBeNull();
  expect(replacedBy(null)).toBeNull();
});
