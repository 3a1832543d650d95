import { readFileSync } from 'node:fs';
import type { Oklch } from './oklch.ts';

type Tokens = ReadonlyMap<string, string>;
export type ThemeName = 'light' | 'dark' | 'sunlight';

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
);

/** Returns the declarations of the first rule with exactly this selector. */
function declarations(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no rule "${selector}"`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  const declared = body
    .split(';')
    .map((line) => line.split(/:(.*)/s))
    .filter(([name]) => name?.trim().startsWith('--'));
  return new Map(declared.map(([name = '', value = '']) => [name.trim(), value.trim()]));
}

const light = declarations(':root,\n[data-theme]');
const base = new Map([...light, ...declarations('\n:root')]);

/** Tokens of the system's dark preference without a chosen theme. */
export const systemDark: Tokens = declarations(
  ":root:not([data-theme='light'], [data-theme='dark'], [data-theme='sunlight'])",
);
/** Tokens of the chosen dark theme. */
export const explicitDark: Tokens = declarations("\n[data-theme='dark']");

export const themes: Readonly<Record<ThemeName, Tokens>> = {
  light: base,
  dark: new Map([...base, ...explicitDark]),
  sunlight: new Map([...base, ...declarations("\n[data-theme='sunlight']")]),
};

/** The names of a theme's opaque colours. */
export function colourNames(tokens: Tokens): string[] {
  return [...tokens]
    .filter(([, value]) => value.startsWith('oklch(') && !value.includes('/'))
    .map(([name]) => name);
}

/** Resolves a token's colour. `overrides` overrides tokens, as a brand does. */
export function colour(
  tokens: Tokens,
  name: string,
  overrides: Record<string, string> = {},
): Oklch {
  const value = resolve(tokens, name, overrides);
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value);
  if (!parts) throw new Error(`${name} is not an opaque colour: ${value}`);
  return { lightness: Number(parts[1]), chroma: Number(parts[2]), hue: Number(parts[3]) };
}

function resolve(tokens: Tokens, name: string, overrides: Record<string, string>): string {
  const value = overrides[name] ?? tokens.get(name);
  if (value === undefined) throw new Error(`No token ${name}`);
  return value.replaceAll(/var\((--[\w-]+)\)/g, (_, inner: string) =>
    resolve(tokens, inner, overrides),
  );
}
