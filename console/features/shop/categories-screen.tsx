import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type ProductCategory, shopCategoryCalls } from '#schemas/operator/shop-category-calls.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { EditCategory, NewCategory } from './category-dialog.tsx';
import { CategoryList } from './category-list.tsx';

/** The open dialog or sheet; null if none is open. */
type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'history'; readonly category: ProductCategory }
  | null;

/** Shop categories: order, names, images and visibility. */
export function CategoriesScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    shopCategoryCalls.listProductCategories,
    { query: { region: useCountry() } },
    { fresh: 'queue' },
  );
  const canAdd = regionsWithRight(useSession(), 'shop.edit').length > 0;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const close = () => setOpenDialog(null);
  return (
    <ScreenPage
      title={<Trans>Shop categories</Trans>}
      description={
        <>
          <Trans>
            Installers filter the shop by category. Products in a hidden category stay in the shop.
          </Trans>{' '}
          <ConsoleLink href="/shop" className="font-semibold text-info underline">
            <Trans>Back to the shop</Trans>
          </ConsoleLink>
        </>
      }
      actions={
        canAdd && (
          <ActionButton onClick={() => setOpenDialog({ kind: 'new' })}>
            <Trans>New category</Trans>
          </ActionButton>
        )
      }
    >
      <div className="flex flex-col gap-6 p-4">
        <RecordQuery label={t`Loading the categories`} query={query}>
          {({ data }) => <CategoryLists categories={data} onOpen={setOpenDialog} />}
        </RecordQuery>
      </div>
      {openDialog?.kind === 'new' && <NewCategory onClose={close} />}
      {openDialog?.kind === 'edit' && (
        <EditCategory category={openDialog.category} onClose={close} />
      )}
      {openDialog?.kind === 'history' && (
        <SideSheet isOpen onClose={close} title={openDialog.category.name}>
          <Timeline
            call={shopCategoryCalls.listCategoryTimeline}
            id={openDialog.category.id}
            comments={{ kind: 'product_category', region: openDialog.category.region }}
          />
        </SideSheet>
      )}
    </ScreenPage>
  );
}

interface CategoryListsProps {
  readonly categories: readonly ProductCategory[];
  readonly onOpen: (dialog: OpenDialog) => void;
}

/** One list per country. */
function CategoryLists({ categories, onOpen }: CategoryListsProps) {
  const { t, i18n } = useLingui();
  const editable = regionsWithRight(useSession(), 'shop.edit');
  const byRegion = [...Map.groupBy(categories, ({ region }) => region)];
  if (byRegion.length === 0)
    return (
      <EmptyState drawing="empty-cart" title={<Trans>No categories here</Trans>}>
        <Trans>
          Without categories, installers see all products in one list. The setup can also add them.
        </Trans>
      </EmptyState>
    );
  return byRegion.map(([region, regionCategories]) => {
    const country = countryText(i18n, region);
    return (
      <section key={region}>
        <h2 className="mb-2 text-body font-semibold">{country}</h2>
        <CategoryList
          label={t`Categories: ${country}`}
          region={region}
          categories={regionCategories}
          canEdit={editable.includes(region)}
          onEdit={(category) => onOpen({ kind: 'edit', category })}
          onShowHistory={(category) => onOpen({ kind: 'history', category })}
        />
      </section>
    );
  });
}
