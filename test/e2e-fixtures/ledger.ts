import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { LedgerEntry } from '#schemas/ledger.ts';
import type { SignedIn } from './club.ts';
import type { Claim, LedgerCheck } from './ledger-check.ts';
import * as ofPoints from './ledger-points-checks.ts';
import * as ofClosing from './ledger-closing-checks.ts';
import * as ofShop from './ledger-shop-checks.ts';
import { readTruth, type Truth } from './ledger-server-data.ts';
import { ledgerLabels } from './ledger-labels.ts';
import { numbersIn } from './numbers-in-text.ts';

/** Everywhere that the app says how many points there are, were booked, or wait. */
const checks = { ...ofPoints, ...ofClosing, ...ofShop } satisfies Record<string, LedgerCheck>;
export type LedgerCheckName = keyof typeof checks;

/** On a busy machine a send, an answer and a pull take their time, in ms. */
const ARRIVES = 60_000;

/** What the server has booked for a company, to hold what its screens say against. */
export interface Ledger {
  /** What was added since it was opened or marked, newest first; that nothing else has changed is seen, too. */
  added(): Promise<LedgerEntry[]>;
  /** From now on `added` begins anew. */
  mark(): Promise<void>;
  /** The points that can be spent. */
  balance(): Promise<number>;
  /** What the screen that stands says now, and is not so. */
  wrongClaims(page: Page): Promise<Claim[]>;
  /**
   * Every number of points that the screen says is the server's, as soon as the screen has heard of it.
   * @param says where it has to say one, so that nothing is compared with nothing
   */
  expectScreenAgrees(page: Page, ...says: [LedgerCheckName, ...LedgerCheckName[]]): Promise<void>;
}

/** Opens the ledger of somebody's company as it is now: `added` begins here. */
export async function ledgerOf(owner: SignedIn): Promise<Ledger> {
  let marked = await readTruth(owner);
  const read = async () => {
    const truth = await readTruth(owner);
    expectOnlyAdded(marked, truth);
    return truth;
  };
  return {
    async added() {
      const { entries } = await read();
      const known = new Set(marked.entries.map(({ uuid }) => uuid));
      return entries.filter(({ uuid }) => !known.has(uuid));
    },
    async mark() {
      marked = await read();
    },
    async balance() {
      return (await read()).summary.company_points;
    },
    async wrongClaims(page) {
      const claims = await claimsOn(page, await read());
      return [...claims.values()].flat().filter(isWrong);
    },
    async expectScreenAgrees(page, ...says) {
      await expect(async () => {
        const truth = await read();
        const claims = await claimsOn(page, truth);
        expect([...claims.keys()], 'where the screen says points').toEqual(
          expect.arrayContaining(says),
        );
        expect([...claims.values()].flat().filter(isWrong)).toEqual([]);
      }).toPass({ timeout: ARRIVES });
    },
  };
}

/** Entries are only ever added, and none is changed. */
function expectOnlyAdded(before: Truth, after: Truth): void {
  const now = new Map(after.entries.map((entry) => [entry.uuid, entry]));
  expect(before.entries.map(({ uuid }) => now.get(uuid))).toEqual(before.entries);
}

/** What the screen says, by where it says it. */
async function claimsOn(page: Page, truth: Truth): Promise<Map<string, Claim[]>> {
  const tag = await page.evaluate(() => document.documentElement.lang);
  const { language } = new Intl.Locale(tag);
  const look = {
    page,
    truth,
    labels: ledgerLabels(language),
    path: new URL(page.url()).pathname,
    numbers: (text: string) => numbersIn(text, language),
  };
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, place]) => [name, await place(look)] as const),
  );
  return new Map(found.filter(([, claims]) => claims.length > 0));
}

const isWrong = ({ shown, actual }: Claim) => !isDeepStrictEqual(shown, actual);
