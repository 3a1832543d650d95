import '#test/gallery/gallery.css';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { brand } from '#brand';
import { applyBrand, applyFontSize, applyTheme } from '#src/ui/theme.ts';
import { Gallery } from '#test/gallery/gallery.tsx';
import type { GalleryChoice } from '#test/gallery/gallery-site.ts';
import { texts } from '#test/gallery/gallery-texts.ts';

const setMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });
// These tests check animations.
beforeAll(() => setMotion('no-preference'));
afterAll(() => setMotion('reduce'));

/** Shows a page of the gallery. */
async function showGallery(show: GalleryChoice['show']): Promise<void> {
  applyBrand(brand);
  applyFontSize('14px');
  applyTheme('system');
  await page.viewport(390, 844);
  window.focus();
  scrollTo(0, 0);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(
    <StrictMode>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <Gallery show={show} texts={texts.en} language="en" />
      </I18nProvider>
    </StrictMode>,
  );
  await expect.element(page.getByRole('main')).toBeVisible();
}

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();
const focus = async (locator: Locator) => (await locator.findElement()).focus();
const blur = async (locator: Locator) => (await locator.findElement()).blur();
const countOf = (locator: Locator, count: number) =>
  expect.poll(() => locator.elements()).toHaveLength(count);

/** Opens the gallery's sheet, and returns it with its text. */
async function openSheet() {
  await showGallery('controls');
  await page.getByRole('button', { name: 'Save to project' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'No scans yet' });
  const text = await sheet.getByText('What you scan is kept here until it is sent.').findElement();
  return { sheet, text };
}

