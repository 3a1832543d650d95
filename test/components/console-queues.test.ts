import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import {
  CLAIMED_RECORDS,
  type QueueCall,
  queueClaimCalls,
  RECORD_CLAIMED,
} from '#schemas/operator/queue-claims.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import { type FakeServer, Refusal } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

/** A queue, and the decision that removes a record from it. */
interface TestedQueue {
  readonly kind: string;
  readonly path: string;
  readonly claim: QueueCall;
  /** Label of the decision. */
  readonly decision: string;
  /** Text that only the record with this number shows. */
  readonly textOf: (number: number) => string;
  /** Adds responses to reads of the records, and to the decision, which calls `decide` with the record's id. */
  readonly addResponses: (server: FakeServer, decide: (id: string | undefined) => void) => void;
}

const { listApprovals, claimApprovals, rejectAct } = approvalCalls;
const { readCompanyFile, verifyCompany, claimVerifications } = companyCalls;
const { getLeadRequest, setLeadRequestEnded, claimLeadRequests } = leadCalls;
const { readOrder, approveOrder, claimOrders } = orderCalls;
const numberOf = (id = '') => Number(id.slice(-3));

const orderQueue: TestedQueue = {
  ...{ kind: 'order', path: '/orders?state=open', claim: claimOrders, decision: 'Approve' },
  textOf: (number) => `Order ${number}`,
  addResponses: (server, decide) => {
    server.respond(readOrder, ({ params: { id = '' } }) =>
      exampleOf(readOrder.result, { id, number: String(numberOf(id)), region: POLAND }),
    );
    server.respond(approveOrder, ({ params: { id } }) => {
      decide(id);
      return exampleOf(approveOrder.result);
    });
  },
};

const queues: readonly TestedQueue[] = [
  orderQueue,
  {
    ...{ kind: 'company', path: '/companies?verification=open', claim: claimVerifications },
    ...{ decision: 'Verify', textOf: (number: number) => `Company ${number}` },
    addResponses: (server, decide) => {
      server.respond(readCompanyFile, ({ params: { id = '' } }) =>
        exampleOf(readCompanyFile.result, {
          ...{ id, name: `Company ${numberOf(id)}`, verification: 'open', region: POLAND },
        }),
      );
      server.respond(verifyCompany, ({ params: { id } }) => {
        decide(id);
        return exampleOf(verifyCompany.result);
      });
    },
  },
  {
    ...{ kind: 'lead_request', path: '/lead-requests', claim: claimLeadRequests, decision: 'End' },
    textOf: (number) => `Town ${number}`,
    addResponses: (server, decide) => {
      server.respond(getLeadRequest, ({ params: { id = '' } }) =>
        exampleOf(getLeadRequest.result, { id, city: `Town ${numberOf(id)}`, region: POLAND }),
      );
      server.respond(setLeadRequestEnded, ({ params: { id } }) => {
        decide(id);
        return exampleOf(setLeadRequestEnded.result);
      });
    },
  },
  {
    ...{ kind: 'approval', path: '/approvals', claim: claimApprovals, decision: 'Reject' },
    textOf: (number) => `Request ${number}`,
    addResponses: (server, decide) => {
      // The list's first page has none of the queue's records.
      server.respond(listApprovals, ({ query: { approval: id = idOf(99) } }) =>
        pageOf(listApprovals, [{ id, state: 'open', why: `Request ${numberOf(id)}` }]),
      );
      server.respond(rejectAct, ({ params: { id } }) => {
        decide(id);
        return { state: 'rejected' as const };
      });
    },
  },
];

const start = page.getByRole('button', { name: 'Work through the queue' });
const bar = page.getByRole('toolbar', { name: 'Queue' });
const position = (number: number, count: number) =>
  bar.getByText(`${number} of ${count}. Your claims last ten minutes.`);
const next = bar.getByRole('button', { name: 'Next' });
const dialog = page.getByRole('dialog').last();
const headed = (text: string) => page.getByRole('heading', { level: 1, name: text });

