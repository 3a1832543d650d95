import { expect } from '@playwright/test';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import type { View } from './view.ts';
import { goTo } from './app-actions.ts';

/** Appearance of the page: language, theme, font size in px. */
const appearanceOf = (view: View) =>
  view.tab.evaluate(() => ({
    language: document.documentElement.lang,
    theme: document.documentElement.dataset['theme'],
    colour: getComputedStyle(document.body).backgroundColor,
    size: getComputedStyle(document.documentElement).fontSize,
  }));

test(features.appearance.title, async ({ view, club }) => {
  await view.tab.goto(`${club.url}/settings/language`);
  await view.press({ role: 'radio', name: /^Polski/ });
  await view.expectVisible({ role: 'heading', level: 1, name: 'Język' });
  await view.tab.reload();
  await view.expectVisible({ role: 'heading', level: 1, name: 'Język' });
  expect((await appearanceOf(view)).language).toBe('pl');
  await view.press({ role: 'radio', name: /^English/ });
  await view.expectVisible({ role: 'heading', level: 1, name: 'Language' });

  await goTo(view, '/settings/font');
  const { size } = await appearanceOf(view);
  await view.press({ role: 'radio', index: 2, within: { role: 'main' } });
  await expect.poll(async () => (await appearanceOf(view)).size).not.toBe(size);
  await view.press({ role: 'radio', index: 0, within: { role: 'main' } });
  await expect.poll(async () => (await appearanceOf(view)).size).toBe(size);

  await goTo(view, '/settings');
  const { colour } = await appearanceOf(view);
  for (const name of ['Dark', 'Light'] as const) {
    await view.press({ role: 'radio', name: new RegExp(`^${name}`) });
    await expect.poll(async () => (await appearanceOf(view)).theme).toBe(name.toLowerCase());
    const isLight = (await appearanceOf(view)).colour === colour;
    expect(isLight).toBe(name === 'Light');
  }
});
