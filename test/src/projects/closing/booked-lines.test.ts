import { describe, expect, it } from 'vitest';
import { sumPoints } from '#schemas/closing-points.ts';
import { bookedLines } from '#src/features/projects/closing/closing-outcome.tsx';

const entry = (event: 'project_closed' | 'project_survey_completed' | 'other', points: number) => ({
  event,
  points,
});

describe('what a closed project has brought', () => {
  const project = { available_points: 390 };

  it('is all that the ledger booked for it, and not known before the ledger is here', () => {
    expect(bookedLines(project, [])).toBeNull();
    expect(bookedLines(project, [entry('project_survey_completed', 25)])).toBeNull();
    const lines = bookedLines(project, [
      entry('project_survey_completed', 25),
      entry('project_closed', 390),
    ]);
    expect(lines).toEqual([
      { what: 'project_closed', points: 390 },
      { what: 'project_survey_completed', points: 25 },
    ]);
    expect(sumPoints(lines ?? [])).toBe(415);
  });

  it('is nothing where no product counts: no entry is waited for', () => {
    expect(bookedLines({ available_points: 0 }, [])).toEqual([]);
  });
});
