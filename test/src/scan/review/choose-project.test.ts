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
  asked: fc.option(fc.option(project), { nil: undefined }),
  last: fc.option(project),
  isLastCancelled: fc.boolean(),
  open: fc.array(project, { maxLength: 2 }),
});

describe('the project suggested for captured scans', () => {
  it('is the requested one, and no other instead', () => {
    fc.assert(
      fc.property(candidates, fc.option(project), (others, asked) => {
        const chosen = chooseProject({ ...others, requestedProject: asked });
        expect(chosen).toEqual(asked && { project: asked, by: 'requested' });
      }),
    );
  });

  it('else is the last one worked on, if it accepts products', () => {
    fc.assert(
      fc.property(candidates, project, (others, last) => {
        const chosen = chooseProject({ ...others, requestedProject: undefined, last });
        const isFit = acceptsProducts(last) && !others.isLastCancelled;
        expect(chosen?.by === 'last').toBe(isFit);
        expect(chosen?.project === last).toBe(isFit);
      }),
    );
  });

  it('is guessed only if it accepts products, and never among several', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const chosen = chooseProject({ ...all, requestedProject: undefined });
        expect(chosen === null || acceptsProducts(chosen.project)).toBe(true);
        expect(chosen?.by !== 'only' || all.open.length === 1).toBe(true);
        const [only, other] = all.open;
        if (all.last || !only || other || all.isLastCancelled) return;
        expect(chosen?.project).toBe(acceptsProducts(only) ? only : undefined);
      }),
    );
  });

  it('accepts nothing while it is being closed, and again if that was rejected', () => {
    const open = { status: { id: 1 as const }, closing, state: 'waiting' as const };
    expect(acceptsProducts({ ...open, closing: null })).toBe(true);
    expect(acceptsProducts(open)).toBe(false);
    expect(acceptsProducts({ ...open, state: 'refused' })).toBe(true);
    expect(acceptsProducts({ ...open, status: { id: 2 } })).toBe(false);
  });
});
