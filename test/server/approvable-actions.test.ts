import { type Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type ApprovableAction, runAudited } from '#server/console/approvals.ts';
import { type AuditedChange, type OperatorHandler } from '#server/console/operator-handler.ts';
import { type Database } from '#server/db/tables.ts';
import { type Services } from '#server/services.ts';

const change: AuditedChange = {
  ...{ kind: 'company', id: 'a', region: 1 },
  before: { points: 0 },
  after: { points: 5 },
};

/** Runs an action that audits the given changes. */
async function run(changes: readonly AuditedChange[]) {
  const audited: AuditedChange[] = [];
  const action: ApprovableAction<string, string> = {
    right: 'points.correct',
    readRev: () => Promise.resolve(1),
    regionsOf: () => [1],
    run: (_trx, { body, audit }) => {
      for (const entry of changes) audit(entry);
      return Promise.resolve(body);
    },
  };
  const request = {
    ...{ recordId: 'a', body: 'done', requestedBy: 'b', why: 'test' },
    ...{ sessionId: null, isApproved: true },
    // The action uses no services.
    services: {} as Services,
    audit: (entry: AuditedChange) => void audited.push(entry),
  };
  const result = await runAudited({} as Transaction<Database>, action, request);
  return { result, audited };
}

test('an action that can require approval returns its result, and passes its changes to the audit', async () => {
  expect(await run([change, change])).toEqual({ result: 'done', audited: [change, change] });
});

test('an action that audits nothing fails, so that its transaction is rolled back', async () => {
  await expect(run([])).rejects.toThrow('must audit');
});

test('a handler that makes its own decision about approval doesn’t compile', () => {
  const ownDecision = () => Promise.resolve({ approval: null });
  // @ts-expect-error the approval isn't the outcome of `runOrRequestApproval`
  const handler: OperatorHandler<typeof operatorCalls.erasePerson> = ownDecision;
  expect(handler).toBeTypeOf('function');
});
