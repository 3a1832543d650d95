import { expect, type Page, test } from '@playwright/test';
import { openGallerySite, type GallerySite } from '#test/gallery/gallery-site.ts';

// This file tests animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let site: GallerySite;
test.beforeAll(async () => {
  site = await openGallerySite();
});
test.afterAll(() => site.close());

/** Opens the gallery's sheet, and returns it with its text. */
async function openSheet(page: Page) {
  await page.goto(site.url({ show: 'controls' }));
  await page.getByRole('button', { name: 'Save to project' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'No scans yet' });
  const text = sheet.getByText('What you scan is kept here until it is sent.');
  return { sheet, text };
}

test('a sheet traps focus, closes on Escape and returns focus', async ({ page }) => {
  await page.goto(site.url({ show: 'controls' }));
  const opener = page.getByRole('button', { name: 'Save to project' }).first();
  await opener.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'No scans yet' });
  await expect(sheet).toBeVisible();
  await expect(sheet).toHaveAccessibleDescription('What you scan is kept here until it is sent.');

  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('Tab');
    const inside = await sheet.evaluate((element) => element.contains(document.activeElement));
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a sheet whose focused button disappears keeps the focus and closes on Escape', async ({
  page,
}) => {
  const { sheet, text } = await openSheet(page);
  await text.evaluate((element) => {
    const actionButton = document.createElement('button');
    element.after(actionButton);
    actionButton.focus();
    actionButton.remove();
  });
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('a sheet longer than the screen can be scrolled by keys, even after its last button disappears', async ({
  page,
}) => {
  const { text } = await openSheet(page);
  const body = await text.evaluateHandle((element) => element.parentElement ?? element);
  const tabIndex = () => body.evaluate((element) => element.tabIndex);
  // Sending while the sheet is open removes its actions but keeps its size.
  await text.evaluate((element) => {
    const actionButton = document.createElement('button');
    element.after(
      'An act',
      actionButton,
      ...Array.from({ length: 200 }, () => document.createElement('p')),
    );
  });
  await expect.poll(tabIndex).toBe(-1);
  await body.evaluate((element) => element.querySelector('button')?.remove());
  await expect.poll(tabIndex).toBe(0);
  await body.evaluate((element) => element.focus());
  await page.keyboard.press('End');
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test('a press outside doesn’t answer a question', async ({ page }) => {
  await page.goto(site.url({ show: 'controls' }));
  await page.getByRole('button', { name: 'Delete this project?' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this project?' });
  await expect(question).toBeVisible();
  await page.mouse.click(10, 10);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(question).toBeHidden();
});

test('a sheet slides up on a phone and is centred on a wide screen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.url({ show: 'controls' }));
  await page.getByRole('button', { name: 'Save to project' }).first().click();
  const sheet = page.getByRole('dialog');
  const bottom = async () => {
    const box = await sheet.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect.poll(bottom).toBe(page.viewportSize()?.height);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(bottom).toBeLessThan(780);
});

test('a control disabled offline is focusable, says why, and does nothing', async ({ page }) => {
  await page.goto(site.url({ show: 'controls' }));
  const button = page.getByRole('button', {
    name: 'Save to project',
    description: 'You’re offline. A new project needs the network.',
  });
  await button.focus();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a one-time code takes a pasted text and keeps its digits', async ({ page }) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('textbox', { name: 'Code', exact: true });
  await field.fill('Your code: 90-417');
  await expect(field).toHaveValue('90417');
  await field.fill('904178');
  await expect(field).toHaveValue('90417');
});

test('a number field enforces its limits, by keyboard and by buttons', async ({ page }) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('spinbutton', { name: 'points' });
  await field.press('ArrowDown');
  await expect(field).toHaveValue('1');
  await expect(page.getByRole('button', { name: 'Fewer' })).toBeDisabled();
  await field.fill('500');
  await field.blur();
  await expect(field).toHaveValue('20');
  const moreButton = page.getByRole('button', { name: 'More', exact: true });
  await expect(moreButton).toBeDisabled();
  // Reaching the maximum with the button keeps the focus on it.
  await field.fill('19');
  await moreButton.focus();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('20');
  await expect(moreButton).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('20');
  await expect(moreButton).toBeFocused();
});

test('a number field rejects anything but integers and never changes the number', async ({
  page,
}) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('spinbutton', { name: 'points' });
  for (const text of ['2,5', '1.5', '-4', '1e1', '12 pcs']) {
    await field.fill(text);
    await field.blur();
    await expect(field).toHaveValue(text);
    await expect(field).toHaveAccessibleDescription(/Enter a whole number\./);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    // The field must have no value, least of all a different number.
    await expect(field).not.toHaveAttribute('aria-valuenow');
  }
  await field.fill('１２');
  await field.blur();
  await expect(field).toHaveValue('12');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('a combo box filters by the typed text and works with the keyboard alone', async ({
  page,
}) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('combobox', { name: 'Projects' });
  await field.focus();
  await page.keyboard.type('sk08');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('GPU SK08');

  await field.fill('nothing like it');
  await expect(page.getByText('No scans yet')).toBeVisible();
});

test('the list of a combo box stays open and beside its field while the page moves', async ({
  page,
}) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('combobox', { name: 'Projects' });
  const list = page.getByRole('listbox');
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await openList(page);
  const before = await listDistance(page);

  await test.step('if the page is scrolled a little', async () => {
    await scrollAndWait(page, 60);
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(field).toHaveValue('GPU');
    await expect.poll(() => listDistance(page)).toBe(before);
  });

  await test.step('an option can still be chosen', async () => {
    await page.getByRole('option', { name: 'GPU SK08' }).click();
    await expect(field).toHaveValue('GPU SK08');
    await expect(list).toHaveCount(0);
  });
});

test('the list of a combo box follows its field in a scrolled part of the page', async ({
  page,
}) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('combobox', { name: 'Projects' });
  await field.evaluate((element) => {
    const part = element.closest<HTMLElement>('.space-y-5');
    if (!part) throw new Error('The field is in no part.');
    Object.assign(part.style, { height: '70vh', overflowY: 'auto' });
    element.scrollIntoView({ block: 'center' });
  });
  await openList(page);
  const before = await listDistance(page);
  const top = (await field.boundingBox())?.y ?? 0;
  await field.evaluate((element) => element.closest('.space-y-5')?.scrollBy(0, 60));
  await expect.poll(async () => (await field.boundingBox())?.y).toBeCloseTo(top - 60, 0);
  await expect.poll(() => listDistance(page)).toBe(before);
  await expect(page.getByRole('option')).toHaveCount(1);
});

test('the list of a combo box closes once its field is scrolled away', async ({ page }) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('combobox', { name: 'Projects' });
  await openList(page);
  await scrollAndWait(page, 2000);
  await expect(field).not.toBeInViewport();
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

/** Types into the field "Projects", and waits until the only option can be pressed. */
async function openList(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Projects' }).fill('GPU');
  const option = page.getByRole('option');
  await expect(option).toHaveCount(1);
  // The list can't be seen or pressed until the on-screen keyboard had time to appear.
  const isOnTop = () =>
    option.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 10, top + 10));
    });
  await expect.poll(isOnTop).toBe(true);
}