/** Opens the list of a queue that has records with the numbers from 1. */
async function openQueue(
  queue: TestedQueue,
  count: number,
  addResponses?: (fake: FakeServer) => void,
) {
  let openIds = Array.from({ length: count }, (_, index) => idOf(index + 1));
  const server = await renderConsole(queue.path, {
    server: (fake) => {
      queue.addResponses(fake, (decided) => {
        openIds = openIds.filter((id) => id !== decided);
      });
      fake.respond(queue.claim, ({ body: { opened, skipped } }) => {
        const waitingIds = openIds.filter((id) => !skipped.includes(id));
        return { records: opened === undefined ? waitingIds.slice(0, CLAIMED_RECORDS) : [opened] };
      });
      addResponses?.(fake);
    },
  });
  return server;
}

/** Moves the focus to a button with the Tab key. */
async function tabTo(name: string) {
  const isFocused = () => document.activeElement?.textContent?.trim() === name;
  for (let count = 0; count < 60 && !isFocused(); count += 1) await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.textContent?.trim()).toBe(name);
}

/** Decides on the opened record without a pointer. */
async function decideByKeyboard(decision: string) {
  await tabTo(decision);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Why?')).toBeVisible();
  while (document.activeElement?.tagName !== 'TEXTAREA') await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('Checked');
  await tabTo(decision);
  await userEvent.keyboard('{Enter}');
}

const released = (server: FakeServer) =>
  server.bodies(queueClaimCalls.releaseClaims).flatMap(({ records }) => records);

describe.each(queues)('the queue of the kind $kind', (queue) => {
  test('is worked through by keyboard until it’s empty, which frees its records', async () => {
    const server = await openQueue(queue, 2);
    const shown = (number: number) =>
      expect.element(page.getByText(queue.textOf(number)).first()).toBeVisible();
    await start.click();
    await shown(1);
    await expect.element(position(1, 2)).toBeVisible();
    await userEvent.keyboard('j');
    await shown(2);
    await expect.element(position(2, 2)).toBeVisible();
    await userEvent.keyboard('k');
    await shown(1);
    await decideByKeyboard(queue.decision);
    await shown(2);
    await expect.element(position(1, 1)).toBeVisible();
    await decideByKeyboard(queue.decision);
    await expect.element(page.getByText('No more records in this queue.')).toBeVisible();
    await expect.element(start).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.poll(() => released(server).toSorted()).toEqual([1, 2].map(idOf));
    await start.click();
    await expect.element(page.getByText('The queue is empty, or other operators')).toBeVisible();
  });
});

test('skipped records aren’t claimed again, and the next ones are', async () => {
  const server = await openQueue(orderQueue, CLAIMED_RECORDS + 1);
  await start.click();
  for (let number = 1; number <= CLAIMED_RECORDS; number += 1) {
    await expect.element(headed(`Order ${number}`)).toBeVisible();
    await expect.element(next).toBeEnabled();
    await next.click();
  }
  await expect.element(headed(`Order ${CLAIMED_RECORDS + 1}`)).toBeVisible();
  await expect.element(position(1, 1)).toBeVisible();
  const skippedIds = Array.from({ length: CLAIMED_RECORDS }, (_, index) => idOf(index + 1));
  expect(server.bodies(claimOrders).at(-1)?.skipped).toEqual(skippedIds);
  await expect.poll(() => released(server)).toEqual(skippedIds);
});

