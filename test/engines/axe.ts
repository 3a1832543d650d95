import axe from 'axe-core';
import type { View } from './view.ts';

/** @returns axe's violations on the screen, with element and fix */
export async function violationsIn({ tab }: View, look: string): Promise<string[]> {
  const isThere = await tab.evaluate(() => 'axe' in window);
  if (!isThere) await tab.inject(axe.source);
  const found = await tab.evaluate(async () => {
    const { axe: there } = window as unknown as { axe: typeof axe };
    const { violations } = await there.run(document, {
      resultTypes: ['violations'],
      // Frames belong to other sites and have no axe.
      iframes: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`),
    );
  });
  return found.map((flaw) => `${look}: ${flaw}`);
}
