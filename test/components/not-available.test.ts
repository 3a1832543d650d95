import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import { goTo, renderScreen } from '#test/component-fixtures/render-screen.tsx';

const main = page.getByRole('main');
const notAllowedHeading = page.getByRole('heading', {
  name: 'This isn’t available to your account',
});

test('an account without permission for leads sees an explanation and no leads', async () => {
  await renderScreen('/leads', { person: 'romanianOwner' });
  await expect.element(notAllowedHeading).toBeVisible();
  goTo('/');
  await expect.element(main.getByRole('region', { name: 'Points' })).toBeVisible();
  await expect.element(page.getByText('New lead')).not.toBeInTheDocument();
});

test.each(['/marketing', '/marketing/flyer'])(
  'marketing material isn’t available to decor companies at %s',
  async (path) => {
    await renderScreen(path, { person: 'decorOwner' });
    await expect.element(notAllowedHeading).toBeVisible();
  },
);

test.each(['czechOwner', 'ukrainianOwner'] as const)(
  'in a country without material in its language, a message is shown instead of the editor: %s',
  async (person) => {
    await renderScreen('/menu', { person });
    await page.getByText('Marketing', { exact: true }).click();
    const row = page.getByRole('link', { name: /^Order marketing material/ });
    await expect.element(row).toMatchTextContent('Not available in your country');
    await row.click();
    const notAvailable = page.getByRole('heading', { name: 'Not available in your country' });
    await expect.element(notAvailable).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to shop' })).toBeVisible();
    for (const path of ['/marketing/banner', '/marketing/sticker', '/marketing/flyer']) {
      goTo(path);
      await expect.element(notAvailable).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
    }
  },
);

test('a blocked card is reported, and another can be registered', async () => {
  await renderScreen('/club-card', {
    person: 'romanianOwner',
    server: (server) =>
      server.respond(calls.getClubCard, {
        edenred_card: '3810024603',
        has_edenred_card: 1,
        pending_edenred_card: 0,
        currentCard: { status: 'BLOCKED' },
      }),
  });
  await expect.element(page.getByText('Your card isn’t active', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Top up card' }))
    .toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Register another card' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('without a value per point there is no money, and a month may have no entries', async () => {
  await renderScreen('/balance/statement?month=2020-02', { person: 'czechOwner' });
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'February 2020' }))
    .toBeVisible();
  await expect.element(page.getByText('There are no entries in this period.')).toBeVisible();
  await expect.element(page.getByText('Closing balance in money')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('button', { name: 'Previous period' }))
    .toHaveAttribute('aria-disabled', 'true');
});