test('an order that a colleague has claimed can be taken over, until it’s left', async () => {
  let claimed: { by: string; until: string } | null = {
    ...{ by: 'Piotr Zieliński', until: '2026-05-04T10:10:00.000Z' },
  };
  const server = await renderConsole(`/orders/${idOf(1)}`, {
    server: (fake) => {
      fake.respond(readOrder, () =>
        exampleOf(readOrder.result, { id: idOf(1), number: '1', region: POLAND, claimed }),
      );
      fake.respond(approveOrder, () => {
        throw new Refusal('conflict', { reason: RECORD_CLAIMED });
      });
      fake.refuse(claimOrders, 'unavailable');
    },
  });
  const notice = page.getByText('Piotr Zieliński is working on this until');
  await expect.element(notice).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByLabelText('Why?').fill('Checked');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect.element(dialog.getByText('Another operator is working on this.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const takeOver = page.getByRole('button', { name: 'Take over' });
  await takeOver.click();
  await expect.element(page.getByText(/^The server is overloaded/)).toBeVisible();
  await expect.element(notice).toBeVisible();
  server.respond(claimOrders, ({ body: { opened = '' } }) => {
    claimed = null;
    return { records: [opened] };
  });
  await takeOver.click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(released(server)).toEqual([]);
  await page.getByRole('link', { name: 'Today' }).click();
  await expect.poll(() => released(server)).toEqual([idOf(1)]);
});

test('an order that a colleague takes over leaves the queue, but stays open', async () => {
  const server = await openQueue(orderQueue, 3);
  await start.click();
  await expect.element(headed('Order 1')).toBeVisible();
  server.respond(claimOrders, { records: [2, 3].map(idOf) });
  await userEvent.keyboard('j');
  await expect.element(headed('Order 2')).toBeVisible();
  await expect.element(position(1, 2)).toBeVisible();
  await expect.element(bar.getByRole('button', { name: 'Previous' })).toBeDisabled();
});

describe('without a network', () => {
  const failure = page.getByText('There is no connection to the server.');

  test('the queue shows why it doesn’t start', async () => {
    const server = await openQueue(orderQueue, 1);
    server.fault = 'no_network';
    await start.click();
    await expect.element(failure.first()).toBeVisible();
    await expect.element(start).toBeEnabled();
  });

  test('the last claimed record stays open, and the next one opens on the second attempt', async () => {
    const server = await openQueue(orderQueue, CLAIMED_RECORDS + 1, (fake) => {
      fake.respond(claimOrders, ({ body: { skipped } }) => ({
        records: [1, 2]
          .map(idOf)
          .filter((id) => !skipped.includes(id))
          .slice(0, 1),
      }));
    });
    await start.click();
    await expect.element(position(1, 1)).toBeVisible();
    server.fault = 'no_network';
    await next.click();
    await expect.element(bar.getByText('There is no connection to the server.')).toBeVisible();
    await expect.element(headed('Order 1')).toBeVisible();
    server.fault = null;
    await next.click();
    await expect.element(headed('Order 2')).toBeVisible();
    await expect
      .element(bar.getByText('There is no connection to the server.'))
      .not.toBeInTheDocument();
  });
});

test('a comment that isn’t saved is kept until the operator agrees to lose it', async () => {
  const server = await openQueue(orderQueue, 2);
  server.refuse(draftCalls.saveDraft, 'unavailable');
  await start.click();
  await expect.element(position(1, 2)).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Called twice.');
  await next.click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('Leave without saving?')).toBeVisible();
  // The question's close button has the same name.
  await question.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect.element(headed('Order 1')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Called twice.');
  await expect.element(next).toBeEnabled();
  await next.click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(headed('Order 2')).toBeVisible();
});

test('a closed tab frees the queue’s records', async () => {
  const server = await openQueue(orderQueue, 2);
  await start.click();
  await expect.element(position(1, 2)).toBeVisible();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(released(server)).toEqual([]);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await expect.poll(() => released(server)).toEqual([1, 2].map(idOf));
});

test('the error of a decision isn’t shown on the next approval', async () => {
  const approvals = queues.find(({ kind }) => kind === 'approval') ?? orderQueue;
  const server = await openQueue(approvals, 2);
  server.refuse(rejectAct, 'forbidden');
  await start.click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByLabelText('Why?').fill('Checked');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  const failure = page.getByText('Your role doesn’t allow this.');
  await expect.element(failure).toBeVisible();
  await next.click();
  await expect.element(page.getByText('Request 2').first()).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
});

test('a closed tab keeps the claims of records that another tab has claimed, too', async () => {
  const companies = queues.find(({ kind }) => kind === 'company') ?? orderQueue;
  const lockOf = (number: number) => `console-claim company ${idOf(number)}`;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const lock = navigator.locks.request(lockOf(1), { mode: 'shared' }, () => promise);
  const server = await openQueue(companies, 3);
  await start.click();
  await expect.element(position(1, 3)).toBeVisible();
  const otherTab = new BroadcastChannel('console-claims');
  const messageReceived = new Promise((done) =>
    new BroadcastChannel('console-claims').addEventListener('message', done, { once: true }),
  );
  otherTab.postMessage(lockOf(2));
  await messageReceived;
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await expect.poll(() => released(server)).toEqual([idOf(3)]);
  resolve(undefined);
  await lock;
});
