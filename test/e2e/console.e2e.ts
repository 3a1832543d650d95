import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { MINUTE_MS } from '#schemas/durations.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { administrator, enterCode, signInOperator, test } from '#test/e2e-fixtures/console.ts';
import { appearanceProblems, pageProblems } from '#test/e2e-fixtures/console-appearances.ts';
import { tabTo } from '#test/e2e-fixtures/keyboard.ts';
import { colourRules } from '#test/e2e-fixtures/screen-problems.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const table = (page: Page) => page.getByRole('table', { name: 'Audit' });
/** Rows without the header. */
const entries = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
}

test.use({ ownSite: 'console' });

test('an operator signs in with a code, creates a passkey, and signs in with it', async ({
  site,
  desk: page,
}) => {
  await test.step('a wrong code is explained', async () => {
    await page.goto('/audit?kind=sign_in');
    await page.getByRole('textbox', { name: 'Email address' }).fill(administrator);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Code' }).fill('0000000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This code is wrong or no longer valid.');
    await page.getByRole('button', { name: 'Change address or get a new code' }).click();
  });

  await test.step('the right code leads to a passkey, and then to the requested address', async () => {
    await enterCode(site, page, administrator);
    await expect(heading(page, 'Create a passkey')).toBeVisible();
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await expect(heading(page, 'Audit')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign-ins' })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  await test.step('the passkey alone is enough to sign in', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(heading(page, 'Audit')).toBeVisible();
    await expect(entries(page).first()).toContainText('Signed in with a passkey');
  });

  await test.step('after a code alone, most is hidden until the passkey is used', async () => {
    await signOut(page);
    await enterCode(site, page, administrator);
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page.getByText('You signed in with a code alone.')).toBeVisible();
    await expect(
      page.getByRole('alert').filter({ hasText: 'This needs your passkey.' }),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use the passkey' }).click();
    await expect(entries(page).first()).toBeVisible();
    await expect(page.getByText('You signed in with a code alone.')).toBeHidden();
  });
});

test('the audit can be used with the keyboard, and its URL contains the view', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await test.step('the palette finds the screen', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('aud');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Audit']);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Audit')).toBeVisible();
  });

  await test.step('j and k move between rows, Space selects, and Enter opens', async () => {
    await expect(entries(page).nth(1)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(entries(page).nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(entries(page).nth(0)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('group', { name: 'Selection' })).toContainText('1 row selected');
    await page.keyboard.press('Space');
    await expect(page.getByRole('group', { name: 'Selection' })).toBeHidden();
    await expect(page).toHaveURL('/audit');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('dialog', { name: /^(Created|Signed in with) a passkey$/ });
    await expect(detail).toContainText('Entry number');
    await expect(page).toHaveURL(/\?open=\d+$/);
    await page.goBack();
    await expect(detail).toBeHidden();
    await page.goForward();
    await expect(detail).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
  });

  await test.step('a search and a view are in the URL', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('no-such-record');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await expect(page).toHaveURL('/audit?record=no-such-record');
    await page.getByRole('link', { name: 'Actions', exact: true }).click();
    await expect(page).toHaveURL('/audit?record=no-such-record&kind=act');
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await expect(page).toHaveURL('/audit');
    await expect(page.getByRole('search').getByRole('textbox')).toHaveValue('');
    await page.goBack();
    await expect(page.getByRole('search').getByRole('textbox')).toHaveValue('no-such-record');
    await page.getByRole('search').getByRole('textbox').focus();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/audit?kind=act');
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page).toHaveURL('/audit');
    await tabTo(page, page.getByRole('button', { name: 'From', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByLabel('From').fill('2199-01-01');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/audit?from=2199-01-01');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove the filter From' }).click();
    await expect(entries(page).first()).toBeVisible();
  });

  await test.step('columns can be hidden and resized, and the export contains the visible ones', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Country' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Country' })).toBeHidden();
    const width = page.getByRole('separator', { name: 'Width of Operator' });
    await width.focus();
    await page.keyboard.press('ArrowRight');
    await expect(width).toHaveAttribute('aria-valuenow', '166');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe('Audit.csv');
  });

  await test.step('offline, the rows stay visible and the sign-out button shows why it’s disabled', async () => {
    await page.context().setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: 'No network.' })).toBeVisible();
    await expect(entries(page).first()).toBeVisible();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('button', { name: /Sign out/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');
    await page.context().setOffline(false);
  });
});

test('a warning appears before the session ends, and one press extends the session', async ({
  site,
  desk: page,
}) => {
  const warning = page.getByText(/^You will be signed out at/);
  let minutes = 0;
  const setServerClock = (minutesAhead: number) => {
    const data = { network: {}, clockOffsetMs: minutesAhead * MINUTE_MS };
    return page.request.put(`${site.club.server.url}/dev/qa/switches`, { data });
  };
  /** Moves the clocks of the server and the page forward. */
  const advanceClocks = async (byMinutes: number) => {
    minutes += byMinutes;
    await setServerClock(minutes);
    await page.clock.fastForward(byMinutes * MINUTE_MS);
  };
  await page.clock.install();
  // Block the stream of changes, because with it the network is never idle.
  await page.route('**/operator/v1/events', (route) => route.abort());
  await signInOperator(site, page);
  await expect(warning).toBeHidden();
  // A request from the sign-in whose response arrives after the clock has moved would extend the session.
  await page.waitForLoadState('networkidle');
  const automaticRequest = page.waitForRequest(
    (request) => request.url().endsWith('/operator/v1/session') && request.method() === 'GET',
  );
  await advanceClocks(28);
  await expect(warning).toBeVisible();
  expect((await automaticRequest).headers()).toHaveProperty('x-background');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  // Automatic refreshes don't extend the session.
  await advanceClocks(28);
  await expect(warning).toBeVisible();
  await advanceClocks(3);
  await expect(heading(page, 'Sign in')).toBeVisible();
  await setServerClock(0);
});

