import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '#test/setup/source-tree.ts';

/** Screen size, theme, font size and language of a tour. */
interface Appearance {
  width: number;
  height: number;
  theme: 'light' | 'dark' | 'sunlight';
  fontSize: '14px' | '17px' | '20px';
  language: string;
  offline: boolean;
}

interface Screenshot {
  name: string;
  file: string;
}

/** Output folder, not committed. */
const folder = join(root, 'test-results', 'contact-sheet');

const PER_SHEET = 12;

/**
 * @param text such as `390-light-14px-en` or `320-dark-20px-pl-offline`; everything after the width
 * is optional
 */
export function parseAppearance(text: string): Appearance {
  const [width = 390, ...parts] = text.split('-');
  const oneOfParts = <T extends string>(options: readonly T[], fallback: T) =>
    options.find((part) => parts.includes(part)) ?? fallback;
  return {
    width: Number(width),
    height: Number(width) < 700 ? 844 : 800,
    theme: oneOfParts(['light', 'dark', 'sunlight'], 'light'),
    fontSize: oneOfParts(['14px', '17px', '20px'], '14px'),
    language: parts.find((part) => /^[a-z]{2}$/.test(part)) ?? 'en',
    offline: parts.includes('offline'),
  };
}

/** Saves a screenshot of the current screen. */
export async function takeScreenshot(
  page: Page,
  appearance: string,
  name: string,
): Promise<Screenshot> {
  const file = join(folder, appearance, `${name.replaceAll(/\W+/g, '-')}.png`);
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file, animations: 'disabled', scale: 'css' });
  return { name, file };
}

/**
 * Combines screenshots into sheets, to review the whole app at a glance.
 * @returns the paths of the sheets
 */
export async function writeContactSheets(
  page: Page,
  appearance: string,
  screens: readonly Screenshot[],
): Promise<string[]> {
  const { width } = parseAppearance(appearance);
  const columns = width < 700 ? 6 : 3;
  const cellWidth = width < 700 ? 300 : 600;
  const sheets: string[] = [];
  await page.setViewportSize({ width: columns * (cellWidth + 16) + 16, height: 400 });
  for (let start = 0; start < screens.length; start += PER_SHEET) {
    const cells = screens.slice(start, start + PER_SHEET).map(({ name, file }) => {
      const data = readFileSync(file).toString('base64');
      return `<figure><figcaption>${name}</figcaption><img alt="" width="${cellWidth}" src="data:image/png;base64,${data}"></figure>`;
    });
    await page.setContent(
      `<style>body{margin:16px;display:grid;gap:16px;grid-template-columns:repeat(${columns},${cellWidth}px);background:#888;font:600 14px sans-serif}figure{margin:0}img{display:block}</style>${cells.join('')}`,
    );
    const file = join(folder, `${appearance}-${sheets.length + 1}.png`);
    await page.screenshot({ path: file, fullPage: true, scale: 'css' });
    sheets.push(file);
  }
  return sheets;
}

/** Lists words that didn't fit on one line, for translators. */
export function writeBrokenWords(appearance: string, parts: readonly string[]): void {
  writeFileSync(
    join(folder, `${appearance}-broken-words.txt`),
    parts.map((part) => `${part}\n`).join(''),
  );
}
