import type { ProjectDocument } from '#schemas/project.ts';
import type { UnsentProducts } from '#sync/entities/scans/unsent-products.ts';

/**
 * Counts a project's products as its page lists them: the server's count plus unsent additions and
 * removals. A rejected product counts until it is deleted. Pure.
 */
export function countProducts(
  { products_count }: Pick<ProjectDocument, 'products_count'>,
  unsent: Pick<UnsentProducts, 'difference'> | undefined,
): number {
  return Math.max(0, products_count + (unsent?.difference ?? 0));
}
