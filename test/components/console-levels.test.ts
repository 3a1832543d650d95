import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ResultOf } from '#schemas/api/call.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { operatorRights } from '#schemas/operator/operator-rights.ts';
import { PRODUCTS_COUNTED, tierCalls } from '#schemas/operator/tier-calls.ts';
import { type FakeServer, Refusal } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { listTierLadders, changeTierLadder } = tierCalls;
type Tier = ResultOf<typeof listTierLadders>['data'][number];

const year = 2026;
const firstLevels = [
  { from: 0, points: 0 },
  { from: 4, points: 11 },
];
/** Category 2, with first levels that can be corrected. */
const correctable: Tier = {
  ...{ tier_category: 2, is_correctable: true, next_version: 'version-1' },
  ladders: [{ from_year: year, levels: firstLevels }],
};

const dialog = page.getByRole('dialog');
const levels = dialog.getByRole('textbox', { name: 'Levels' });
const submit = dialog.getByRole('button', { name: 'Change the levels' });
const openCorrection = () =>
  page.getByRole('button', { name: 'Correct the levels of category 2' }).click();

/** Opens a country's levels. */
const open = (data: readonly Tier[], addResponses?: (server: FakeServer) => void, canEdit = true) =>
  renderConsole('/country?tab=tiers', {
    rights: operatorRights.filter((right) => canEdit || right !== 'settings.edit'),
    server: (server) => {
      server.respond(listTierLadders, { year, data: [...data] });
      addResponses?.(server);
    },
  });

/** Opens the correction, and types levels and a reason. */
async function typeCorrection(input = '0 0\n4 10') {
  await openCorrection();
  await levels.fill(input);
  await dialog.getByLabelText('Why?').fill('A wrong key');
}

