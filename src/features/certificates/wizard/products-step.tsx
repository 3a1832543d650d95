import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type CertificateCategory, countCertifiedProducts } from '#schemas/warranty-certificate.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { REMOVED_PRODUCT_TOAST, type Wizard } from './use-wizard.ts';
import { useYearsText } from '../certified-products.tsx';
import type { FilledDraft } from './certificate-form.ts';
import {
  type ListedProduct,
  type ProductGroup,
  type ProductPosition,
  withoutProduct,
} from './draft.ts';
import { WizardPage } from './wizard-page.tsx';
import { ProductSheet } from './product-sheet.tsx';
import { type Rejection, rejectedProduct, stepForRejection } from './rejection.ts';

export interface StepProps {
  wizard: Wizard;
  filledDraft: FilledDraft;
  catalogue: readonly CertificateCategory[];
}

/** Step 2: the products by category, with their warranty (spec 2 §2, §5). */
export function ProductsStep({ wizard, filledDraft, catalogue }: StepProps) {
  const { t } = useLingui();
  const { dispatch, draft } = wizard;
  const { products } = filledDraft;
  // Open the rejected product immediately.
  const [editedPosition, setEditedPosition] = useState<ProductPosition | 'new' | null>(() =>
    positionOf(draft.refused),
  );
  const hasUnknownCategory = products.some(
    ({ category }) => !catalogue.some(({ slug }) => slug === category),
  );
  const reason =
    products.length === 0
      ? t`Add at least one product.`
      : hasUnknownCategory && t`Remove products that can no longer be added to certificates.`;
  return (
    <WizardPage
      wizard={wizard}
      footer={
        <Button
          size="large"
          fullWidth
          disabledReason={reason}
          onClick={() => dispatch({ name: 'step_changed', step: 3 })}
        >
          <Trans>Next</Trans>
        </Button>
      }
    >
      {draft.products === null && <ProductsSyncing wizard={wizard} filledDraft={filledDraft} />}
      {draft.products === null && products.length > 0 && (
        <p className="text-ink-soft break-long">
          <Trans>
            These products were scanned for the project. Change anything that’s different.
          </Trans>
        </p>
      )}
      {products.length === 0 && (
        <EmptyState drawing="welcome-scan" title={t`No products yet`}>
          <Trans>Add the installed products that have a warranty.</Trans>
        </EmptyState>
      )}
      <Groups
        wizard={wizard}
        filledDraft={filledDraft}
        catalogue={catalogue}
        onEdit={setEditedPosition}
      />
      <Button
        variant="secondary"
        fullWidth
        icon={<Plus />}
        onClick={() => setEditedPosition('new')}
      >
        <Trans>Add product</Trans>
      </Button>
      {editedPosition !== null && (
        <ProductSheet
          wizard={wizard}
          products={products}
          catalogue={catalogue}
          position={editedPosition === 'new' ? null : editedPosition}
          onDone={() => setEditedPosition(null)}
        />
      )}
    </WizardPage>
  );
}

/** Notice that some of the project's products haven't been downloaded. */
function ProductsSyncing({
  wizard: { project },
  filledDraft,
}: Pick<StepProps, 'wizard' | 'filledDraft'>) {
  const { isFirstPullDone } = useSyncStatus();
  if (
    isFirstPullDone ||
    countCertifiedProducts(filledDraft.products) >= (project?.products_count ?? 0)
  )
    return null;
  return (
    <Banner tone="info">
      <Trans>Some products haven’t downloaded yet.</Trans>
    </Banner>
  );
}

/** Position of the rejected product; null if none or several were rejected. */
function positionOf(rejection: Rejection | null): ProductPosition | null {
  const { group, product = null } = rejectedProduct(rejection) ?? {};
  return group === undefined || product === null ? null : { group, product };
}

interface GroupsProps extends StepProps {
  onEdit: (position: ProductPosition) => void;
}

function Groups({ wizard, filledDraft, catalogue, onEdit }: GroupsProps) {
  const errorMessage = useErrorMessage();
  const remove = useRemoveProduct(wizard);
  const { refused: rejection } = wizard.draft;
  const { products } = filledDraft;
  const rejectedPosition = rejectedProduct(rejection);
  const sum = countCertifiedProducts(products);
  if (products.length === 0) return null;
  return (
    <div className="space-y-6">
      {rejection !== null && stepForRejection(rejection) === 2 && (
        <Banner tone="bad" title={errorMessage(rejection)} />
      )}
      {products.map((group, index) => (
        <Group
          key={group.category}
          group={group}
          category={catalogue.find(({ slug }) => slug === group.category)}
          rejectedIndex={rejectedPosition?.group === index ? rejectedPosition.product : null}
          onEdit={(product) => onEdit({ group: index, product })}
          onRemove={(product) => remove(products, { group: index, product })}
        />
      ))}
      <p className="font-semibold tnum">
        <Plural value={sum} one="# item in total" other="# items in total" />
      </p>
    </div>
  );
}

interface GroupProps {
  group: ProductGroup;
  /** Undefined if the catalogue no longer has it. */
  category: CertificateCategory | undefined;
  /** Index of the rejected product; null if none. */
  rejectedIndex: number | null;
  onEdit: (productIndex: number) => void;
  onRemove: (productIndex: number) => void;
}

function Group({ group, category, rejectedIndex, onEdit, onRemove }: GroupProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const yearsText = useYearsText();
  const warranty = category && yearsText(category.longevity);
  return (
    <Section title={category?.name ?? t`No longer available`}>
      <p className="-mt-2 text-small text-ink-soft break-long">
        {category ? t`Warranty: ${warranty}` : errorMessage({ code: 'category_unknown' })}
      </p>
      <List label={category?.name ?? t`No longer available`}>
        {group.products.map((product, index) => (
          <ProductRow
            key={product.name}
            product={product}
            isRejected={rejectedIndex === index}
            onEdit={() => onEdit(index)}
            onRemove={() => onRemove(index)}
          />
        ))}
      </List>
    </Section>
  );
}

interface ProductRowProps {
  product: ListedProduct;
  isRejected: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function ProductRow({ product, isRejected, onEdit, onRemove }: ProductRowProps) {
  const { t } = useLingui();
  const { name, quantity, details } = product;
  return (
    <ListRow
      icon={isRejected && <CircleAlert className="text-bad" />}
      title={name}
      meta={details}
      trailing={
        <span className="font-semibold tnum">{t`${plural(quantity, { one: '# item', other: '# items' })}`}</span>
      }
      end={<Pencil className="size-5 shrink-0 text-ink-soft" />}
      onPress={onEdit}
      action={<IconButton label={t`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />}
    />
  );
}

/** Returns a function that removes a product, with an undo. */
function useRemoveProduct({ dispatch }: Wizard) {
  const { t } = useLingui();
  return (products: readonly ProductGroup[], position: ProductPosition) => {
    const name = products[position.group]?.products[position.product]?.name ?? '';
    dispatch({ name: 'products_changed', products: withoutProduct(products, position) });
    showToast({
      message: t`Removed: ${name}`,
      // All removals share one toast, because undoing an earlier removal would also undo the later one.
      subject: REMOVED_PRODUCT_TOAST,
      timeoutMs: 8000,
      action: { label: t`Undo`, onPress: () => dispatch({ name: 'products_changed', products }) },
    });
  };
}
