import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { setAppearance, narrowViewport, resize } from '#test/e2e-fixtures/screen-problems.ts';
import { homeState } from '#test/e2e-fixtures/home.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { lowestContrasts, MIN_CONTRAST } from '#test/e2e-fixtures/contrast.ts';

/** Hours at which home shows its four scenes. */
const hours = [6, 12, 19, 23];

test('all text on home’s sky is readable at every hour, in both themes', async ({
  club,
  phone: { page },
}) => {
  await watchChanges(page);
  await signIn(club, page, 'polishOwner');
  for (const hour of hours) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.addInitScript((at) => {
        Date.prototype.getHours = () => at;
      }, hour);
      await page.goto(club.url);
      // Wait for live data, because the snapshot disappears when the store is open.
      await expect.poll(() => homeState(page)).toBe('now');
      await waitUntilSettled(page);
      const texts = [
        page.getByRole('region', { name: 'Points' }).getByRole('link'),
        page.getByText(/^Good (morning|afternoon|evening), Anna$/),
      ];
      for (const ratio of await lowestContrasts(page, texts)) {
        expect(ratio, `at ${hour}, ${colorScheme}`).toBeGreaterThan(MIN_CONTRAST);
      }
    }
  }
});

/** The skies over a project's lifetime, and the skies without a sun. */
const skies = ['dawn', 'noon', 'day', 'late', 'gold', 'dusk', 'grey', 'night', 'lost'];

/** Shows the current project under another sky. */
async function setSky(page: Page, sky: string): Promise<void> {
  await page.evaluate((name) => {
    document.querySelector('[data-sky].sky')?.setAttribute('data-sky', name);
    document.querySelector('[data-over]')?.setAttribute('data-over', name);
  }, sky);
}

test('all text on a project’s sky is readable under every sky, in every theme and size', async ({
  club,
  phone: { page },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchChanges(page);
  const owner = await club.as('polishOwner');
  const { data } = await owner.call(calls.listProjects, { query: { status: 'open', limit: 1000 } });
  // Choose the longest address: the lower the text reaches, the brighter its background.
  const [project] = data
    .filter(({ status }) => status.id === projectStatus.inProgress)
    .toSorted((one, other) => other.street_name.length - one.street_name.length);
  if (!project) throw new Error('The demo has no such project.');
  await signIn(club, page, 'polishOwner');
  await page.goto(`${club.url}/projects/${project.uuid}`);
  await waitUntilSettled(page);
  const main = page.getByRole('main');
  const texts = [
    main.getByRole('heading', { level: 1 }),
    main.getByText(`${project.postal_code} ${project.city}`),
    main.getByRole('link', { name: 'All projects' }),
  ];
  const measure = async (name: string) => {
    for (const sky of skies) {
      await setSky(page, sky);
      for (const ratio of await lowestContrasts(page, texts)) {
        expect(ratio, `${sky}, ${name}`).toBeGreaterThan(MIN_CONTRAST);
      }
    }
  };
  for (const theme of ['light', 'dark', 'sunlight']) {
    await setAppearance(page, theme, '14px');
    await measure(theme);
  }
  await resize(page, narrowViewport);
  for (const theme of ['light', 'dark']) {
    await setAppearance(page, theme, '20px');
    await measure(`${theme}, 20 px on ${narrowViewport.width} px`);
  }
});

test('the name on the sign-in illustration is readable in both themes, whether the illustration is large or a narrow band', async ({
  club,
  phone: { page },
}) => {
  await watchChanges(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 500 },
    { width: 768, height: 900 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(club.url);
      await expect(page.getByRole('heading', { name: 'Earn points for your work' })).toBeVisible();
      await waitUntilSettled(page);
      for (const ratio of await lowestContrasts(page, [page.getByText('Installer Club')])) {
        expect(ratio, `${size.width} px, ${colorScheme}`).toBeGreaterThan(MIN_CONTRAST);
      }
    }
  }
});