describe('the levels of a country', () => {
  test('can be read again after a failure', async () => {
    const server = await open([], (fake) => fake.refuse(listTierLadders, 'forbidden'));
    await expect.element(page.getByText('Your role doesn’t allow this.')).toBeVisible();
    server.respond(listTierLadders, { year, data: [correctable] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('from 4: +11').first()).toBeVisible();
  });

  test('can’t be changed by an operator with read access only', async () => {
    await open([correctable], undefined, false);
    const table = page.getByRole('table', { name: 'Levels' });
    await expect.element(table).toBeVisible();
    expect(table.getByRole('button').elements()).toEqual([]);
    await expect.element(page.getByRole('button', { name: 'Add levels' })).not.toBeInTheDocument();
  });

  test('can be set for the first time in each category', async () => {
    const server = await open([], (fake) => fake.respond(changeTierLadder, { approval: null }));
    await expect.element(page.getByText('The country has no levels yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Add levels' }).click();
    await dialog.getByRole('combobox', { name: 'Tier category' }).selectOptions('3');
    await dialog.getByRole('combobox', { name: 'First year' }).selectOptions(String(year + 1));
    await levels.fill('0 0\n10 50');
    await dialog.getByLabelText('Why?').fill('The programme starts');
    await dialog.getByRole('button', { name: 'Add the levels' }).click();
    const planned = page.getByText(/^The change is planned for .*2027/);
    await expect.element(planned).toBeVisible();
    expect(server.bodies(changeTierLadder)).toEqual([
      {
        ...{ region: POLAND, tier_category: 3, year: year + 1, next_version: null },
        ...{ levels: [firstLevels[0], { from: 10, points: 50 }], why: 'The programme starts' },
      },
    ]);
  });
});

describe('the correction of the first levels', () => {
  test('needs changed, valid levels and a reason', async () => {
    const server = await open([correctable]);
    await openCorrection();
    await expect.element(dialog).toHaveAccessibleName(`Levels of category 2 from ${year} on`);
    await expect.element(levels).toHaveValue('0 0\n4 11');
    await submit.click();
    await expect.element(dialog.getByText('You haven’t changed anything yet.')).toBeVisible();
    await expect.element(dialog.getByText('Say why.')).toBeVisible();
    for (const input of ['', '4 10', '0 0\n4 10\n4 12', '0 0\n4', '0 0\n4 -1', '0 0\n4 1.5']) {
      await levels.fill(input);
      await expect.element(levels).toHaveAccessibleDescription(/Write two whole numbers/);
    }
    expect(server.bodies(changeTierLadder)).toEqual([]);
  });

  test.each([
    ['takes effect immediately', null, 'The change is valid now.'],
    ['waits for a second person', idOf(700), 'A second person must approve this.'],
  ])('%s', async (_, approval, message) => {
    const server = await open([correctable], (fake) =>
      fake.respond(changeTierLadder, { approval }),
    );
    await typeCorrection('0 0\n\n 4   10 ');
    await submit.click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.bodies(changeTierLadder)).toEqual([
      {
        ...{ region: POLAND, tier_category: 2, year, next_version: 'version-1' },
        ...{ levels: [firstLevels[0], { from: 4, points: 10 }], why: 'A wrong key' },
      },
    ]);
  });

  test('keeps the typed values if someone else saved first, and can be sent again', async () => {
    const server = await open([correctable], (fake) =>
      fake.respond(changeTierLadder, ({ body: { next_version: version } }) => {
        if (version !== 'version-2') throw new Refusal('conflict');
        return { approval: null };
      }),
    );
    await typeCorrection();
    const theirs = [{ from_year: year, levels: [{ from: 0, points: 7 }] }];
    const data = [{ ...correctable, ladders: theirs, next_version: 'version-2' }];
    server.respond(listTierLadders, { year, data });
    await submit.click();
    await expect.element(dialog.getByText('Someone else has changed this')).toBeVisible();
    await expect.element(dialog.getByText('The levels are now: 0 7')).toBeVisible();
    await expect.element(levels).toHaveValue('0 0\n4 10');
    await expect.element(dialog.getByLabelText('Why?')).toHaveValue('A wrong key');
    await submit.click();
    await expect.element(page.getByText('The change is valid now.')).toBeVisible();
  });

  test('shows an error once a company has products that count', async () => {
    await open([correctable], (fake) =>
      fake.refuse(changeTierLadder, 'invalid_input', { reason: PRODUCTS_COUNTED }),
    );
    await typeCorrection();
    await submit.click();
    await expect
      .element(dialog.getByText('Companies have products in this category'))
      .toBeVisible();
    await expect.element(levels).toHaveValue('0 0\n4 10');
  });

  test('is sent again after the network was lost', async () => {
    const server = await open([correctable], (fake) =>
      fake.respond(changeTierLadder, { approval: null }),
    );
    await typeCorrection();
    server.fault = 'no_network';
    await submit.click();
    await expect.element(dialog.getByText('There is no connection to the server.')).toBeVisible();
    await expect.element(levels).toHaveValue('0 0\n4 10');
    server.fault = null;
    await submit.click();
    await expect.element(page.getByText('The change is valid now.')).toBeVisible();
  });
});

test('a correction of the first levels uses newer values only after another conflict', async () => {
  const server = await open([correctable], (fake) => fake.refuse(changeTierLadder, 'conflict'));
  const showTheirs = (points: number) =>
    server.respond(listTierLadders, {
      year,
      data: [
        {
          ...{ ...correctable, next_version: `version-${points}` },
          ladders: [{ from_year: year, levels: [{ from: 0, points }] }],
        },
      ],
    });
  await typeCorrection();
  showTheirs(7);
  await submit.click();
  await expect.element(dialog.getByRole('status')).toMatchTextContent('The levels are now: 0 7');
  showTheirs(8);
  const reads = server.bodies(listTierLadders).length;
  // A list is read again when the page becomes visible, unless it was read in the last minutes.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * MINUTE_MS);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.poll(() => server.bodies(listTierLadders).length).toBeGreaterThan(reads);
  await submit.click();
  await expect.element(dialog.getByRole('status')).toMatchTextContent('The levels are now: 0 8');
  await submit.click();
  const versions = () =>
    server.bodies(changeTierLadder).map(({ next_version: version }) => version);
  await expect.poll(versions).toEqual(['version-1', 'version-7', 'version-8']);
});
