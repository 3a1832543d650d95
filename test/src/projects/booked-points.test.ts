import { describe, expect, it } from 'vitest';
import { bookedLines, expectedLines, sumOf } from '#src/features/projects/booked-points.ts';

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
    expect(sumOf(lines ?? [])).toBe(415);
  });

  it('is nothing where no product counts: no entry is waited for', () => {
    expect(bookedLines({ available_points: 0 }, [])).toEqual([]);
  });
});

describe('what a project in review may bring', () => {
  const question = { question_id: 1 } as never;
  const project = { max_points: 390, survey: [question], sent_closing: null };
  const promised = { surveyPoints: 25, reserved: 0 };

  it('is its products, its survey and what the company waits for', () => {
    expect(sumOf(expectedLines(project, promised))).toBe(415);
    expect(sumOf(expectedLines(project, { surveyPoints: 25, reserved: 1000 }))).toBe(1415);
    expect(expectedLines(project, { surveyPoints: 0, reserved: 0 })).toEqual([
      { what: 'project_closed', points: 390 },
    ]);
  });

  it('is nothing for a survey that was not asked, or not answered', () => {
    expect(sumOf(expectedLines({ ...project, survey: [] }, promised))).toBe(390);
    const unanswered = { ...project, sent_closing: { uuid: 'c', response: [] } };
    expect(sumOf(expectedLines(unanswered, promised))).toBe(390);
  });

  it('is nothing at all where every product was rejected', () => {
    expect(expectedLines({ ...project, max_points: 0 }, promised)).toEqual([]);
  });
});
