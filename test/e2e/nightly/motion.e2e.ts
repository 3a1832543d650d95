import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

// This file tests animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/**
 * Records transitions between screens: direction and shared image.
 * @returns a function that returns all transitions so far
 */
async function recordTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const root = document.documentElement;
    const recordedNames: string[] = [];
    Object.assign(window, { recordedTransitions: recordedNames });
    new MutationObserver(() => {
      const { way: direction } = root.dataset;
      if (direction !== undefined) recordedNames.push(direction);
    }).observe(root, { attributeFilter: ['data-way'] });
    // Observes the browser's view transitions.
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.ready
        .then(() => {
          const parts = document
            .getAnimations()
            .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null));
          const snapshots = ['old', 'new'].filter((snapshot) =>
            parts.includes(`::view-transition-${snapshot}(picture)`),
          );
          recordedNames.push(snapshots.join(', '));
        })
        .catch(() => undefined);
      return transition;
    };
  });
  return () =>
    page.evaluate(() => {
      const { recordedTransitions } = window as unknown as { recordedTransitions: string[] };
      return recordedTransitions;
    });
}

async function clearTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { recordedTransitions } = window as unknown as { recordedTransitions: string[] };
    recordedTransitions.length = 0;
  });
}

test('a project’s picture expands into its screen and shrinks back; between tabs, or with reduced motion, there is no animation', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  await page.goto(`${club.url}/projects`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const directions = await recordTransitions(page);
  const title = page.getByRole('heading', { level: 1, name: 'Projects' });

  const backLink = page.getByRole('link', { name: 'All projects' });
  // Transitions are loaded when the page is idle; until then screens switch immediately.
  await expect(async () => {
    if (await backLink.isVisible()) await backLink.click();
    await expect(title).toBeVisible();
    // Wait for the end of the transition back.
    await expect(page.locator('html')).not.toHaveAttribute('data-way');
    await clearTransitions(page);
    await rows.first().getByRole('link').click();
    await expect(title).toBeHidden();
    await expect.poll(directions, { timeout: 1_000 }).toEqual(['in', 'old, new']);
  }).toPass();
  await backLink.click();
  await expect(title).toBeVisible();
  const expectedTransitions = ['in', 'old, new', 'out', 'old, new'];
  await expect.poll(directions).toEqual(expectedTransitions);

  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Notifications' }).click();
  await expect(title).toBeHidden();
  await bar.getByRole('link', { name: 'Projects' }).click();
  await expect(title).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await rows.first().getByRole('link').click();
  await expect(title).toBeHidden();
  expect(await directions()).toEqual(expectedTransitions);
});
