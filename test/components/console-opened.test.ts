import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import { auditCalls } from '#schemas/operator/audit-calls.ts';
import { heldLotCalls } from '#schemas/operator/held-lot-calls.ts';
import { orderBatchCalls } from '#schemas/operator/order-batch-calls.ts';
import { staffCalls } from '#schemas/operator/staff-calls.ts';
import { pageOf } from '#test/component-fixtures/example-of.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

/** A list, and a record that isn't on its first page. */
interface OpenedRecord {
  readonly path: string;
  readonly id: string;
  /** Text that only this record has. */
  readonly text: string;
  readonly addResponses: (server: FakeServer) => void;
}

const { listApprovals } = approvalCalls;
const { listAudit } = auditCalls;
const { listHeldLots } = heldLotCalls;
const { listOrderBatches } = orderBatchCalls;
const { listOperators } = staffCalls;
const id = idOf(2);
const company = { id: idOf(101), name: 'Dachpol' };
const listedId = (queried: string | undefined) => queried ?? idOf(1);

const records: readonly OpenedRecord[] = [
  {
    ...{ path: '/approvals', id, text: 'Why 2' },
    addResponses: (server) =>
      server.respond(listApprovals, ({ query: { approval } }) =>
        pageOf(listApprovals, [
          { id: listedId(approval), why: approval === id ? 'Why 2' : 'Why 1', region: POLAND },
        ]),
      ),
  },
  {
    ...{ path: '/held-lots', id, text: 'Lot 24B-' },
    addResponses: (server) =>
      server.respond(listHeldLots, ({ query: { held_lot: lot } }) =>
        pageOf(listHeldLots, [
          { id: listedId(lot), lot: lot === id ? '24B-' : '24A-', company, region: POLAND },
        ]),
      ),
  },
  {
    ...{ path: '/orders/batches', id, text: 'Batch 72' },
    addResponses: (server) =>
      server.respond(listOrderBatches, ({ query: { batch } }) =>
        pageOf(listOrderBatches, [
          { id: listedId(batch), number: batch === id ? 72 : 71, region: POLAND },
        ]),
      ),
  },
  {
    ...{ path: '/operators', id, text: 'ewa@club.example' },
    addResponses: (server) =>
      server.respond(listOperators, ({ query: { operator } }) =>
        pageOf(listOperators, [
          {
            id: listedId(operator),
            email: operator === id ? 'ewa@club.example' : 'a@club.example',
          },
        ]),
      ),
  },
  {
    ...{ path: '/audit', id: '2', text: 'Why 2' },
    addResponses: (server) =>
      server.respond(listAudit, ({ query: { entry = '1' } }) =>
        pageOf(listAudit, [{ id: Number(entry), kind: 'act', why: `Why ${entry}` }]),
      ),
  },
];

const sheet = page.getByRole('dialog');

describe.each(records)('a record of $path', (record) => {
  test('that isn’t on the first page is shown by its link, until it’s closed', async () => {
    await renderConsole(`${record.path}?open=${record.id}`, { server: record.addResponses });
    await expect.element(sheet.getByText(record.text).first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    expect(location.search).not.toContain('open=');
  });
});

test('a lot that someone else has released stays open, with the reason why it can’t be released', async () => {
  const lot = { id, lot: '24B-', company, region: POLAND };
  const server = await renderConsole(`/held-lots?open=${id}`, {
    server: (fake) => {
      fake.respond(listHeldLots, pageOf(listHeldLots, [lot]));
      fake.refuse(heldLotCalls.releaseHeldLot, 'conflict');
    },
  });
  await sheet.getByRole('button', { name: 'Release' }).click();
  server.respond(listHeldLots, pageOf(listHeldLots, []));
  const why = page.getByRole('dialog', { name: 'Release the lot 24B- for Dachpol?' });
  await why.getByLabelText('Why?').fill('The pallet was checked');
  await why.getByRole('button', { name: 'Release' }).click();
  await expect.element(sheet.getByText('Someone else has changed this')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('No lot is held')).toBeVisible();
});
