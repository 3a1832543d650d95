import { combineLatest, map, type Observable } from 'rxjs';
import type { InstallerUser } from '#schemas/installer.ts';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { materialProducts } from '#src/features/marketing/queries.ts';
import type { LocalAccount } from '#sync/account.ts';
import { shopProducts } from './queries.ts';

/** What the shop is drawn with, read as one: nothing of it comes later than the rest, and moves that. */
export interface ShopFront {
  readonly products: readonly ShopProductDocument[];
  /** The company's; undefined while this device does not know them. */
  readonly points: number | undefined;
  readonly company: InstallerUser['company'] | undefined;
  /** Whether there is anything that is printed. */
  readonly hasMaterial: boolean;
}

export function shopFront(account: LocalAccount): Observable<ShopFront> {
  const { pointsSummary$, self$ } = account.singletons;
  return combineLatest([
    shopProducts(account),
    materialProducts(account),
    pointsSummary$,
    self$,
  ]).pipe(
    map(([products, materials, summary, self]) => ({
      products,
      points: summary?.company_points,
      company: self?.company,
      hasMaterial: materials.length > 0,
    })),
  );
}
