import { calls } from '#schemas/api/calls.ts';
import { sumByCampaign, sumPoints } from '#schemas/closing-points.ts';
import { ledgerBalance, type PointEvent, signedPoints } from '#schemas/ledger.ts';
import {
  detailsIn,
  idIn,
  type LedgerView,
  type LedgerCheck,
  compareNumber,
} from './ledger-check.ts';
import { entriesOf } from './ledger-server-data.ts';
import { waitUntilStill } from './wait-until-still.ts';

interface Line {
  readonly event: PointEvent;
  readonly points: number;
  /** Name of its campaign in the screen's language. */
  readonly name?: string | undefined;
}

/** "Project closed: …": total and parts added for the project, with the balance. */
export const closedSheet: LedgerCheck = async (view) => {
  const { page, serverData, labels, numbers } = view;
  const comparisons = await compareSheet(view, labels.closing.closed, (id) => {
    const entries = entriesOf(serverData, { project: id });
    return entries.map((entry) => ({
      event: entry.event,
      points: signedPoints(entry),
      name: entry.campaign?.name_translated[view.language],
    }));
  });
  if (comparisons.length === 0) return [];
  const details = new Map(await detailsIn(page.getByRole('dialog')));
  // The text may start with the previous balance.
  const displayedNumbers = numbers(details.get(labels.closing.balance) ?? '').slice(-2);
  return [
    ...comparisons,
    compareNumber(
      'the balance including this project',
      displayedNumbers,
      serverData.summary.company_points,
    ),
  ];
};

/** "Project in review: …": the maximum points it can earn once its products are checked. */
export const submittedSheet: LedgerCheck = (view) =>
  compareSheet(view, view.labels.closing.submitted, async (id) => {
    const { owner, summary } = view.serverData;
    const [{ max_points, survey, products }, { survey_points = 0, campaigns = [] }] =
      await Promise.all([
        owner.call(calls.getProject, { params: { id } }),
        owner.call(calls.getConfiguration, {}),
      ]);
    if (max_points === 0) return [];
    const sums = sumByCampaign(products.filter(({ flag }) => flag !== 'rejected'));
    const lines: Line[] = [
      { event: 'project_closed', points: max_points - sumPoints(sums) },
      ...sums.map((campaign) => ({
        event: 'campaign' as const,
        points: campaign.points,
        name: campaigns.find(({ id: other }) => other === campaign.id)?.name_translated[
          view.language
        ],
      })),
      { event: 'project_survey_completed', points: survey.length > 0 ? survey_points : 0 },
      { event: 'welcome_points', points: summary.points.reserved ?? 0 },
    ];
    return lines.filter(({ points }) => points > 0);
  });

async function compareSheet(
  { page, path, labels, numbers }: LedgerView,
  name: RegExp,
  linesOf: (project: string) => Line[] | Promise<Line[]>,
) {
  const id = idIn(path, 'projects');
  // Wait for the counting animation; a press would only skip it.
  await waitUntilStill(page);
  const sheet = page.getByRole('dialog', { name });
  const [text] = id === null ? [] : await sheet.allInnerTexts();
  if (id === null || text === undefined) return [];
  const lines = await linesOf(id);
  const nameOf = ({ event, name }: Line) => name ?? labels.closing.lines[event];
  const parts = [...Object.values(labels.closing.lines), ...lines.map(nameOf)];
  const details = (await detailsIn(sheet)).filter(([term]) => parts.includes(term));
  const displayedLines = text.split('\n').map((line) => line.trim());
  const sum = ledgerBalance(lines.map((line) => ({ ...line, variation: 'positive' as const })));
  const namedPoints = lines.map((line) => [nameOf(line), line.points]);
  return [
    // The total is on the first line with points; its equivalent is on the line below.
    compareNumber(
      name.source,
      numbers(displayedLines.find((line) => labels.points.test(line)) ?? ''),
      sum,
    ),
    {
      label: `${name.source}: its parts`,
      displayed: byName(details.map(([term, detail]) => [term, numbers(detail)[0]])),
      // A single part equals the total.
      actual: namedPoints.length > 1 ? byName(namedPoints) : [],
    },
  ];
}

const byName = (
  parts: readonly (readonly [string | undefined, number | undefined] | unknown[])[],
) => parts.map((part) => part.join(' ')).toSorted();
