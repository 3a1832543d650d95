import { combineLatest, map, type Observable } from 'rxjs';
import type { InstallerUser } from '#schemas/installer.ts';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { materialProducts } from '#src/features/marketing/queries.ts';
import type { LocalAccount } from '#sync/account.ts';
import { shopProducts } from './queries.ts';

/** Everything the shop's first screen needs, loaded together to avoid layout shifts. */
export interface ShopFront {
  readonly products: readonly ShopProductDocument[];
  /** The company's points; undefined until known. */
  readonly points: number | undefined;
  readonly company: InstallerUser['company'] | undefined;
  /** True if printed material is available. */
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
