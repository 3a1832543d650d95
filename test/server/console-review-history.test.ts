import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAIM_MS } from '#schemas/operator/queue-claims.ts';
import { UNDO_MS } from '#schemas/operator/review-calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type Services } from '#server/services.ts';
import { settleDecisions } from '#server/review/settle-decisions.ts';
import {
  decide,
  ledgerPoints,
  projectStatusOf,
  type ReviewConsole,
  startReviewConsole,
  type TestReviewer,
  undo,
} from './console-review-setup.ts';

let server: ReviewConsole;
beforeAll(async () => {
  server = await startReviewConsole();
});
afterAll(() => server.close());

const reviewerIndex = fc.constantFrom(0, 1);
/** Number of statements after which the database connection breaks; null if it doesn't. */
const breaksAfter = fc.option(fc.integer({ min: 0, max: 20 }));
const step = fc.oneof(
  fc.record({ act: fc.constant('claim' as const), by: reviewerIndex }),
  fc.record({
    ...{ act: fc.constant('decide' as const), by: reviewerIndex, breaksAfter },
    kind: fc.constantFrom('accept' as const, 'accept' as const, 'reject' as const),
    count: fc.integer({ min: 1, max: 3 }),
    // True if both reviewers decide at the same time, even without a claim.
    isRace: fc.boolean(),
  }),
  fc.record({ act: fc.constant('undo' as const), by: reviewerIndex, breaksAfter }),
  fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 1000, max: 12_000 }) }),
  fc.record({ act: fc.constant('settle' as const), breaksAfter }),
);

