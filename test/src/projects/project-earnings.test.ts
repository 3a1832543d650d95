import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closingPoints, sumPoints } from '#schemas/closing-points.ts';
import { type EarningProject, projectEarnings } from '#src/features/projects/project-earnings.ts';

const question = { question_id: 1 } as never;
const project: EarningProject = {
  status: { id: 1 },
  survey: [question],
  closing: null,
  sent_closing: null,
  available_points: 0,
  max_points: 0,
  calculated_available_points: 520,
  calculated_max_points: 520,
};
const inReview: EarningProject = {
  ...project,
  status: { id: 5 },
  available_points: 520,
  max_points: 640,
};
const extras = { surveyPoints: 25, reserved: 0 };
const noProducts = { inReviewCount: 0, validCampaigns: [], maxCampaigns: [] };

describe('the points of an open project', () => {
  it('are the points of its valid products and its survey if no product is in review', () => {
    expect(projectEarnings(project, extras)).toMatchObject({ points: 545, isMaximum: false });
    expect(projectEarnings({ ...project, survey: [] }, extras).points).toBe(520);
    expect(projectEarnings(project, { surveyPoints: 0, reserved: 1000 }).points).toBe(1520);
  });

  it('are a maximum if any product is in review, even one without points', () => {
    const reviewedProject = { ...project, calculated_max_points: 640 };
    expect(projectEarnings(reviewedProject, extras)).toMatchObject({
      points: 665,
      isMaximum: true,
    });
    expect(projectEarnings(project, extras, { ...noProducts, inReviewCount: 1 })).toMatchObject({
      points: 545,
      isMaximum: true,
    });
  });

  it('are zero without a product that counts, even with a survey', () => {
    const emptyProject = { ...project, calculated_available_points: 0, calculated_max_points: 0 };
    expect(projectEarnings(emptyProject, { surveyPoints: 25, reserved: 1000 }).points).toBe(0);
  });
});

describe('the points of campaigns', () => {
  const flat = (points: number) => ({ id: 'flat', points });

  it('are included in the sum: those of the valid products or, in review, of all products that count', () => {
    const facts = { ...noProducts, validCampaigns: [flat(30)], maxCampaigns: [flat(45)] };
    expect(projectEarnings(project, extras, facts)).toMatchObject({
      points: 545,
      lines: [
        { event: 'project_closed', points: 490 },
        { event: 'campaign', points: 30, campaign: 'flat' },
        { event: 'project_survey_completed', points: 25 },
      ],
    });
    expect(projectEarnings(inReview, extras, facts)).toMatchObject({
      points: 665,
      lines: [{ points: 595 }, { points: 45, campaign: 'flat' }, { points: 25 }],
    });
  });

  it('never change the sum, even if the products are newer than the sum', () => {
    fc.assert(
      fc.property(fc.nat(1000), (points) => {
        const facts = { ...noProducts, validCampaigns: [flat(points)] };
        expect(projectEarnings(project, extras, facts).points).toBe(545);
      }),
    );
  });
});

describe('the points of a project in review', () => {
  it('are at most the points of all its products, its survey and the welcome points', () => {
    expect(projectEarnings(inReview, extras)).toMatchObject({ points: 665, isMaximum: true });
    expect(projectEarnings(inReview, { surveyPoints: 25, reserved: 1000 }).points).toBe(1665);
  });

  it('exclude the survey if there is none or it wasn’t answered', () => {
    expect(projectEarnings({ ...inReview, survey: [] }, extras).points).toBe(640);
    const unansweredProject = { ...inReview, sent_closing: { uuid: 'c', response: [] } };
    expect(projectEarnings(unansweredProject, extras).points).toBe(640);
  });
});

it('a closed or lost project has no more points to earn', () => {
  const closedProject = { ...inReview, available_points: 520 };
  for (const id of [2, 3] as const) {
    expect(
      projectEarnings({ ...closedProject, status: { id } }, { surveyPoints: 25, reserved: 9 }),
    ).toEqual({
      points: 520,
      isMaximum: false,
      lines: [{ event: 'project_closed', points: 520 }],
    });
  }
});

it('closing never earns points while a product is in review, and never more than its maximum', () => {
  const points = fc.nat(5000);
  fc.assert(
    fc.property(
      points,
      points,
      fc.boolean(),
      points,
      points,
      (valid, pointsInReview, isInReview, surveyPoints, reserved) => {
        const countedPoints = (sum: number) => ({ points: sum, campaigns: [] });
        const max = countedPoints(isInReview ? valid + pointsInReview : valid);
        const products = { valid: countedPoints(valid), max, isInReview };
        const { now, atMost } = closingPoints(products, { surveyPoints, reserved });
        expect(sumPoints(now) === 0).toBe(isInReview || valid === 0);
        expect(sumPoints(now)).toBeLessThanOrEqual(sumPoints(atMost));
        expect(isInReview ? atMost : now).toEqual(atMost);
      },
    ),
  );
});
