import { expect } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';
import {
  type ConsoleLayout,
  recordsThatOverflow,
  screensThatOverflow,
} from '#test/e2e-fixtures/console-overflow.ts';

// The gate checks only the extremes: 320 px with the largest text, and 768 px.

const layoutsAt = (...widths: number[]): ConsoleLayout[] =>
  widths.flatMap((width) => [
    { width, textSize: '14px' },
    { width, textSize: '20px' },
  ]);

test('every screen of the console fits 320, 360 and 768 px in both text sizes', async ({
  site,
  desk: page,
}) => {
  test.setTimeout(600_000);
  await signInOperator(site, page);
  expect(await screensThatOverflow(page, layoutsAt(320, 360, 768))).toEqual([]);
});

test('every record and panel of the console fits 320 and 360 px in both text sizes', async ({
  site,
  desk: page,
}) => {
  test.setTimeout(600_000);
  await signInOperator(site, page);
  expect(await recordsThatOverflow(page, layoutsAt(320, 360))).toEqual([]);
});
