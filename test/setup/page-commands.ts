import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-tree.ts';

/**
 * Returns the code blocks of one language under a heading of a page in `docs/`, in order. Throws if
 * there are none.
 */
export function commandsOf(page: string, heading: string, language = 'sh'): string {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const fencePattern = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  const blocks = [...section.matchAll(fencePattern)].map(([, block = '']) => block);
  if (blocks.length === 0) throw new Error(`${page} has no ${language} under "${heading}".`);
  return blocks.join('');
}
