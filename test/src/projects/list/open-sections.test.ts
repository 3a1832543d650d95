import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import { type RegionalClock } from '#src/data/time/time-left.ts';
import {
  openSections,
  totalEarnings,
  sectionsOfPage,
} from '#src/features/projects/list/open-rows.tsx';
import { isClosingSoon } from '#src/features/projects/queries.ts';

const clock: RegionalClock = { now: Date.parse('2026-05-04T10:00:00.000Z'), region: 'PL' };
const closing = { uuid: '10000000-0000-4000-8000-000000000001', response: [], released: false };

interface ProjectInput {
  readonly days: number | null;
  readonly points: number;
  readonly status: ProjectStatusId;
  readonly closing: typeof closing | null;
}

function project({ days, points, status, closing: held }: ProjectInput, index = 0) {
  return {
    uuid: `20000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    status: { id: status },
    expires_at: days === null ? null : new Date(clock.now + days * DAY_MS).toISOString(),
    closing: held,
    state: 'synced' as const,
    refusal: null,
    calculated_available_points: points,
    calculated_max_points: points,
  };
}
const late: ProjectInput = { days: 3, points: 95, status: projectStatus.inProgress, closing: null };

describe('a project closes soon', () => {
  test('with seven days left, and points to lose', () => {
    expect(isClosingSoon(project(late), 0, clock)).toBe(true);
    expect(isClosingSoon(project({ ...late, days: 7 }), 0, clock)).toBe(true);
    expect(isClosingSoon(project({ ...late, days: 8 }), 0, clock)).toBe(false);
    expect(isClosingSoon(project({ ...late, days: null }), 0, clock)).toBe(false);
  });

  test('even with products that only this device has or that are in review', () => {
    const empty = project({ ...late, points: 0 });
    expect(isClosingSoon(empty, 0, clock)).toBe(false);
    expect(isClosingSoon(empty, 2, clock)).toBe(true);
    expect(isClosingSoon({ ...empty, calculated_max_points: 40 }, 0, clock)).toBe(true);
  });

  test('but not once submitted, unless the submission was rejected; nor after it has expired', () => {
    const submitted = project({ ...late, closing });
    expect(isClosingSoon(submitted, 0, clock)).toBe(false);
    expect(isClosingSoon({ ...submitted, state: 'refused' }, 0, clock)).toBe(true);
    expect(isClosingSoon(project({ ...late, days: 0 }), 0, clock)).toBe(false);
  });
});

const projectInput = fc.record<ProjectInput>({
  days: fc.option(fc.integer({ min: -2, max: 90 })),
  points: fc.constantFrom(0, 0, 40, 260),
  status: fc.constantFrom(projectStatus.inProgress, projectStatus.scheduled),
  closing: fc.option(fc.constant(closing)),
});
const projects = fc
  .array(projectInput, { maxLength: 60 })
  .map((all) => all.map((one, index) => project(one, index)));
const waitingCountOf = (uuid: string) => (uuid.endsWith('3') ? 1 : 0);

describe('open projects', () => {
  test('are each in one section, by the time left', () => {
    fc.assert(
      fc.property(projects, (all) => {
        const sections = openSections(all, waitingCountOf, clock);
        const allProjects = sections.flatMap((section) => section.projects);
        expect(allProjects.map(({ uuid }) => uuid).toSorted()).toEqual(all.map(({ uuid }) => uuid));
        for (const { name, projects: sectionProjects } of sections) {
          const ends = sectionProjects.map(({ expires_at: end }) =>
            end ? Date.parse(end) : Infinity,
          );
          expect(ends).toEqual(ends.toSorted((a, b) => (a === b ? 0 : a - b)));
          const soonFlags = sectionProjects.map((one) =>
            isClosingSoon(one, waitingCountOf(one.uuid), clock),
          );
          expect(new Set(soonFlags)).toEqual(new Set([name === 'closing_soon']));
        }
      }),
    );
  });

  test('are listed once across all pages, starting with those that close soon', () => {
    fc.assert(
      fc.property(projects, (all) => {
        const sections = openSections(all, waitingCountOf, clock);
        const pages = [1, 2, 3, 4].map((page) => sectionsOfPage(sections, page));
        expect(pages.flat().flatMap((section) => section.projects)).toEqual(
          sections.flatMap((section) => section.projects),
        );
        for (const allProjects of pages) {
          expect(allProjects.flatMap((section) => section.projects).length).toBeLessThanOrEqual(15);
          expect(allProjects.every((section) => section.projects.length > 0)).toBe(true);
        }
      }),
    );
  });

  test('their total includes the welcome points once, and is a maximum if the points of any project are', () => {
    const gain = (points: number, isMaximum = false, welcome = 0) => ({
      points: points + welcome,
      isMaximum,
      lines: [
        { event: 'project_closed', points } as const,
        { event: 'welcome_points', points: welcome } as const,
      ],
    });
    expect(totalEarnings([gain(95), gain(260)])).toEqual({ points: 355, isMaximum: false });
    expect(totalEarnings([gain(95, false, 500), gain(260, true, 500)])).toEqual({
      points: 855,
      isMaximum: true,
    });
  });
});
