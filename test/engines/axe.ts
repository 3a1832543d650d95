import axe from 'axe-core';
import type { View } from './view.ts';

/** @returns the violations that axe finds on the screen, each with its element and the fix */
export async function violationsIn({ tab }: View, look: string): Promise<string[]> {
  const isThere = await tab.evaluate(() => 'axe' in window);
  if (!isThere) await tab.inject(axe.source);
  const found = await tab.evaluate(async () => {
    const { axe: there } = window as unknown as { axe: typeof axe };
    const { violations } = await there.run(document, {
      resultTypes: ['violations'],
      // Frames are other sites' pages, without axe in them.
      iframes: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`),
    );
  });
  return found.map((flaw) => `${look}: ${flaw}`);
}
