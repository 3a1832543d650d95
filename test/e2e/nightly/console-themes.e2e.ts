import { expect } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';
import { appearanceProblems } from '#test/e2e-fixtures/console-appearances.ts';

// The gate checks everything in the light theme. In these themes it only checks colours, at 1280 px.

for (const theme of ['Dark', 'High contrast'] as const) {
  test(`the console is accessible in the theme ${theme} at desk and tablet width`, async ({
    site,
    desk: page,
  }) => {
    await signInOperator(site, page);
    const problems = await appearanceProblems(page, [
      { theme, width: 1280, size: 'Normal', rules: [] },
      { theme, width: 768, size: 'Very large', rules: [] },
    ]);
    expect(problems).toEqual([]);
  });
}