test('a sheet traps focus, closes on Escape and returns focus', async () => {
  await showGallery('controls');
  const opener = page.getByRole('button', { name: 'Save to project' }).first();
  await focus(opener);
  await userEvent.keyboard('{Enter}');
  const sheet = page.getByRole('dialog', { name: 'No scans yet' });
  await expect.element(sheet).toBeVisible();
  await expect
    .element(sheet)
    .toHaveAccessibleDescription('What you scan is kept here until it is sent.');

  for (let press = 0; press < 5; press += 1) {
    await userEvent.keyboard('{Tab}');
    expect(sheet.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('a sheet whose focused button disappears keeps the focus and closes on Escape', async () => {
  const { sheet, text } = await openSheet();
  const actionButton = document.createElement('button');
  text.after(actionButton);
  actionButton.focus();
  actionButton.remove();
  await expect.element(sheet.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('a sheet longer than the screen can be scrolled by keys, even after its last button disappears', async () => {
  const { text } = await openSheet();
  const body = text.parentElement ?? text;
  // Sending while the sheet is open removes its actions but keeps its size.
  const actionButton = document.createElement('button');
  text.after(
    'An act',
    actionButton,
    ...Array.from({ length: 200 }, () => document.createElement('p')),
  );
  await expect.poll(() => body.tabIndex).toBe(-1);
  actionButton.remove();
  await expect.poll(() => body.tabIndex).toBe(0);
  body.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => body.scrollTop).toBeGreaterThan(0);
});

test('a question isn’t answered by a press outside it', async () => {
  await showGallery('controls');
  await page.getByRole('button', { name: 'Delete this project?' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this project?' });
  await expect.element(question).toBeVisible();
  await userEvent.pointer([{ coords: { x: 10, y: 10 } }, { keys: '[MouseLeft]' }]);
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).last().click();
  await expect.element(question).not.toBeInTheDocument();
});

test('a sheet slides up on a phone and is centred on a wide screen', async () => {
  await setMotion('reduce');
  onTestFinished(async () => void (await setMotion('no-preference')));
  await showGallery('controls');
  await page.getByRole('button', { name: 'Save to project' }).first().click();
  const sheet = page.getByRole('dialog');
  await expect.element(sheet).toBeVisible();
  const bottom = () => Math.round(boxOf(sheet).bottom);
  await expect.poll(bottom).toBe(innerHeight);
  await page.viewport(1280, 800);
  await expect.poll(bottom).toBeLessThan(780);
});

test('a control that is disabled offline can be focused, describes the reason, and has no effect', async () => {
  await showGallery('controls');
  const reason = 'You’re offline. A new project needs the network.';
  const disabled = page
    .getByRole('button', { name: 'Save to project' })
    .elements()
    .filter((element) => element.ariaDisabled === 'true');
  expect(disabled).toHaveLength(1);
  const [button = document.body] = disabled;
  await expect.element(button).toHaveAccessibleDescription(reason);
  button.focus();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a one-time code takes a pasted text and keeps its digits', async () => {
  await showGallery('fields');
  const field = page.getByRole('textbox', { name: 'Code', exact: true });
  await field.fill('Your code: 90-417');
  await expect.element(field).toHaveValue('90417');
  await field.fill('904178');
  await expect.element(field).toHaveValue('90417');
});

test('a number field enforces its limits, by keyboard and by buttons', async () => {
  await showGallery('fields');
  const field = page.getByRole('spinbutton', { name: 'points' });
  await focus(field);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(field).toHaveValue('1');
  await expect.element(page.getByRole('button', { name: 'Fewer' })).toBeDisabled();
  await field.fill('500');
  await blur(field);
  await expect.element(field).toHaveValue('20');
  const moreButton = page.getByRole('button', { name: 'More', exact: true });
  await expect.element(moreButton).toBeDisabled();
  // Reaching the maximum with the button keeps the focus on it.
  await field.fill('19');
  await focus(moreButton);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('20');
  await expect.element(moreButton).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('20');
  await expect.element(moreButton).toHaveFocus();
});

test('a number field rejects anything but integers and never changes the number', async () => {
  await showGallery('fields');
  const field = page.getByRole('spinbutton', { name: 'points' });
  for (const text of ['2,5', '1.5', '-4', '1e1', '12 pcs']) {
    await field.fill(text);
    await blur(field);
    await expect.element(field).toHaveValue(text);
    await expect.element(field).toHaveAccessibleDescription(/Enter a whole number\./);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    // The field must not have a value, and especially not a different number.
    await expect.element(field).not.toHaveAttribute('aria-valuenow');
  }
  await field.fill('１２');
  await blur(field);
  await expect.element(field).toHaveValue('12');
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('a combo box filters by the typed text and works with the keyboard alone', async () => {
  await showGallery('fields');
  const field = page.getByRole('combobox', { name: 'Projects' });
  await focus(field);
  await userEvent.keyboard('sk08');
  await countOf(page.getByRole('option'), 1);
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('GPU SK08');

  await field.fill('nothing like it');
  await expect.element(page.getByText('No scans yet')).toBeVisible();
});

test('the list of a combo box stays open and beside its field while the page is scrolled', async () => {
  await showGallery('fields');
  const field = page.getByRole('combobox', { name: 'Projects' });
  field.element().scrollIntoView({ block: 'center' });
  await openList();
  const before = listDistance();

  await scrollAndWait(60);
  await countOf(page.getByRole('option'), 1);
  await expect.element(field).toHaveValue('GPU');
  await expect.poll(listDistance).toBe(before);

  await page.getByRole('option', { name: 'GPU SK08' }).click();
  await expect.element(field).toHaveValue('GPU SK08');
  await countOf(page.getByRole('listbox'), 0);
});

test('the list of a combo box follows its field in a scrolled part of the page', async () => {
  await showGallery('fields');
  const field = page.getByRole('combobox', { name: 'Projects' });
  const part = field.element().closest<HTMLElement>('.space-y-5');
  if (!part) throw new Error('The field isn’t in a section of the page.');
  Object.assign(part.style, { height: '70vh', overflowY: 'auto' });
  field.element().scrollIntoView({ block: 'center' });
  await openList();
  const before = listDistance();
  const { top } = boxOf(field);
  part.scrollBy(0, 60);
  await expect.poll(() => boxOf(field).top).toBeCloseTo(top - 60, 0);
  await expect.poll(listDistance).toBe(before);
  await countOf(page.getByRole('option'), 1);
});

test('the list of a combo box closes once its field is scrolled away', async () => {
  await showGallery('fields');
  await openList();
  await scrollAndWait(2000);
  await expect.element(page.getByRole('combobox', { name: 'Projects' })).not.toBeInViewport();
  await countOf(page.getByRole('listbox'), 0);
});

/** Types into the field "Projects", and waits until the only option can be pressed. */
async function openList(): Promise<void> {
  await page.getByRole('combobox', { name: 'Projects' }).fill('GPU');
  const option = page.getByRole('option');
  await countOf(option, 1);
  // The list can't be seen or pressed until the on-screen keyboard had time to appear.
  const isOnTop = () => {
    const { left, top } = boxOf(option);
    return option.element().contains(document.elementFromPoint(left + 10, top + 10));
  };
  await expect.poll(isOnTop).toBe(true);
}

/** Distance between the field "Projects" and its list, in px. */
function listDistance(): number {
  const field = boxOf(page.getByRole('combobox', { name: 'Projects' }));
  return Math.round(boxOf(page.getByRole('listbox')).top - field.bottom);
}

/** Scrolls the page, and waits until its listeners have handled that. */
function scrollAndWait(top: number): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('scroll', () => requestAnimationFrame(resolve), { once: true });
    scrollBy({ top, behavior: 'instant' });
  });
}

test('at most as many choices as the limit can be selected', async () => {
  await showGallery('fields');
  const third = page.getByRole('checkbox', { name: 'Not accepted' });
  await expect.element(third).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Not sent' }).click();
  await third.click();
  await expect.element(third).toBeChecked();
});

test('a toast stays until dismissed and does not take the focus', async () => {
  await showGallery('controls');
  const opener = page.getByRole('button', { name: 'Toast' });
  await opener.click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByText('Saved on this phone.')).toBeVisible();
  await expect.element(opener).toHaveFocus();
  await messages.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(messages.getByText('Saved on this phone.')).not.toBeInTheDocument();
});

test('the end of a page can be scrolled clear of a toast', async () => {
  await showGallery('controls');
  await page.getByRole('button', { name: 'Toast' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByText('Saved on this phone.')).toBeVisible();
  const last = page.getByRole('main').getByText('Installer Club');
  const spaceBelow = () => {
    scrollTo(0, document.documentElement.scrollHeight);
    return boxOf(messages).top - boxOf(last).bottom;
  };
  await expect.poll(spaceBelow).toBeGreaterThan(0);
  await messages.getByRole('button', { name: 'Dismiss' }).click();
});

test('points count up to their new value, and are announced once', async () => {
  await showGallery('feedback');
  await page.getByRole('button', { name: 'Count' }).click();
  await expect.element(page.getByText('2,480 points', { exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('2,480', { exact: true })).toBeVisible();
});

test('with reduced motion points appear immediately', async () => {
  await setMotion('reduce');
  onTestFinished(async () => void (await setMotion('no-preference')));
  await showGallery('feedback');
  const shownTexts = new Set<string>();
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) shownTexts.add(target.textContent ?? '');
  });
  observer.observe(document.body, { characterData: true, subtree: true });
  page
    .getByRole('button', { name: 'Count' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
  observer.disconnect();
  const numbers = [...shownTexts].filter((text) => /^[\d,]+$/.test(text));
  expect(new Set(numbers)).toEqual(new Set(['2,480']));
});

test('the title moves into the header when it is scrolled away', async () => {
  await showGallery('controls');
  const smallText = page
    .getByRole('banner')
    .or(page.getByRole('main'))
    .getByText('Long Acre 14, Warsaw')
    .first();
  await expect.element(smallText).toHaveStyle({ opacity: '0' });
  await scrollAndWait(600);
  await expect.element(smallText).toHaveStyle({ opacity: '1' });
});
