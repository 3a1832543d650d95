import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { LedgerEntry } from '#schemas/ledger.ts';
import type { SignedIn } from './club.ts';
import type { Claim, LedgerCheck } from './ledger-check.ts';
import * as ofPoints from './ledger-points-checks.ts';
import * as ofClosing from './ledger-closing-checks.ts';
import * as ofShop from './ledger-shop-checks.ts';
import { readServerData, type ServerData } from './ledger-server-data.ts';
import { ledgerLabels } from './ledger-labels.ts';
import { numbersIn } from './numbers-in-text.ts';

/** All checks of points shown by the app. */
const checks = { ...ofPoints, ...ofClosing, ...ofShop } satisfies Record<string, LedgerCheck>;
type LedgerCheckName = keyof typeof checks;

/** Sending and pulling take longer on a busy machine, in ms. */
const SYNC_TIMEOUT_MS = 60_000;

/** Ledger entries of a company on the server, to compare with its screens. */
export interface Ledger {
  /** Returns entries added since opening or `mark`, newest first; throws if others changed. */
  added(): Promise<LedgerEntry[]>;
  /** Restarts `added` from now. */
  mark(): Promise<void>;
  /** Returns the points that can be spent. */
  balance(): Promise<number>;
  /** Returns the wrong values on the current screen. */
  wrongClaims(page: Page): Promise<Claim[]>;
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
  let before = await readServerData(owner);
  const read = async () => {
    const serverData = await readServerData(owner);
    expectOnlyAdded(before, serverData);
    return serverData;
  };
  return {
    async added() {
      const { entries } = await read();
      const knownIds = new Set(before.entries.map(({ uuid }) => uuid));
      return entries.filter(({ uuid }) => !knownIds.has(uuid));
    },
    async mark() {
      before = await read();
    },
    async balance() {
      return (await read()).summary.company_points;
    },
    async wrongClaims(page) {
      const claims = await claimsOn(page, await read());
      return [...claims.values()].flat().filter(isWrong);
    },
    async expectScreenAgrees(page, ...checkNames) {
      await expect(async () => {
        const serverData = await read();
        const claims = await claimsOn(page, serverData);
        expect([...claims.keys()], 'where the screen says points').toEqual(
          expect.arrayContaining(checkNames),
        );
        expect([...claims.values()].flat().filter(isWrong)).toEqual([]);
      }).toPass({ timeout: SYNC_TIMEOUT_MS });
    },
  };
}

/** Entries are append-only. */
function expectOnlyAdded(before: ServerData, after: ServerData): void {
  const entriesById = new Map(after.entries.map((entry) => [entry.uuid, entry]));
  expect(before.entries.map(({ uuid }) => entriesById.get(uuid))).toEqual(before.entries);
}

/** Returns the screen's claims by check. */
async function claimsOn(page: Page, serverData: ServerData): Promise<Map<string, Claim[]>> {
  const tag = await page.evaluate(() => document.documentElement.lang);
  const { language } = new Intl.Locale(tag);
  const view = {
    page,
    serverData,
    labels: ledgerLabels(language),
    path: new URL(page.url()).pathname,
    numbers: (text: string) => numbersIn(text, language),
  };
  const claimsByName = await Promise.all(
    Object.entries(checks).map(async ([name, runCheck]) => [name, await runCheck(view)] as const),
  );
  return new Map(claimsByName.filter(([, claims]) => claims.length > 0));
}

const isWrong = ({ shown, actual }: Claim) => !isDeepStrictEqual(shown, actual);
