import type { Locator, Page } from '@playwright/test';
import type { Truth } from './ledger-server-data.ts';
import type { LedgerLabels } from './ledger-labels.ts';

/** A screen that stands, and what is true meanwhile. */
export interface LedgerView {
  readonly page: Page;
  readonly truth: Truth;
  readonly labels: LedgerLabels;
  /** The screen's address within the app. */
  readonly path: string;
  /** The numbers of a text in the screen's language. */
  readonly numbers: (text: string) => number[];
}

/** Something that a screen says, and what it should. */
export interface Claim {
  readonly what: string;
  readonly shown: unknown;
  readonly actual: unknown;
}

/** Where numbers are shown; returns nothing where the screen does not have it. */
export type LedgerCheck = (look: LedgerView) => Promise<Claim[]>;

/** One number, that may be shown for the eye and again for a reader. */
export function numberClaim(what: string, shown: readonly number[], actual: number): Claim {
  return { what, shown: [...new Set(shown)], actual: [actual] };
}

/** The id at the end of the address of a project or an order; null on any other screen. */
export function idIn(path: string, list: 'projects' | 'orders'): string | null {
  return new RegExp(`^/${list}/([0-9a-f-]{36})$`).exec(path)?.[1] ?? null;
}

/** What a screen says, line by line. */
export async function linesIn(scope: Locator): Promise<string[]> {
  const texts = await scope.allInnerTexts();
  return texts.flatMap((text) => text.split('\n').map((line) => line.trim())).filter(Boolean);
}

/** Terms and what stands beside them, in their order. */
export async function detailsIn(scope: Locator): Promise<[term: string, detail: string][]> {
  const [terms, details] = await Promise.all([
    scope.getByRole('term').allInnerTexts(),
    scope.getByRole('definition').allInnerTexts(),
  ]);
  return terms.map((term, at) => [term, details[at] ?? '']);
}