test('an operator is invited with a reason, changed and deactivated, and the audit records it', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  const giveReason = async (question: string, action: string, reason: string) => {
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name: action }).click();
    await expect(dialog.getByText('Say why.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Why?' }).fill(reason);
    await dialog.getByRole('button', { name: action }).click();
    await expect(dialog).toBeHidden();
  };
  const row = page.getByRole('row').filter({ hasText: 'ewa@club.example' });

  await test.step('the invitation needs a name, an address and a role', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('operators');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog', { name: 'Invite an operator' });
    await form.getByRole('button', { name: 'Invite' }).click();
    await expect(form.getByText('Choose a role.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill('Ewa Nowak');
    await form.getByRole('textbox', { name: 'Email address' }).fill('ewa@club.example');
    await form.getByRole('checkbox', { name: 'Reviewer' }).check();
    await form.getByRole('group', { name: 'Countries of Reviewer' }).getByText('PL').click();
    await form.getByRole('button', { name: 'Invite' }).click();
    await giveReason('Invite Ewa Nowak?', 'Invite', 'New in the team');
    await expect(row).toContainText('Invited');
  });

  await test.step('the operator is deactivated', async () => {
    await row.getByRole('link', { name: 'Ewa Nowak' }).click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await giveReason('Deactivate Ewa Nowak?', 'Deactivate', 'Left the team');
    await expect(page.getByRole('button', { name: 'Activate' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row).toContainText('Deactivated');
  });

  await test.step('the audit contains both actions with their reasons and changes', async () => {
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.getByRole('link', { name: 'Actions', exact: true }).click();
    await expect(entries(page).first()).toContainText('Left the team');
    await expect(entries(page).nth(1)).toContainText('Invited an operator');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const change = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Active' });
    await expect(change).toContainText(/Yes.*No/);
  });
});

/** Other appearances are in `nightly/console-themes.e2e.ts`: colours don't depend on the width. */
const appearances = [
  { theme: 'Light', width: 1280, size: 'Normal', rules: [] },
  { theme: 'Light', width: 768, size: 'Very large', rules: [] },
  { theme: 'Dark', width: 1280, size: 'Normal', rules: colourRules },
  { theme: 'High contrast', width: 1280, size: 'Normal', rules: colourRules },
] as const;

test('all screens are accessible in all themes, at desk and tablet width, with normal and large text', async ({
  site,
  desk: page,
}) => {
  await page.goto('/');
  await expect(heading(page, 'Sign in')).toBeVisible();
  const problems = await pageProblems(page, 'sign-in');
  await signInOperator(site, page);
  problems.push(...(await appearanceProblems(page, appearances)));
  expect(problems).toEqual([]);
});

test('a long list is read page by page, and all matching rows can be selected', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  const actionCount = 70;
  await page.evaluate(signOutOften, actionCount);
  await page.goto('/audit?kind=act&sort=at');
  const status = page.getByRole('status').filter({ hasText: /^\d+ rows$/ });
  await expect(status).toBeVisible();
  const total = Number.parseInt(await status.innerText(), 10);
  expect(total).toBeGreaterThanOrEqual(actionCount);

  await test.step('the arrow keys continue on the next page', async () => {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
    for (let row = 0; row < 60; row += 1) await page.keyboard.press('j');
    const focused = await page.evaluate(() =>
      document.activeElement?.getAttribute('aria-rowindex'),
    );
    expect(focused).toBe('61');
    // The table renders only visible rows.
    expect(await entries(page).count()).toBeLessThan(total);
  });

  await test.step('all matching rows are selected and exported, not only the visible ones', async () => {
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check();
    await expect(page.getByRole('group', { name: 'Selection' })).toContainText('50 rows selected');
    await page.getByRole('button', { name: `Select all ${total} matches` }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(total + 1);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    // Selected rows stay selected, but the selection of all rows that matched another filter ends.
    const selection = page.getByRole('group', { name: 'Selection' });
    await expect(selection).not.toContainText('matches selected');
    await expect(selection).toContainText(/^\d+ rows? selected/);
  });
});

/** Signs another operator out many times; each sign-out is an action with an entry in the audit. Runs in the page. */
async function signOutOften(times: number): Promise<void> {
  const list = await fetch('/api/operator/v1/operators?search=tomasz');
  const { data } = (await list.json()) as { data: { id: string }[] };
  for (let act = 0; act < times; act += 1) {
    await fetch(`/api/operator/v1/operators/${data[0]?.id}/sessions/end`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ why: 'Fills the audit' }),
    });
  }
}
