import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { campaignCalls } from '#schemas/operator/campaign-calls.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { importCalls } from '#schemas/operator/import-calls.ts';
import { presenceCalls, type PresenceKind } from '#schemas/operator/presence-calls.ts';
import type { TimelineCall, TimelineEntry } from '#schemas/operator/record-calls.ts';
import { staffCalls } from '#schemas/operator/staff-calls.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import { type FakeServer, Refusal } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

/** A record with a timeline, and other operators who have it open. */
interface TestedRecord {
  readonly kind: PresenceKind;
  readonly id: string;
  readonly path: string;
  readonly timeline: TimelineCall;
  readonly addResponses: (server: FakeServer) => void;
  /** Opens the timeline, if it isn't open initially. */
  readonly open?: () => Promise<void>;
}

const id = idOf(1);
const campaignId = 'PL-spring';
const openTab = () => page.getByRole('tab', { name: 'Timeline' }).click();
const { readCampaign, listCampaignTimeline } = campaignCalls;
const { readImport, listImportTimeline } = importCalls;
const { listOperators, listOperatorTimeline } = staffCalls;
const { readChat, claimChat, listChatTimeline } = chatCalls;

const records: readonly TestedRecord[] = [
  {
    ...{ kind: 'chat', id, path: `/support?open=${id}`, timeline: listChatTimeline },
    addResponses: (server) => {
      server.respond(readChat, exampleOf(readChat.result, { uuid: id, region: POLAND }));
      server.respond(claimChat, { records: [id] });
    },
    open: () => page.getByText('Timeline', { exact: true }).click(),
  },
  {
    ...{ kind: 'campaign', id: campaignId, path: `/campaigns/${campaignId}` },
    timeline: listCampaignTimeline,
    addResponses: (server) => {
      const { campaign } = exampleOf(readCampaign.result);
      const changes = { region: POLAND, campaign: { ...campaign, id: 'spring' } };
      server.respond(readCampaign, exampleOf(readCampaign.result, changes));
    },
    open: openTab,
  },
  {
    ...{ kind: 'import', id, path: `/imports/${id}`, timeline: listImportTimeline },
    addResponses: (server) => server.respond(readImport, exampleOf(readImport.result, { id })),
    open: openTab,
  },
  {
    ...{ kind: 'operator', id, path: `/operators?open=${id}`, timeline: listOperatorTimeline },
    addResponses: (server) => server.respond(listOperators, pageOf(listOperators, [{ id }])),
  },
];

const entryOf = (number: number, changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  ...{ id: `entry-${number}`, at: '2026-05-04T10:00:00.000Z', kind: 'act', what: 'endSurvey' },
  ...{ who: 'Piotr Zieliński', why: `Reason ${number}`, outcome: 'done', details: [] },
  ...{ before: null, after: null },
  ...changes,
});

const timeline = page.getByRole('list', { name: 'Timeline' });
const open = (record: TestedRecord, addResponses: (server: FakeServer) => void) =>
  renderConsole(record.path, {
    server: (server) => {
      record.addResponses(server);
      addResponses(server);
    },
  });

describe.each(records)('a record of the kind $kind', (record) => {
  test('names the other operators who have it open, and reports only this record', async () => {
    const server = await open(record, (fake) =>
      fake.respond(presenceCalls.reportPresence, ({ body }) => ({
        others: body.record === record.id ? ['Piotr Zieliński', 'Ewa Lis'] : [],
      })),
    );
    const presence = page.getByText('Piotr Zieliński and Ewa Lis also have this open.');
    await expect.element(presence).toBeVisible();
    const [report] = server.bodies(presenceCalls.reportPresence);
    expect(report).toEqual({ kind: record.kind, record: record.id });
  });

  test('shows its timeline with reasons and changes, and loads earlier entries', async () => {
    const changes = { before: { name: 'Spring' }, after: { name: 'Summer' } };
    await open(record, (server) => {
      server.refuse(presenceCalls.reportPresence, 'unavailable');
      server.respond(record.timeline, ({ params, query }) => {
        if (params['id'] !== record.id) throw new Refusal('not_found');
        const entry = query['cursor'] === 'next' ? entryOf(2, changes) : entryOf(1);
        const page = pageOf(record.timeline, [entry]);
        const next = query['cursor'] === 'next' ? null : 'next';
        return { ...page, meta: { ...page.meta, next } };
      });
    });
    await record.open?.();
    await expect.element(timeline.getByText('Piotr Zieliński · Reason 1')).toBeVisible();
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await expect.element(timeline.getByText('Piotr Zieliński · Reason 2')).toBeVisible();
    await expect.element(timeline.getByText('Spring → Summer')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Show earlier' }))
      .not.toBeInTheDocument();
  });

  test('explains in words why an action failed', async () => {
    const failed = entryOf(1, { outcome: 'conflict' });
    await open(record, (server) =>
      server.respond(record.timeline, pageOf(record.timeline, [failed])),
    );
    await record.open?.();
    await expect.element(timeline.getByText('Failed', { exact: true })).toBeVisible();
    await expect
      .element(timeline.getByText(/Reason 1 · Someone else has changed this in the meantime/))
      .toBeVisible();
  });

  test('shows the reason why its timeline can’t be loaded', async () => {
    await open(record, (server) => server.refuse(record.timeline, 'forbidden'));
    await record.open?.();
    await expect.element(page.getByText('Your role doesn’t allow this.')).toBeVisible();
    await expect.element(page.getByText('Nothing here yet.')).not.toBeInTheDocument();
  });
});
