import { type Observable, of } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { DeletedWithProject } from '#src/features/_shared/editing/deleted-with-project.tsx';
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