/** Distance between the field "Projects" and its list, in px; null if one isn't shown. */
async function listDistance(page: Page): Promise<number | null> {
  const field = await page.getByRole('combobox', { name: 'Projects' }).boundingBox();
  const list = await page.getByRole('listbox').boundingBox();
  return field && list && Math.round(list.y - field.y - field.height);
}

/** Scrolls the page, and waits until its listeners have handled that. */
async function scrollAndWait(page: Page, distance: number): Promise<void> {
  await page.evaluate(
    (top) =>
      new Promise((resolve) => {
        addEventListener('scroll', () => requestAnimationFrame(resolve), { once: true });
        scrollBy({ top, behavior: 'instant' });
      }),
    distance,
  );
}

test('no more choices than the limit can be selected', async ({ page }) => {
  await page.goto(site.url({ show: 'fields' }));
  const third = page.getByRole('checkbox', { name: 'Not accepted' });
  await expect(third).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Not sent' }).uncheck();
  await third.check();
  await expect(third).toBeChecked();
});

test('a toast stays until dismissed and does not take the focus', async ({ page }) => {
  await page.goto(site.url({ show: 'controls' }));
  const opener = page.getByRole('button', { name: 'Toast' });
  await opener.click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Saved on this phone.')).toBeVisible();
  await expect(opener).toBeFocused();
  await messages.getByRole('button', { name: 'Dismiss' }).click();
  await expect(messages.getByText('Saved on this phone.')).toBeHidden();
});

test('the end of a page can be scrolled clear of a toast', async ({ page }) => {
  await page.goto(site.url({ show: 'controls' }));
  await page.getByRole('button', { name: 'Toast' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Saved on this phone.')).toBeVisible();
  const last = page.getByRole('main').getByText('Installer Club');
  const spaceBelow = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [box, messagesBox] = [await last.boundingBox(), await messages.boundingBox()];
    return (messagesBox?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
  };
  await expect.poll(spaceBelow).toBeGreaterThan(0);
});

test('points count up to their new value, and are read once', async ({ page }) => {
  await page.goto(site.url({ show: 'feedback' }));
  await page.getByRole('button', { name: 'Count' }).click();
  await expect(page.getByText('2,480 points', { exact: true })).toBeAttached();
  await expect(page.getByText('2,480', { exact: true })).toBeVisible();
});

test('with reduced motion points appear immediately', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.url({ show: 'feedback' }));
  const frames = await page.evaluate(async () => {
    const shownTexts = new Set<string>();
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) shownTexts.add(target.textContent ?? '');
    });
    observer.observe(document.body, { characterData: true, subtree: true });
    const count = [...document.querySelectorAll('button')].find((button) =>
      button.textContent?.includes('Count'),
    );
    count?.click();
    for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
    observer.disconnect();
    return [...shownTexts].filter((text) => /^[\d,]+$/.test(text));
  });
  expect(new Set(frames)).toEqual(new Set(['2,480']));
});

test('the title moves into the header when it is scrolled away', async ({ page }) => {
  await page.goto(site.url({ show: 'controls' }));
  const smallText = page
    .getByRole('banner')
    .or(page.getByRole('main'))
    .getByText('Long Acre 14, Warsaw');
  await expect(smallText.first()).toHaveCSS('opacity', '0');
  await page.mouse.wheel(0, 600);
  await expect(smallText.first()).toHaveCSS('opacity', '1');
});
