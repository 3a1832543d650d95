import { describe, expect, it } from 'vitest';
import { sumPoints } from '#schemas/closing-points.ts';
import { closingEntriesOf } from '#src/features/projects/closing/closing-outcome.tsx';

const entry = (
  event: 'project_closed' | 'campaign' | 'project_survey_completed' | 'other',
  points: number,
  campaignId?: string,
) => {
  const campaign = campaignId === undefined ? null : { id: campaignId, name_translated: {} };
  return { event, points, campaign };
};

describe('the points of a closed project', () => {
  const project = { available_points: 390 };

  it('are all of its ledger entries, and unknown until the ledger is loaded', () => {
    expect(closingEntriesOf(project, [])).toBeNull();
    expect(closingEntriesOf(project, [entry('project_survey_completed', 25)])).toBeNull();
    const lines = closingEntriesOf(project, [
      entry('project_survey_completed', 25),
      entry('project_closed', 390),
    ]);
    expect(lines).toEqual([
      { event: 'project_closed', points: 390 },
      { event: 'project_survey_completed', points: 25 },
    ]);
    expect(sumPoints(lines ?? [])).toBe(415);
  });

  it('include each campaign, and are unknown until all parts of the products are loaded', () => {
    const products = [entry('project_survey_completed', 25), entry('project_closed', 360)];
    expect(closingEntriesOf(project, products)).toBeNull();
    expect(closingEntriesOf(project, [entry('campaign', 30, 'flat'), ...products])).toEqual([
      { event: 'project_closed', points: 360 },
      { event: 'campaign', points: 30, campaign: 'flat' },
      { event: 'project_survey_completed', points: 25 },
    ]);
    const onlyCampaign = [entry('campaign', 390, 'flat')];
    expect(closingEntriesOf(project, onlyCampaign)).toHaveLength(1);
  });

  it('are zero if no product counts, without waiting for an entry', () => {
    expect(closingEntriesOf({ available_points: 0 }, [])).toEqual([]);
  });
});
