import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transitionDirection } from '#src/shell/behaviour/screen-transitions.ts';

const segments = fc.constantFrom(
  'orders',
  'leads',
  'team',
  'new',
  'a1',
  'menu',
  'scan',
  'projects',
);
const paths = fc.array(segments, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`);

describe('the direction between two screens', () => {
  it('is forward from a list to its details, and back the other way', () => {
    expect(transitionDirection('/projects', '/projects/1')).toBe('in');
    expect(transitionDirection('/leads/1', '/leads')).toBe('out');
    expect(transitionDirection('/', '/projects/1')).toBe('in');
    expect(transitionDirection('/menu', '/orders')).toBe('in');
  });

  it('is none between navigation items, and to the camera', () => {
    expect(transitionDirection('/', '/projects')).toBeNull();
    expect(transitionDirection('/notifications', '/menu')).toBeNull();
    expect(transitionDirection('/projects/1', '/scan')).toBeNull();
    expect(transitionDirection('/scan/review', '/projects')).toBeNull();
  });

  it('is reversed on going back', () => {
    const opposite = { in: 'out', out: 'in' } as const;
    fc.assert(
      fc.property(paths, paths, (from, to) => {
        const forward = transitionDirection(from, to);
        expect(transitionDirection(to, from)).toBe(forward && opposite[forward]);
      }),
    );
  });
});
