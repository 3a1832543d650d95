import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseProject, acceptsProducts } from '#src/features/scan/review/choose-project.ts';

const closing = { uuid: 'c', response: [], released: false };
const project = fc.record({
  uuid: fc.uuid(),
  status: fc.record({ id: fc.constantFrom(1 as const, 2, 3, 4, 5) }),
  closing: fc.option(fc.constantFrom(closing, { ...closing, released: true })),
  state: fc.constantFrom('synced' as const, 'waiting', 'refused'),
});
const candidates = fc.record({
  lastProject: fc.option(project),
  isSuggestionCancelled: fc.boolean(),
  openProjects: fc.array(project, { maxLength: 2 }),
});

describe('the project suggested for captured scans', () => {
  it('is only the requested project, if one was requested', () => {
    fc.assert(
      fc.property(candidates, fc.option(project), (otherProjects, requested) => {
        const choice = chooseProject({ ...otherProjects, requestedProject: requested });
        expect(choice).toEqual(requested && { project: requested, by: 'requested' });
      }),
    );
  });

  it('is otherwise the project used last, if it accepts products', () => {
    fc.assert(
      fc.property(candidates, project, (otherProjects, lastProject) => {
        const choice = chooseProject({
          ...otherProjects,
          requestedProject: undefined,
          lastProject,
        });
        const isUsable = acceptsProducts(lastProject) && !otherProjects.isSuggestionCancelled;
        expect(choice?.by === 'last').toBe(isUsable);
        expect(choice?.project === lastProject).toBe(isUsable);
      }),
    );
  });

  it('is chosen without a request only if it is the only project that accepts products', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const choice = chooseProject({ ...all, requestedProject: undefined });
        expect(choice === null || acceptsProducts(choice.project)).toBe(true);
        expect(choice?.by !== 'only' || all.openProjects.length === 1).toBe(true);
        const [onlyProject, other] = all.openProjects;
        if (all.lastProject || !onlyProject || other || all.isSuggestionCancelled) return;
        expect(choice?.project).toBe(acceptsProducts(onlyProject) ? onlyProject : undefined);
      }),
    );
  });

  it('doesn’t accept products while it is being closed, and accepts them again if the closing was rejected', () => {
    const open = { status: { id: 1 as const }, closing, state: 'waiting' as const };
    expect(acceptsProducts({ ...open, closing: null })).toBe(true);
    expect(acceptsProducts(open)).toBe(false);
    expect(acceptsProducts({ ...open, state: 'refused' })).toBe(true);
    expect(acceptsProducts({ ...open, status: { id: 2 } })).toBe(false);
  });
});
