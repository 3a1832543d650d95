import type { Locator, Page } from '@playwright/test';
import type { ServerData } from './ledger-server-data.ts';
import type { LedgerLabels } from './ledger-labels.ts';

/** The current screen with the server's data at that moment. */
export interface LedgerView {
  readonly page: Page;
  readonly serverData: ServerData;
  readonly labels: LedgerLabels;
  /** The screen's language. */
  readonly language: string;
  /** Path within the app. */
  readonly path: string;
  /** Parses numbers in the screen's language. */
  readonly numbers: (text: string) => number[];
}

/** A value on the screen and the server's value. */
export interface Comparison {
  readonly label: string;
  readonly displayed: unknown;
  readonly actual: unknown;
}

/** Reads values from the screen; returns nothing if the screen doesn't show them. */
export type LedgerCheck = (view: LedgerView) => Promise<Comparison[]>;

/** Compares one number, which may appear twice (visible and for screen readers). */
export function compareNumber(
  label: string,
  displayed: readonly number[],
  actual: number,
): Comparison {
  return { label, displayed: [...new Set(displayed)], actual: [actual] };
}

/** Returns the id of a project or order from its path; null on other screens. */
export function idIn(path: string, list: 'projects' | 'orders'): string | null {
  return new RegExp(`^/${list}/([0-9a-f-]{36})$`).exec(path)?.[1] ?? null;
}

/** Returns the screen's text line by line. */
export async function linesIn(scope: Locator): Promise<string[]> {
  const texts = await scope.allInnerTexts();
  return texts.flatMap((text) => text.split('\n').map((line) => line.trim())).filter(Boolean);
}

/** Returns the terms and details of a description list, in order. */
export async function detailsIn(scope: Locator): Promise<[term: string, detail: string][]> {
  const [terms, details] = await Promise.all([
    scope.getByRole('term').allInnerTexts(),
    scope.getByRole('definition').allInnerTexts(),
  ]);
  return terms.map((term, index) => [term, details[index] ?? '']);
}
