import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { LedgerEntry } from '#schemas/ledger.ts';
import type { SignedIn } from './club.ts';
import type { Comparison, LedgerCheck } from './ledger-check.ts';
import * as pointsChecks from './ledger-points-checks.ts';
import * as closingChecks from './ledger-closing-checks.ts';
import * as shopChecks from './ledger-shop-checks.ts';
import { readServerData, type ServerData } from './ledger-server-data.ts';
import { ledgerLabels } from './ledger-labels.ts';
import { numbersIn } from './numbers-in-text.ts';

/** All checks of points shown by the app. */
const checks = { ...pointsChecks, ...closingChecks, ...shopChecks } satisfies Record<
  string,
  LedgerCheck
>;
type LedgerCheckName = keyof typeof checks;

/** Sending and pulling take longer on a busy machine, in ms. */
const SYNC_TIMEOUT_MS = 60_000;

/** Ledger entries of a company on the server, to compare with its screens. */
export interface Ledger {
  /** Returns entries added since opening or `mark`, newest first; throws if an earlier entry changed. */
  added(): Promise<LedgerEntry[]>;
  /** Makes `added` start from now. */
  mark(): Promise<void>;
  /** Returns the points that can be spent. */
  balance(): Promise<number>;
  /** Returns the wrong values on the current screen. */
  wrongValues(page: Page): Promise<Comparison[]>;
  /**
   * Waits until every number of points on the screen equals the server's.
   * @param checkNames checks that must find a number, so that the comparison isn't empty
   */
  expectScreenAgrees(
    page: Page,
    ...checkNames: [LedgerCheckName, ...LedgerCheckName[]]
  ): Promise<void>;
}

/** Opens the ledger of a person's company; `added` starts here. */
export async function ledgerOf(owner: SignedIn): Promise<Ledger> {
  let baseline = await readServerData(owner);
  const readAndCheck = async () => {
    const serverData = await readServerData(owner);
    expectOnlyAdded(baseline, serverData);
    return serverData;
  };
  return {
    async added() {
      const { entries } = await readAndCheck();
      const knownIds = new Set(baseline.entries.map(({ uuid }) => uuid));
      return entries.filter(({ uuid }) => !knownIds.has(uuid));
    },
    async mark() {
      baseline = await readAndCheck();
    },
    async balance() {
      return (await readAndCheck()).summary.company_points;
    },
    async wrongValues(page) {
      const comparisons = await compareScreen(page, await readAndCheck());
      return [...comparisons.values()].flat().filter(isWrong);
    },
    async expectScreenAgrees(page, ...checkNames) {
      await expect(async () => {
        const serverData = await readAndCheck();
        const comparisons = await compareScreen(page, serverData);
        expect([...comparisons.keys()], 'checks that found points on the screen').toEqual(
          expect.arrayContaining(checkNames),
        );
        expect([...comparisons.values()].flat().filter(isWrong)).toEqual([]);
      }).toPass({ timeout: SYNC_TIMEOUT_MS });
    },
  };
}

/** Entries are append-only. */
function expectOnlyAdded(before: ServerData, after: ServerData): void {
  const entriesById = new Map(after.entries.map((entry) => [entry.uuid, entry]));
  expect(before.entries.map(({ uuid }) => entriesById.get(uuid))).toEqual(before.entries);
}

/** Compares the screen's values with the server's, by check. */
async function compareScreen(
  page: Page,
  serverData: ServerData,
): Promise<Map<string, Comparison[]>> {
  const tag = await page.evaluate(() => document.documentElement.lang);
  const { language } = new Intl.Locale(tag);
  const view = {
    page,
    serverData,
    labels: ledgerLabels(language),
    language,
    path: new URL(page.url()).pathname,
    numbers: (text: string) => numbersIn(text, language),
  };
  const comparisonsByName = await Promise.all(
    Object.entries(checks).map(async ([name, runCheck]) => [name, await runCheck(view)] as const),
  );
  return new Map(comparisonsByName.filter(([, comparisons]) => comparisons.length > 0));
}

const isWrong = ({ displayed, actual }: Comparison) => !isDeepStrictEqual(displayed, actual);