/** Runs work with a database connection that breaks after some statements, then runs it again. */
async function retryAfterBreak<T>(count: number | null, work: () => Promise<T>): Promise<T> {
  const { db } = server.services;
  let statementsLeft = count ?? Infinity;
  const breaking = db.withPlugin({
    transformQuery: ({ node }) => {
      statementsLeft -= 1;
      if (statementsLeft < 0) throw new Error('The connection broke.');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  Object.assign(server.services, { db: breaking } satisfies Partial<Services>);
  try {
    await work();
  } catch {
    // The broken connection simulates a killed process.
  } finally {
    Object.assign(server.services, { db } satisfies Partial<Services>);
  }
  return work();
}

/** Settles decisions, even if some project can't be settled. */
const settle = () => settleDecisions(server.services);

/** Checks that exactly the confirmed decisions took effect, and that the ledger contains their points. */
async function checkOutcome(
  scans: readonly string[],
  projects: readonly { readonly id: string }[],
  confirmedDecisions: ReadonlyMap<string, { readonly scan: string; readonly kind: string }>,
): Promise<void> {
  const decisions = await server.db
    .selectFrom('review_decisions')
    .select(['uuid', 'scan', 'outcome'])
    .where('scan', 'in', scans)
    .execute();
  const doneDecisions = decisions.filter(({ outcome }) => outcome === 'done');
  // None is lost or duplicated: exactly the confirmed decisions took effect, once per product.
  expect(doneDecisions.map(({ uuid }) => uuid).toSorted()).toEqual(
    [...confirmedDecisions.keys()].toSorted(),
  );
  expect(new Set(doneDecisions.map(({ scan }) => scan)).size).toBe(doneDecisions.length);
  expect(decisions.filter(({ outcome }) => outcome === null)).toEqual([]);

  const kindOf = new Map([...confirmedDecisions.values()].map(({ scan, kind }) => [scan, kind]));
  for (const { id } of projects) {
    const products = await server.db
      .selectFrom('scans')
      .select(['uuid', 'flag', 'points'])
      .where('projects_id', '=', id)
      .execute();
    const flags = { accept: 'valid', reject: 'rejected' } as Record<string, string>;
    for (const { uuid, flag } of products) {
      expect(flag).toBe(flags[kindOf.get(uuid) ?? ''] ?? 'in_review');
    }
    const isClosed = products.every(({ flag }) => flag !== 'in_review');
    const status = await projectStatusOf(server, id);
    expect(status).toBe(isClosed ? projectStatus.closed : projectStatus.inReview);
    const valid = products.filter(({ flag }) => flag === 'valid');
    const earnedPoints = valid.reduce((sum, { points }) => sum + points, 0);
    expect(await ledgerPoints(server, id)).toBe(isClosed ? earnedPoints : 0);
  }
}

test('two reviewers and broken connections lose and duplicate no decision', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const projects = [await server.newSubmittedProject(3), await server.newSubmittedProject(2)];
      const scans = projects.flatMap(({ saves }) => saves.map(({ uuid }) => uuid));
      const reviewers = [await server.addReviewer('PL'), await server.addReviewer('PL')];
      const seenVersions = new Map<TestReviewer, Map<string, number>>(
        reviewers.map((reviewer) => [reviewer, new Map()]),
      );
      /** Confirmed decisions that weren't undone, by id. */
      const confirmedDecisions = new Map<
        string,
        { scan: string; kind: string; by: TestReviewer }
      >();
      const problems: string[] = [];
      const claims = new Map<string, { by: TestReviewer; until: number }>();
      const reviewerAt = (index: number): TestReviewer => {
        const reviewer = reviewers[index];
        if (!reviewer) throw new Error('The reviewer doesn’t exist.');
        return reviewer;
      };
      const recordDecisions = (
        { result }: Awaited<ReturnType<typeof decide>>,
        kind: string,
        by: TestReviewer,
      ) => {
        for (const { scan, decision } of result.data) {
          if (decision !== null) confirmedDecisions.set(decision, { scan, kind, by });
        }
      };

      for (const current of steps) {
        if (current.act === 'wait') server.clock.advance(current.ms);
        if (current.act === 'settle') await retryAfterBreak(current.breaksAfter, settle);
        if (current.act === 'claim') {
          const by = reviewerAt(current.by);
          for (const { scan, version } of await server.claim(by)) {
            const claim = claims.get(scan);
            const isFree = !claim || claim.by === by || claim.until <= server.clock.now();
            if (!isFree) problems.push(`${scan} is claimed twice`);
            claims.set(scan, { by, until: server.clock.now() + CLAIM_MS });
            seenVersions.get(by)?.set(scan, version);
          }
        }
        if (current.act === 'decide') {
          const by = reviewerAt(current.by);
          const products = [...(seenVersions.get(by) ?? [])]
            .slice(0, current.count)
            .map(([scan, version]) => ({ scan, version, kind: current.kind }));
          if (products.length === 0) continue;
          const other = reviewerAt(1 - current.by);
          const keys = [randomUUID(), randomUUID()];
          const [ownResponse, racingResponse] = await Promise.all([
            retryAfterBreak(current.breaksAfter, () => decide(server, by, products, keys[0])),
            current.isRace ? decide(server, other, products, keys[1]) : null,
          ]);
          // A repeated request has the same result.
          const repeatedResponse = await decide(server, by, products, keys[0]);
          if (!isDeepStrictEqual(repeatedResponse.result, ownResponse.result))
            problems.push('a repeated request');
          recordDecisions(ownResponse, current.kind, by);
          // Both connections broke; the retry gets the first request's result.
          if (racingResponse)
            recordDecisions(await decide(server, other, products, keys[1]), current.kind, other);
          for (const { scan } of products) claims.delete(scan);
        }
        if (current.act === 'undo') {
          const by = reviewerAt(current.by);
          const ownDecisions = [...confirmedDecisions].filter(([, decision]) => decision.by === by);
          const ids = ownDecisions.slice(-3).map(([id]) => id);
          if (ids.length === 0) continue;
          const key = randomUUID();
          const { result } = await retryAfterBreak(current.breaksAfter, () =>
            undo(server, by, ids, key),
          );
          for (const id of result.undone) confirmedDecisions.delete(id);
        }
      }
      server.clock.advance(UNDO_MS);
      await settle();

      expect(problems).toEqual([]);
      await checkOutcome(scans, projects, confirmedDecisions);
      await server.db
        .updateTable('scans')
        .set({ flag: 'valid' })
        .where('flag', '=', 'in_review')
        .execute();
    }),
    { numRuns: 15 },
  );
}, 240_000);
